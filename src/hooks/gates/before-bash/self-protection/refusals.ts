import path from 'node:path';
import { deny, type Deny } from '../../../pipeline/ruling';
import type { Guarded } from './territory';

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

export function registrationLost(file: string, how: string, part: string): Deny {
  return final(
    'registration',
    `${path.basename(file)} holds Gatehouse's hooks, and ${how}.`,
    part,
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

function final(rule: string, reason: string, part: string, instead: string): Deny {
  return deny(rule, reason, { part: part.slice(0, 300), instead, liftable: false });
}
