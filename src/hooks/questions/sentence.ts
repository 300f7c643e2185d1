import { isVerb } from './words/verbs';

/**
 * What a question wants. `naming`: a word or a text, so its options are quotations · `behaviour`: what a program does,
 * so its options are what it does · `design`: how something is made · `act`: that somebody does something.
 */
export type Frame = 'naming' | 'behaviour' | 'design' | 'act';

/** "Which invoices should be written off?", "Which post should go out?", "Should I mark the tickets as done?" */
export const doneAway =
  /\b(?:should|shall|can|may|must|could|will) (?:be \S+(?:ed|en|wn|nt|ut) (?:off|away|down|over)|go (?:out|live|public|away|down)|disappear|vanish)\b|\btake \S+ ?\S* ?out of\b|\bif (?:i|we) (?:just |now )?(?:emptied|deleted|removed|dropped|wiped|sent|pushed|merged|closed|killed|reset|cleared|published|cancelled|threw)\b|\b(?:mark|set|flag) .{0,40}\b(?:issues?|tickets?|orders?|invoices?|alerts?|threads?|emails?|mails?|prs?|conversations?|reports?|incidents?|cases?) (?:as )?(?:resolved|closed|done|fixed|paid|shipped|delivered|spam|solved|cancelled|approved|read|duplicates?|inactive)\b/;

export interface Sentence {
  /** In lower case, with single spaces. */
  readonly text: string;
  /** It ends with a question mark. */
  readonly asks: boolean;
  /** It stands behind a colon: what it asks was begun before. */
  readonly goesOn: boolean;
}

export function sentencesOf(text: string): readonly Sentence[] {
  const parts = text.toLowerCase().split(/([.?!;:](?=\s|$)|\n|\s[-–—]\s)/);
  const sentences: Sentence[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const words = asFirstPerson((parts[at] ?? '').replace(/\s+/g, ' ').trim());
    if (words !== '') sentences.push({ text: words, asks: parts[at + 1] === '?', goesOn: parts[at - 1] === ':' });
  }
  return sentences;
}

/** What a script or an agent does is done for the person who answers: "may the script log in?" */
function asFirstPerson(sentence: string): string {
  return sentence.replace(doer, (whole, modal: string, next: string) => (!isVerb(next) ? whole : `${modal} i ${next}`));
}

const doer =
  /^(may|should|shall|can|could|must) the (?:\S+ )?(?:script|bot|agent|job|migration|pipeline|assistant) (?!be\b)([\p{L}-]+)/u;
