import { gate } from '../../pipeline/gate';
import { pass, type Ruling } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import type { PreToolUse } from '../../protocol/call';
import { editsOf, editTools, mayBePowerShell, shellCommand, shellTools } from '../../protocol/tools';
import { secretAt } from '../../secrets/places';
import { tokensIn } from '../../secrets/tokens';
import { askPerson } from './secrets/ask-person';
import { shownBy } from './secrets/files';
import { writtenTokens, type Written } from './secrets/written';

/** Keeps keys, tokens and passwords out of the transcript, out of commits and on this machine. */
export const secrets = gate<'PreToolUse'>({
  id: 'secrets',
  title: 'Secrets',
  summary:
    'Asks before a file with keys, tokens or passwords is shown to the model, refuses to send one to another machine, and refuses tokens in files that git tracks.',
  events: ['PreToolUse'],
  tools: [...shellTools, ...editTools, 'Read', 'Grep', 'mcp__*'],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const command = shellCommand(call);
    if (command !== undefined) return judgeShell(call, command, site);
    const shown = shownBy(call, site);
    if (shown !== undefined) {
      const reason = `${call.tool} would show ${shown.what} (${shown.file}) to the model.`;
      return askPerson(call, 'secret-shown', reason, 'Instead: read .env.example or the code that uses it, or ask the person for the part you need.'); // prettier-ignore
    }
    const refused = await writtenTokens(writtenBy(call), site);
    if (refused !== undefined) return refused;
    return call.tool.startsWith('mcp__') ? judgeServer(call) : pass('nothing confidential is exposed');
  },
});

/** What reads commands is loaded for a command. */
async function judgeShell(call: PreToolUse, command: string, site: Site): Promise<Ruling> {
  if (command.trim() === '') return pass('no command');
  if (mayBePowerShell(call)) {
    const shown = judgePowerShell(call, command);
    if (shown.kind !== 'pass' || call.tool === 'PowerShell') return shown;
  }
  const { judgeCommand } = await import(/* webpackChunkName: "commands" */ './secrets/command');
  return judgeCommand(call, command, site);
}

/** PowerShell is not parsed: a reading command and a secret file in one line are enough to ask. */
function judgePowerShell(call: PreToolUse, command: string): Ruling {
  if (!/\b(?:Get-Content|gc|cat|type|Select-String|sls|Import-\w+|Copy-Item|Format-Hex|more)\b/i.test(command))
    return pass('no file is shown');
  for (const word of command.split(/[\s'"|;,()<>]+/)) {
    const what = secretAt(word.replace(/^\$(?:env:)?(?:HOME|USERPROFILE)/i, '~'));
    if (what !== undefined)
      return askPerson(call, 'secret-shown', `${word} holds ${what}.`, 'Instead: ask the person.');
  }
  return pass('no secret file is named');
}

/** The text that a tool puts into files. */
function writtenBy(call: PreToolUse): readonly Written[] {
  const edits = editsOf(call);
  if (edits.length > 0 || !call.tool.startsWith('mcp__')) return edits;
  const { input } = call;
  const file = input.path ?? input.file_path ?? input.filename ?? input.relative_path;
  return typeof file === 'string' ? [{ path: file, texts: textsIn(input) }] : [];
}

/** A token in the words of a server's tool leaves the editor with them. */
function judgeServer(call: PreToolUse): Ruling {
  const token = textsIn(call.input)
    .flatMap((text) => tokensIn(text))
    .at(0);
  if (token === undefined) return pass('nothing confidential is exposed');
  return askPerson(call, 'secret-in-address', `${call.tool} would be given a secret (${token.family}).`, 'Instead: name the secret and let the server read it from its own environment.'); // prettier-ignore
}

const deepest = 6;

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}
