import { statSync } from 'node:fs';
import path from 'node:path';
import type { Deny } from '../../../pipeline/ruling';
import type { CommandReading, Invocation, ShellWord } from '../../../shell/invocation';
import { resolvePath, within } from '../../../shell/paths';
import { shownWords } from '../../../shell/shown';
import { writtenFiles, type WrittenFile } from '../../../shell/written-files';
import { namedByCode } from './inline-code';
import { personalCommand } from './persons-commands';
import { personsCommand, refusal, registrationLost } from './refusals';
import { harmTo } from './registration';
import type { Guarded, Territory } from './territory';
import { namesIn } from '../../../project/names-in';
import { readText } from '../../../project/read-file';
import { namePattern } from '../../../project/pattern';

/** What a command line would do to what is guarded, as far as its text says. */
export function judgeCommand(reading: CommandReading, territory: Territory): Deny | undefined {
  for (const invocation of reading.invocations) {
    const words = personalCommand(invocation);
    if (words !== undefined) return personsCommand(words, partOf(invocation));
  }
  for (const written of writtenFiles(reading)) {
    const found = judgeWrite(written, reading, territory);
    if (found !== undefined) return found;
  }
  for (const invocation of reading.invocations) {
    if (invocation.elsewhere) continue;
    const found =
      judgeLink(invocation, territory) ?? judgeFind(invocation, territory) ?? judgeCode(invocation, reading, territory);
    if (found !== undefined) return found;
  }
  return undefined;
}

function judgeWrite(written: WrittenFile, reading: CommandReading, territory: Territory): Deny | undefined {
  for (const guarded of targetsOf(written, reading, territory)) {
    const part = written.invocation === undefined ? written.word.text : partOf(written.invocation);
    if (guarded.kind !== 'settings') return refusal(guarded, part);
    const harm = harmBy(written, guarded.file, reading.source);
    if (harm !== undefined) return registrationLost(guarded.file, harm, part);
  }
  return undefined;
}

/** The guarded files that a write means: named, inside a folder that goes, copied into a folder, or fitting a pattern. */
function targetsOf(written: WrittenFile, reading: CommandReading, territory: Territory): readonly Guarded[] {
  const { path: file, change, word, invocation } = written;
  if (file === undefined) {
    if (word.glob) return territory.matching(resolvePath(invocation?.cwd, word.text) ?? word.text);
    return invocation?.openEnded === true ? fedTo(invocation, reading, territory) : byTail(word, territory);
  }
  const named = territory.guarded(file);
  if (named !== undefined) return change === 'create' && named.kind === 'settings' ? [] : [named];
  switch (change) {
    case 'delete':
    case 'delete-tree':
    case 'move-away':
    case 'attributes':
      return territory.heldBy(file);
    case 'restore':
      return territory.heldBy(file).filter(({ kind }) => kind === 'settings');
    case 'write':
      return isFolder(file) && invocation !== undefined ? copiedInto(file, invocation, territory) : [];
    case 'append':
    case 'create':
    case 'edit':
      return [];
  }
}

/** What `cp -r from/. folder` and `mv a b folder` put into a folder that is there. */
function copiedInto(folder: string, invocation: Invocation, territory: Territory): readonly Guarded[] {
  return invocation.args.flatMap((word) => {
    const source = word.value === undefined ? undefined : resolvePath(invocation.cwd, word.value);
    if (source === undefined || word.text.startsWith('-')) return [];
    const names = /(?:^|\/)\.?$/.test(word.text) ? namesIn(source) : [path.basename(source)];
    return names.flatMap((name) => territory.guarded(path.join(folder, name)) ?? []);
  });
}

/** A path whose beginning is unknown: `$DIR/.claude/.test-status`. */
function byTail(word: ShellWord, territory: Territory): readonly Guarded[] {
  const [first] = word.parts;
  const tail = first?.kind === 'unknown' ? word.text.slice(first.text.length) : word.text;
  const known = /(?:^|\/)((?:\.claude\/)?\.?[\w.-]+)$/.exec(tail)?.[1];
  if (known === undefined) return [];
  const guarded = territory.guarded(path.join(territory.root, known));
  return guarded === undefined ? [] : [guarded];
}

/** What reaches a command through `find -exec` and `xargs`. */
function fedTo(invocation: Invocation, reading: CommandReading, territory: Territory): readonly Guarded[] {
  const found = invocation.wrappers
    .filter(({ program }) => program === 'find')
    .flatMap(({ args }) => foundBy(args, invocation.cwd, territory));
  const fed = reading.invocations
    .filter(
      ({ pipeline }) => pipeline.id === invocation.pipeline.id && pipeline.position < invocation.pipeline.position,
    )
    .flatMap((earlier) =>
      earlier.program === 'find'
        ? foundBy(earlier.args, earlier.cwd, territory)
        : earlier.args.flatMap((word) => listedBy(word, earlier.cwd, territory)),
    );
  return [...found, ...fed];
}

