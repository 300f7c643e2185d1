import * as vscode from 'vscode';
import { strikes } from '../../hooks/evidence/files/strikes';
import { ownFile } from '../../hooks/evidence/store';
import { StrikeBook, type StrikeEntry } from '../../hooks/evidence/strike-book';
import type { Folder } from '../store/folder';
import type { Fact, Flag } from './flag';

const shownEntries = 6;

/** How often a gate has already let something pass that it will not let pass again. Shown while there are any. */
function strikesOf(gate: 'test-gate' | 'mock-gate', title: string): Flag {
  const fileOf = ({ place, home }: Folder) => strikes({ place, home }, gate);
  const bookOf = ({ place, home, surroundings: { clock } }: Folder) =>
    new StrikeBook({ place, home, clock, own: (name, schema) => ownFile(home, name, schema) }, gate);
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
        reason:
          held === undefined
            ? vscode.l10n.t('There are none.')
            : vscode.l10n.t('The {0} counts {1}; the next may be refused.', gate, held.count),
        at: held === undefined ? undefined : held.at * 1000,
        hold: 'none',
        bound: false,
        hidden: held === undefined,
        facts: held === undefined ? [] : bookOf(folder).entries().slice(-shownEntries).map(factOf),
        actions: held === undefined ? [] : ['reset', 'file'],
        file: file.path,
      });
    },
    reset: async (folder) => {
      // The gate counts by session and file in a book of its own; the public file is only the sum.
      await bookOf(folder).clear();
      await fileOf(folder).remove();
    },
  };
}

function factOf({ session, subject, count, at }: StrikeEntry): Fact {
  const when = new Date(at).toLocaleTimeString();
  const label = subject === '' ? vscode.l10n.t('Session {0}', session.slice(0, 8)) : subject;
  return { label, value: vscode.l10n.t('{0}, last at {1}', count, when) };
}

export const testStrikes = strikesOf('test-gate', vscode.l10n.t('Test strikes'));
export const mockStrikes = strikesOf('mock-gate', vscode.l10n.t('Mock strikes'));
