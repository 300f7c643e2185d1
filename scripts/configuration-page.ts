import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { toJSONSchema } from 'zod/mini';
import { commands } from '../src/hooks/cli/commands';
import type { Setting } from '../src/hooks/configuration/setting';
import { sections, type Sections } from '../src/hooks/configuration/settings';
import manifest from '../package.json';
import words from '../package.nls.json';
import { examples, read, variables } from './configuration-words';

const root = path.resolve(__dirname, '..');
/** Where the page is checked in. */
export const file = path.join(root, 'docs/configuration.md');

const introduction = `# Configuration

Gatehouse works without any configuration, in the profile \`standard\`. \`gatehouse config\` prints every value that
is in effect in a project and which file set it. It exits with 1 if a file has a mistake.

## Files

| file | applies to |
| --- | --- |
| \`.claude/gatehouse.json\` | everyone who works on the project |
| \`.claude/gatehouse.local.json\` | only you, in this project |
| \`~/.gatehouse/config.json\` | only you, in all projects |

A later file in this table overrides an earlier one, and environment variables override all files. A repository’s files can
make Gatehouse stricter. They can loosen it only after you run \`gatehouse config trust\`, and only until their text changes. All three files are
JSON with comments. VS Code completes and checks them; a misspelled key is an error with a suggestion.

## Profiles and levels

\`\`\`json
{
  "profile": "harness",
  "gates": { "lint": "warn", "doc-gate": "off", "guard": { "level": "enforce", "strictness": "strict" } }
}
\`\`\`

\`profile\` sets the level of all gates that have none of their own: \`observe\` (record everything, block nothing), \`standard\`,
or \`harness\` (require a plan, tests and your verification). A level is \`off\` (not run), \`observe\` (recorded, not sent to the agent), \`warn\` (the agent is
warned instead of blocked) or \`enforce\`. [gates.md](gates.md) lists every gate with its level in each profile.

## Receipts

A flag counts only if a receipt says that it passed on the current files. Receipts are in Gatehouse’s own folder
(\`~/.gatehouse/projects/…\`), not in the repository. The files of the original hooks, which you may have used before (\`.claude_review_state.json\`,
\`.claude/.test-status\`, \`.claude/.proof-status\` …) are read and written too. A pass that is only in one of them is shown as unbound and does
not count until you accept it: \`gatehouse accept tests\`. \`gatehouse status\` shows the status of each flag and why.
`;

const areas: Sections = sections;

/** Every setting, variable and command, from what the code says about them. */
export async function page(): Promise<string> {
  const text = [
    introduction,
    '## Settings',
    ...Object.entries(areas).flatMap(sectionText),
    ...editor(),
    ...environment(),
    ...(await commandList()),
  ];
  return format(text.join('\n\n'), { ...(await resolveConfig(file)), filepath: file });
}

function sectionText([area, entries]: readonly [string, Sections[string]]): readonly string[] {
  return [`### ${area}`, ...Object.entries(entries).map(([key, setting]) => settingText(area, key, setting))];
}

/** A value other than the usual one: of a choice the last, of a yes the no. */
export function exampleFor(name: string, { fallback, schema }: Setting<unknown>): unknown {
  if (Object.hasOwn(examples, name)) return examples[name];
  const { enum: choices } = toJSONSchema(schema());
  if (choices !== undefined) return choices.findLast((choice) => choice !== fallback);
  return typeof fallback === 'boolean' ? !fallback : fallback;
}

function settingText(area: string, key: string, setting: Setting<unknown>): string {
  const { says, allowed, fallback } = setting;
  const example = JSON.stringify({ [area]: { [key]: exampleFor(`${area}.${key}`, setting) } }, null, 2);
  const usual = fallback === undefined ? 'not set' : `\`${JSON.stringify(fallback)}\``;
  return `**\`${area}.${key}\`** · ${says}

Allowed: ${allowed}. Default: ${usual}. ${byRepository(setting)}

\`\`\`json
${example}
\`\`\``;
}

function byRepository({ repository, itemwise }: Setting<unknown>): string {
  if (repository === 'free') return 'A repository may set it.';
  if (repository === 'trusted') return 'A repository may set it only while you trust its files.';
  if (itemwise !== undefined) return 'A repository may add to it, and replace it only while you trust its files.';
  return 'A repository may tighten it, and loosen it only while you trust its files.';
}

interface Preference {
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly markdownDescription?: string;
}

/** The editor's own settings, from the manifest. */
function editor(): readonly string[] {
  const all: readonly (readonly [string, Preference])[] = Object.entries(manifest.contributes.configuration.properties);
  const rows = all.map(([name, { default: usual, enum: allowed, markdownDescription = '' }]) =>
    cells([
      `\`${name}\``,
      words[markdownDescription.replace(/%/g, '') as keyof typeof words],
      allowed === undefined ? 'true, false' : allowed.join(', '),
      `\`${JSON.stringify({ [name]: allowed?.at(-1) ?? usual === false }).slice(1, -1)}\``,
    ]),
  );
  return [
    '## In the editor',
    [cells(['setting', 'what it does', 'allowed', 'example']), cells(Array<string>(4).fill('---')), ...rows].join('\n'),
  ];
}

function environment(): readonly string[] {
  const rows = variables.map(({ name, says, example }) => cells([`\`${name}\``, says, `\`${example}\``]));
  const others = read.map(([name, says]) => cells([`\`${name}\``, says]));
  return [
    '## Environment variables',
    [cells(['variable', 'what it does', 'example']), cells(Array<string>(3).fill('---')), ...rows].join('\n'),
    'Set by other programs, and read by Gatehouse:',
    [cells(['variable', 'what it says']), cells(Array<string>(2).fill('---')), ...others].join('\n'),
  ];
}

async function commandList(): Promise<readonly string[]> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const rows = all.map(({ name, summary, help }) => {
    const [usage = ''] = help.slice(help.indexOf('Usage:')).split(/\n\s*\n/);
    const forms = usage
      .replace('Usage:', '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return cells([forms.map((form) => `\`${form}\``).join('<br>'), summary.replace(name, `**${name}**`)]);
  });
  return [
    '## Commands',
    '`gatehouse` is in `~/.gatehouse/bin`; in a checkout, run `node dist/hooks/runner.js`. For details of a command: `gatehouse <command> --help`.',
    [cells(['command', 'what it does']), cells(['---', '---']), ...rows].join('\n'),
  ];
}

const cells = (words: readonly string[]): string =>
  `| ${words.map((word) => word.replaceAll('|', '\\|')).join(' | ')} |`;
