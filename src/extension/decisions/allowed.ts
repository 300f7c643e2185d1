import {
  type Allowance,
  allowanceFile,
  AllowanceList,
  Allowances,
  allowOnceTarget,
} from '../../hooks/pipeline/allowance';
import type { Trace } from '../../hooks/pipeline/trace';
import type { Folder } from '../store/folder';

export const allowancesOf = (folder: Folder): Allowances =>
  new Allowances(folder.own(allowanceFile, AllowanceList, { sealed: true }), folder.services.clock);

/** The unused allowance of a blocked call. */
export function allowanceOf(folder: Folder, trace: Trace): Allowance | undefined {
  const permit = allowOnceTarget(trace);
  return typeof permit === 'string' ? undefined : allowancesOf(folder).unused(permit.gate, permit.fingerprint);
}
