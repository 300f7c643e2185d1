import { parsed, type Format } from '../format';
import type { StateFile } from '../state-file';
import { linesOf, oneLine } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

/** What is carried over a compaction of the conversation. */
export interface PreservedContext {
  /** UTC, as people read it. */
  readonly savedAt: string;
  readonly lines: readonly string[];
  /** Whole paths of files that the session changed. */
  readonly files: readonly string[];
}

const keptFiles = 10;
const keptLines = 200;
const lineLimit = 1_000;

export const preservedContextFormat: Format<PreservedContext> = {
  parse: (text) => {
    let headings = 0;
    let savedAt = '';
    const lines: string[] = [];
    const files: string[] = [];
    for (const raw of linesOf(text)) {
      const line = raw.trim().slice(0, lineLimit);
      if (line.startsWith('#')) {
        headings++;
        savedAt ||= /\d{4}-\d\d-\d\dT[\d:]+Z/.exec(line)?.[0] ?? '';
      } else if (line !== '') {
        (headings > 1 ? files : lines).push(line);
      }
    }
    return parsed({ savedAt, lines: lines.slice(0, keptLines), files: files.slice(0, keptFiles) });
  },
  print: ({ savedAt, lines, files }) => {
    const body = lines.slice(0, keptLines).map(plain);
    const tail = files.slice(0, keptFiles).map(plain);
    return `${[`# Preserved before compaction: ${oneLine(savedAt)}`, ...body, '', '# Files changed in this session', ...tail].join('\n')}\n`;
  },
};

/** A line that would read as a heading is moved out of that position. */
function plain(line: string): string {
  const text = oneLine(line).slice(0, lineLimit).trim();
  return text.startsWith('#') ? `- ${text}` : text;
}

/** `.claude/.preserved-context`: written before a compaction, read once after it. */
export function preservedContext(shelf: Shelf): StateFile<PreservedContext> {
  return publicFile(shelf, '.claude/.preserved-context', preservedContextFormat);
}
