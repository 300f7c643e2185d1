import type { Plane } from '../../../evidence/evidence';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import { readText } from '../../../project/read-file';
import type { Stop } from '../../../protocol/call';
import { isEditTool, isShellTool } from '../../../protocol/tools';
import { isReviewer, reviewCommands } from '../../../review/commands';
import { commands, requiredReviews, type ReviewDuty } from '../../../review/progress';
import { projectFile } from '../../../review/owed';
import { route, type Change } from '../../../review/routing';
import type { ReviewKind } from '../../../review/vocabulary';
import { isRecord, parseJson, type Fields, stringOf } from '../../../protocol/json';

const tailBytes = 8 * 1024 * 1024;
const lines = 500;

/** Without a state file the duty is read from the transcript: what was edited, which reviews ran and how they ended. */
export async function findingFromTranscript(call: Stop, site: Site): Promise<ReviewDuty> {
  const text = call.transcriptPath === undefined ? undefined : readText(call.transcriptPath, { lastBytes: tailBytes });
  if (text === undefined) return { kind: 'fine', reason: 'no transcript' };
  const seen = new Session(call, site);
  for (const event of transcriptEvents(text, lines)) await seen.take(event);
  return seen.finding();
}

class Session {
  private readonly changed = new Set<Plane>();
  private readonly executed = new Set<ReviewKind>();
  private readonly verdicts = new Map<ReviewKind, 'pass' | 'fail'>();
  /** Whose answer a tool result is, by tool use. */
  private readonly asked = new Map<string, Asked>();
  private lastSlash: ReviewKind | undefined;

  constructor(
    private readonly call: Stop,
    private readonly site: Site,
  ) {}

  async take(event: TranscriptEvent): Promise<void> {
    switch (event.kind) {
      case 'call':
        return this.called(event);
      case 'slash':
        return this.shell(event.command, undefined);
      case 'answer':
        this.answered(event);
    }
  }

  finding(): ReviewDuty {
    const owed = (['code', 'doc'] as const)
      .filter((plane) => this.changed.has(plane))
      .flatMap((plane) => requiredReviews[plane]);
    const missing = owed.filter((kind) => !this.executed.has(kind));
    if (missing.length > 0) {
      const steps = missing.map((kind) => ({
        kind,
        command: commands[kind],
        why: 'The transcript shows no such run.',
      }));
      return { kind: 'missing', steps, key: `transcript ${missing.join(' ')}` };
    }
    const failed = owed.filter((kind) => this.verdicts.get(kind) === 'fail');
    const [first] = failed;
    if (first === undefined) return { kind: 'fine', reason: 'All steps completed' };
    const by = first === 'precommit' ? 'precommit' : 'review';
    const reason = by === 'precommit' ? 'Precommit not passed (FAIL)' : 'Review not passed (Blocked)';
    return { kind: 'blocked', by, reason, key: `transcript ${reason}` };
  }

  private async called({ tool, id, path, command }: TranscriptEvent & { kind: 'call' }): Promise<void> {
    if (isEditTool(tool)) this.edited(path);
    else if (isShellTool(tool)) await this.shell(command, id);
    else if (id !== undefined && isReviewer(tool, this.site)) this.asked.set(id, { source: 'reviewer' });
  }

  private edited(path: string | undefined): void {
    const file = path === undefined ? undefined : projectFile(path, this.site);
    if (file === undefined) return;
    this.changed.add(file.plane);
    // An earlier review was of other content.
    for (const kind of requiredReviews[file.plane]) {
      this.executed.delete(kind);
      this.verdicts.delete(kind);
    }
  }

  private async shell(command: string | undefined, id: string | undefined): Promise<void> {
    if (command === undefined) return;
    const { cwd } = this.call;
    const found = await reviewCommands(command, { cwd, home: personHome(this.site.env), env: this.site.env });
    const kinds = [...new Set(found.map(({ kind }) => kind))];
    if (kinds.length === 0) return;
    for (const kind of kinds) this.executed.add(kind);
    if (id === undefined) this.lastSlash = kinds[0];
    else this.asked.set(id, { source: 'command', kinds, command });
  }

