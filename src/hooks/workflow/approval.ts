import type { Answered } from '../questions/answers';
import type { Question } from '../questions/question';
import { bareLabel } from '../questions/recommended';

const asks = [
  /\b(?:approve|sign off on|accept|(?:give|have) (?:me )?your approval (?:of|for))\b[^\n]{0,60}\bplan\b/i,
  /\b(?:is|does|do|has)\b[^\n]{0,40}\bplan\b[^\n]{0,40}\b(?:approved|approval|sign-?off)\b[^\n]*\?/i,
];
const otherwise =
  /\b(?:not|n't|without|discard|reject|cancel|reset|drop|abandon|skip|revoke|withdraw|void|ignore|bypass|instead)\b/i;

/** Does a question ask a person to approve a plan? One of its sentences has to, and none of its words may turn that round. */
export function asksForApproval({ text }: Question): boolean {
  const sentences = text.split(/(?<=[.!?;])\s+|\n/);
  return sentences.some((sentence) => asks.some((form) => form.test(sentence)) && !otherwise.test(sentence));
}

const yes =
  /^\W*(?:yes|yep|yeah|i approve|approved?|accept(?:ed)?|go ahead|proceed|lgtm|looks good|ok(?:ay)?|sign(?:ed)? off)\b/i;
const condition =
  /\b(?:no|not|don'?t|but|except|only|part(?:ly|ial|s)?|after|later|unless|until|if|when|once|without|revis\w*|chang\w*|modif\w*|edit\w*|reject\w*|cancel\w*|hold|wait|first|draft)\b/i;

const approves =
  /^\s*(?:\/approve-plan\b|(?:yes,?\s+)?(?:i\s+)?approve\s+(?:the\s+|this\s+)?plan\b|(?:the\s+)?plan\s+(?:is\s+)?approved\b)/i;

/** Does a prompt begin with an approval of a plan, and is it one with no if and no but? */
export function approvalIn(prompt: string): 'none' | 'conditional' | 'plain' {
  const [approval] = approves.exec(prompt) ?? [];
  if (approval === undefined) return 'none';
  const [sentence = ''] = prompt.trim().split(/(?<=[.!?;])\s+|\n/);
  const rest = sentence.slice(approval.trimStart().length);
  return condition.test(rest) || rest.includes('?') ? 'conditional' : 'plain';
}

/** Is this workflow meant where words may name one? Words that name none mean each. */
export function isMeant(name: string, all: readonly string[], text: string): boolean {
  const words = text.toLowerCase().split(/[^\w.-]+/);
  const says = (one: string) => words.includes(one.toLowerCase()) || words.includes(`${one.toLowerCase()}.`);
  return says(name) || !all.some(says);
}

/** Does an answer say yes, with no if and no but? */
export function saysYes({ labels, freeText }: Pick<Answered, 'labels' | 'freeText'>): boolean {
  const said = [...labels.map(bareLabel), ...(freeText === undefined ? [] : [freeText])];
  return said.length === 1 && said.every((text) => yes.test(text) && !condition.test(text));
}
