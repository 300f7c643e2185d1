import type { CodeCall, CommandReading, Invocation, Redirect, ShellWord } from './invocation';
import { isDevice, resolvePath } from './paths';
import { echoed, printed } from './reader/printing';
import { plainWord } from './reader/words';
import { writingPrograms } from './writing-programs';

/** A file that a command line would change. */
export interface WrittenFile {
  /** Absolute, links not followed; undefined where the name or the directory is unknown. */
  readonly path: string | undefined;
  readonly change: Change;
  /** The text that goes in, where the line says all of it. */
  readonly content: string | undefined;
  readonly word: ShellWord;
  /** Undefined for a library call of inline code. */
  readonly invocation: Invocation | undefined;
  /** The library call, where one writes. */
  readonly call: CodeCall | undefined;
}

export type Change =
  | 'write'
  | 'append'
  /** Made if missing, its text untouched: `touch`, `mkdir`. */
  | 'create'
  /** Changed in place: `sed -i`. */
  | 'edit'
  | 'delete'
  | 'delete-tree'
  | 'move-away'
  | 'attributes'
  /** Overwritten with what git keeps. */
  | 'restore';

/** Every file that a command line says it writes, removes or moves; other machines' files are left out. */
export function writtenFiles(reading: CommandReading): readonly WrittenFile[] {
  const files = known.get(reading) ?? filesOf(reading);
  known.set(reading, files);
  return files;
}

/** Several gates ask the same of one reading. */
const known = new WeakMap<CommandReading, readonly WrittenFile[]>();

function filesOf(reading: CommandReading): readonly WrittenFile[] {
  const files: WrittenFile[] = [];
  for (const invocation of reading.invocations) {
    if (invocation.elsewhere) continue;
    for (const redirect of invocation.redirects) redirected(redirect, invocation, files);
    const { program } = invocation;
    // A script of that name in a temporary directory is some other program.
    if (program === undefined || program === '' || /^\/(?:var\/)?tmp\//.test(invocation.name.text)) continue;
    const rule = Object.hasOwn(writingPrograms, program) ? writingPrograms[program] : undefined;
    for (const { word, change, base } of rule?.(invocation) ?? []) {
      files.push(fileOf(word, change, base ?? invocation.cwd, contentOf(program, change, invocation), invocation));
    }
  }
  for (const call of reading.calls) {
    if (call.elsewhere || call.effect === 'run-decoded') continue;
    const change = call.effect === 'permissions' ? 'attributes' : call.effect;
    const path = call.target === undefined ? undefined : resolvePath(call.cwd, call.target);
    files.push({ path, change, content: undefined, word: plainWord(call.target ?? '…'), invocation: undefined, call });
  }
  return files;
}

function fileOf(
  word: ShellWord,
  change: Change,
  cwd: string | undefined,
  content: string | undefined,
  invocation: Invocation,
): WrittenFile {
  const path = word.value === undefined || word.glob ? undefined : resolvePath(cwd, word.value);
  return { path, change, content, word, invocation, call: undefined };
}

const outgoing: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '>&', '<>']);

function redirected(redirect: Redirect, invocation: Invocation, found: WrittenFile[]): void {
  const { target, operator } = redirect;
  if (target === undefined || !outgoing.has(operator)) return;
  if (operator === '>&' && /^(?:\d+-?|-)$/.test(target.text)) return;
  if (isDevice(target.text) && !/^\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mmcblk|mapper)/.test(target.text)) return;
  if (target.parts[0]?.kind === 'unknown' && target.text.startsWith('>(')) return;
  const content = redirect.fd === undefined || redirect.fd === '1' ? printedBy(invocation) : undefined;
  found.push(fileOf(target, operator.includes('>>') ? 'append' : 'write', invocation.cwd, content, invocation));
}

/** The text that `echo x > f` and `cat > f <<EOF` put into the file. */
function printedBy(invocation: Invocation): string | undefined {
  if (invocation.program === 'cat' && invocation.args.length === 0) return textOf(invocation);
  return invocation.program === 'echo'
    ? echoed(invocation.args)
    : invocation.program === 'printf'
      ? printed(invocation.args)
      : undefined;
}

function textOf(invocation: Invocation): string | undefined {
  return invocation.stdin.kind === 'text' ? invocation.stdin.text : undefined;
}

function contentOf(program: string, change: Change, invocation: Invocation): string | undefined {
  return program === 'tee' && (change === 'write' || change === 'append') ? textOf(invocation) : undefined;
}
