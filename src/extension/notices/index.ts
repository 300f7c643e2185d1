import { Disposables } from '../platform/disposables';
import type { Person } from '../platform/person';
import { preferences } from '../platform/preferences';
import { WindowPresence } from '../platform/window-presence';
import type { HookInstaller } from '../registration/hook-installer';
import type { Stores } from '../stores';
import { AgentNotices } from './agent-notices';
import { DenialNotices } from './denial-notices';
import { LostHooksNotice } from './lost-hooks-notice';
import { ProofNotice } from './proof-notice';

/** Everything that speaks to a person unasked. */
export function openNotices(stores: Stores, installer: HookInstaller, person: Person) {
  const { folders, registration, flagStore, decisions } = stores;
  const ds = new Disposables();
  ds.add(new WindowPresence(folders, decisions, preferences.notifications));
  ds.add(new AgentNotices(decisions, person, preferences.notifications));
  ds.add(new DenialNotices(decisions, person, preferences.notifications));
  ds.add(new ProofNotice(flagStore, person, preferences.notifications));
  const lost = ds.add(
    new LostHooksNotice(folders, registration, person, async (folder, scope) => {
      await installer.install(folder, scope, await installer.preview(folder, scope));
      await registration.refresh(folder);
    }),
  );
  return { lost, dispose: () => ds.dispose() };
}
