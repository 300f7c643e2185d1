import * as z from 'zod/mini';
import { lazyLooseObject } from '../project/lazy-schema';
import { Outline, type Fence, type LineContext } from './outline';
import type { Fate, Provenance } from './routing';
import {
  ownFail,
  ranks,
  tokenAt,
  tokenPattern,
  type ReviewKind,
  type Token,
  leadOf,
  trailingDoubt,
  withoutStruck,
  Marks,
} from './vocabulary';
import { parseAs } from '../protocol/json';

/** A token with its position, before it is classified. */
export interface Candidate {
  readonly place: LineContext;
  readonly column: number;
  readonly token: Token;
  readonly text: string;
  readonly ticked: boolean;
  kind: ReviewKind | undefined;
  fate: Fate | undefined;
}

interface Sheet {
  readonly candidates: Candidate[];
  /** The text speaks as a security review does. */
  readonly security: boolean;
}

/** A verdict is near the start of its line; the rest of a very long line is not searched. */
const reach = 2_000;

/** Of a text with more marked lines than this the last ones are read. */
const mostMarked = 10_000;

/** Every token of a text, classified where its own line and context suffice. */
export function readCandidates(text: string, source: Provenance['source']): Sheet {
  const markdown = source === 'reviewer';
  const outline = new Outline(markdown, text.includes('<!--'));
  const candidates: Candidate[] = [];
  let security = false;
  let start = 0;
  const indent = markdown ? commonIndent(text) : 0;
  const wrapped = markdown && isWrapped(text);
  const marks = new Marks(text);
  let mark = marks.from(unread(text));
  let number = 0;
  while (start <= text.length) {
    let end = text.indexOf('\n', start);
    if (end === -1) end = text.length;
    number += 1;
    const marked = mark < end;
    if (marked) mark = marks.from(end);
    const from = start + Math.min(indent, end - start);
    start = end + 1;
    if (!marked && number > 1 && outline.passes(text, from, end)) continue;
    const line = text.slice(from, end);
    // A Markdown fence around the whole report is ignored.
    if (wrapped && number === 1) {
      outline.next('', false);
      continue;
    }
    const place = outline.next(line, marked);
    if (place === undefined) continue;
    if (place.setting === 'plain' && line.includes('Mergeable: No P0')) security = true;
    const found = tokensOf(line, place, indent, source);
    candidates.push(...found);
    if (found.some(({ token, fate }) => token.rank === ranks.precommit && fate === undefined)) outline.endReport();
  }
  for (const fence of outline.fences) candidates.push(...jsonGate(fence));
  return { candidates, security };
}

/** Where reading for marks begins: at the start, unless the text has too many marks; then only the last ones are read. */
function unread(text: string): number {
  if (text.length < mostMarked) return 0;
  const starts = new Float64Array(mostMarked);
  const marks = new Marks(text);
  let count = 0;
  for (let at = marks.from(0); at !== Infinity; at = marks.from(at)) {
    starts[count++ % mostMarked] = at;
    const end = text.indexOf('\n', at);
    if (end === -1) break;
    at = end;
  }
  return count < mostMarked ? 0 : (starts[count % mostMarked] ?? 0);
}

const space = 32;
const tab = 9;
const newline = 10;
const carriageReturn = 13;

/** A text whose every line is indented was indented by the program that passed it on. */
function commonIndent(text: string): number {
  if (!/^\s*\n?[ \t]{2}/.test(text)) return 0;
  let least = Infinity;
  for (let start = 0; start < text.length && least > 0;) {
    let at = start;
    let char = text.charCodeAt(at);
    while (char === space || char === tab) char = text.charCodeAt(++at);
    const blank = Number.isNaN(char) || char === newline || char === carriageReturn;
    if (!blank && at - start < least) least = at - start;
    const end = text.indexOf('\n', at);
    if (end === -1) break;
    start = end + 1;
  }
  return least === Infinity ? 0 : least;
}

function isWrapped(text: string): boolean {
  if (!/^```(?:markdown|md)[ \t]*\n/.test(text) || !/\n```\s*$/.test(text)) return false;
  const inner = text.slice(text.indexOf('\n') + 1, text.trimEnd().length - 3);
  return /^```.*$/m.exec(inner)?.[0].trim() !== '```';
}

/** The tokens of one line, classified where the line alone suffices. */
function tokensOf(line: string, place: LineContext, indent: number, source: Provenance['source']): Candidate[] {
  const shown = withoutStruck(line.length > reach ? line.slice(0, reach) : line);
  const found: Candidate[] = [];
  for (const match of shown.matchAll(tokenPattern)) {
    const [whole, mark = '', word] = match;
    const before = shown.slice(0, match.index);
    const rest = shown.slice(match.index + mark.length);
    const own = source === 'command' ? ownFail(mark, rest) : undefined;
    if (word === undefined && own === undefined && !/gate/i.test(before)) continue;
    const lead = leadOf(before);
    const known = tokenAt(mark, word, { ...lead, specification: place.specification });
    const worded = own !== undefined && (known === undefined || word === undefined);
    const token = worded ? own.token : known;
    if (token === undefined) continue;
    const length = worded ? mark.length + own.length : whole.length;
    const doubt =
      place.setting === 'plain'
        ? lead.stands || (token.label === 'overall' && lead.overall)
          ? trailingDoubt(shown.slice(match.index + length), token.saying)
          : lead.because
        : place.setting;
    found.push({
      place,
      column: match.index + indent + 1,
      token,
      text: line,
      ticked: lead.ticked,
      kind: token.kind,
      fate: doubt === undefined ? undefined : { kind: 'ignored', because: doubt },
    });
  }
  const [first] = found;
  const both = found.some(({ token }) => token.saying === 'pass') && found.some(({ token }) => token.saying === 'fail');
  if (!both || first === undefined) return found;
  // A line with both answers is a form to fill in, unless it says that a fail no longer holds.
  const takesBack = first.token.saying === 'fail' && /\b(?:was|previously|formerly|not|instead of)\b/i.test(shown);
  for (const candidate of takesBack ? found.slice(1) : found) candidate.fate = { kind: 'ignored', because: 'template' };
  return found;
}

const JsonGate = lazyLooseObject(() => ({ gate: z.string() }));

/** A machine-readable gate: fenced JSON with `"gate": "READY"` or `"BLOCKED"`; anything else there is data. */
function jsonGate(fence: Fence): Candidate[] {
  const said = parseAs(JsonGate, fence.body);
  if (said === undefined || !/^(?:READY|BLOCKED)$/i.test(said.gate)) return [];
  const { line, report, since, subject } = fence;
  const documents = subject === 'document';
  const kind = documents ? 'doc_review' : 'code_review';
  const rank = documents ? ranks.document : ranks.code;
  const saying = said.gate.toUpperCase() === 'READY' ? 'pass' : 'fail';
  const token: Token = { name: `{"gate":"${said.gate.toUpperCase()}"}`, saying, rank, kind };
  const place: LineContext = {
    line,
    report,
    since,
    subject,
    setting: 'plain',
    specification: false,
    block: -1,
    item: false,
  };
  return [{ place, column: 1, token, text: token.name, ticked: false, kind, fate: undefined }];
}
