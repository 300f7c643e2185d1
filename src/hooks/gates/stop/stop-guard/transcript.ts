/** Something in a transcript that the guard cares about. */
export type Happening =
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

type Json = Readonly<Record<string, unknown>>;

const depth = 8;

/** Reads the last lines of a transcript in order. Lines that are no JSON say nothing, and neither does prose. */
export function* happenings(text: string, lines: number): Generator<Happening> {
  for (const line of text.split('\n').slice(-lines - 1)) {
    if (line.trim() === '') continue;
    let entry: unknown;
    try {
      entry = JSON.parse(line);
    } catch {
      continue;
    }
    if (isObject(entry) && entry.isSidechain !== true) yield* inObject(entry, depth);
  }
}

function* inObject(object: Json, left: number): Generator<Happening> {
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

function* inValue(value: unknown, holder: Json, left: number): Generator<Happening> {
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) if (isObject(item)) yield* inObject(item, left);
  } else if (isObject(value)) yield* inObject(value, left);
  else if (typeof value === 'string') yield* inText(value, holder);
}

function* inText(text: string, holder: Json): Generator<Happening> {
  const typed = /^\s*(?:<command-message>[^<]*<\/command-message>\s*)?<command-name>\s*(\/[^<\s]+)/.exec(text)?.[1];
  const person = holder.role === 'user' || holder.type === 'user';
  const slash = typed ?? (person ? /^\s*(\/[\w:.-]+)(?=\s|$)/.exec(text)?.[1] : undefined);
  if (slash !== undefined) yield { kind: 'slash', command: slash };
  else if (!person) yield { kind: 'answer', id: undefined, text };
}

/** A tool call in whatever spelling the client wrote it. */
function callIn(object: Json): Happening | undefined {
  const tool = [object.name, object.tool_name, object.tool].find((name) => typeof name === 'string');
  if (tool === undefined) return undefined;
  const given = [object.input, object.tool_input].find(isObject) ?? object;
  const path = stringOf(given.file_path) ?? stringOf(given.notebook_path);
  const command = stringOf(given.command);
  if (path === undefined && command === undefined && object.type !== 'tool_use') return undefined;
  return { kind: 'call', tool, id: stringOf(object.id) ?? stringOf(object.tool_use_id), path, command };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((block: unknown) => (isObject(block) && typeof block.text === 'string' ? [block.text] : []));
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
