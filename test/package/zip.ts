import { readFileSync } from 'node:fs';

export interface Entry {
  readonly name: string;
  readonly size: number;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/** What a zip file holds, read from its central directory. */
export function entriesOf(file: string): readonly Entry[] {
  const zip = readFileSync(file);
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endOfDirectory) end -= 1;
  if (end < 0) throw new Error(`${file} is not a zip file`);
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt32LE(at) !== directoryEntry) throw new Error(`${file} has a broken directory`);
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    entries.push({ name: zip.toString('utf8', at + 46, at + 46 + name), size: zip.readUInt32LE(at + 24) });
    at += 46 + name + extra + comment;
  }
  return entries;
}
