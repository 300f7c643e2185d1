import type { StateFile } from './state-file';

/** The file as it stands, for a rehearsal: a change is worked out and told, never written. */
export function rehearsed<T>(file: StateFile<T>): StateFile<T> {
  return {
    path: file.path,
    read: () => file.read(),
    update: (change) => {
      const reading = file.read();
      const now = reading.kind === 'ok' ? reading.value : undefined;
      return Promise.resolve(reading.kind === 'shipped' ? undefined : (change(now) ?? now));
    },
    remove: () => Promise.resolve(),
  };
}
