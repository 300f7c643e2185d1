import { accessSync, constants, statSync } from 'node:fs';
import { gatehouseHome, type Env } from '../../hooks/project/home';
import type { Registration } from './registration-store';
import { codeOf } from '../../hooks/project/functions';
import { messageOf } from '../../hooks/project/text';
import { t } from '../platform/text';

/** A problem of Gatehouse itself. It comes before every flag, since the flags may then be wrong. */
export interface Trouble {
  /** Two or three words for the status bar. */
  readonly headline: string;
  /** One sentence: what is wrong and what to do. */
  readonly reason: string;
  /** What to do about it. */
  readonly action: { readonly label: string; readonly command: string; readonly file?: string };
}

interface Facts {
  readonly registration: Registration;
  readonly env: Env;
  /** Installed files whose content is no longer what was installed. */
  readonly damaged: readonly string[];
}

/** Most serious first. */
export function troublesOf({ registration, env, damaged }: Facts): readonly Trouble[] {
  const troubles: Trouble[] = [];
  if (damaged.length > 0) {
    troubles.push({
      headline: t('Hooks damaged'),
      reason: t('The installed hook program is damaged ({0}): tool calls are blocked. Repair it.', damaged.join(', ')),
      action: { label: t('Repair hooks'), command: 'gatehouse.repairHooks' },
    });
  }
  for (const { file, problem } of registration.scopes) {
    if (problem === undefined) continue;
    troubles.push({
      headline: t('Settings unreadable'),
      reason: t('The agent’s settings file {0} cannot be read: {1}. Hooks in it do not run.', file, problem),
      action: { label: t('Open settings file'), command: 'vscode.open', file },
    });
  }
  const home = homeProblem(gatehouseHome(env));
  if (home !== undefined) {
    troubles.push({
      headline: t('State unreadable'),
      reason: t('Gatehouse cannot use its own folder: {0}. Tool calls are blocked until it can.', home),
      action: { label: t('Run diagnostics'), command: 'gatehouse.doctor' },
    });
  }
  return troubles;
}

/** Why Gatehouse's own folder cannot be used. One that is missing is made when it is needed. */
function homeProblem(home: string): string | undefined {
  try {
    if (!statSync(home).isDirectory()) return t('{0} is not a folder', home);
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : messageOf(error);
  }
}
