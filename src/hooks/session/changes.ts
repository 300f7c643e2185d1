import path from 'node:path';
import { sessionChanges } from '../evidence/files';
import { linesFormat } from '../evidence/text-file';
import { publicFile } from '../evidence/worktree-files';
import type { Site } from '../pipeline/site';
import { fileKind, type FileKind } from '../source/file-kind';

/** A changed file of this worktree. */
export type ChangedFile = FileKind & { readonly relative: string };

/**
 * The files that a session changed, each once. Only where the session has no list of its own is the one without a
 * session read; another session's never is.
 */
export function changedFiles(site: Site, session: string): readonly ChangedFile[] {
  const own = sessionChanges(site, session).read();
  const reading = own.kind === 'missing' ? publicFile(site, '.claude/.session-changes', linesFormat).read() : own;
  if (reading.kind !== 'ok') return [];
  const names = new Set(reading.value.map((name) => path.resolve(site.root, name.trim())));
  return [...names].flatMap((name) => {
    const kind = fileKind(site.root, name);
    return kind.relative === undefined ? [] : [{ ...kind, relative: kind.relative }];
  });
}
