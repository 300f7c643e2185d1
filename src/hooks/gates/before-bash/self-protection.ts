import path from 'node:path';
import { gate } from '../../pipeline/gate';
import { pass, type Ruling } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import { personHome } from '../../project/home';
import { readText } from '../../project/read-file';
import type { PreToolUse } from '../../protocol/call';
import {
  editsOf,
  editTools,
  mayBePowerShell,
  shellCommand,
  shellLines,
  shellTools,
  type Edit,
} from '../../protocol/tools';
import { refusal, registrationLost } from './self-protection/refusals';
import { harmTo, Territory } from './self-protection/territory';

/** Keeps the agent from changing the state, configuration and hooks that it is judged by. */
export const selfProtection = gate<'PreToolUse'>({
  id: 'self-protection',
  title: 'Self-protection',
  summary:
    'Keeps the agent from writing its own evidence, Gatehouse’s files and configuration, and the hooks’ registration. A person can change them in a terminal or in the editor.',
  events: ['PreToolUse'],
  tools: [...shellTools, ...editTools, 'mcp__*'],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    const territory = new Territory(site);
    const edits = editsOf(call);
    if (edits.length > 0) {
      for (const edit of edits) {
        const found = judgeEdit(call, edit, territory, site);
        if (found !== undefined) return found;
      }
      return pass('not a guarded file');
    }
    const command = shellCommand(call);
    if (command === undefined || command.trim() === '') return pass('no command');
    return judgeShell(call, command, territory, site);
  },
});

/** Loaded for commands only; an edit needs no shell parser. */
async function judgeShell(call: PreToolUse, command: string, territory: Territory, site: Site): Promise<Ruling> {
  const { readWithFullEnv, judgeCommand, judgePowerShell } = await import(
    /* webpackChunkName: "commands" */ './self-protection/shell'
  );
  const named = mayBePowerShell(call) ? judgePowerShell(command) : undefined;
  if (named !== undefined) return named;
  for (const line of shellLines(call)) {
    const found = judgeCommand(readWithFullEnv(line, site), territory);
    if (found !== undefined) return found;
  }
  return pass('it writes no protected file');
}

function judgeEdit(call: PreToolUse, edit: Edit, territory: Territory, site: Site): Ruling | undefined {
  const named = edit.path.replace(/^~(?=\/|$)/, () => personHome(site.env));
  const file = path.resolve(call.cwd, named);
  const guarded = territory.guarded(file);
  if (guarded === undefined) return undefined;
  if (guarded.kind !== 'settings') return refusal(guarded, edit.path);
  for (const after of outcomesOf(edit, file)) {
    const harm = harmTo(file, after);
    if (harm !== undefined) return registrationLost(file, harm, edit.path);
  }
  return undefined;
}

/**
 * The texts that an edit of the file could leave: one, or two where a piece occurs more than once; undefined for one that
 * cannot be known. Empty: it will fail.
 */
function outcomesOf(edit: Edit, file: string): readonly (string | undefined)[] {
  if (edit.extent === 'whole') return [edit.texts.join('')];
  const before = readText(file);
  if (before === undefined) return [edit.texts.join('\n')];
  if (edit.loose === true && !edit.replaced.every((piece) => piece !== '' && before.includes(piece)))
    return [undefined];
  return unique([applied(before, edit, false), applied(before, edit, true)]).filter((text) => text !== before);
}

function applied(before: string, { texts, replaced }: Edit, everywhere: boolean): string {
  return texts.reduce((text, incoming, index) => {
    const outgoing = replaced[index] ?? '';
    if (outgoing === '') return text;
    if (everywhere) return text.replaceAll(outgoing, () => incoming);
    return text.replace(outgoing, () => incoming);
  }, before);
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
