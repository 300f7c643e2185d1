/** Where a line stands. Only `plain` lines can hold a verdict. */
export type Setting = 'plain' | 'fence' | 'quote' | 'comment' | 'code' | 'legend';

/** Which review the headings above a line announce. */
export type Subject = 'document' | 'security' | 'other';

export interface Place {
  /** 1-based. */
  readonly line: number;
  readonly setting: Setting;
  readonly subject: Subject;
  /** Under a specification review's "Overall Verdict". */
  readonly specification: boolean;
  /** Counts the reviews in one text: a heading that opens another one starts the next. */
  readonly report: number;
  /** Lines of one list share it. */
  readonly block: number;
  readonly item: boolean;
}

export interface Fence {
  readonly line: number;
  readonly body: string;
  readonly subject: Subject;
  readonly report: number;
}

const reviewHeading = /\b(?:re-?)?(?:review|audit)(?: report)?\s*(?:[(#:–—-].*|round\b.*|\d.*)?$|^round \d/i;
const legendHeading = /\b(?:legend|templates?|format|possible|options|examples?|instructions|criteria|rubric)\b/i;
const legendLead =
  /^where\b|\b(?:legend|template|format|(?:gate|verdict) options?|possible|one of|either|examples?|expected (?:verdict|output|answer|response|format)|choose|must (?:be|end|use|contain)|(?:respond|reply|answer|end|finish) with|use (?:one|exactly)|meanings?)\b[^.!?]*[:：]\s*$/i;
const listItem = /^(?:[-*+•–]|\d{1,3}[.)])(?:\s|$)/;
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

/** Follows a text's structure line by line. `markdown` is false for a terminal's output, where indentation means nothing. */
export class Outline {
  /** Fenced JSON, which may hold a machine-readable gate. */
  readonly fences: Fence[] = [];
  private line = 0;
  private report = 0;
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

  constructor(
    private readonly markdown: boolean,
    private readonly hasComments: boolean,
  ) {}

  /** A line of the precommit's own answer ends its report. */
  endReport(): void {
    this.report += 1;
    this.marks = 0;
  }

  /** Takes the next line. `marked` lines get their place; the others only move the outline on. */
  next(text: string, marked: boolean): Place | undefined {
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
      block: this.block,
      item: this.inList && listItem.test(text.slice(indent, indent + 6)),
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
          const { subject, report } = this;
          this.fences.push({ line: fence.line, body: fence.body.join('\n'), subject, report });
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
    if (first < letterA || first > tilde ? listItem.test(text.slice(indent, indent + 6)) : false) {
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
    const level = /^#{1,6}(?=\s)/.exec(text)?.[0].length;
    if (level === undefined) return;
    this.block += 1;
    this.inList = false;
    this.legendBlock = 'no';
    if (this.legendLevel >= level) this.legendLevel = 0;
    if (this.specificationLevel >= level) this.specificationLevel = 0;
    const title = text
      .slice(level)
      .replace(/[*_`#]/g, '')
      .trim();
    if (this.legendLevel === 0 && legendHeading.test(title)) this.legendLevel = level;
    if (/overall verdict/i.test(title)) this.specificationLevel = level;
    if (!reviewHeading.test(title) || level > this.reviewLevel) return;
    if (this.marks > 0) this.endReport();
    this.reviewLevel = level > 1 ? level : 2;
    if (/\bdoc(?:ument(?:ation)?|s)?\b/i.test(title)) this.subject = 'document';
    else this.subject = /\bsecurity\b/i.test(title) ? 'security' : 'other';
  }
}

/** Ends in a colon. Asked of every line, so no expression. */
function leadsOn(text: string): boolean {
  if (text.length > 200) return false;
  let at = text.length - 1;
  let last = text.charCodeAt(at);
  while (last === space || last === carriageReturn) last = text.charCodeAt(--at);
  return last === colon || last === wideColon;
}
