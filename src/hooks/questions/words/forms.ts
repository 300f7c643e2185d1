/** The forms of English verbs, as far as the words of questions need them. */
export type Form = 'base' | 'third' | 'ing' | 'past';

const doubling =
  /^(?:drop|ship|strip|scrap|zap|wrap|ban|submit|commit|reset|cut|rm|cancel|scrub|unplug|nix|axe|dump|swap|pop|stop|rip)$/;

/** Every form of a regular verb; what is irregular follows it in brackets: `send[sent]`. */
function formsOf(entry: string): readonly (readonly [word: string, form: Form])[] {
  const [, verb = '', irregular = ''] = /^([^[]+)(?:\[(.*)\])?$/.exec(entry) ?? [];
  const past = irregular === '' ? [] : irregular.split(',');
  const forms: [string, Form][] = [
    [verb, 'base'],
    [
      /(?:s|sh|ch|x|z)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`,
      'third',
    ],
    [ing(verb), 'ing'],
    ...(past.length > 0 ? past : [regularPast(verb)]).map((word): [string, Form] => [word, 'past']),
  ];
  return forms;
}

function ing(verb: string): string {
  if (verb.endsWith('e') && !verb.endsWith('ee')) return `${verb.slice(0, -1)}ing`;
  return `${verb}${doubling.test(verb) ? verb.slice(-1) : ''}ing`;
}

function regularPast(verb: string): string {
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${verb}${doubling.test(verb) ? verb.slice(-1) : ''}ed`;
}

export function wordsOf(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

export function setOf(list: string): ReadonlySet<string> {
  return new Set(wordsOf(list));
}

/** By each of its forms, what a verb of the list is. */
export function verbsOf(list: string): ReadonlyMap<string, Form> {
  // "read" is its own past: the base form, which comes first in its entry, counts.
  return new Map(wordsOf(list).flatMap(formsOf).reverse());
}

/** Every noun of the list with its plural. */
export function nounsOf(list: string): ReadonlySet<string> {
  return new Set(wordsOf(list).flatMap((noun) => [noun, plural(noun)]));
}

function plural(noun: string): string {
  if (/(?:s|sh|ch|x|z)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
