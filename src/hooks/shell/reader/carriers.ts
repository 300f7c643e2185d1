import type { Stream } from '../invocation';
import type { Call } from './call';
import type { Expansion } from './machine';
import { runPowerShell } from './powershell';

type Carrier = (call: Call, on: Expansion) => Stream;

const table: ReadonlyMap<string, Carrier> = new Map<string, Carrier>([
  ['pwsh', runPowerShell],
  ['powershell', runPowerShell],
]);

/** Programs that run code given in their words or their input, apart from being invocations themselves. */
export const carriers = table;
