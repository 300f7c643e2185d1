import { definitionOf } from '../../../programs/catalog';
import type { EffectOf, FileTests } from '../../../programs/effect';
import { secretRead } from '../../../secrets/reach';
import type { ShellWord } from '../../../shell/invocation';
import { resolvePath, within } from '../../../shell/paths';
import { endOf, foundBy, type UnknownPart } from '../../../shell/reader/words';

/** Facts about the system that are not secret. */
const systemFacts =
  /^\/(?:etc\/(?:os-release|lsb-release|debian_version|hostname|hosts|timezone|localtime|shells|services|protocols|passwd|group|resolv\.conf|nsswitch\.conf|issue|motd|fstab|environment|profile|bash\.bashrc|apt\/sources\.list(?:\.d\/[^/]*)?|[a-z]*-release|ld\.so\.conf(?:\.d\/[^/]*)?)|proc\/(?:cpuinfo|meminfo|mdstat|version|uptime|loadavg|mounts|filesystems|stat|partitions|swaps|self\/(?:mounts|cgroup|status|limits|mountinfo)|sys\/.*|net\/(?:dev|route|tcp6?))|sys\/(?:class|devices|fs|kernel|block)(?:\/.*)?|usr\/(?:share|include|lib|local\/(?:share|include|lib))(?:\/.*)?|opt\/homebrew\/(?:share|include|Cellar)(?:\/.*)?|dev\/(?:null|stdin|zero|urandom|random|tty|fd\/\d+))$/;

/** Code that came with the system, a language or a package: the same on every machine that has it. */
const installed =
  /^\/(?:(?:usr\/(?:local\/)?)?(?:bin|sbin|lib\w*|libexec)|usr\/(?:src|games|local\/(?:go|opt|Cellar))|opt\/homebrew\/(?:bin|sbin|lib|libexec|opt)|home\/linuxbrew\/\.linuxbrew\/(?:bin|lib|opt|Cellar|share)|nix\/store|snap|System|Applications\/[^/]+\.app|Library\/(?:Developer|Frameworks|Java))(?:\/|$)|\/(?:site|dist)-packages\//;

/** The same below a home: what package managers download and unpack. */
const installedAtHome =
  /^(?:go\/pkg\/mod|\.cargo\/(?:registry|git)|\.rustup\/toolchains|\.(?:nvm|pyenv|nodenv)\/versions|\.asdf\/installs|\.local\/share\/(?:mise\/installs|uv\/(?:python|tools)|pnpm|pipx\/venvs)|\.local\/(?:lib|pipx\/venvs)|\.rbenv\/versions|\.m2\/repository|\.gradle\/(?:caches|wrapper)|\.nuget\/packages|\.bun\/install|\.pub-cache|\.gem|\.sdkman\/candidates|\.vscode(?:-server)?\/extensions|mini(?:conda|forge)3\/(?:lib|pkgs))(?:\/|$)/;

const isInstalled = (path: string, home: string): boolean =>
  installed.test(path) || (within(path, home) && installedAtHome.test(path.slice(home.length + 1)));

/** Folders for an agent's temporary files. */
export const scratch = /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/./;

export const isSystemFact = (path: string): boolean => systemFacts.test(path);

type Reading = EffectOf<'read'>;

/** Reading inside the project is harmless, and so are facts of the system; the client judges what is elsewhere. */
export function judgeRead(effect: Reading, roots: readonly string[], home: string, program: string): Judgement {
  const { path, what, cwd } = effect;
  if (what !== 'content') return reads;
  if (effect.kept === true) return secretRead(effect, cwd, home) === undefined ? reads : secret(path);
  if (secretRead(effect, cwd, home) !== undefined) return secret(path);
  if (effect.hidden === true) return unknown('also reads what git ignores');
  const found = path.parts.flatMap((part) => (part.kind === 'unknown' ? (foundBy(part) ?? []) : []));
  if (found.length > 0) {
    const named = endOf(path);
    if (/(?:^|\/)\.\.(?:\/|$)/.test(named)) return unknown(`where ${path.raw} leads is not known`);
    const all = !/\/[^/]*\w[^/]*$/.test(named) && found.some(({ only }) => !isNarrow(only));
    if (all && printsFiles(program)) return unknown('prints every file it finds');
    const outside = found.flatMap(({ roots: tops, cwd: from }) =>
      tops.filter((top) => !isNear(top, from, roots, home)),
    );
    return outside[0] === undefined ? reads : elsewhere(outside[0]);
  }
  const [first] = path.parts;
  if (path.value === undefined && first?.kind === 'unknown')
    return isListed(first) ? unknown(`which files ${path.raw} stands for is not known`) : reads;
  return isNear(path, cwd, roots, home) ? reads : elsewhere(path);
}

/** Names of files that a command printed or that a file lists; what git keeps is the project’s. */
const isListed = ({ why, text, stream }: UnknownPart): boolean =>
  (why === 'substitution' && !text.startsWith('<(')) || (why === 'input' && stream?.kind !== 'inherited');

/** Does a pattern of names or paths say which files come in? */
export const isNarrow = ({ names = [], paths = [], tracked }: FileTests): boolean =>
  tracked === true || names.length > 0 || paths.length > 0;

const secret = (path: ShellWord): Judgement => risky(`reads the secret ${path.raw}`);
const elsewhere = (path: ShellWord): Judgement => unknown(`reads ${path.raw}, outside the project`);

function isNear(word: ShellWord, cwd: string | undefined, roots: readonly string[], home: string): boolean {
  const path = resolvePath(cwd, word.text);
  if (path === undefined) return word.value !== undefined && !/^(?:\/|~|\.\.)/.test(word.text);
  if (/(?:^|\/)\.git\/config$/.test(path)) return false;
  return (
    roots.some((root) => within(path, root)) || scratch.test(path) || systemFacts.test(path) || isInstalled(path, home)
  );
}

/** Does the program print what is in the files that it is given? */
export function printsFiles(program: string): boolean {
  const prints = definitionOf(program)?.prints;
  return prints === 'files' || /^(?:g?head|g?tail|less|more|strings|xxd|od|hexdump|base64)$/.test(program);
}

/** What running a program does, as far as its words say. */
type Tier =
  /** Reads, and prints what it read. */
  | 'read'
  /** Reads, and leaves only files that can be thrown away: a compiler's cache and output, a new temporary file. */
  | 'throwaway'
  /** Changes the project on this machine, reversibly. */
  | 'local'
  /** Deletes, forces, publishes, reaches out, or runs code that is not visible. */
  | 'risky'
  /** The program catalog does not know the program, or not this use of it. */
  | 'unknown';

export interface Judgement {
  readonly tier: Tier;
  /** For people: what makes it more than reading. */
  readonly why: string;
}

export const reads: Judgement = { tier: 'read', why: '' };
export const throwaway = (why: string): Judgement => ({ tier: 'throwaway', why });
export const local = (why: string): Judgement => ({ tier: 'local', why });
export const risky = (why: string): Judgement => ({ tier: 'risky', why });
export const unknown = (why: string): Judgement => ({ tier: 'unknown', why });

const weight: Readonly<Record<Tier, number>> = { read: 0, throwaway: 1, local: 2, unknown: 3, risky: 4 };

/** The worse of two judgements. Of equal ones the first, because it comes first in the command. */
export function worse(first: Judgement, second: Judgement): Judgement {
  return weight[second.tier] > weight[first.tier] ? second : first;
}
