/** Where a line stands. Only `plain` lines can hold a verdict. */
export type Setting = 'plain' | 'fence' | 'quote' | 'comment' | 'code' | 'legend';

/** Which review the headings above a line announce. */
export type Subject = 'document' | 'security' | 'other';

export interface LineContext {
  /** 1-based. */
  readonly line: number;
  readonly setting: Setting;
  readonly subject: Subject;
  /** Under a specification review's "Overall Verdict". */
  readonly specification: boolean;
  /** Counts the reviews in one text: a heading that opens another one starts the next. */
  readonly report: number;
  /** The line that the report begins on. */
  readonly since: number;
  /** Lines of one list share it. */
  readonly block: number;
  readonly item: boolean;
}

export interface Fence {
  readonly line: number;
  readonly body: string;
  readonly subject: Subject;
  readonly report: number;
  readonly since: number;
}

const reviewHeading = /\b(?:re-?)?(?:review|audit)(?: report)?\s*(?:[(#:–—-].*|round\b.*|\d.*)?$|^round \d/i;
export const legendHeading =
  /\b(?:legend|templates?|format|possible|options|examples?|instructions|criteria|rubric)\b/i;
const legendLead =
  /^where\b|\b(?:legend|template|format|(?:gate|verdict) options?|possible|one of|either|examples?|expected (?:verdict|output|answer|response|format)|choose|must (?:be|end|use|contain)|(?:respond|reply|answer|end|finish) with|use (?:one|exactly)|meanings?)\b[^.!?]*[:：]\s*$/i;
const jsonInfo = /^jsonc?\b/i;

const tab = 9;
const carriageReturn = 13;
const space = 32;
const hash = 35;
const colon = 58;
const greater = 62;
const letterA = 65;
const backtick = 96;
const tilde = 126;
const wideColon = 0xff1a;
const hardSpace = 0xa0;
const zero = 48;
const nine = 57;
const dot = 46;
const bracket = 41;
const bullets: ReadonlySet<number> = new Set(['-', '*', '+', '•', '–'].map((bullet) => bullet.charCodeAt(0)));

/** Follows a text's structure line by line. `markdown` is false for a terminal's output, where indentation means nothing. */
export class Outline {
  /** Fenced JSON, which may hold a machine-readable gate. */
  readonly fences: Fence[] = [];
  private line = 0;
  private report = 0;
  private since = 1;
  private block = 0;
  private subject: Subject = 'other';
  private reviewLevel = 2;
  private marks = 0;
  private inList = false;
  private afterBlank = true;
  private inCode = false;
  private comment = false;
  private fence: { mark: number; length: number; json: boolean; line: number; body: string[] } | undefined;
  private legendLevel = 0;
  private legendBlock: 'no' | 'announced' | 'open' = 'no';
  private specificationLevel = 0;
  private readonly titles = new Titles();

  constructor(
    private readonly markdown: boolean,
    private readonly hasComments: boolean,
  ) {}

  /** A line of the precommit's own answer ends its report. */
  endReport(next = this.line + 1): void {
    this.report += 1;
    this.since = next;
    this.marks = 0;
  }

  /** Takes a line that only moves the outline on, without cutting it out: most lines of a long text are like that. */
  passes(text: string, start: number, end: number): boolean {
    if (start === end) {
      this.line += 1;
      this.blank();
      return true;
    }
    const first = text.charCodeAt(start);
    if (this.fence !== undefined) {
      if (this.fence.json || first === this.fence.mark || first <= space) return false;
    } else {
      if (this.comment || this.hasComments || first < letterA || first >= tilde || first === backtick) return false;
      const last = text.charCodeAt(end - 1);
      if (last <= space || last === colon || last === wideColon) return false;
      if (this.inList) this.block += 1;
      this.inList = false;
      if (this.legendBlock === 'announced') this.legendBlock = 'open';
    }
    this.line += 1;
    this.afterBlank = false;
    this.inCode = false;
    return true;
  }

  /** Takes the next line. `marked` lines get their place; the others only move the outline on. */
  next(text: string, marked: boolean): LineContext | undefined {
    this.line += 1;
    let indent = 0;
    let first = text.charCodeAt(0);
    while (first === space || first === tab) first = text.charCodeAt(++indent);
    if (Number.isNaN(first) || first === carriageReturn) {
      this.blank();
      return undefined;
    }
    const setting = this.enter(text, first, indent);
    this.inCode = setting === 'code';
    if (setting === 'plain' && first === hash) this.heading(text.slice(indent));
    this.afterBlank = false;
    if (!marked) return undefined;
    if (setting === 'plain') this.marks += 1;
    return {
      line: this.line,
      setting: setting === 'plain' && (this.legendLevel > 0 || this.legendBlock === 'open') ? 'legend' : setting,
      subject: this.subject,
      specification: this.specificationLevel > 0,
      report: this.report,
      since: this.since,
      block: this.block,
      item: this.inList && opensItem(text, indent),
    };
  }

  private blank(): void {
    this.afterBlank = true;
    this.fence?.body.push('');
    if (this.legendBlock === 'open') this.legendBlock = 'no';
  }

  private enter(text: string, first: number, indent: number): Setting {
    if (this.fence !== undefined) return this.fenced(text, first, indent, this.fence);
    if (this.comment) {
      if (text.includes('-->')) this.comment = false;
      return 'comment';
    }
    if (first === backtick || first === tilde) {
      const opening = /^(`{3,}|~{3,})\s*([^`]*)$/.exec(text.slice(indent));
      if (opening !== null) {
        const json = jsonInfo.test(opening[2] ?? '');
        this.fence = { mark: first, length: opening[1]?.length ?? 3, json, line: this.line, body: [] };
        return 'fence';
      }
    }
    if (this.hasComments && text.lastIndexOf('<!--') > text.lastIndexOf('-->')) this.comment = true;
    if (first === greater) return 'quote';
    return this.flowing(text, first, indent);
  }

  private fenced(text: string, first: number, indent: number, fence: NonNullable<Outline['fence']>): Setting {
    if (first === fence.mark) {
      const closing = text.slice(indent).trimEnd();
      if (closing.length >= fence.length && closing === String.fromCharCode(first).repeat(closing.length)) {
        if (fence.json) {
          const { subject, report, since } = this;
          this.fences.push({ line: fence.line, body: fence.body.join('\n'), subject, report, since });
          this.marks += 1;
        }
        this.fence = undefined;
        return 'fence';
      }
    }
    if (fence.json && fence.body.length < 500) fence.body.push(text);
    return 'fence';
  }

  private flowing(text: string, first: number, indent: number): Setting {
    // Letters open most lines, and no list.
    if ((first < letterA || first > tilde) && opensItem(text, indent)) {
      if (!this.inList) this.block += 1;
      this.inList = true;
    } else if (indent === 0) {
      if (this.inList) this.block += 1;
      this.inList = false;
    } else if (
      this.markdown &&
      !this.inList &&
      (this.afterBlank || this.inCode) &&
      (indent >= 4 || text.charCodeAt(0) === tab)
    ) {
      return 'code';
    }
    if (this.legendBlock === 'announced') this.legendBlock = 'open';
    if (leadsOn(text) && legendLead.test(text)) this.legendBlock = 'announced';
    return 'plain';
  }

  private heading(text: string): void {
    let level = 0;
    while (text.charCodeAt(level) === hash) level += 1;
    if (level > 6 || text.length === level || !isSpace(text.charCodeAt(level))) return;
    this.block += 1;
    this.inList = false;
    this.legendBlock = 'no';
    if (this.legendLevel >= level) this.legendLevel = 0;
    if (this.specificationLevel >= level) this.specificationLevel = 0;
    const title = this.titles.of(text);
    if (this.legendLevel === 0 && title.legend) this.legendLevel = level;
    if (title.verdict) this.specificationLevel = level;
    if (title.review === undefined || level > this.reviewLevel) return;
    if (this.marks > 0) this.endReport(this.line);
    this.reviewLevel = level > 1 ? level : 2;
    this.subject = title.review;
  }
}

interface Title {
  readonly legend: boolean;
  readonly verdict: boolean;
  /** What the review that it opens is about; undefined if it opens none. */
  readonly review: Subject | undefined;
}

/** What headings mean. Long reports say the same ones over and over. */
class Titles {
  private readonly known = new Map<string, Title>();

  of(heading: string): Title {
    const known = this.known.get(heading);
    if (known !== undefined) return known;
    const title = meaningOf(heading.replace(/[*_`#]/g, '').trim());
    if (this.known.size < 200) this.known.set(heading, title);
    return title;
  }
}

function meaningOf(title: string): Title {
  const subject = /\bdoc(?:ument(?:ation)?|s)?\b/i.test(title)
    ? 'document'
    : /\bsecurity\b/i.test(title)
      ? 'security'
      : 'other';
  return {
    legend: legendHeading.test(title),
    verdict: /overall verdict/i.test(title),
    review: reviewHeading.test(title) ? subject : undefined,
  };
}

/** `- `, `• `, `12. `, `3) `. Asked of every other line, so no expression. */
function opensItem(text: string, indent: number): boolean {
  let at = indent;
  let char = text.charCodeAt(at);
  if (bullets.has(char)) return isSpace(text.charCodeAt(at + 1));
  while (char >= zero && char <= nine && at < indent + 3) char = text.charCodeAt(++at);
  return at > indent && (char === dot || char === bracket) && isSpace(text.charCodeAt(at + 1));
}

/** White space, or the line's end. */
const isSpace = (char: number): boolean =>
  Number.isNaN(char) || char === space || char === tab || char === carriageReturn || char === hardSpace;

/** Ends in a colon. Asked of every line, so no expression. */
function leadsOn(text: string): boolean {
  if (text.length > 200) return false;
  let at = text.length - 1;
  let last = text.charCodeAt(at);
  while (last === space || last === carriageReturn) last = text.charCodeAt(--at);
  return last === colon || last === wideColon;
}
