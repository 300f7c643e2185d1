import path from 'node:path';

type Input = Readonly<Record<string, unknown>>;

/** Every text in a reviewer's input, at any depth. */
export function textsIn(value: unknown, depth = 4): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth - 1));
}

/** The folder that a reviewer was told to work in. */
export function folderOf(input: Input): string | undefined {
  const named = Object.entries(input).find(
    ([name, value]) => folderNames.test(name) && typeof value === 'string' && path.isAbsolute(value),
  );
  return typeof named?.[1] === 'string' ? named[1] : undefined;
}

const folderNames =
  /^(?:cwd|root|dir|directory|work(?:ing)?[-_ ]?dir(?:ectory)?|workspace|repo|repository|project|path)$/i;

/**
 * Does a question dictate the answer? Not if it also says how to reject, or if the reviewer answered with more than a
 * verdict.
 */
export function dictates(question: string, answer: string | undefined): boolean {
  if (/[⛔❌⚠]/u.test(question)) return false;
  if (question.includes('✅')) return true;
  return (answer?.trim().length ?? 0) <= bareVerdict && orders.test(question) && !refusing.test(question);
}

const bareVerdict = 60;

/** "Answer only with …", "print exactly …", "say the word …". */
const orders =
  /\b(?:say|reply|answer|respond|output|print|return|write|repeat|echo|decode|translate)\b[^.\n]{0,60}\b(?:exactly|only|verbatim|literally|nothing (?:else|more)|the words?|check ?(?:mark|sign)|u\+2705|following (?:text|line|string))\b|\balways (?:say|answer|reply|respond)\b/i;
const refusing =
  /\b(?:block(?:s|ed|ing)?|reject(?:ed)?|revis(?:e|ion)|fail(?:s|ed)?|refus(?:e|al)|unsafe|not ready)\b/i;
