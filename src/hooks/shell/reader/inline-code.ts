import { reveals, type Code, type Effect } from '../../programs/effect';
import { computesWith } from '../../programs/languages/computes';
import { environmentShown } from '../../programs/languages/environment';
import type { ShownCode } from '../../programs/languages/read-code';
import { codeReader, isReadable } from '../../programs/languages/readable';
import type { Use } from '../../programs/program';
import type { Expansion } from './machine';
import { streamOfPath } from './redirects';

/** Adds what code in another language does, where the line shows it, to what its interpreter does. */
export function withCode(effects: readonly Effect[], use: Use, on: Expansion): readonly Effect[] {
  if (!effects.some(({ kind }) => kind === 'run')) return effects;
  return effects.flatMap((effect): readonly Effect[] => {
    const shown = effect.kind === 'run' ? shownCode(effect.code, on) : undefined;
    if (effect.kind !== 'run' || shown === undefined) return [effect];
    const { forksForEver, readInlineCode } = codeReader();
    if (forksForEver(shown.text))
      on.machine.repetitions.push({ kind: 'endless-loop', spawns: true, waits: false, leaves: false });
    const via = effect.code.via ?? use.program;
    const done = readInlineCode(shown, { cwd: effect.cwd, home: on.machine.context.home, via });
    const onlyReads = done.every((one) => one.kind === 'read' && one.path.value !== undefined);
    const python = shown.language === 'python' && effect.code.form !== 'file' && !use.has('-i');
    const proven = onlyReads && python ? computesWith(shown.text) : undefined;
    const secret = environmentShown(shown.language, shown.text);
    const told: readonly Effect[] = secret === undefined ? [] : [{ ...reveals(secret), certainty: 'certain', cwd: effect.cwd }]; // prettier-ignore
    return [
      ...told,
      proven === undefined ? effect : { ...effect, code: { ...effect.code, computesWith: proven } },
      ...done,
    ];
  });
}

function shownCode(code: Code, on: Expansion): ShownCode | undefined {
  if (code.form !== 'inline' && code.form !== 'file' && code.form !== 'input') return undefined;
  const { language } = code;
  if (!isReadable(language)) return undefined;
  if (code.form === 'inline') return { language, ...withGaps(code.text.parts) };
  const stream = code.form === 'file' ? streamOfPath(code.path, on) : (code.stdin ?? on.frame.stdin);
  return stream.kind === 'text' ? { language, text: stream.text, gaps: [] } : undefined;
}

/** Where the shell puts in a value that is not known, a letter of its own stands for it. */
function withGaps(parts: Extract<Code, { form: 'inline' }>['text']['parts']): Omit<ShownCode, 'language'> {
  const gaps = parts.filter((part) => part.kind === 'unknown');
  const text = parts.map((part) => (part.kind === 'unknown' ? gapLetter(gaps.indexOf(part)) : part.text)).join('');
  return { text, gaps };
}

const gapLetter = (index: number): string => String.fromCharCode(0xe000 + Math.min(index, 1000));
