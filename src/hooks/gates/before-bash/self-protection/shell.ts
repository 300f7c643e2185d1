import path from 'node:path';
import { publicStateNamedIn } from '../../../evidence/public-names';
import type { Deny } from '../../../pipeline/gate';
import type { EffectOf } from '../../../programs/effect';
import { namePattern } from '../../../project/pattern';
import { namesIn, readText, isFolder } from '../../../project/read-file';
import type { CommandReading, FoundFiles, Invocation, ShellWord } from '../../../shell/invocation';
import { resolvePath, resolveWord, within } from '../../../shell/paths';
import { foundIn } from '../../../shell/reader/words';
import { readWithFullEnv } from '../../../shell/shared-reading';
import type { Site } from '../../../pipeline/site';
import { shownWords } from '../../../shell/effects';
import { writtenFiles, type WrittenFile } from '../../../shell/written-files';
import {
  personsCommand,
  pluginRefused,
  processEnded,
  refusal,
  registrationLost,
  removalRefused,
  variableRefused,
} from '../self-protection';
import { namedByCode } from './inline-code';
import {
  lastingVariable,
  lastingVariableIn,
  personalCommand,
  personalIn,
  pluginCommand,
  pluginCommandIn,
  removesGatehouse,
  endedProcess,
  endedProcessIn,
} from './persons-commands';
import { harmTo, type Guarded, type Territory } from './territory';

/** The guarded file that a command line would change, as far as its text shows. */
export function judgeCommand(line: string, territory: Territory, site: Site): Deny | undefined {
  const reading = readWithFullEnv(line, site);
  for (const invocation of reading.invocations) {
    const words = personalCommand(invocation);
    if (words !== undefined) return personsCommand(words, partOf(invocation));
    if (removesGatehouse(invocation)) return removalRefused(partOf(invocation));
    const variable = lastingVariable(invocation);
    if (variable !== undefined) return variableRefused(variable, partOf(invocation));
    const plugin = pluginCommand(invocation);
    if (plugin !== undefined) return pluginRefused(`\`${plugin}\` adds or switches a plugin`, partOf(invocation));
  }
  const ended = endedProcess(reading, (text, cwd) => {
    const file = /[/~]/.test(text) ? resolvePath(cwd, text) : undefined;
    return file !== undefined && territory.guarded(file)?.kind === 'own';
  });
  if (ended !== undefined) return processEnded(partOf(ended));
  for (const written of writtenFiles(reading)) {
    const found = judgeWrite(written, reading, territory);
    if (found !== undefined) return found;
  }
  for (const invocation of reading.invocations) {
    if (invocation.elsewhere) continue;
    for (const effect of invocation.effects ?? []) {
      const found =
        effect.kind === 'link'
          ? judgeLink(effect, invocation, territory)
          : effect.kind === 'git'
            ? judgeCleaning(effect, invocation, territory)
            : undefined;
      if (found !== undefined) return found;
    }
    const found = judgeCode(invocation, reading, territory);
    if (found !== undefined) return found;
  }
  return undefined;
}

function judgeWrite(written: WrittenFile, reading: CommandReading, territory: Territory): Deny | undefined {
  for (const guarded of targetsOf(written, territory)) {
    const part = partOf(written.invocation);
    if (guarded.kind !== 'settings') return refusal(guarded, part);
    const harm = harmBy(written, guarded.file, reading.source);
    if (harm !== undefined) return registrationLost(guarded.file, harm, part);
  }
  return undefined;
}

/** The guarded files that a write reaches: by name, inside a removed folder, copied into a folder, or by a pattern. */
function targetsOf(written: WrittenFile, territory: Territory): readonly Guarded[] {
  const { path: file, change, word, invocation } = written;
  const found = foundIn(word);
  if (found !== undefined) return reachedBy(found, change === 'delete-tree' || change === 'move-away', territory);
  if (file === undefined) {
    if (word.glob) return byPattern(resolvePath(invocation.cwd, word.text) ?? word.text, territory);
    return byTail(word, territory);
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
      // A link to a folder is replaced, not entered.
      if (invocation.use?.has('--no-dereference', '--no-target-directory') === true) return territory.heldBy(file);
      return isFolder(file) ? copiedInto(file, written, territory) : [];
    case 'append':
    case 'create':
    case 'edit':
      return [];
  }
}

