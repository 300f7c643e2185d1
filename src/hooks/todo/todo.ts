import * as z from 'zod/mini';
import { recordsFormat, withoutWrites, type StateFile } from '../state/state-file';
import { ownTextFile } from '../state/stored-files';
import type { Site } from '../pipeline/site';
import { lazyObject, lazySchema } from '../project/lazy-schema';
import { counted, untrusted } from '../project/text';
import { parseAs } from '../protocol/json';

/** Work that was put off, one JSON object per line in Gatehouse's own state. */
const Todo = lazyObject(() => ({
  id: z.int(),
  text: z.string(),
  /** UTC. */
  added: z.string(),
  state: z.enum(['open', 'done']),
}));
type Todo = z.infer<typeof Todo>;

/** A session works on an issue: an item of the list, or one of the project's tracker. */
const Claim = lazyObject(() => ({ claim: z.int(), session: z.string(), at: z.number() }));
type Claim = z.infer<typeof Claim>;

type Line = Todo | Claim;
const Line = lazySchema(() => z.union([Todo, Claim]));

/** A claim of a session that never ended does not last. */
const claimMs = 8 * 60 * 60_000;
const longestText = 500;

const format = recordsFormat<Line>((text) => parseAs(Line, text), JSON.stringify);

const isTodo = (line: Line): line is Todo => 'id' in line;

function store(site: Site): StateFile<Line[]> {
  const file = ownTextFile(site.home, 'todo.jsonl', format, { durable: true });
  return site.dry === true ? withoutWrites(file) : file;
}

const lines = (site: Site): readonly Line[] => store(site).value() ?? [];

export function todos(site: Site): readonly Todo[] {
  return lines(site)
    .filter(isTodo)
    .sort((a, b) => a.id - b.id);
}

export const openTodos = (site: Site): readonly Todo[] => todos(site).filter(({ state }) => state === 'open');

export async function addTodo(site: Site, text: string): Promise<Todo> {
  const added = new Date(site.clock.now()).toISOString();
  let todo: Todo = { id: 1, text: text.slice(0, longestText), added, state: 'open' };
  await store(site).update((now) => {
    const known = now ?? [];
    todo = { ...todo, id: Math.max(0, ...known.filter(isTodo).map(({ id }) => id)) + 1 };
    return [...known, todo];
  });
  return todo;
}

/** Undefined if there is no such item. */
export async function finishTodo(site: Site, id: number): Promise<Todo | undefined> {
  let done: Todo | undefined;
  await store(site).update((now) => {
    const found = now?.filter(isTodo).find((todo) => todo.id === id);
    if (now === undefined || found === undefined) return undefined;
    const finished: Todo = { ...found, state: 'done' };
    done = finished;
    const left = now.filter((line) => (isTodo(line) ? line.id !== id : line.claim !== id));
    return [...left, finished];
  });
  return done;
}

interface Claimed {
  readonly todo: Todo | undefined;
  /** Another session that is at it already. */
  readonly heldBy: string | undefined;
}

/** Notes that a session works on an issue. Two sessions may: the second one is told. */
export async function claimIssue(site: Site, issue: number, session: string): Promise<Claimed> {
  const at = site.clock.now();
  let known: readonly Line[] = [];
  await store(site).update((now) => {
    known = (now ?? []).filter((line) => isTodo(line) || at - line.at < claimMs);
    const others = known.filter((line) => isTodo(line) || line.claim !== issue || line.session !== session);
    return [...others, { claim: issue, session, at }];
  });
  const held = known.find((line): line is Claim => !isTodo(line) && line.claim === issue && line.session !== session);
  return { todo: known.filter(isTodo).find(({ id }) => id === issue), heldBy: held?.session };
}

/** A session that is over works on nothing. */
export async function releaseClaims(site: Site, session: string): Promise<number> {
  const own = (line: Line) => !isTodo(line) && line.session === session;
  const count = lines(site).filter(own).length;
  if (count > 0) await store(site).update((now) => now?.filter((line) => !own(line)));
  return count;
}

const shown = 3;

export function todoLines(site: Site): readonly string[] {
  const open = openTodos(site);
  if (open.length === 0) return [];
  const first = open.slice(0, shown).map(({ id, text }) => `#${id} ${text}`);
  const title = `the todo list (${open.length > shown ? `first ${shown} of ` : ''}${counted(open.length, 'open item')})`;
  return [untrusted(title, first)];
}
