import type { Effect } from '../../programs/effect';
import type { Use } from '../../programs/program';
import { effectsOnHost, onHost, wordOnHost } from '../../programs/parts/mounts';
import type { Assignment, Invocation, Range, Redirect, ShellWord, WordPart } from '../invocation';
import { programName } from '../paths';
import { readAsArithmetic } from './substitution';
import type { Expansion } from './reader';
import type { Value } from './possible';
import type { Redirects } from './redirects';
import { plainWord } from './words';

/** A simple command after expansion. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly range: Range | undefined;
  /** A declaration's own assignments (`export A=1`), beside the same text among the words. */
  readonly declared: readonly AssignedValue[];
  /** What the redirects do to descriptors: `exec` keeps them. */
  readonly descriptors: Redirects['descriptors'];
  /** What it does, where a definition knows the program. */
  readonly effects?: readonly Effect[] | undefined;
  /** Its words, read by that definition. */
  readonly use?: Use | undefined;
}

export interface AssignedValue extends Assignment {
  readonly append: boolean;
  /** Undefined for a scalar. */
  readonly items: readonly (readonly WordPart[])[] | undefined;
  /** The subscripts of `items`, as far as they are written. */
  readonly keys?: readonly (string | undefined)[];
}

/** Redirects without a program: `> f`, `{ …; } > f`. */
export const redirectsAlone = ({ list }: Redirects, range: Range | undefined): SimpleCommand => ({
  words: [plainWord('', range)],
  assignments: [],
  redirects: list,
  range,
  declared: [],
  descriptors: [],
});

/** Says that this program runs. */
export function emit(call: SimpleCommand, on: Expansion): void {
  const { frame, state } = on;
  const [name = plainWord(''), ...args] = call.words;
  const invocation: Invocation = {
    program: name.value === undefined || name.glob ? undefined : programName(name.value),
    name,
    args,
    wrappers: frame.wrappers,
    assignments: call.assignments,
    redirects: call.redirects,
    pipeline: frame.pipeline,
    stdin: frame.stdin,
    cwd: frame.elsewhere ? undefined : state.cwd,
    elsewhere: frame.elsewhere,
    inNewContainer: frame.inNewContainer,
    openEnded: frame.openEnded,
    script: frame.script,
    background: frame.background,
    depth: frame.depth,
    via: frame.via,
    range: call.range,
    effects: call.words.length === 0 ? [] : call.effects,
    use: call.use,
  };
  on.reader.invocations.push(invocation);
  if (frame.mounts.length > 0) emitOnHost(invocation, on);
}

/** What a program in a container does to the files of this machine that it reaches. */
function emitOnHost(invocation: Invocation, { reader, frame: { mounts }, state }: Expansion): void {
  const effects = effectsOnHost(invocation.effects ?? [], mounts);
  const redirects = invocation.redirects.flatMap((redirect) => {
    const target = redirect.target === undefined ? undefined : wordOnHost(redirect.target, state.cwd, mounts);
    return target === undefined ? [] : [{ ...redirect, target }];
  });
  if (effects.length === 0 && redirects.length === 0) return;
  reader.invocations.push({ ...invocation, effects, redirects, elsewhere: false, cwd: onHost(state.cwd, mounts) });
}

/** Sets variables as the shell does. */
export function assign(values: readonly AssignedValue[], on: Expansion): void {
  for (const { name, value, items, keys, append } of values) {
    if (value !== undefined && on.state.integers.has(name)) {
      readAsArithmetic(value, on);
      on.state.setEither(
        name,
        append || !/^-?\d+$/.test(value.text) ? undefined : { kind: 'text', parts: value.parts },
      );
    } else if (items !== undefined) {
      const before = append ? on.state.get(name) : undefined;
      on.state.set(name, keys === undefined ? listed(before, items) : keyed(before, items, keys));
    } else if (value !== undefined) {
      const before = append ? on.state.get(name) : undefined;
      const start: readonly WordPart[] = before?.kind === 'text' ? before.parts : [];
      on.state.set(name, { kind: 'text', parts: kept(name, [...start, ...value.parts]) });
    }
  }
}

const listed = (before: Value | undefined, items: Items): Value => ({
  kind: 'list',
  items: [...itemsOf(before), ...items],
});

/** An item without a subscript follows the one before it. */
function keyed(before: Value | undefined, items: Items, keys: readonly (string | undefined)[]): Value {
  const known = before?.kind === 'list' ? before.keys : undefined;
  const found = new Map(itemsOf(before).map((item, at) => [known?.[at] ?? String(at), item]));
  let next = found.size;
  items.forEach((item, at) => {
    const key = keys[at] ?? String(next);
    next = Number(key) + 1;
    found.set(key, item);
  });
  return { kind: 'list', items: [...found.values()], keys: [...found.keys()] };
}

type Items = readonly (readonly WordPart[])[];

function itemsOf(value: Value | undefined): readonly (readonly WordPart[])[] {
  if (value?.kind === 'list') return value.items;
  return value?.kind === 'text' ? [value.parts] : [];
}

/** What a variable remembers: known text in one piece, since quotes do not outlive the assignment. */
function kept(name: string, parts: readonly WordPart[]): readonly WordPart[] {
  const pieces: WordPart[] = [];
  let text = '';
  for (const part of parts) {
    if (part.kind !== 'unknown') text += part.text;
    else {
      if (text !== '') pieces.push({ kind: 'literal', text, quoted: true });
      pieces.push(part);
      text = '';
    }
  }
  if (text !== '') pieces.push({ kind: 'literal', text, quoted: true });
  const length = pieces.reduce((sum, part) => sum + part.text.length, 0);
  if (pieces.length <= 100 && length <= 50_000) return pieces;
  return [{ kind: 'unknown', text: `$${name}`, why: 'variable', quoted: false, name }];
}
