import path from 'node:path';
import { gate } from '../../pipeline/gate';
import { deny, pass, type Ruling } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import { personHome } from '../../project/home';
import { landing } from '../../project/landing';
import type { PreToolUse } from '../../protocol/call';
import { editsOf, editTools, shellLines, shellTools } from '../../protocol/tools';
import { insideScope, scopeOf, scopesIn, type Scope } from '../../session/scope';

/** A person may limit a session to some folders; what lies outside is not written. */
export const scope = gate<'PreToolUse'>({
  id: 'scope',
  title: 'Scope',
  summary:
    'Refuses edits, shell writes and writes of servers’ tools outside the folders that you limited the session to (`gatehouse scope`).',
  events: ['PreToolUse'],
  tools: [...shellTools, ...editTools, 'mcp__*'],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    for (const folder of new Set([call.cwd, site.env.CLAUDE_PROJECT_DIR ?? call.cwd])) {
      // A file that is edited may belong to another repository; the limit belongs to the session's.
      const here = site.at(folder);
      const scopes = scopesIn(here.home);
      if (scopes === undefined) return unreadable;
      const limit = scopeOf(scopes, call.sessionId);
      if (limit !== undefined)
        return editsOf(call).length > 0 ? judgeEdits(call, limit, here) : judgeCommand(call, limit, here);
    }
    return pass('the session is not limited to a folder');
  },
});

const unreadable = deny('scope-unreadable', 'The file that limits this session cannot be trusted: it was not written by Gatehouse.', {
  wayForward: 'Ask the person to set it again: gatehouse scope set <glob>, or gatehouse scope clear.',
}); // prettier-ignore

/** Everything that the limit leaves free, links followed. */
function judgeEdits(call: PreToolUse, limit: Scope, site: Site): Ruling {
  const home = personHome(site.env);
  const inside = insideScope(limit, { root: site.root, home });
  const outside = editsOf(call).find((edit) => {
    const file = path.resolve(
      call.cwd,
      edit.path.replace(/^~(?=\/|$)/, () => home),
    );
    return !inside(file) || !inside(landing(file));
  });
  return outside === undefined ? pass('inside the scope of the session') : refused(limit, outside.path);
}

async function judgeCommand(call: PreToolUse, limit: Scope, site: Site): Promise<Ruling> {
  const lines = shellLines(call);
  if (lines.length === 0) return pass('no command');
  const { writtenOutside } = await import(/* webpackChunkName: "commands" */ './scope/written-outside');
  const part = lines.map((line) => writtenOutside(line, limit, site)).find((found) => found !== undefined);
  return part === undefined ? pass('writes nothing outside the scope of the session') : refused(limit, part);
}

const refused = (limit: Scope, part: string): Ruling =>
  deny('outside-scope', `This session is limited to ${limit.globs.join(', ')}, and this would write elsewhere.`, {
    part,
    wayForward: `Work inside ${limit.globs.join(', ')}, or tell the person what has to change outside. Only they can lift the limit: in the status bar, with \`gatehouse scope clear\`, or with /unfreeze.`,
  });
