import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { allGates } from '../src/hooks/pipeline/catalog';

/** Where the page is checked in. */
export const file = path.resolve(__dirname, '../docs/gates.md');

const introduction = `# The gates

Every gate, in the order in which they run. The three columns are its level in each profile; \`gatehouse gates\` prints the
level in a project and what set it. Change a level in \`.claude/gatehouse.json\`:
\`{ "gates": { "lint": { "level": "warn" } } }\`, or with the checkboxes of the Hooks view.

_If it fails_ says what happens when the gate itself fails or misses its deadline: \`closed\` blocks the call, \`open\` lets it go on and records that.
`;

/** The page of all gates, from what each of them says about itself. */
export async function page(): Promise<string> {
  const rows = (await allGates()).map(({ group, gate: { id, level, posture, lane, events, summary } }) =>
    cells([
      `**${id}**`,
      `[${group}](../src/hooks/gates/${group})`,
      level.observe,
      level.standard,
      level.harness,
      posture,
      `${summary} _${events.join(', ')}${lane === 'async' ? '; runs in the background' : ''}_`,
    ]),
  );
  const head = [
    cells(['gate', 'group', 'observe', 'standard', 'harness', 'if it fails', 'what it does']),
    cells(Array<string>(7).fill('---')),
  ];
  return format([introduction, ...head, ...rows].join('\n'), { ...(await resolveConfig(file)), filepath: file });
}

const cells = (words: readonly string[]): string =>
  `| ${words.map((word) => word.replaceAll('|', '\\|')).join(' | ')} |`;
