import { placeOf } from '../project/place';
import { RescueHistory, sizeOf } from '../rescue/history';
import type { CheckResult, DoctorInput } from './check-result';
import { shownSize } from './words';

/** How much discarded work is kept, and how long. */
export async function checkRescue({ env, directory }: DoctorInput): Promise<readonly CheckResult[]> {
  try {
    const snapshots = (await RescueHistory.at(env, placeOf(directory))?.list()) ?? [];
    if (snapshots.length === 0) return [];
    const count = snapshots.length === 1 ? '1 snapshot' : `${snapshots.length} snapshots`;
    const message = `${count} of discarded work, ${shownSize(sizeOf(snapshots))}; kept for 14 days, up to 2 GB. gatehouse rescue lists them.`;
    return [{ check: 'rescue', status: 'good', message }];
  } catch (error) {
    const message = `The snapshots of discarded work cannot be listed: ${error instanceof Error ? error.message : String(error)}`;
    return [{ check: 'rescue', status: 'note', message }];
  }
}
