import { wordSet } from '../../project/text';
import { gate, ask, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import type { PreToolUse } from '../../protocol/call';
import { spaced } from '../../protocol/tools';
import { judgedBy } from '../../rules/judge';
import { subjectOf } from '../../rules/match';

/** Asks before a server's tool deletes a repository, a database, a cluster or the like, as the packs do for commands. */
export const serverTools = gate<'PreToolUse'>({
  id: 'server-tools',
  title: "Servers' deletions",
  summary:
    'Asks before a tool of an MCP server deletes what others work with or what holds data: a repository, a database, a project, a cluster.',
  events: ['PreToolUse'],
  tools: ['mcp__*'],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    const thing = deletedBy(call);
    if (thing === undefined) return pass('deletes nothing of a service as a whole');
    if (isAllowed(call, site)) return pass('a rule of the person allows it');
    const why = `It deletes ${/^[aeio]/.test(thing) ? 'an' : 'a'} ${thing} of a service, which cannot be undone here.`;
    return { ...ask(`${why} (at: ${call.tool})`, 'service-delete'), why };
  },
});

const verbs = wordSet('delete destroy drop prune purge remove terminate truncate wipe');

/** What others work with, or what holds data that may be nowhere else. */
const things = wordSet(
  'account app application backup branch bucket cluster collection container database deployment domain environment ' +
    'function index instance keyspace machine namespace organization pod project queue release repo repository resource schema ' +
    'secret server service site snapshot stack table team tenant topic user vault volume workspace zone',
);

/** Words of a tool's name that say both. */
const both: Readonly<Record<string, string>> = { dropdb: 'database', flushall: 'database', flushdb: 'database' };

/** The thing is in the tool's name (`drop-database`), or in a field that says of which kind it is. */
function deletedBy({ tool, input }: PreToolUse): string | undefined {
  // `remove_issue_from_project` removes an issue.
  const name = spaced(tool.replace(/^mcp__.*?__/, '')).replace(/_(?:from|in|of)_.*$/, '');
  const words = name.split('_');
  const one = words.find((word) => both[word] !== undefined);
  if (one !== undefined) return both[one];
  if (!words.some((word) => verbs.has(word))) return undefined;
  const kinds = Object.entries(input).flatMap(([name, value]) =>
    /^(?:\w+_)?(?:type|kind)$/.test(spaced(name)) && typeof value === 'string' ? spaced(value) : [],
  );
  return [...words, ...kinds].map(singular).find((word) => things.has(word));
}

const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(x|ss)es$/, '$1')
    .replace(/(?<!s)s$/, '');

function isAllowed(call: PreToolUse, site: Site): boolean {
  const allowing = site.config.settings.rules.list.filter(({ decision }) => decision === 'allow');
  const subject = allowing.length === 0 ? undefined : subjectOf(call, site);
  return subject !== undefined && judgedBy(allowing, subject, site).length > 0;
}
