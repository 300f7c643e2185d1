'use strict';
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { format, resolveConfig } = require('prettier');
const { toJSONSchema } = require('zod/mini');
const { commands } = require('../src/hooks/cli/commands.ts');
const { sections } = require('../src/hooks/project/settings.ts');
const { examples, read, variables } = require('./configuration-words.cjs');

const root = path.resolve(__dirname, '..');
const file = path.join(root, 'docs/configuration.md');

const introduction = `# Configuration

Gatehouse needs none: without one it works by the profile \`standard\`; \`gatehouse config\` prints every
value that holds in a project and whose word it is, and ends with 1 where a file has something wrong in it.

## Files

| file | whose |
| --- | --- |
| \`.claude/gatehouse.json\` | the project’s, for everyone who works in it |
| \`.claude/gatehouse.local.json\` | yours, for this project |
| \`~/.gatehouse/config.json\` | yours, for all projects |

The later one in this table goes before the earlier one, and the environment before all of them. A repository’s files may
tighten what is safe; they loosen it only after \`gatehouse config trust\`, for as long as their text stays as it is. All three are JSON
with comments, and the editor completes and checks them. A misspelled key is an error with a suggestion.

## Profiles and levels

\`\`\`json
{
  "profile": "harness",
  "gates": { "lint": "warn", "doc-gate": "off", "guard": { "level": "enforce", "strictness": "strict" } }
}
\`\`\`

\`profile\` says what gates do whose level is not set: \`observe\` (everything is recorded, nothing is said), \`standard\`,
or \`harness\` (plan, proof and tests are required). A level is \`off\`, \`observe\` (recorded, not sent), \`warn\` (a refusal becomes
advice) or \`enforce\`. [gates.md](gates.md) lists every gate with its level in each profile.

## Receipts

A flag counts when a receipt binds it to the files as they are. Receipts lie in Gatehouse’s own folder
(\`~/.gatehouse/projects/…\`), not in the repository. The files of the hooks you may come from (\`.claude_review_state.json\`,
\`.claude/.test-status\`, \`.claude/.proof-status\` …) are read and written; a pass that stands only there is shown as unbound and does
not count until you accept it: \`gatehouse accept tests\`. \`gatehouse status\` says what each flag is worth and why.
`;

/** Every setting, variable and command, from what the code says about them. */
async function page() {
  const text = [
    introduction,
    '## Settings',
    ...Object.entries(sections).flatMap(sectionText),
    ...editor(),
    ...environment(),
    ...(await commandList()),
  ];
  return format(text.join('\n\n'), { ...(await resolveConfig(file)), filepath: file });
}

function sectionText([area, entries]) {
  return [`### ${area}`, ...Object.entries(entries).map(([key, setting]) => settingText(area, key, setting))];
}

/** A value other than the usual one: of a choice the last, of a yes the no. */
function exampleFor(name, { fallback, schema }) {
  if (Object.hasOwn(examples, name)) return examples[name];
  const { enum: choices } = toJSONSchema(schema());
  if (choices !== undefined) return choices.findLast((choice) => choice !== fallback);
  return typeof fallback === 'boolean' ? !fallback : fallback;
}

function settingText(area, key, setting) {
  const { says, allowed, fallback, rule } = setting;
  const example = JSON.stringify({ [area]: { [key]: exampleFor(`${area}.${key}`, setting) } }, null, 2);
  const usual = fallback === undefined ? 'not set' : `\`${JSON.stringify(fallback)}\``;
  return `**\`${area}.${key}\`** · ${says}

Allowed: ${allowed}. Default: ${usual}. ${byRepository(rule)}

\`\`\`json
${example}
\`\`\``;
}

function byRepository(rule) {
  if (rule === 'free') return 'A repository may say it.';
  if (rule === 'trusted') return 'A repository’s word counts only while you trust its files.';
  return 'A repository may tighten it, and loosen it only while you trust its files.';
}

/** The editor's own settings, from the manifest. */
function editor() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const words = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8'));
  const all = [manifest.contributes.configuration].flat().flatMap(({ properties }) => Object.entries(properties));
  const rows = all.map(([name, { default: usual, enum: allowed, markdownDescription, description }]) => {
    const says = words[String(markdownDescription ?? description).replace(/%/g, '')];
    const values = allowed === undefined ? 'true, false' : allowed.join(', ');
    return cells([
      `\`${name}\``,
      says,
      values,
      `\`${JSON.stringify({ [name]: allowed?.at(-1) ?? !usual }).slice(1, -1)}\``,
    ]);
  });
  return [
    '## In the editor',
    [cells(['setting', 'what it does', 'allowed', 'example']), cells(Array(4).fill('---')), ...rows].join('\n'),
  ];
}

function environment() {
  const rows = variables.map(({ name, says, example }) => cells([`\`${name}\``, says, `\`${example}\``]));
  const others = read.map(([name, says]) => cells([`\`${name}\``, says]));
  return [
    '## Environment variables',
    [cells(['variable', 'what it does', 'example']), cells(Array(3).fill('---')), ...rows].join('\n'),
    'Set by others, and read:',
    [cells(['variable', 'what it says']), cells(Array(2).fill('---')), ...others].join('\n'),
  ];
}

async function commandList() {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const rows = all.map(({ name, summary, help }) => {
    const usage = help
      .slice(help.indexOf('Usage:'))
      .split(/\n\s*\n/)[0]
      .replace('Usage:', '');
    const forms = usage
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return cells([forms.map((form) => `\`${form}\``).join('<br>'), summary.replace(name, `**${name}**`)]);
  });
  return [
    '## Commands',
    '`gatehouse` lies in `~/.gatehouse/bin`; in a checkout it is `node dist/hooks/runner.js`. `gatehouse <command> --help` says more.',
    [cells(['command', 'what it does']), cells(['---', '---']), ...rows].join('\n'),
  ];
}

const cells = (words) => `| ${words.map((word) => String(word).replaceAll('|', '\\|')).join(' | ')} |`;

module.exports = { exampleFor, file, page };
