import { reads, writes, type Action, type Effect } from '../programs/effect';
import type { Use } from '../programs/program';
import { wordSet } from '../project/text';
import type { CommandReading, Invocation, Stream, ShellWord } from './invocation';
import { isDevice } from './paths';
import { echoed, printed } from './reader/printing';

/** An effect and the invocation that it comes from. */
export interface Happening {
  readonly effect: Effect;
  readonly invocation: Invocation;
}

/** Everything that the programs of a command line do, and what its redirects read and write, in the order of the line. */
export function effectsOf(reading: CommandReading): readonly Happening[] {
  const known = kept.get(reading);
  if (known !== undefined) return known;
  const all: Happening[] = [];
  for (const invocation of reading.invocations) {
    for (const effect of redirected(invocation)) all.push({ effect, invocation });
    for (const effect of invocation.effects ?? []) all.push({ effect, invocation });
  }
  kept.set(reading, all);
  return all;
}

/** Several gates ask the same of one reading. */
const kept = new WeakMap<CommandReading, readonly Happening[]>();

/** Redirects that write. */
export const outgoing = wordSet('> >> >| &> &>> >& <>');

function redirected(invocation: Invocation): readonly Effect[] {
  if (invocation.redirects.length === 0) return [];
  return invocation.redirects.flatMap(({ target, operator, fd }): readonly Effect[] => {
    if (target === undefined) return [];
    const states = (action: Action): readonly Effect[] => [{ ...action, certainty: 'certain', cwd: invocation.cwd }];
    if (operator === '<') return states(reads(target));
    if (!outgoing.has(operator)) return [];
    if (operator === '>&' && /^(?:\d+-?|-)$/.test(target.text)) return [];
    if (target.parts[0]?.kind === 'unknown' && target.text.startsWith('>(')) return [];
    const content = fd === undefined || fd === '1' ? printedBy(invocation) : undefined;
    return states(writes(target, { how: operator.includes('>>') ? 'append' : 'replace', content }));
  });
}

/** What `echo x > f`, `cat > f <<EOF` and `git show HEAD:f > f` put into the file. */
function printedBy({ program, args, stdin, effects }: Invocation): Stream | undefined {
  const kept = effects?.find((effect) => effect.kind === 'read' && effect.kept === true);
  if (kept?.kind === 'read') return { kind: 'git', what: 'file', path: kept.path.value };
  if (program === 'cat' && args.length === 0) return stdin.kind === 'text' || stdin.kind === 'git' ? stdin : undefined;
  const text = program === 'echo' ? echoed(args) : program === 'printf' ? printed(args) : undefined;
  return text === undefined ? undefined : { kind: 'text', text };
}

/** Whole disks, partitions and volumes: the devices on which a write leaves something behind. */
export const isDisk = (path: string): boolean =>
  isDevice(path) &&
  /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z?*[]|nvme\d|mmcblk\d|r?disk\d|mapper\/|dm-\d|md\d|pmem\d|dax\d|nbd\d|rbd\d|zd\d|sr\d|loop\d|disk\/|mtd(?:block)?\d|ubi\d|mem$|kmem$|port$|vg\w*\/|ram\d)/.test(
    path,
  );

/** Words as a person would write them, cut to a line; the rest of thousands of words is not even looked at. */
export function shownWords(words: Iterable<Pick<ShellWord, 'raw'> | string>, most: number): string {
  let text = '';
  for (const word of words) {
    const raw = typeof word === 'string' ? word : word.raw;
    text += ` ${raw.slice(0, most + 1).replace(/\s+/g, ' ')}`;
    if (text.length > 2 * most) break;
  }
  const line = text.replace(/ +/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 3)}…`;
}

export function shownInvocation({ name, args }: Invocation, most = 160): string {
  return shownWords([name, ...args.slice(0, most)], most);
}

/** A git invocation, for gates that ask which command it is. */
export interface GitCommand {
  /** Undefined if it cannot be known. */
  readonly name: string | undefined;
  /** The words after the command's name. */
  readonly args: readonly ShellWord[];
  /** The directory git works in; undefined if it cannot be known. */
  readonly cwd: string | undefined;
  /** git's own words: its options, then the command. */
  readonly globals: Use;
  /** The command's words, read by its grammar. */
  readonly use: Use;
  /** Shows help or a version, and does nothing else. */
  readonly prints: boolean;
}

export function gitCommand({ program, use }: Invocation): GitCommand | undefined {
  if (program !== 'git' || use === undefined) return undefined;
  let top = use;
  while (top.outer !== undefined) top = top.outer;
  return {
    name: top.operands[0]?.value,
    args: top.operands.slice(1),
    cwd: use.at.cwd,
    globals: top,
    use,
    // Where help was asked for, the words after the name were not read.
    prints: use.outer === undefined || use.has('--help', '--version') || top.operands[0]?.value === 'help',
  };
}

/** Does it run the command in its own words, which is an invocation of its own (`sudo make`, `npx jest`)? */
export function isWrapping({ effects }: Invocation): boolean {
  return effects?.some((effect) => effect.kind === 'run' && effect.code.wrapper === true) === true;
}
