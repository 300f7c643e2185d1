import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { lazySchema } from '../project/lazy-schema';
import { isProductSource, nameKind } from '../source/file-kind';
import { annotationsOf, type Annotation } from './annotation';
import { readText } from '../project/read-file';

/** What one source file says of decisions. */
export interface ScannedFile {
  readonly relative: string;
  readonly lines: number;
  readonly annotations: readonly Annotation[];
}

const Remembered = lazySchema(() =>
  z.object({
    v: z.literal(1),
    files: z.record(
      z.string(),
      z.object({
        /** Size and times: the content is read again when one of them moves. */
        stamp: z.string(),
        lines: z.number(),
        annotations: z.array(
          z.object({
            id: z.optional(z.string()),
            line: z.number(),
            title: z.optional(z.string()),
            status: z.enum(['accepted', 'deprecated', 'superseded']),
            rationale: z.boolean(),
          }),
        ),
      }),
    ),
  }),
);
type Remembered = z.infer<typeof Remembered>;

const largestFile = 2 * 1024 * 1024;
const atOnce = 64;

/** Every own source file that git would track, with its annotations; unchanged files come from the last scan. */
export async function scanDecisions(site: Pick<Site, 'git' | 'root' | 'own'>): Promise<readonly ScannedFile[]> {
  if (site.git === undefined) return [];
  const listed = await site.git.ask(['ls-files', '-co', '--exclude-standard', '-z']);
  const sources = [...new Set(listed.split('\0'))].filter((name) => name !== '' && isProductSource(nameKind(name)));
  const memory = site.own('decision-scan.json', Remembered);
  const before = memory.read();
  const known = before.kind === 'ok' ? before.value.files : {};
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
  return Object.entries(files).map(([relative, { lines, annotations }]) => ({
    relative,
    lines,
    annotations: annotations.map((annotation) => ({ ...annotation, id: annotation.id, title: annotation.title })),
  }));
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
