import path from 'node:path';
import { gate, deny, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { personHome } from '../../project/home';
import { realTarget } from '../../project/place';
import type { PreToolUse } from '../../protocol/call';
import { editsOf, editTools, shellLines, shellTools } from '../../protocol/tools';
import { insideScope, scopeOf, scopesIn, type Scope } from '../../session/scope';

/** Keeps a session from writing outside its scope: the folders that a person named. */
export const scope = gate<'PreToolUse'>({
  id: 'scope',
  title: 'Scope',
  summary:
    'Blocks edits, shell writes and writes by MCP tools outside the session’s scope: the folders that you set with `gatehouse scope`.',
  events: ['PreToolUse'],
  tools: [...shellTools, ...editTools, 'mcp__*'],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    for (const folder of new Set([call.cwd, site.env.CLAUDE_PROJECT_DIR ?? call.cwd])) {
      // A file that is edited may belong to another repository; the scope belongs to the session's.
      const here = site.at(folder);
      const scopes = scopesIn(here.home);
      if (scopes === undefined) return unreadable;
      const held = scopeOf(scopes, call.sessionId);
      if (held !== undefined)
        return editsOf(call).length > 0 ? judgeEdits(call, held, here) : judgeCommand(call, held, here);
    }
    return pass('the session has no scope');
  },
});

const unreadable = deny('scope-unreadable', 'The file with the scope of this session cannot be trusted: it was not written by Gatehouse.', {
  instead: 'Ask the person to set it again: gatehouse scope set <glob>, or gatehouse scope clear.',
}); // prettier-ignore

/** Links are followed: both the link and what it leads to must be inside. */
function judgeEdits(call: PreToolUse, held: Scope, site: Site): Ruling {
  const home = personHome(site.env);
  const inside = insideScope(held, { root: site.root, home });
  const outside = editsOf(call).find((edit) => {
    const file = path.resolve(
      call.cwd,
      edit.path.replace(/^~(?=\/|$)/, () => home),
    );
    return !inside(file) || !inside(realTarget(file));
  });
  return outside === undefined ? pass('inside the scope of the session') : refused(held, outside.path);
}

async function judgeCommand(call: PreToolUse, held: Scope, site: Site): Promise<Ruling> {
  const lines = shellLines(call);
  if (lines.length === 0) return pass('no command');
  const { writtenOutside } = await import(/* webpackChunkName: "commands" */ './scope/written-outside');
  const part = lines.map((line) => writtenOutside(line, held, site)).find((found) => found !== undefined);
  return part === undefined ? pass('writes nothing outside the scope of the session') : refused(held, part);
}

const refused = (held: Scope, part: string): Ruling =>
  deny('outside-scope', `The scope of this session is ${held.globs.join(', ')}, and this would write elsewhere.`, {
    part,
    instead: `Work inside ${held.globs.join(', ')}, or tell the person what has to change outside. Only they can clear the scope: in the status bar, with \`gatehouse scope clear\`, or with /unfreeze.`,
  });
