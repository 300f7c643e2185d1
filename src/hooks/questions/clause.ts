/** The words of a sentence without their punctuation. */
export function tokensOf(sentence: string): readonly string[] {
  return sentence.split(/\s+/).map(bare);
}

const bare = (word: string): string => word.replace(/^[^\p{L}\p{N}$.]+|[^\p{L}\p{N}]+$/gu, '');

/** What a verb is done to: the words behind it, up to the next preposition or clause. */
export function objectOf(tokens: readonly string[], at: number): readonly string[] {
  const object: string[] = [];
  for (const word of tokens.slice(at + 1, at + 9)) {
    if (
      /^(?:from|in|on|at|for|to|with|into|onto|by|before|after|when|if|and|or|so|because|as|of|until|while|than|but|now|again|too|then|first)$/.test(
        word,
      )
    )
      break;
    if (object.length > 0 && /^(?:it|they|i|we|which|that|who)$/.test(word)) break;
    object.push(word);
  }
  return object.filter((word) => !/^(?:it|them|this|that|these|those|all)$/.test(word) || object.length > 1);
}

/** "The certificate expires. Replace it?": words that stand for what was spoken of before. */
export const pronoun =
  /^(?:it|them|this|that|these|those|one|both|two|three|all|everything|the|ones?|rest|others?|duplicates?|leftovers?|old|new)$/;

/** What a text says of an act that cannot be taken back. */
export interface Suspicion {
  readonly why: string;
  /** It concerns something that lasts, so not even a question that is registered as two-way is answered. */
  readonly grave: boolean;
}