  private answered({ id, text }: TranscriptEvent & { kind: 'answer' }): void {
    const asked = id === undefined ? undefined : this.asked.get(id);
    const changes = asked === undefined ? this.withoutCall(text) : route(text, asked).changes;
    for (const { kind, verdict } of changes) {
      this.executed.add(kind);
      this.verdicts.set(kind, verdict);
    }
  }

  /** A text that answers no known call belongs to the slash command that was typed last, and to nothing without one. */
  private withoutCall(text: string): readonly Change[] {
    const kind = this.lastSlash;
    return kind === undefined ? [] : route(text, { source: 'command', kinds: [kind], command: '' }).changes;
  }
}

type Asked =
  | { readonly source: 'reviewer' }
  | { readonly source: 'command'; readonly kinds: readonly ReviewKind[]; readonly command: string };

/** An entry of the transcript that matters for reviews. */
type TranscriptEvent =
  | {
      readonly kind: 'call';
      readonly tool: string;
      readonly id: string | undefined;
      readonly path: string | undefined;
      readonly command: string | undefined;
    }
  /** A slash command that the person typed. */
  | { readonly kind: 'slash'; readonly command: string }
  /** What a tool gave back, or a text of the agent's. */
  | { readonly kind: 'answer'; readonly id: string | undefined; readonly text: string };

const depth = 8;

/** Reads the last lines of a transcript in order. Lines that are no JSON say nothing, and neither does prose. */
function* transcriptEvents(text: string, lines: number): Generator<TranscriptEvent> {
  for (const line of text.split('\n').slice(-lines - 1)) {
    const entry = parseJson(line);
    if (isRecord(entry) && entry.isSidechain !== true) yield* inObject(entry, depth);
  }
}

function* inObject(object: Fields, left: number): Generator<TranscriptEvent> {
  if (left === 0) return;
  const call = callIn(object);
  if (call !== undefined) {
    yield call;
    return;
  }
  if (object.type === 'tool_result') {
    const text = textsIn(object.content).join('\n');
    if (text !== '') yield { kind: 'answer', id: stringOf(object.tool_use_id), text };
    return;
  }
  if (object.type === 'text' && typeof object.text === 'string') {
    yield { kind: 'answer', id: undefined, text: object.text };
    return;
  }
  for (const key of ['message', 'content', 'toolUse', 'output', 'text']) yield* inValue(object[key], object, left - 1);
}

function* inValue(value: unknown, holder: Fields, left: number): Generator<TranscriptEvent> {
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) if (isRecord(item)) yield* inObject(item, left);
  } else if (isRecord(value)) yield* inObject(value, left);
  else if (typeof value === 'string') yield* inText(value, holder);
}

function* inText(text: string, holder: Fields): Generator<TranscriptEvent> {
  const typed = /^\s*(?:<command-message>[^<]*<\/command-message>\s*)?<command-name>\s*(\/[^<\s]+)/.exec(text)?.[1];
  const person = holder.role === 'user' || holder.type === 'user';
  const slash = typed ?? (person ? /^\s*(\/[\w:.-]+)(?=\s|$)/.exec(text)?.[1] : undefined);
  if (slash !== undefined) yield { kind: 'slash', command: slash };
  else if (!person) yield { kind: 'answer', id: undefined, text };
}

/** A tool call in whatever spelling the client wrote it. */
function callIn(object: Fields): TranscriptEvent | undefined {
  const tool = [object.name, object.tool_name, object.tool].find((name) => typeof name === 'string');
  if (tool === undefined) return undefined;
  const given = [object.input, object.tool_input].find(isRecord) ?? object;
  const path = stringOf(given.file_path) ?? stringOf(given.notebook_path);
  const command = stringOf(given.command);
  if (path === undefined && command === undefined && object.type !== 'tool_use') return undefined;
  return { kind: 'call', tool, id: stringOf(object.id) ?? stringOf(object.tool_use_id), path, command };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((block: unknown) => (isRecord(block) && typeof block.text === 'string' ? [block.text] : []));
}
