import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { untrusted } from '../evidence/untrusted';
import { counted } from './text';

const largestLog = 2 * 1024 * 1024;
const shownTitles = 3;

export interface Research {
  readonly count: number;
  readonly latest: readonly string[];
}

/** `.claude/research-log.md`: one entry per `### [date] title`. */
export function researchOf(root: string): Research | undefined {
  const file = path.join(root, '.claude', 'research-log.md');
  try {
    const facts = statSync(file);
    if (!facts.isFile() || facts.size > largestLog) return undefined;
    const titles = readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .filter((line) => line.startsWith('### ['))
      .map((line) => line.slice(4));
    return { count: titles.length, latest: titles.slice(-shownTitles) };
  } catch {
    return undefined;
  }
}

export function researchLines(root: string): readonly string[] {
  const research = researchOf(root);
  if (research === undefined || research.count === 0) return [];
  return [
    `Research log: ${counted(research.count, 'entry', 'entries')} in .claude/research-log.md.`,
    untrusted('its last titles', research.latest),
  ];
}