/** What a pattern matches, or the guarded folder that it looks into: `~/.gatehouse/bin/*`. */
function byPattern(pattern: string, territory: Territory): readonly Guarded[] {
  const folder = pattern.replace(/[*?[{].*$/s, '').replace(/[^/]*$/, '');
  const guarded = folder.startsWith('/') ? territory.guarded(folder) : undefined;
  return guarded === undefined ? territory.matching(pattern) : [guarded];
}

/** The names that `cp -r from/. folder` and `mv a b folder` create in an existing folder. */
function copiedInto(folder: string, { from, invocation }: WrittenFile, territory: Territory): readonly Guarded[] {
  return (from ?? []).flatMap((word) => {
    const source = resolveWord(invocation.cwd, word);
    if (source === undefined) return [];
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

/** The guarded files that a search would come upon, by its folders and its tests; with a folder goes what is in it. */
function reachedBy({ roots, cwd, only }: FoundFiles, takesFolders: boolean, territory: Territory): readonly Guarded[] {
  const starts = roots.flatMap((root) => {
    const start = resolveWord(cwd, root);
    if (start === undefined) return [];
    return root.glob ? territory.matching(start).map(({ file }) => file) : [start];
  });
  const names = only.names?.map(namePattern) ?? [];
  const paths = only.paths?.map(namePattern) ?? [];
  const fits = (file: string): boolean =>
    (names.length === 0 || names.some((name) => name(path.basename(file)))) &&
    (paths.length === 0 || paths.some((one) => one(file)));
  return territory
    .present()
    .filter(({ file }) =>
      starts.some(
        (start) =>
          within(file, start) &&
          (only.open === true || (takesFolders ? foldersAbove(file, start) : [file]).some((one) => fits(one))),
      ),
    )
    .filter(matters);
}

/** A file and the folders that hold it, up to one of them. */
function foldersAbove(file: string, top: string): readonly string[] {
  const all = [file];
  for (let folder = file; folder !== top && folder !== path.dirname(folder); all.push(folder)) {
    folder = path.dirname(folder);
  }
  return all;
}

/** The agent may change a settings file without Gatehouse entries. */
function matters({ kind, file }: Guarded): boolean {
  return kind !== 'settings' || harmTo(file, undefined) !== undefined;
}

/** A link to a guarded file is another way to write it. */
function judgeLink(
  { path: target, cwd }: EffectOf<'link'>,
  invocation: Invocation,
  territory: Territory,
): Deny | undefined {
  const file = resolveWord(cwd, target);
  if (file === undefined) return undefined;
  const guarded = [territory.guarded(file) ?? [], territory.heldBy(file)].flat().find(matters);
  return guarded === undefined ? undefined : refusal(guarded, partOf(invocation));
}

/** `git clean -x` also removes the settings that git ignores, unless they are left out: `-e .claude`. */
function judgeCleaning(
  { act, loses, paths, cwd }: EffectOf<'git'>,
  invocation: Invocation,
  territory: Territory,
): Deny | undefined {
  if (act !== 'discard' || loses?.includes('ignored') !== true) return undefined;
  if (invocation.args.some(({ text }) => /(?:^|=|-e)\/?\.claude(?:\/|$)/.test(text))) return undefined;
  const folders = paths?.map((word) => resolveWord(cwd, word)) ?? [cwd];
  const lost = folders
    .flatMap((folder) => (folder === undefined ? [] : [folder, path.join(folder, '.claude')]))
    .flatMap((folder) => territory.heldBy(folder))
    .find((one) => one.kind === 'settings' && matters(one));
  return lost === undefined
    ? undefined
    : registrationLost(
        lost.file,
        'this would delete it with everything that git ignores',
        partOf(invocation),
        'Leave the folder out: `-e .claude`.',
      );
}

function judgeCode(invocation: Invocation, reading: CommandReading, territory: Territory): Deny | undefined {
  const name = namedByCode(invocation);
  if (name === undefined) return undefined;
  const kind = kindOf(name);
  const harmless =
    kind === 'settings' && !reading.source.includes('disableAllHooks') && !territory.present().some(isOurSettings);
  return harmless ? undefined : refusal({ kind, file: name }, partOf(invocation));
}

/** What a guarded name in code stands for. */
const kindOf = (name: string): Guarded['kind'] => kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'state';

const kinds: readonly (readonly [RegExp, Guarded['kind']])[] = [
  [/gatehouse(?:\.local)?\.json/i, 'config'],
  [/\.gatehouse/i, 'own'],
  [/dev-mods|\.claude["'\s,/\\]+plugins/i, 'plugins'],
  [/settings/i, 'settings'],
];

function isOurSettings(guarded: Guarded): boolean {
  return guarded.kind === 'settings' && matters(guarded);
}

function harmBy(written: WrittenFile, file: string, source: string): string | undefined {
  const { change, content } = written;
  const after =
    content === undefined
      ? undefined
      : change === 'append'
        ? (readText(file) ?? '') + content
        : change === 'write'
          ? content
          : undefined;
  const harm = harmTo(file, content === undefined ? movedIn(written, file) : after);
  if (harm !== undefined || after !== undefined) return harm;
  return source.includes('disableAllHooks') ? 'disableAllHooks would switch them off' : undefined;
}

/** The text that a plain copy or move would write, if its source exists. */
function movedIn({ from, word, invocation }: WrittenFile, file: string): string | undefined {
  const [source, ...more] = from ?? [];
  if (source?.value === undefined || more.length > 0 || invocation.depth > 0) return undefined;
  if (word.value === undefined || resolvePath(invocation.cwd, word.value) !== file) return undefined;
  const path = resolvePath(invocation.cwd, source.value);
  return path === undefined ? undefined : (readText(path) ?? '');
}

function partOf(invocation: Invocation): string {
  const words = [invocation.name, ...invocation.args].slice(0, 400).map((word) => word.text);
  const redirects = invocation.redirects.map(({ operator, target }) => `${operator} ${target?.text ?? ''}`);
  return shownWords(words, 400) || shownWords(redirects, 400);
}

const changing =
  /(?:\b(?:set|add|clear|remove|move|copy|rename|new)-(?:content|item|itemproperty)|\bout-file|\btee-object|\b(?:ni|ri|mi|ci|rni|sc|ac|clc|del|erase|rd|rmdir|rm|mv|cp|copy|move|ren|tee)\b|\[(?:system\.)?io\.|>)/i;
const others =
  /\.gatehouse\b|\.claude[\\/]+(?:dev-mods|plugins)\b|\.claude[\\/]+(?:gatehouse|settings)(?:\.local)?\.json/i;

/** PowerShell is not parsed: a command that changes something and names what is guarded is stopped by its text. */
export function judgePowerShell(command: string): Deny | undefined {
  const words = personalIn(command);
  if (words !== undefined) return personsCommand(words, command);
  const plugin = pluginCommandIn(command);
  if (plugin !== undefined) return pluginRefused(`\`${plugin}\` adds or switches a plugin`, command);
  if (endedProcessIn(command)) return processEnded(command);
  const variable = lastingVariableIn(command);
  if (variable !== undefined) return variableRefused(variable, command);
  if (!changing.test(command)) return undefined;
  const state = publicStateNamedIn(command);
  if (state !== undefined) return refusal({ kind: 'state', file: state }, command);
  const other = others.exec(command)?.[0];
  return other === undefined ? undefined : refusal({ kind: kindOf(other), file: other }, command);
}
