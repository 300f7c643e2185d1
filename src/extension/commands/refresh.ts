import type { RegistrationStore } from '../registration/registration-store';
import type { FlagStore } from '../store/flag-store';
import type { OpenFolders } from '../store/open-folders';
import type { Command } from './command';

/** Looks at every file again, for folders whose changes no watcher reports. */
export function refresh(folders: OpenFolders, flags: FlagStore, registration: RegistrationStore): Command {
  return {
    id: 'gatehouse.refresh',
    async run() {
      for (const folder of folders.all) {
        folder.forgetConfiguration();
        await registration.refresh(folder);
        await flags.refresh(folder);
      }
    },
  };
}
