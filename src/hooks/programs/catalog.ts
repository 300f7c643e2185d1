import { administration } from './administration';
import { agents } from './agents';
import { archives } from './archives';
import { builders } from './builds';
import { cloud } from './cloud';
import { clusters } from './clusters';
import { compilers } from './compilers';
import { containers } from './containers';
import { databases } from './databases';
import { disks } from './disks';
import { files } from './files';
import { finders } from './find';
import { git } from './git/git';
import { github } from './github';
import { infrastructure } from './infrastructure';
import { interpreters } from './interpreters';
import { kubernetes } from './kubernetes';
import { linters } from './linters';
import { mac } from './mac';
import { taskRunners } from './make';
import { migrations } from './migrations';
import { network } from './network';
import { nodePackages } from './node-packages';
import { packageTools } from './package-tools';
import { otherRepositories } from './other-repositories';
import { packages, publishers } from './packages';
import { media } from './media';
import { platforms } from './platforms';
import { named, type Definition, type Family } from './program';
import { pythonPackages } from './python-packages';
import { remoteShells } from './remote-shells';
import { secretStores } from './secret-stores';
import { shellBuiltins } from './shell-builtins';
import { shells } from './shells';
import { system } from './system';
import { terminals } from './terminals';
import { testRunners } from './test-runners';
import { text } from './text';
import { windows } from './windows';
import { wrappers } from './wrappers';

/** Every program that is known, one family a file. A program stands in one family only. */
const families: readonly (() => Family)[] = [
  () => shellBuiltins,
  () => files,
  () => text,
  () => git,
  () => otherRepositories,
  () => finders,
  () => shells,
  () => interpreters,
  () => archives,
  () => wrappers,
  () => network,
  () => remoteShells,
  () => containers,
  () => kubernetes,
  () => databases,
  () => github,
  () => cloud,
  () => infrastructure,
  () => platforms,
  () => clusters,
  () => migrations,
  () => system,
  () => administration,
  () => disks,
  () => terminals,
  () => agents,
  () => mac,
  () => secretStores,
  () => windows,
  () => nodePackages,
  () => pythonPackages,
  () => packages,
  () => publishers,
  () => packageTools,
  () => taskRunners,
  () => builders,
  () => compilers,
  () => testRunners,
  () => linters,
  () => media,
];

/** The names in each family. */
export const familyNames = (): readonly string[] => families.map((family) => ` ${Object.keys(family()).join(' ')} `);

/** Every definition with the names that share it. */
export const allPrograms = (): readonly (readonly [names: string, definition: Definition])[] =>
  families.flatMap((family) => Object.entries(family()));

/** The same, written down by the build: a hook sets up only the families whose programs it meets. */
declare const namesOfFamilies: readonly string[] | undefined;

const names = typeof namesOfFamilies === 'undefined' ? familyNames() : namesOfFamilies;

/** `python3.12` is `python3`, where no definition has the longer name. */
export function definitionOf(program: string): Definition | undefined {
  const plain = program.replace(/-?\d+\.[\d.]+$/, '');
  return lookUp(program) ?? (plain === program ? undefined : (lookUp(plain) ?? lookUp(`${plain}3`)));
}

const met = new Map<string, Definition>();

function lookUp(program: string): Definition | undefined {
  const known = met.get(program);
  if (known !== undefined || program === '' || program.includes(' ')) return known;
  const family = families[names.findIndex((all) => all.includes(` ${program} `))];
  const found = family && named(family(), program);
  if (found !== undefined) met.set(program, found);
  return found;
}

/** Known programs whose name fits a pattern of the shell, those that do the most first. */
export function programsLike(pattern: string): readonly string[] {
  if (!/\w/.test(pattern.replace(/\[[^\]]*\]/g, 'x')) || /[^\w.*?[\]-]/.test(pattern)) return [];
  const letters = pattern.replace(/[.]/g, '\\.').replace(/\?/g, '[^ ]').replace(/\*+/g, '[^ ]{0,20}');
  const fits = new RegExp(`(?<= )${letters}(?= )`, 'g');
  const found = names.flatMap((all) => all.match(fits) ?? []);
  return [...found].sort((one, other) => Number(severe.has(other)) - Number(severe.has(one)));
}

const severe: ReadonlySet<string> = new Set([
  'rm',
  'dd',
  'git',
  'sh',
  'bash',
  'sudo',
  'shred',
  'find',
  'mkfs',
  'curl',
  'wget',
]);
