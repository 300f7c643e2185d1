import path from 'node:path';
import { untrusted } from '../evidence/untrusted';
import { counted } from './text';
import { readText } from '../project/read-file';

const largestLog = 2 * 1024 * 1024;
const shownTitles = 3;

interface Research {
  readonly count: number;
  readonly latest: readonly string[];
}

/** `.claude/research-log.md`: one entry per `### [date] title`. */
function researchOf(root: string): Research | undefined {
  const text = readText(path.join(root, '.claude', 'research-log.md'), { maxBytes: largestLog });
  if (text === undefined) return undefined;
  const titles = text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('### ['))
    .map((line) => line.slice(4));
  return { count: titles.length, latest: titles.slice(-shownTitles) };
}

export function researchLines(root: string): readonly string[] {
  const research = researchOf(root);
  if (research === undefined || research.count === 0) return [];
  return [
    `Research log: ${counted(research.count, 'entry', 'entries')} in .claude/research-log.md.`,
    untrusted('its last titles', research.latest),
  ];
}
