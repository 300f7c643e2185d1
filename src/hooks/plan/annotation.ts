import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { lazyObject } from '../project/lazy-schema';
import { readText } from '../project/read-file';
import {
  type Comment,
  commentsOf,
  decisionTemplate,
  headerEnd,
  headerPlace,
  headerTemplate,
  hasHeader,
} from '../source/comments';
import { isProductSource, type Language, nameKind } from '../source/file-kind';
import { idsOf } from './mentions';
import type { Gate } from '../pipeline/gate';

/** A decision that the code says it carries out: `@decision DEC-AUTH-001` in a comment. */
const Annotation = lazyObject(() => ({
  /** Absent if the annotation names none. */
  id: z.optional(z.string()),
  line: z.number(),
  title: z.optional(z.string()),
  status: z.enum(['accepted', 'deprecated', 'superseded']),
  rationale: z.boolean(),
}));
export type Annotation = z.infer<typeof Annotation>;

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

/** What one source file says of decisions. */
export interface ScannedFile {
  readonly relative: string;
  readonly lines: number;
  readonly annotations: readonly Annotation[];
}

const Remembered = lazyObject(() => ({
  v: z.literal(1),
  files: z.record(
    z.string(),
    z.object({
      /** Size and times: the content is read again when one of them moves. */
      stamp: z.string(),
      lines: z.number(),
      annotations: z.array(Annotation),
    }),
  ),
}));
type Remembered = z.infer<typeof Remembered>;

const largestFile = 2 * 1024 * 1024;
const atOnce = 64;

/** Every own source file that git would track, with its annotations; unchanged files come from the last scan. */
export async function scanDecisions(site: Pick<Site, 'git' | 'root' | 'own'>): Promise<readonly ScannedFile[]> {
  if (site.git === undefined) return [];
  const listed = await site.git.ask(['ls-files', '-co', '--exclude-standard', '-z']);
  const sources = [...new Set(listed.split('\0'))].filter((name) => name !== '' && isProductSource(nameKind(name)));
  const memory = site.own('decision-scan.json', Remembered);
  const known = memory.value()?.files ?? {};
  const files: Remembered['files'] = {};
  for (let start = 0; start < sources.length; start += atOnce) {
    const batch = sources.slice(start, start + atOnce);
    const entries = await Promise.all(batch.map((name) => scanned(site.root, name, known[name])));
    batch.forEach((name, index) => {
      const entry = entries[index];
      if (entry !== undefined) files[name] = entry;
    });
  }
  if (!sameFiles(known, files)) await memory.update(() => ({ v: 1, files }));
  return Object.entries(files).map(([relative, { lines, annotations }]) => ({ relative, lines, annotations }));
}

async function scanned(
  root: string,
  name: string,
  known: Remembered['files'][string] | undefined,
): Promise<Remembered['files'][string] | undefined> {
  const file = path.join(root, name);
  const language = nameKind(name).language;
  if (language === undefined) return undefined;
  try {
    const facts = await stat(file);
    if (!facts.isFile() || facts.size > largestFile) return undefined;
    const stamp = `${facts.size}:${facts.mtimeMs}:${facts.ctimeMs}:${facts.ino}`;
    if (known?.stamp === stamp) return known;
    const text = readText(file, { maxBytes: largestFile });
    if (text === undefined) return undefined;
    return { stamp, lines: lineCount(text), annotations: [...annotationsOf(text, language)] };
  } catch {
    // Deleted between the listing and the reading.
    return undefined;
  }
}

function sameFiles(a: Remembered['files'], b: Remembered['files']): boolean {
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => a[name]?.stamp === b[name]?.stamp);
}

/** Lines of content: a newline at the end does not begin another. */
export function lineCount(text: string): number {
  if (text === '') return 0;
  const breaks = text.match(/\n/g)?.length ?? 0;
  return text.endsWith('\n') ? breaks : breaks + 1;
}

/** The id and levels of the gate that requires it, for code that must not load gates. */
export const docGateRating = {
  id: 'doc-gate',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
} as const satisfies Pick<Gate, 'id' | 'level'>;

/** From this many lines on a file has to say what was decided in it. */
const decisionLines = 50;

/** What a source text does not say about itself. */
export interface Missing {
  readonly rule: 'header-missing' | 'decision-missing';
  readonly lacks: string;
  readonly instead: string;
}

export function missingDocumentation(text: string, language: Language): Missing | undefined {
  if (!hasHeader(text, language)) {
    return {
      rule: 'header-missing',
      lacks: 'has no header: its first comment must say what the file is for.',
      instead: 'Begin it with a comment of a sentence or two (a directive to a linter is none), then write it again.',
    };
  }
  const lines = lineCount(text);
  if (lines < decisionLines || annotationsOf(text, language).length > 0) return undefined;
  return {
    rule: 'decision-missing',
    lacks: `has ${lines} lines and no @decision: from ${decisionLines} lines on a file says what was decided in it.`,
    instead: 'Add an @decision with its @rationale to a comment, then write it again.',
  };
}

/** A template at the place where it belongs. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** What mends the text, once its words are filled in. */
export function documentationFix(rule: Missing['rule'], text: string, language: Language): Insertion {
  if (rule === 'header-missing') {
    const offset = headerPlace(text);
    const gap = /^\s*(?:\n|$)/.test(text.slice(offset)) ? '\n' : '\n\n';
    return { offset, text: `${headerTemplate(language)}${gap}` };
  }
  const end = headerEnd(text, language) ?? headerPlace(text);
  return { offset: end, text: `\n${decisionTemplate(language)}` };
}
