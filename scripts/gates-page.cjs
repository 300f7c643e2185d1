'use strict';
const path = require('node:path');
const { format, resolveConfig } = require('prettier');
const { allGates } = require('../src/hooks/pipeline/catalog.ts');

const file = path.resolve(__dirname, '../docs/gates.md');

const introduction = `# The gates

Every gate, in the order in which they are asked. The three columns are its level in the profiles; \`gatehouse gates\` prints the
level that holds in a project and whose word that is. A level is changed in \`.claude/gatehouse.json\`:
\`{ "gates": { "lint": { "level": "warn" } } }\`, or with the checkboxes of the Hooks view.

_Fault_ says what happens when the gate itself fails: \`open\` lets the call go and says so in the trace, \`closed\` refuses it.
`;

/** The page of all gates, from what each of them says about itself. */
async function page() {
  const rows = (await allGates()).map(({ room, gate: { id, level, posture, lane, events, summary } }) =>
    cells([
      `**${id}**`,
      `[${room}](../src/hooks/gates/${room})`,
      level.observe,
      level.standard,
      level.harness,
      posture,
      `${summary} _${events.join(', ')}${lane === 'async' ? '; beside the agent' : ''}_`,
    ]),
  );
  const head = [
    cells(['gate', 'room', 'observe', 'standard', 'harness', 'fault', 'what it does']),
    cells(Array(7).fill('---')),
  ];
  return format([introduction, ...head, ...rows].join('\n'), { ...(await resolveConfig(file)), filepath: file });
}

const cells = (words) => `| ${words.map((word) => word.replaceAll('|', '\\|')).join(' | ')} |`;

module.exports = { file, page };
