import type { Edit } from '../../../protocol/tools';
import { readText } from '../../../project/read-file';

/**
 * The texts that an edit of the file could leave: one, or two where a piece occurs more than once; undefined for one that
 * cannot be known. Empty: it will fail.
 */
export function outcomesOf(edit: Edit, file: string): readonly (string | undefined)[] {
  if (edit.extent === 'whole') return [edit.texts.join('')];
  const before = readText(file);
  if (before === undefined) return [edit.texts.join('\n')];
  if (edit.loose === true && !edit.replaced.every((piece) => piece !== '' && before.includes(piece)))
    return [undefined];
  return unique([applied(before, edit, false), applied(before, edit, true)]).filter((text) => text !== before);
}

function applied(before: string, { texts, replaced }: Edit, everywhere: boolean): string {
  return texts.reduce((text, incoming, index) => {
    const outgoing = replaced[index] ?? '';
    if (outgoing === '') return text;
    if (everywhere) return text.replaceAll(outgoing, () => incoming);
    return text.replace(outgoing, () => incoming);
  }, before);
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
