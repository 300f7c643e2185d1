import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { lazySchema } from '../project/lazy-schema';
import { sha256 } from '../project/sha256';

/** What a whole copy of the runner holds, by name: written beside the files when they are copied. */
const Manifest = lazySchema(() =>
  z.object({ files: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })) }),
);

export const manifestFile = 'manifest.json';
const fileOf = (folder: string): string => path.join(folder, manifestFile);

export function writeManifest(folder: string, names: readonly string[]): void {
  const files = Object.fromEntries(names.map((name) => [name, described(path.join(folder, name))]));
  writeFileSync(fileOf(folder), `${JSON.stringify({ files }, null, 2)}\n`);
}

/** The files of a copy that are missing or not as they were copied; the manifest itself where it cannot be read. */
export function damagedFiles(folder: string): readonly string[] {
  let manifest: z.infer<typeof Manifest>;
  try {
    manifest = Manifest.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')));
  } catch {
    return [manifestFile];
  }
  return Object.entries(manifest.files).flatMap(([name, { size, sha256 }]) => {
    try {
      const now = described(path.join(folder, name));
      return now.size === size && now.sha256 === sha256 ? [] : [name];
    } catch {
      return [name];
    }
  });
}

function described(file: string): { size: number; sha256: string } {
  const content = readFileSync(file);
  return { size: content.length, sha256: sha256(content) };
}
