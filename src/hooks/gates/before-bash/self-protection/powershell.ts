import type { Deny } from '../../../pipeline/ruling';
import { publicStateNamedIn } from '../../../evidence/public-names';
import { personalIn } from './persons-commands';
import { pluginCommandIn } from './plugin-commands';
import { personsCommand, pluginRefused, refusal } from './refusals';

const changing =
  /(?:\b(?:set|add|clear|remove|move|copy|rename|new)-(?:content|item|itemproperty)|\bout-file|\btee-object|\b(?:ni|ri|mi|ci|rni|sc|ac|clc|del|erase|rd|rmdir|rm|mv|cp|copy|move|ren|tee)\b|\[(?:system\.)?io\.|>)/i;
const others =
  /\.gatehouse\b|\.claude[\\/]+(?:dev-mods|plugins)\b|\.claude[\\/]+(?:gatehouse|settings)(?:\.local)?\.json/i;

/** PowerShell is not parsed: a command that changes something and names what is guarded is stopped by its text. */
export function judgePowerShell(command: string): Deny | undefined {
  const words = personalIn(command);
  if (words !== undefined) return personsCommand(words, command);
  const plugin = pluginCommandIn(command);
  if (plugin !== undefined) return pluginRefused(`\`${plugin}\` adds or switches a plugin`, command);
  if (!changing.test(command)) return undefined;
  const state = publicStateNamedIn(command);
  if (state !== undefined) return refusal({ kind: 'state', file: state }, command);
  const other = others.exec(command)?.[0];
  if (other === undefined) return undefined;
  const kind = /dev-mods|plugins/i.test(other)
    ? 'plugins'
    : /settings/i.test(other)
      ? 'settings'
      : /gatehouse(?:\.local)?\.json/i.test(other)
        ? 'config'
        : 'own';
  return refusal({ kind, file: other }, command);
}
