import type { ShellWord, Stream } from '../invocation';
import { emit, run, type Call } from './command';
import type { Expansion } from './expand';
import { deeper } from './machine';
import { unknownStream } from './stream';
import { unknownWord, wordOf } from './words';

const runs = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Tests and actions that take one word: it is never an action itself (`-name -delete`). */
const takesWord = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -perm -user -group -uid -gid -mtime ' +
    '-atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -samefile -inum -links -maxdepth -mindepth -fstype -context -used -printf ' +
    '-fprint -fls -fprint0 -regextype -D'
  ).split(' '),
);

/** The actions of a find expression, in order. */
export function findActions(
  args: readonly ShellWord[],
): readonly { readonly action: string; readonly words: readonly ShellWord[] }[] {
  const found: { action: string; words: readonly ShellWord[] }[] = [];
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? '';
    if (takesWord.has(text) || /^-newer[aBcm][aBcmt]$/.test(text)) at++;
    else if (text === '-fprintf') at += 2;
    else if (runs.has(text)) {
      // A missing `;` (the shell took it) ends the command with the words.
      let end = at + 1;
      while (end < args.length && args[end]?.text !== ';' && !(args[end]?.text === '+' && args[end - 1]?.text === '{}'))
        end++;
      if (args[end - 1]?.text !== '{}' && args.slice(at + 1, end).every((word) => word.text !== ';')) {
        const plus = args.findIndex((word, index) => index > at && word.text === '+');
        if (plus > at && plus < end) end = plus;
      }
      found.push({ action: text, words: args.slice(at + 1, end) });
      at = end;
    } else if (/^-[a-z]/.test(text)) found.push({ action: text, words: [] });
  }
  return found;
}

/** Where find begins. */
export function findRoots(args: readonly ShellWord[]): readonly ShellWord[] {
  const roots: ShellWord[] = [];
  for (const word of args) {
    if (/^-[HLPO]/.test(word.text) && roots.length === 0) continue;
    if (/^[-(!,]/.test(word.text)) break;
    roots.push(word);
  }
  return roots;
}

export function runFind(call: Call, on: Expansion): Stream {
  emit(call, on);
  for (const { action, words } of findActions(call.words.slice(1))) {
    if (words.length === 0) continue;
    const state = on.state.fork();
    if (action === '-execdir' || action === '-okdir') state.cwd = undefined;
    const wrappers = [...on.frame.wrappers, { program: 'find', args: findRoots(call.words.slice(1)) }];
    const frame = { ...deeper(on.frame, `find ${action}`), wrappers, openEnded: true };
    run({ ...call, words: words.map(found), redirects: [], assignments: [], declared: [] }, { ...on, state, frame });
  }
  return unknownStream;
}

/** `fd pattern -x command`: like find's `-exec`, to the end of the words. */
export function runFd(call: Call, on: Expansion): Stream {
  emit(call, on);
  const at = call.words.findIndex((word) => /^(?:-x|-X|--exec|--exec-batch)$/.test(word.text));
  const words = at < 0 ? [] : call.words.slice(at + 1);
  if (words.length === 0) return unknownStream;
  const given = words.some((word) => word.text.includes('{')) ? words : [...words, unknownWord('{}', 'argument')];
  const frame = {
    ...deeper(on.frame, 'fd -x'),
    wrappers: [...on.frame.wrappers, { program: 'fd', args: [] }],
    openEnded: true,
  };
  const inner = { ...on, state: on.state.fork(), frame };
  run({ ...call, words: given.map(found), redirects: [], assignments: [], declared: [] }, inner);
  return unknownStream;
}

/** `{}` is a path that only find knows. */
function found(word: ShellWord): ShellWord {
  if (!word.text.includes('{}')) return word;
  if (word.text === '{}') return unknownWord('{}', 'argument');
  const parts = word.parts.flatMap((part) =>
    part.text
      .split(/(\{\})/)
      .filter((piece) => piece !== '')
      .map((piece) =>
        piece === '{}' && part.kind !== 'unknown'
          ? ({ kind: 'unknown', text: '{}', why: 'argument', quoted: true } as const)
          : { ...part, text: piece },
      ),
  );
  return wordOf(parts, word.raw, word.range);
}
