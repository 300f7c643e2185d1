import { Disposables } from '../platform/disposables';
import type { Person } from '../platform/person';
import { preferences } from '../platform/preferences';
import { WindowPresence } from '../platform/window-presence';
import type { Stores } from '../stores';
import { AlarmNotice } from './alarm-notice';
import { AgentNotices } from './agent-notices';
import { DamagedRunnerNotice } from './damaged-runner-notice';
import { LostHooksNotice, type Reinstall } from './lost-hooks-notice';
import { ProofNotice } from './proof-notice';
import { RefusalNotices } from './refusal-notices';

/** Everything that speaks to a person unasked. */
export function openNotices(stores: Stores, reinstall: Reinstall, person: Person) {
  const { folders, registration, damage, flagStore, decisions } = stores;
  const ds = new Disposables();
  ds.add(new WindowPresence(folders, decisions, preferences.notifications));
  ds.add(new AgentNotices(decisions, person, preferences.notifications));
  ds.add(new RefusalNotices(decisions, person, preferences.notifications));
  ds.add(new AlarmNotice(flagStore, person));
  ds.add(new ProofNotice(flagStore, person, preferences.notifications));
  ds.add(new DamagedRunnerNotice(damage, registration, person, reinstall));
  const lost = ds.add(new LostHooksNotice(folders, registration, person, reinstall));
  return { lost, dispose: () => ds.dispose() };
}
