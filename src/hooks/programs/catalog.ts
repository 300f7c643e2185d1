import { wordSet } from '../project/text';
import { entryOf, type Definition, type Family } from './program';

/** Families of programs that print what they are given, changed or sifted. */
const textFamilies: readonly (() => Family)[] = [
  () => (require('./text') as typeof import('./text')).text,
  () => (require('./searchers') as typeof import('./searchers')).searchers,
  () => (require('./stream-editors') as typeof import('./stream-editors')).streamEditors,
  () => (require('./pagers') as typeof import('./pagers')).pagers,
];

/**
 * Every known program. Each family is a file that loads when a command first uses one of its programs: few commands
 * need more than three. A program belongs to one family only.
 */
const families: readonly (() => Family)[] = [
  () => (require('./shells') as typeof import('./shells')).shellBuiltins,
  () => (require('./files') as typeof import('./files')).files,
  ...textFamilies,
  () => (require('./git/git') as typeof import('./git/git')).git,
  () => (require('./other-repositories') as typeof import('./other-repositories')).otherRepositories,
  () => (require('./finders') as typeof import('./finders')).finders,
  () => (require('./shells') as typeof import('./shells')).shells,
  () => (require('./interpreters') as typeof import('./interpreters')).interpreters,
  () => (require('./archives') as typeof import('./archives')).archives,
  () => (require('./wrappers') as typeof import('./wrappers')).wrappers,
  () => (require('./network') as typeof import('./network')).network,
  () => (require('./remote-shells') as typeof import('./remote-shells')).remoteShells,
  () => (require('./containers') as typeof import('./containers')).containers,
  () => (require('./kubernetes') as typeof import('./kubernetes')).kubernetes,
  () => (require('./databases') as typeof import('./databases')).databases,
  () => (require('./github') as typeof import('./github')).github,
  () => (require('./cloud') as typeof import('./cloud')).cloud,
  () => (require('./infrastructure') as typeof import('./infrastructure')).infrastructure,
  () => (require('./platforms') as typeof import('./platforms')).platforms,
  () => (require('./kubernetes') as typeof import('./kubernetes')).clusters,
  () => (require('./migrations') as typeof import('./migrations')).migrations,
  () => (require('./system') as typeof import('./system')).system,
  () => (require('./administration') as typeof import('./administration')).administration,
  () => (require('./disks') as typeof import('./disks')).disks,
  () => (require('./terminals') as typeof import('./terminals')).terminals,
  () => (require('./agents') as typeof import('./agents')).agents,
  () => (require('./mac') as typeof import('./mac')).mac,
  () => (require('./secret-stores') as typeof import('./secret-stores')).secretStores,
  () => (require('./windows') as typeof import('./windows')).windows,
  () => (require('./node-packages') as typeof import('./node-packages')).nodePackages,
  () => (require('./python-packages') as typeof import('./python-packages')).pythonPackages,
  () => (require('./packages') as typeof import('./packages')).packages,
  () => (require('./packages') as typeof import('./packages')).publishers,
  () => (require('./package-tools') as typeof import('./package-tools')).packageTools,
  () => (require('./task-runners') as typeof import('./task-runners')).taskRunners,
  () => (require('./builders') as typeof import('./builders')).builders,
  () => (require('./compilers') as typeof import('./compilers')).compilers,
  () => (require('./test-runners') as typeof import('./test-runners')).testRunners,
  () => (require('./linters') as typeof import('./linters')).linters,
  () => (require('./media') as typeof import('./media')).media,
  () => (require('./data-files') as typeof import('./data-files')).dataFiles,
];

/** The names in each family. */
export const familyNames = (): readonly string[] => families.map((family) => ` ${Object.keys(family()).join(' ')} `);

/** Every definition, with all names that share it. */
export const allPrograms = (): readonly (readonly [names: string, definition: Definition])[] =>
  families.flatMap((family) => Object.entries(family()));

/** The result of `familyNames`, inserted by the build, so that a hook loads no family just to read its names. */
declare const namesOfFamilies: readonly string[] | undefined;

const names = typeof namesOfFamilies === 'undefined' ? familyNames() : namesOfFamilies;

/** `python3.12` gets the definition of `python3`, unless it has one of its own. */
export function definitionOf(program: string): Definition | undefined {
  const plain = program.replace(/-?\d+\.[\d.]+$/, '');
  const known = lookUp(program) ?? (plain === program ? undefined : (lookUp(plain) ?? lookUp(`${plain}3`)));
  return known ?? (/^git-[a-z]/.test(program) ? lookUp('git-*') : undefined);
}

const definitions = new Map<string, Definition>();

function lookUp(program: string): Definition | undefined {
  const known = definitions.get(program);
  if (known !== undefined || program === '' || program.includes(' ')) return known;
  const family = families[names.findIndex((all) => all.includes(` ${program} `))];
  const found = family && entryOf(family(), program);
  if (found !== undefined) definitions.set(program, found);
  return found;
}

/** Known programs whose name matches a shell pattern, the most dangerous first. */
export function programsLike(pattern: string): readonly string[] {
  if (!/\w/.test(pattern.replace(/\[[^\]]*\]/g, 'x')) || /[^\w.*?[\]-]/.test(pattern)) return [];
  const letters = pattern.replace(/[.]/g, '\\.').replace(/\?/g, '[^ ]').replace(/\*+/g, '[^ ]{0,20}');
  const fits = new RegExp(`(?<= )${letters}(?= )`, 'g');
  const found = names.flatMap((all) => all.match(fits) ?? []);
  return [...found].sort((one, other) => Number(severe.has(other)) - Number(severe.has(one)));
}

/** Does the program print what it is given, changed or sifted? */
export const isTextProgram = (program: string): boolean =>
  textFamilies.some((family) => entryOf(family(), program) !== undefined);

const severe = wordSet('rm dd git sh bash sudo shred find mkfs curl wget');
