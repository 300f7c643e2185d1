import { commentsOf, type Comment } from '../source/comments';
import type { Language } from '../source/language';
import { idsOf } from './mentions';

/** A decision that the code says it carries out: `@decision DEC-AUTH-001` in a comment. */
export interface Annotation {
  /** Undefined where the annotation names none. */
  readonly id: string | undefined;
  readonly line: number;
  readonly title: string | undefined;
  readonly status: 'accepted' | 'deprecated' | 'superseded';
  readonly rationale: boolean;
}

/** The forms in use: a tag, or a comment that starts with the word. */
const mark = /@decision\b|^[\s*#/!-]*DECISION\s*[:(]/;

/** The annotations of one source text. Only comments count; a string that mentions `@decision` decides nothing. */
export function annotationsOf(text: string, language: Language): readonly Annotation[] {
  // Most files have none: the walk over the comments is for those that may.
  if (!text.includes('@decision') && !text.includes('DECISION')) return [];
  return blocksOf(commentsOf(text, language)).flatMap(readBlock);
}

interface Block {
  readonly line: number;
  readonly lines: readonly string[];
}

/** Line comments on lines that follow each other are one block. */
function blocksOf(comments: readonly Comment[]): readonly Block[] {
  const blocks: { line: number; end: number; lines: string[]; open: boolean }[] = [];
  for (const comment of comments) {
    const last = blocks.at(-1);
    const lines = comment.text.split('\n');
    if (comment.kind === 'line' && last?.open === true && comment.line === last.end + 1) {
      last.lines.push(...lines);
      last.end = comment.endLine;
      continue;
    }
    blocks.push({ line: comment.line, end: comment.endLine, lines, open: comment.kind === 'line' });
  }
  return blocks;
}

/** A block may hold several annotations; each reaches to the next. */
function readBlock(block: Block): readonly Annotation[] {
  const starts = block.lines.flatMap((line, index) => (mark.test(line) ? [index] : []));
  return starts.map((start, index) => {
    const lines = block.lines.slice(start, starts[index + 1]);
    const text = lines.join('\n');
    const status = /(?:@status|\bStatus:)\s*(accepted|deprecated|superseded)\b/i.exec(text)?.[1]?.toLowerCase();
    return {
      id: idsOf(lines[0] ?? '', 1).find((id) => id.kind === 'DEC')?.id,
      line: block.line + start,
      title: /@title\s+(.+)/.exec(text)?.[1]?.trim(),
      status: status === 'deprecated' || status === 'superseded' ? status : 'accepted',
      rationale: /@rationale\b|\bRationale:/i.test(text),
    };
  });
}
