import * as z from 'zod/mini';
import type { StateFile } from '../state/state-file';
import { ownFile } from '../state/stored-files';
import { lazyObject } from '../project/lazy-schema';
import { absolutePattern, treePattern } from '../project/pattern';

/** The folders that a session may write in. A person sets it. */
export const Scope = lazyObject(() => ({
  /** Absent: every session of this worktree. */
  session: z.optional(z.string()),
  /** Patterns from the worktree’s top: `src/**`. */
  globs: z.array(z.string()).check(z.minLength(1)),
  by: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
}));
export type Scope = z.infer<typeof Scope>;

const Scopes = lazyObject(() => ({ v: z.literal(1), scopes: z.array(Scope) }));
type Scopes = z.infer<typeof Scopes>;

export const scopeFileName = 'scope.json';
const kept = 50;

const fileIn = (home: string): StateFile<Scopes> => ownFile(home, 'scope', Scopes, { sealed: true });

/** Every scope of a worktree; undefined if the file cannot be trusted. */
export function scopesIn(home: string): readonly Scope[] | undefined {
  const reading = fileIn(home).read();
  if (reading.kind === 'missing') return [];
  return reading.kind === 'ok' ? reading.value.scopes : undefined;
}

/** The scope of a session: its own, or the worktree’s. */
export const scopeOf = (scopes: readonly Scope[], session: string): Scope | undefined =>
  scopes.findLast((scope) => scope.session === session) ?? scopes.findLast((scope) => scope.session === undefined);

export async function setScope(home: string, scope: Scope): Promise<void> {
  await fileIn(home).update((now) => ({
    v: 1,
    scopes: [...(now?.scopes ?? []).filter(({ session }) => session !== scope.session), scope].slice(-kept),
  }));
}

/** Clears the scope of one session, or all of them. */
export async function clearScope(home: string, session?: string): Promise<void> {
  await fileIn(home).update((now) => ({
    v: 1,
    scopes: session === undefined ? [] : (now?.scopes ?? []).filter((scope) => scope.session !== session),
  }));
}

/** Is a file inside a scope? A pattern with `!` excludes. */
export function insideScope(
  { globs }: Pick<Scope, 'globs'>,
  at: { root: string; home: string },
): (file: string) => boolean {
  const build = (glob: string) => treePattern(absolutePattern(folderPattern(glob), at)).matches;
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(build);
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => build(glob.slice(1)));
  return (file) => wanted.some((fits) => fits(file)) && !unwanted.some((fits) => fits(file));
}

/** `src` is the folder at the top, not every file of that name. */
const folderPattern = (glob: string): string => (/^(?:\/|~|\*\*|\.\/)/.test(glob) ? glob : `./${glob}`);
