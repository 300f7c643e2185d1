import { ask, deny, pass, type Ruling } from '../../../pipeline/ruling';
import { effectsOf } from '../../../shell/effects';
import type { CommandContext, CommandReading } from '../../../shell/invocation';
import { readCommand } from '../../../shell/read-command';
import { remainingForce } from './force-push';
import type { Policy, View } from './rule';

/** A line of PowerShell, as if a shell had handed it over. */
export function readPowerShell(command: string, context: CommandContext): CommandReading {
  return readCommand(`pwsh -Command '${command.replace(/'/g, `'\\''`)}'`, context);
}

/** A line of PowerShell, judged by what it does. */
export function judgePowerShell(command: string, reading: CommandReading, view: View, judge: Policy): Ruling {
  const found = judge(reading, view) ?? remainingForce(reading);
  const part = command.slice(0, 160);
  if (found !== undefined)
    return deny(found.rule, found.why, {
      part,
      wayForward: `Instead: ${found.instead}\nDo not retry this in another form; if it is really needed, the person can run it or allow it once.`,
    });
  return effectsOf(reading).some(({ effect }) => effect.kind === 'unknown' && effect.why === 'computes what it runs')
    ? ask(`This PowerShell line computes what it runs, so it was not analysed: ${part}`, 'powershell-not-analysed')
    : pass('no objection to the PowerShell command');
}
