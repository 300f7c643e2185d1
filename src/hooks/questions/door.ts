import { partsOf, visibleText, type Question, type Identity } from './question';
import { oneWayCommand } from './one-way-commands';
import { doorIn, entryFor, type Registry } from './registry';
import { riskOf } from './risk';

/** Can the answer be undone? */
export type Door = { readonly kind: 'two-way' } | { readonly kind: 'one-way'; readonly why: string };

/**
 * A question that scores less counts as a choice, the others as an act, which cannot be undone. Few examples are on the
 * wrong side.
 */
export const actScore = -1;
/** The same for a question that the registry knows as two-way: only a plain act counts. */
const registeredActScore = 1.5;

/** A part of a question that scores this much by itself is an act, whatever the rest asks. */
const clauseActScore = 2.5;

const longest = 20_000;

/** One-way if the registry or the text says so: neither can overrule the other. */
export function doorOf(question: Question, identity: Identity, registry: Registry): Door {
  const limit = entryFor(question, identity, registry) === undefined ? actScore : registeredActScore;
  const why = inRegistry(identity, registry) ?? inWriting(question) ?? inMeaning(question, limit);
  return why === undefined ? { kind: 'two-way' } : { kind: 'one-way', why };
}

function inRegistry({ claimed, fingerprint }: Identity, registry: Registry): string | undefined {
  const id = [claimed, fingerprint].find((one) => one !== undefined && doorIn(registry, one) === 'one-way');
  return id === undefined ? undefined : `${id} is registered as one-way`;
}

/** What makes a question one-way wherever it is written: in the question, its header, its options or an explanation. */
function inWriting({ text, header, options }: Question): string | undefined {
  const names = [header, ...options.map(({ label }) => label)].map(visibleText);
  const told = [...text.split('\n'), ...options.map(({ description }) => description)].map(visibleText);
  const lines = [...new Set([...told, ...names])];
  if (lines.reduce((sum, line) => sum + line.length, 0) > longest) return 'it is too long to judge';
  for (const line of lines) {
    if (otherScript.test(line)) return 'it is in a script that is not read here';
    if (spelledOut.test(line)) return 'a word is spelled out letter by letter';
    const [final] = names.includes(line) ? [] : (noWayBack.exec(line.replace(asking, '')) ?? []);
    if (final !== undefined) return `it says that there is no way back ("${final}")`;
    const command = oneWayCommand(line);
    if (command !== undefined) return command;
  }
  return undefined;
}

function inMeaning(question: Question, limit: number): string | undefined {
  const clause = clausesOf(question)
    .map(riskOf)
    .find(({ score }) => score >= clauseActScore);
  const whole = riskOf(question);
  const act = clause ?? (whole.score >= limit ? whole : undefined);
  if (act === undefined) return undefined;
  const telling = act.words().slice(0, 2);
  return telling.length === 0
    ? 'it reads like an act'
    : `it reads like an act (${telling.map((word) => `"${word}"`).join(', ')})`;
}

/** "Which tone, and shall I push to main?": each part by itself, because harmless words around an act must not outweigh it. */
function clausesOf({ text, multiSelect }: Question): readonly Question[] {
  const clauses = partsOf(text).asked.join('\n').split(betweenClauses);
  if (clauses.length === 1) return [];
  const spoken = clauses.filter((clause) => clause.split(' ').length >= 3);
  return spoken.map((clause) => ({ text: clause, header: '', options: [], multiSelect }));
}

const betweenClauses = /(?<=[.?!:])\s+|\n+|[,;]\s+(?:and |then |but )?|\s+(?:and|then)\s+/;

const asking = /[^.?!]*\?/g;
const noWayBack =
  /\b(?:permanently|irreversibl[ey]|irrevocabl[ey]|no way back|(?:cannot|can't|can not|could not) be (?:undone|reversed|recovered|restored)|gone (?:for ever|forever|for good))\b/i;

/** `d e l e t e` */
const spelledOut = /(?<![\p{L}\p{N}])(?:\p{L}[\s.*_-]+){4,}\p{L}(?![\p{L}\p{N}])/u;

/** Letters beyond Latin: no example has such words, and some of the letters only look like ours. */
const otherScript = /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u;
