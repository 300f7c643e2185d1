import { isReadable } from '../../../programs/languages/readable';
import type { Effect } from '../../../programs/effect';
import type { Invocation } from '../../../shell/invocation';
import { publicStateNamedIn } from '../../../evidence/public-names';
import { wordSet } from '../../../project/text';

const interpreters =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|tsx|ts-node|ruby|perl[\d.]*|php[\d.]*|lua[\d.]*|tclsh|osascript|rscript|[gmn]?awk)$/;
const editors = wordSet('ed ex vi vim nvim nano pico micro emacs joe mcedit code');
const patchers = wordSet('patch git');

/** Calls that change files, in many languages; reading is not among them. */
const changing =
  /write|\bopen\s*\([^)]*,\s*(?:mode\s*=\s*)?["'][^"']*[wax+]|unlink|remove|rename|rmtree|\brm\b|\bmv\b|\bcp\b|truncate|copyfile|copytree|\bcopy\w*\s*\(|shutil\.(?:copy|move)|\.replace\s*\(\s*["'][^"']*\.claude|symlink|\blink\b|chmod|chown|touch|\bdump\s*\(|put_contents|createwritestream|appendfile|outputstream|file\.delete|fileutils/i;

/**
 * The guarded name that an interpreter's inline code, an editor or a patch would change, where what it does to files
 * cannot be told from its effects: those are judged by their paths.
 */
export function namedByCode(invocation: Invocation): string | undefined {
  const { program, args, stdin, effects = [] } = invocation;
  if (program === undefined) return undefined;
  const piped = stdin.kind === 'text' ? stdin.text : '';
  const words = args.map((word) => word.text);
  if (editors.has(program)) return nameIn([...commandsOf(words), piped].filter(isChange).join('\n'));
  if (patchers.has(program)) return nameIn((piped.match(header) ?? []).join('\n'));
  if (!interpreters.test(program)) return undefined;
  const text = [...words, piped].join('\n');
  const changes = program.endsWith('awk') ? awkChanges(text, effects) : changing.test(text);
  return changes && !isSeen(text, effects) ? nameIn(text) : undefined;
}

/** Does an awk program run others, or write files whose names its effects do not have? */
function awkChanges(text: string, effects: readonly Effect[]): boolean {
  const written = text.match(/\bprintf?\b[^;}\n]*>/g)?.length ?? 0;
  return /\|\s*"|system\s*\(/.test(text) || written > effects.filter(isAChange).length;
}

/** The lines of a patch that name the files it is about. */
const header = /^(?:\+\+\+|---|rename (?:from|to)|copy to|diff --git) .*$/gm;

/** An editor's commands. The files that it opens are among its effects. */
const commandsOf = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => word.startsWith('+') || /^(?:-c|--cmd|--eval|-S|-s)$/.test(words[at - 1] ?? ''));

/** Does this command of an editor write or remove anything? */
const isChange = (command: string): boolean =>
  /(?:^|[\s:|+;!])(?:w(?:rite|q|all)?|sav(?:eas)?|up(?:date)?|x(?:it)?|r|e(?:dit)?|call|lua|py\w*)\b|!|write|delete|rename/i.test(
    command,
  );

/** Calls that change a file, in code without its strings. */
const changingCalls =
  /\b(?:write_?(?:text|bytes|file)\w*|appendfile\w*|createwritestream|put_contents|unlink\w*|remove\w*|rename\w*|rmtree|rm(?:sync)?|truncate\w*|copy\w*|move|symlink\w*|link\w*|chmod\w*|chown\w*|touch|open(?:sync)?|file_put_contents)\b/gi;

const isAChange = ({ kind }: Effect): boolean =>
  kind === 'write' || kind === 'delete' || kind === 'move' || kind === 'link' || kind === 'attributes';

/** Do the effects of code in a language that is read account for every call in it that changes or opens a file, each with its path? */
function isSeen(text: string, effects: readonly Effect[]): boolean {
  const code = effects.find(
    (effect) => effect.kind === 'run' && (effect.code.form === 'inline' || effect.code.form === 'input'),
  );
  if (
    code?.kind !== 'run' ||
    code.code.form === 'command' ||
    !('language' in code.code) ||
    !isReadable(code.code.language)
  ) {
    return false;
  }
  const calls = withoutStrings(text).match(changingCalls)?.length ?? 0;
  const files = effects.filter((effect) => isAChange(effect) || effect.kind === 'read');
  const others = effects.some((effect) => effect !== code && (effect.kind === 'run' || effect.kind === 'unknown'));
  return (
    !others && calls <= files.length && files.every((effect) => 'path' in effect && effect.path.value !== undefined)
  );
}

/** Code without the inside of its quotes. */
const withoutStrings = (code: string): string => code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '""');

const otherNames =
  /\.gatehouse\b|(?<![\w-])\.claude["'\s,/\\]+(?:gatehouse(?:\.local)?|settings(?:\.local)?)\.json|(?<![\w-])\.claude["'\s,/\\]+(?:dev-mods|plugins)\b|(?<![\w-])gatehouse(?:\.local)?\.json/i;

function nameIn(text: string): string | undefined {
  return publicStateNamedIn(text) ?? otherNames.exec(text)?.[0];
}
