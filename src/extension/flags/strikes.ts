import { strikes } from '../../hooks/evidence/files/strikes';
import type { Folder } from '../store/folder';
import type { Flag } from './flag';

/** How often a gate has already let something pass that it will not let pass again. Shown while there are any. */
function strikesOf(gate: 'test-gate' | 'mock-gate', title: string): Flag {
  const fileOf = ({ place, home }: Folder) => strikes({ place, home }, gate);
  return {
    id: `${gate}-strikes`,
    title,
    short: title.toLowerCase(),
    read: (folder) => {
      const file = fileOf(folder);
      const reading = file.read();
      const held = reading.kind === 'ok' && reading.value.count > 0 ? reading.value : undefined;
      return Promise.resolve({
        status: held === undefined ? 'missing' : 'active',
        word: held === undefined ? undefined : String(held.count),
        reason: held === undefined ? 'There are none.' : `The ${gate} counts ${held.count}; the next may be refused.`,
        at: held === undefined ? undefined : held.at * 1000,
        hold: 'none',
        bound: false,
        hidden: held === undefined,
        facts: [],
        actions: held === undefined ? [] : ['reset', 'file'],
        file: file.path,
      });
    },
    reset: (folder) => fileOf(folder).remove(),
  };
}

export const testStrikes = strikesOf('test-gate', 'Test strikes');
export const mockStrikes = strikesOf('mock-gate', 'Mock strikes');
