import { oneWayCommand } from './one-way-commands';
import { oneWayWords } from './one-way-words';
import { visible } from './plain-text';
import type { Question } from './question';
import type { Identity } from './identity';
import { unmarked } from './identity';
import { doorIn, type Registry } from './registry';

/** Can the person come back from the answer? */
export type Door = { readonly kind: 'two-way' } | { readonly kind: 'one-way'; readonly why: string };

const longest = 20_000;

/** One-way if the registry or the text says so: neither can talk the other out of it. */
export function doorOf(question: Question, identity: Identity, registry: Registry): Door {
  const why = registryWord(identity, registry) ?? scan(question);
  return why === undefined ? { kind: 'two-way' } : { kind: 'one-way', why };
}

function registryWord({ claimed, print }: Identity, registry: Registry): string | undefined {
  const id = [claimed, print].find((one) => one !== undefined && doorIn(registry, one) === 'one-way');
  return id === undefined ? undefined : `${id} is registered as one-way`;
}

/** Question, header, every label and every description: a harmless question may have one terrible answer. */
function scan({ text, header, options }: Question): string | undefined {
  const pieces = [unmarked(text), text, header, ...options.flatMap(({ label, description }) => [label, description])];
  if (pieces.reduce((sum, piece) => sum + piece.length, 0) > longest) return 'it is too long to judge';
  for (const piece of new Set(pieces)) {
    const plain = visible(piece);
    if (isForeign(plain)) return 'it is in a script that is not read here';
    if (spelledOut.test(plain)) return 'a word is spelled out letter by letter';
    const why = oneWayCommand(plain) ?? oneWayWords(spaced(plain));
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Words that hide in `dropTable` and `drop_table`. */
function spaced(text: string): string {
  return text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/_/g, ' ');
}

/** `d e l e t e` */
const spelledOut = /(?<![\p{L}\p{N}])(?:\p{L}[\s.*_-]+){4,}\p{L}(?![\p{L}\p{N}])/u;

/** Letters beyond Latin: the scan knows none of their words, and some of them only look like ours. */
function isForeign(text: string): boolean {
  return /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u.test(text);
}
