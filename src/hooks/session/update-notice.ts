import { updateStatus, type UpdateStatus } from '../evidence/files';
import { untrusted } from '../evidence/untrusted';
import type { Site } from '../pipeline/site';
import { claudeHome, gatehouseHome } from '../project/home';
import { inline } from '../project/inline';
import { counted } from './text';

/** What the last look for a newer harness left to be told; it is told once. */
export async function takeUpdateNotice(site: Site): Promise<readonly string[]> {
  const file = updateStatus(claudeHome(site.env), gatehouseHome(site.env));
  const reading = file.read();
  if (reading.kind !== 'ok') return [];
  if (site.dry !== true) await file.remove();
  return noticeOf(reading.value);
}

function noticeOf(status: UpdateStatus): readonly string[] {
  const versions = `${inline(status.local, 40)} to ${inline(status.remote, 40)}`;
  const commits = counted(status.count, 'commit');
  switch (status.status) {
    case 'updated': {
      const subjects = status.summary.split(/ ?· /).filter((subject) => subject !== '');
      const line = `Harness: updated from ${versions} (${commits}).`;
      return subjects.length === 0 ? [line] : [line, untrusted('the new commits', subjects)];
    }
    case 'breaking':
      return [
        `Harness: a breaking update is available, ${versions} (${commits}). It was not applied; a person has to.`,
      ];
    case 'conflict':
      return [
        `Harness: an update is available, ${versions} (${commits}), and could not be applied: ${inline(status.summary, 300)}`,
      ];
    case 'error':
    case 'up-to-date':
      return [];
  }
}