function listedBy(word: ShellWord, cwd: string | undefined, territory: Territory): readonly Guarded[] {
  const file = resolvePath(cwd, word.text);
  if (file === undefined || word.text.startsWith('-')) return [];
  if (word.glob) return territory.matching(file);
  const guarded = territory.guarded(file);
  return guarded === undefined ? territory.heldBy(file) : [guarded];
}

function judgeFind(invocation: Invocation, territory: Territory): Deny | undefined {
  if (invocation.program !== 'find' || !invocation.args.some((word) => word.text === '-delete')) return undefined;
  const [guarded] = foundBy(invocation.args, invocation.cwd, territory);
  return guarded === undefined ? undefined : refusal(guarded, partOf(invocation));
}

/** The guarded files that `find` would come upon, by its folders and name patterns. */
function foundBy(args: readonly ShellWord[], cwd: string | undefined, territory: Territory): readonly Guarded[] {
  const texts = args.map((word) => word.text);
  const firstTest = texts.findIndex((text) => /^[-(!]/.test(text));
  const folders = texts.slice(0, firstTest < 0 ? texts.length : firstTest);
  const starts = (folders.length === 0 ? ['.'] : folders).flatMap((folder) => resolvePath(cwd, folder) ?? []);
  const names = texts.flatMap((text, at) => (/^-i?name$/.test(text) ? [namePattern(texts[at + 1] ?? '')] : []));
  return territory
    .present()
    .filter(({ file }) => starts.some((start) => within(file, start)))
    .filter(({ file }) => names.length === 0 || names.some((name) => name(path.basename(file))))
    .filter(matters);
}

/** A settings file without anything of ours in it is the agent's to change. */
function matters({ kind, file }: Guarded): boolean {
  return kind !== 'settings' || harmTo(file, undefined) !== undefined;
}

/** A link to a guarded file is another way to write it. */
function judgeLink(invocation: Invocation, territory: Territory): Deny | undefined {
  if (invocation.program !== 'ln' && invocation.program !== 'link') return undefined;
  for (const word of invocation.args) {
    const file = word.value === undefined ? undefined : resolvePath(invocation.cwd, word.value);
    if (file === undefined || word.text.startsWith('-')) continue;
    const guarded = [territory.guarded(file) ?? [], territory.heldBy(file)].flat().find(matters);
    if (guarded !== undefined) return refusal(guarded, partOf(invocation));
  }
  return undefined;
}

function judgeCode(invocation: Invocation, reading: CommandReading, territory: Territory): Deny | undefined {
  const name = namedByCode(invocation);
  if (name === undefined) return undefined;
  const kind = /gatehouse(?:\.local)?\.json/i.test(name)
    ? 'config'
    : /\.gatehouse/i.test(name)
      ? 'own'
      : /settings/i.test(name)
        ? 'settings'
        : 'state';
  const harmless =
    kind === 'settings' && !reading.source.includes('disableAllHooks') && !territory.present().some(isOurSettings);
  return harmless ? undefined : refusal({ kind, file: name }, partOf(invocation));
}

function isOurSettings(guarded: Guarded): boolean {
  return guarded.kind === 'settings' && matters(guarded);
}

function harmBy({ change, content, invocation }: WrittenFile, file: string, source: string): string | undefined {
  const after =
    content === undefined
      ? undefined
      : change === 'append'
        ? (readText(file) ?? '') + content
        : change === 'write'
          ? content
          : undefined;
  const harm = harmTo(file, content === undefined ? movedIn(invocation, file) : after);
  if (harm !== undefined || after !== undefined) return harm;
  return source.includes('disableAllHooks') ? 'disableAllHooks would switch them off' : undefined;
}

/** The text that a plain copy or move brings along, where it lies there already. */
function movedIn(invocation: Invocation | undefined, file: string): string | undefined {
  if (invocation?.program !== 'cp' && invocation?.program !== 'mv') return undefined;
  const operands = invocation.args.filter((word) => !word.text.startsWith('-'));
  const [source, target, ...more] = operands.map((word) =>
    word.value === undefined ? undefined : resolvePath(invocation.cwd, word.value),
  );
  if (source === undefined || more.length > 0 || target !== file || invocation.depth > 0) return undefined;
  return readText(source) ?? '';
}

function partOf(invocation: Invocation): string {
  const words = [invocation.name, ...invocation.args].slice(0, 400).map((word) => word.text);
  const redirects = invocation.redirects.map(({ operator, target }) => `${operator} ${target?.text ?? ''}`);
  return shownWords(words, 400) || shownWords(redirects, 400);
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
