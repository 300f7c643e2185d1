/** Texts that speak to the model instead of about the question. A colon behind "user" alone is ordinary prose. */
const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|your|any|these|system)\b.{0,40}\b(?:instruction|prompt|rule|message|context|guideline)/i,
  /<\/?\s*(?:system|assistant|user|human|tool_use|tool_result|function_calls?|instructions?)\b[^>]*>/i,
  /\[\/?(?:INST|SYSTEM)\]|<\|[^|]*\|>/i,
  /\byou are now\b|\bnew (?:system )?instructions?\s*:|\bfrom now on,? you\b|\bact as (?:if you|the system|root|admin)/i,
  /\b(?:reveal|print|repeat|show)\b.{0,30}\b(?:system prompt|hidden instruction)/i,
  /\bdo not (?:tell|inform|mention)\b.{0,30}\b(?:user|person|human)/i,
  /(?:^|\n)\s*(?:system|assistant|human)\s*:/i,
];

const withheld = '(withheld: reads like instructions to the model)';

/** A text on one line, cut, for a record that a model may be shown later. */
export function screened(text: string, limit: number): string {
  if (orders.some((order) => order.test(text))) return withheld;
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, limit);
}
