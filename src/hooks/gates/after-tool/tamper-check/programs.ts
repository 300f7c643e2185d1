import path from 'node:path';
import { putRunnerBack, runnerChanged } from '../../../install/deploy';
import { changedShims, keptPrograms, putShimBack } from '../../../install/kept-programs';
import type { Site } from '../../../pipeline/site';
import { gatehouseHome } from '../../../project/home';
import type { Tampering, Look } from './tampering';

/** The shims and the runner: only an installation changes them, and says what it left. */
export function changedPrograms({ by, repairs }: Look, site: Site): readonly Tampering[] {
  const home = gatehouseHome(site.env);
  const kept = keptPrograms(home);
  if (kept === undefined) return [];
  const findings = changedShims(home, kept).map((name): Tampering => {
    const file = path.join(home, 'bin', name);
    if (repairs) putShimBack(home, name, kept);
    const text = `${file}, which the hooks start, was changed behind Gatehouse's back by ${by}.`;
    return { file, text: repairs ? `${text} It was restored.` : text, voids: true };
  });
  if (!runnerChanged(home, kept.build)) return findings;
  const file = path.join(home, 'runner', kept.build);
  const back = repairs && putRunnerBack(home, kept.build, kept.source);
  const rest = back ? 'It was restored.' : "To repair: 'gatehouse doctor --fix', or install the hooks again.";
  const text = `${file}, the program of the hooks, was changed behind Gatehouse's back by ${by}. ${rest}`;
  return [...findings, { file, text, voids: true }];
}
