/** What a patch does to one file. */
interface Section {
  readonly act: 'Add' | 'Update' | 'Delete';
  readonly file: string;
  movedTo?: string;
  readonly body: string[];
}

/**
 * The edits of a patch in the `*** Begin Patch` form, as a `MultiEdit` of several files. A deleted file is one that
 * becomes empty; a moved one is emptied and written under its new name. `loose`: the client ignores differences in white
 * space, so a piece that is not found may be applied anyway. Undefined if it is not a patch.
 */
export function patchEdits(text: string): PatchInput | undefined {
  const edits = sectionsOf(text).flatMap(editsOf);
  const [first] = edits;
  return first === undefined ? undefined : { file_path: first.file_path, edits, loose: true };
}

const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

function sectionsOf(text: string): readonly Section[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  const sections: Section[] = [];
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    if (line.trim() === '*** End Patch') break;
    const [, act, file] = header.exec(line) ?? [];
    const [, movedTo] = /^\*\*\* Move to: (.+)$/.exec(line) ?? [];
    const last = sections.at(-1);
    if (act !== undefined && file !== undefined) {
      sections.push({ act: act as Section['act'], file: file.trim(), body: [] });
    } else if (movedTo !== undefined && last !== undefined) last.movedTo = movedTo.trim();
    else last?.body.push(line);
  }
  return sections;
}

/** The input of a `MultiEdit` of several files. */
export interface PatchInput {
  readonly [name: string]: unknown;
  readonly file_path: string;
  readonly edits: readonly Piece[];
}

type Piece = { file_path: string } & ({ content: string } | { old_string: string; new_string: string });

function editsOf({ act, file, movedTo, body }: Section): readonly Piece[] {
  if (act === 'Delete') return [{ file_path: file, content: '' }];
  if (act === 'Add') {
    return [{ file_path: file, content: body.map((line) => `${line.replace(/^\+/, '')}\n`).join('') }];
  }
  const hunks = hunksOf(body);
  const file_path = movedTo ?? file;
  const pieces = (hunks.length === 0 ? [{ old_string: '', new_string: '' }] : hunks).map((hunk) => ({
    file_path,
    ...hunk,
  }));
  return movedTo === undefined ? pieces : [...pieces, { file_path: file, content: '' }];
}

function hunksOf(body: readonly string[]) {
  const hunks: { before: string[]; after: string[] }[] = [];
  for (const line of body) {
    if (line.startsWith('@@') || hunks.length === 0) hunks.push({ before: [], after: [] });
    if (line.startsWith('@@') || line.startsWith('***')) continue;
    const [mark, rest] = [line.slice(0, 1), line.slice(1)];
    if (mark !== '+') hunks.at(-1)?.before.push(rest);
    if (mark !== '-') hunks.at(-1)?.after.push(rest);
  }
  return hunks
    .map(({ before, after }) => ({ old_string: before.join('\n'), new_string: after.join('\n') }))
    .filter(({ old_string, new_string }) => old_string !== new_string);
}
