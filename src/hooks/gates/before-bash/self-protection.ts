import path from 'node:path';
import { gate, pass, type Ruling, deny, type Deny } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { firstOf } from '../../project/functions';
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
import { harmTo, Territory, type Guarded } from './self-protection/territory';

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
      return firstOf(edits, (edit) => judgeEdit(call, edit, territory, site)) ?? pass('not a guarded file');
    }
    const command = shellCommand(call);
    if (command === undefined || command.trim() === '') return pass('no command');
    return judgeShell(call, command, territory, site);
  },
});

/** Loaded for commands only; an edit needs no shell parser. */
async function judgeShell(call: PreToolUse, command: string, territory: Territory, site: Site): Promise<Ruling> {
  const { judgeCommand, judgePowerShell } = await import(/* webpackChunkName: "commands" */ './self-protection/shell');
  const named = mayBePowerShell(call) ? judgePowerShell(command) : undefined;
  const found = named ?? firstOf(shellLines(call), (line) => judgeCommand(line, territory, site));
  return found ?? pass('it writes no protected file');
}

function judgeEdit(call: PreToolUse, edit: Edit, territory: Territory, site: Site): Ruling | undefined {
  const named = edit.path.replace(/^~(?=\/|$)/, () => personHome(site.env));
  const file = path.resolve(call.cwd, named);
  const guarded = territory.guarded(file);
  if (guarded === undefined) return undefined;
  if (guarded.kind !== 'settings') return refusal(guarded, edit.path);
  const harm = firstOf(outcomesOf(edit, file), (after) => harmTo(file, after));
  return harm === undefined ? undefined : registrationLost(file, harm, edit.path);
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

/** Each refusal says what is guarded and how a person can change it. An allow-once lifts none of them. */
export function refusal(guarded: Guarded, part: string): Deny {
  const name = path.basename(guarded.file);
  switch (guarded.kind) {
    case 'state':
      return final('state-file', `${name} is evidence, which only a real run can create.`, part, earned(name));
    case 'own':
      return final(
        'own-files',
        `${guarded.file} belongs to Gatehouse: its receipts, its log, its hooks.`,
        part,
        'Do not change it; reading is fine. A person can change it with the gatehouse command in a terminal, or in the editor.',
      );
    case 'config':
      return final(
        'configuration',
        `${name} holds the person’s configuration of Gatehouse.`,
        part,
        'Tell the person which lines to change; they edit the file themselves.',
      );
    case 'plugins':
      return pluginRefused(`${guarded.file} is loaded into the client`, part);
    case 'settings':
      return registrationLost(guarded.file, 'this would change it in a way that cannot be predicted', part);
  }
}

function earned(name: string): string {
  if (name.startsWith('.proof-status')) {
    return 'Show the person that it works; they confirm it with `gatehouse proof verify` in a terminal, or in the editor.';
  }
  if (/-(?:plan-approved|analysis-done|execution-done|audit-passed|audit-failed)$/.test(name)) {
    return 'A phase ends when its agent has done the work, and the person approves a plan in the conversation.';
  }
  return 'Run the tests or the review: the result is recorded automatically. A person can reset a flag with `gatehouse reset` in a terminal, or in the editor. Reading is fine.';
}

export function registrationLost(file: string, how: string, part: string, way?: string): Deny {
  return final(
    'registration',
    `${path.basename(file)} holds Gatehouse's hooks, and ${how}.`,
    part,
    way ??
      'Change it with the Edit tool and do not change disableAllHooks, the GATEHOUSE_ variables, or entries whose command names gatehouse-hook. A person can remove the hooks with `gatehouse uninstall`, or in the editor.',
  );
}

/** A plugin's mod can overrule every hook, so only a person may install one. */
export function pluginRefused(what: string, part: string): Deny {
  return deny('plugins', `${what}, and a plugin's mod can override every hook.`, {
    part: part.slice(0, 300),
    instead: 'Tell the person which plugin and why; they install, enable or write it themselves.',
  });
}

export function personsCommand(words: string, part: string): Deny {
  return final(
    'persons-command',
    `\`gatehouse ${words}\` records a person's decision, so the agent may not run it.`,
    part,
    'Ask the person to run it in their own terminal, or to use the command of the same name in the editor.',
  );
}

export function processEnded(part: string): Deny {
  return final(
    'own-processes',
    'This would end Gatehouse’s host or a hook that is judging a call.',
    part,
    'Name the process you mean more closely: its own script, its port or its number. A person can stop the host with `gatehouse host stop`.',
  );
}

export const removalRefused = (part: string): Deny =>
  final(
    'removal',
    'This would take Gatehouse itself away.',
    part,
    'Tell the person why; they remove it with `gatehouse uninstall`, their package manager or their editor.',
  );

export const variableRefused = (name: string, part: string): Deny =>
  final(
    'own-variables',
    `${name} would change what Gatehouse does in every later session.`,
    part,
    'Tell the person which gate is in the way; they can pause it or change its level.',
  );

function final(rule: string, reason: string, part: string, instead: string): Deny {
  return deny(rule, reason, { part: part.slice(0, 300), instead, liftable: false });
}
