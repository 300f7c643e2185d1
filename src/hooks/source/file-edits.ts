import { wordSet } from '../project/text';
import { existsSync } from 'node:fs';
import type { Site } from '../pipeline/site';
import { realTarget } from '../project/place';
import { readText } from '../project/read-file';
import { memoize } from '../project/functions';
import type { ToolCall } from '../protocol/call';
import { editsOf, shellCommand, type Edit } from '../protocol/tools';
import { fileKind, type FileKind } from './file-kind';

/** A file that a call writes, however it does so: an edit tool, a redirect, `sed -i`, `cp` … */
export interface FileEdit {
  readonly kind: FileKind;
  /** `whole` replaces the content, `part` a piece of it. */
  readonly extent: 'whole' | 'part';
  /** The text that goes in; undefined if a command computes it. */
  readonly texts: readonly string[] | undefined;
  /** The pieces that go out, beside `texts`. */
  readonly replaced: readonly string[];
  readonly by: 'tool' | 'shell';
  /** The file does not exist yet. */
  readonly created: boolean;
}

/** The files that a call is about to write, each seen from its own worktree. */
export async function fileEdits(call: ToolCall, site: Site): Promise<readonly FileEdit[]> {
  const command = shellCommand(call);
  if (command !== undefined && call.tool === 'Bash') return shellEdits(command, site);
  return editsOf(call).map((edit) => toolEdit(edit, site));
}

function toolEdit({ path, extent, texts, replaced }: Edit, site: Site): FileEdit {
  const kind = fileKind(site.root, path);
  return { kind, extent, texts, replaced, by: 'tool', created: !existsSync(kind.path) };
}

const writing: ReadonlySet<string> = new Set(['write', 'append', 'edit', 'create']);

async function shellEdits(command: string, site: Site): Promise<readonly FileEdit[]> {
  if (onlyLooks(command)) return [];
  // The reader is a chunk of its own: an edit tool's call does not pay for it.
  const [{ readingAt }, { writtenFiles }] = await Promise.all([
    import(/* webpackChunkName: "commands" */ '../shell/shared-reading'),
    import(/* webpackChunkName: "commands" */ '../shell/written-files'),
  ]);
  // A command may write thousands of files in one folder, or one file thousands of times.
  const folderAt = memoize((folder) => realTarget(folder));
  const isThere = memoize(existsSync);
  return writtenFiles(readingAt(command, site)).flatMap(({ path, change, content, invocation }): FileEdit[] => {
    // What a script of the project writes is its output, no edit of the agent's.
    if (path === undefined || invocation.script || !writing.has(change)) return [];
    const kind = fileKind(site.root, path, folderAt);
    const texts = content === undefined ? (change === 'create' ? [''] : undefined) : [content];
    const extent = change === 'write' ? 'whole' : 'part';
    return [{ kind, extent, texts, replaced: [], by: 'shell', created: !isThere(kind.path) }];
  });
}

/** The whole text of the file once the edit has happened; undefined if that cannot be known. */
export function contentAfter(edit: FileEdit): string | undefined {
  if (edit.texts === undefined) return undefined;
  if (edit.extent === 'whole') return edit.texts.join('');
  const before = readText(edit.kind.path);
  if (before === undefined) return edit.created ? edit.texts.join('\n') : undefined;
  if (edit.by === 'shell') return before + edit.texts.join('');
  return edit.texts.reduce((text, incoming, index) => {
    const outgoing = edit.replaced[index] ?? '';
    const at = outgoing === '' ? -1 : text.indexOf(outgoing);
    return at < 0 ? text : text.slice(0, at) + incoming + text.slice(at + outgoing.length);
  }, before);
}

const programs = wordSet(
  'ls cat head tail grep rg egrep fgrep pwd wc which type file stat du df date whoami printenv tree diff cmp sleep true echo printf id uname',
);
const gitVerbs = wordSet('status log diff show blame rev-parse ls-files grep shortlog describe');

/** `tree -o file`, `git diff --output=file`, also with quotes in it. */
const writes = (command: string): boolean => /\s(?:--outp|-\w*o)/.test(command.replace(/["']/g, ''));

/** One plain command that reads and writes nothing, whatever its words: by far the most calls. No parser has to say so. */
export function onlyLooks(command: string): boolean {
  if (/[<>|;&`$()\n\\]/.test(command)) return false;
  const [program = '', ...args] = command.trim().split(/\s+/, 3);
  if (program === 'env') return args.length === 0;
  if (program === 'tree') return !writes(command);
  if (program !== 'git') return programs.has(program);
  return gitVerbs.has((args[0] === '--no-pager' ? args[1] : args[0]) ?? '') && !writes(command);
}
