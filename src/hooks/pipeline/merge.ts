import type { ToolInput } from '../protocol/call';
import type { EventName } from '../protocol/events';
import type { Answer } from '../protocol/reply';
import type { Level, Deny, Ruling } from './gate';

/** One gate's result and its level. */
export interface GateResult {
  readonly gate: string;
  readonly level: Level;
  readonly rulings: readonly Ruling[];
}

/** Applies a level to a ruling: `observe` drops it, `warn` turns it into advice, `enforce` keeps it. */
export function applyLevel(ruling: Ruling, level: Level, event: EventName): Ruling | undefined {
  if (level === 'off' || level === 'observe') return undefined;
  if (level === 'enforce') return ruling;
  switch (ruling.kind) {
    case 'deny':
    case 'ask':
    case 'rewrite':
    case 'output':
      return advice(ruling.reason, event);
    default:
      return ruling;
  }
}

/** Context on these events would make the agent go on, so advice goes to the person instead. */
const endings: ReadonlySet<EventName> = new Set<EventName>(['Stop', 'SubagentStop']);

const advice = (reason: string, event: EventName): Ruling =>
  endings.has(event) ? { kind: 'message', reason, text: reason } : { kind: 'context', reason, text: reason };

/** The gate whose ruling became the decision, and the rule that it named. */
export interface DecidedBy {
  readonly gate: string;
  readonly rule?: string;
}

/** The merged answer, and the gate that decided it. */
export interface Merged extends Answer {
  readonly decidedBy?: DecidedBy;
}

interface Reason {
  readonly text: string;
  readonly by: DecidedBy;
}

/** Merges what the gates said, in order, into one answer: deny over ask over allow, texts joined. */
export function merge(event: EventName, results: readonly GateResult[]): Merged {
  const contexts: string[] = [];
  const messages: string[] = [];
  const feedbacks: Reason[] = [];
  const reasons: Partial<Record<'deny' | 'ask' | 'allow', Reason>> = {};
  let rewritten: ToolInput | undefined;
  let answered: ToolInput | undefined;
  let terminal: string | undefined;
  let updatedOutput: unknown;
  for (const { gate, level, rulings } of results) {
    for (const raw of rulings) {
      const ruling = applyLevel(raw, level, event);
      if (ruling === undefined) continue;
      switch (ruling.kind) {
        case 'pass':
          break;
        case 'allow':
          reasons.allow ??= { text: `${gate}: ${ruling.reason}`, by: { gate } };
          answered ??= ruling.input;
          break;
        case 'ask':
          reasons.ask ??= { text: `Gatehouse ${gate}: ${ruling.reason}`, by: { gate } };
          break;
        case 'deny':
          reasons.deny ??= { text: denial(gate, ruling), by: { gate, rule: ruling.rule } };
          break;
        case 'rewrite':
          rewritten = ruling.input;
          contexts.push(ruling.reason);
          break;
        case 'output':
          updatedOutput = ruling.output;
          break;
        case 'context':
          contexts.push(ruling.text);
          break;
        case 'message':
          messages.push(ruling.text);
          terminal ??= ruling.terminal;
          break;
        case 'feedback':
          feedbacks.push({ text: ruling.text, by: { gate } });
          break;
      }
    }
  }
  const decision =
    reasons.deny !== undefined ? 'deny' : reasons.ask !== undefined ? 'ask' : approval(reasons, rewritten);
  const decisive = decision === undefined ? undefined : reasons[decision];
  const answer: Merged = {
    decision,
    reason: decisive?.text,
    updatedInput: rewritten ?? answered,
    context: joined(contexts),
    message: joined(messages),
    ...(terminal === undefined ? {} : { terminal }),
    ...(updatedOutput === undefined ? {} : { updatedOutput }),
    ...(decisive === undefined ? {} : { decidedBy: decisive.by }),
  };
  return feedbacks.length === 0 ? answer : withFeedback(answer, event, feedbacks);
}

/** A rewrite never comes with an approval: the permission check judges the new command. */
const approval = (reasons: { allow?: Reason }, rewritten: ToolInput | undefined): 'allow' | undefined =>
  reasons.allow !== undefined && rewritten === undefined ? 'allow' : undefined;

/** Before a tool runs, feedback becomes context; at every other event it blocks. */
function withFeedback(answer: Merged, event: EventName, feedbacks: readonly Reason[]): Merged {
  const text = feedbacks.map((feedback) => feedback.text).join('\n\n');
  if (event === 'PreToolUse') return { ...answer, context: joined([answer.context ?? '', text]) };
  if (answer.decision === 'deny') return { ...answer, reason: `${answer.reason ?? ''}\n\n${text}` };
  const [first] = feedbacks;
  return { ...answer, decision: 'deny', reason: text, ...(first === undefined ? {} : { decidedBy: first.by }) };
}

/** The text of a deny: gate and rule, reason, and what to do instead. */
export function denial(gate: string, deny: Deny): string {
  const part = deny.part === undefined ? '' : ` (at: ${deny.part})`;
  const way = deny.instead === undefined ? '' : `\n${deny.instead}`;
  return `Gatehouse ${gate} [${deny.rule}]: ${deny.reason}${part}${way}`;
}

/** The message to the person. */
export const withMessages = (answer: Answer, texts: readonly string[]): Answer =>
  texts.length === 0 ? answer : { ...answer, message: joined([answer.message ?? '', ...texts]) };

function joined(texts: readonly string[]): string | undefined {
  const said = [...new Set(texts.filter((text) => text !== ''))];
  return said.length === 0 ? undefined : said.join('\n\n');
}
