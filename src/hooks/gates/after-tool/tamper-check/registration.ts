import { carryOut, lossIn, type SettingsFile } from '../../../install/settings-file';
import { deny, pass, type Ruling } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import { changedDuring, settingsOf, type Tampering, type Look } from './tampering';

/** A person may remove the hooks by hand; a call of the agent may not. */
export async function lostHooks({ by, call, repairs }: Look, site: Site): Promise<readonly Tampering[]> {
  const findings: Tampering[] = [];
  for (const settings of settingsOf(site)) {
    const { file } = settings;
    if (!changedDuring(call, file) || lossOf(settings) === undefined) continue;
    if (repairs) await carryOut(settings, { kind: 'restore' });
    const what = repairs ? 'They were restored.' : 'They are missing.';
    const text = `The hooks in ${file} were taken out behind Gatehouse's back by ${by}. ${what}`;
    findings.push({ file, text, voids: true });
  }
  return findings;
}

/** While a session runs it keeps the hooks that it began with; 'gatehouse uninstall' goes through. */
export function lossDuringSession(site: Site): Ruling {
  for (const settings of settingsOf(site)) {
    const loss = lossOf(settings);
    if (loss === undefined) continue;
    const reason = `${settings.file} would lose Gatehouse's hooks while the session runs (${loss}).`;
    return deny('registration', reason, { wayForward: "A person can remove them with 'gatehouse uninstall'." });
  }
  return pass('the hooks stay registered');
}

function lossOf(settings: SettingsFile): string | undefined {
  try {
    return lossIn(settings);
  } catch {
    return 'the file cannot be read';
  }
}
