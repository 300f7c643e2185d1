import { existsSync } from 'node:fs';
import path from 'node:path';
import { readFile, readText } from '../../../project/read-file';
import type { Assignment, Invocation, ShellWord } from '../../../shell/invocation';
import { resolvePath, resolveWord, within } from '../../../shell/paths';
import type { Site } from '../../../pipeline/site';
import { startsProgram } from '../../../programs/git/command';
import { wordSet } from '../../../project/text';

/* What a project brings along and people run all the time: its programs, its virtual environments, its PATH. */

const inProject = (place: string | undefined, roots: readonly string[]): place is string =>
  place !== undefined && roots.some((root) => within(place, root) && place !== root);

/**
 * A compiled program of the project that is only asked what it can do: `./tool sync --help`, `bin/tool --version`. A
 * script there may have been written a moment ago.
 */
export function asksOwnProgram({ name, args, cwd }: Invocation, roots: readonly string[]): boolean {
  const words = args.map(({ value }) => value ?? '\0');
  const last = words.at(-1) ?? '';
  const asks =
    /^(?:--help|-h|--version|-V)$/.test(last) || words[0] === 'help' || (words.length === 1 && last === 'version');
  if (!asks || !words.slice(0, -1).every((word) => /^[a-z][\w-]*$/.test(word)) || words.length > 4) return false;
  const place = name.value?.includes('/') === true ? resolvePath(cwd, name.value) : undefined;
  return inProject(place, roots) && !isScript(place);
}

/**
 * A program that the person installed, asked only what it can do: `terragrunt --version`. A script from the person's own
 * folders may do anything whatever it is asked; a program that is nowhere fails.
 */
export function asksInstalled({ name, args, wrappers }: Invocation, searchPath: string): boolean {
  const program = name.value ?? '';
  const words = args.map(({ value }) => value ?? '\0');
  // `python -m tool` looks into the folder first.
  if (wrappers.length > 0 || program.includes('/') || !/^--(?:help(?:-all|-long)?|version)$/.test(words.at(-1) ?? '')) {
    return false;
  }
  if (words.length > 3 || !words.slice(0, -1).every((word) => /^[a-z][\w-]*$/.test(word))) return false;
  const folders = searchPath.split(':').filter((folder) => folder.startsWith('/'));
  const folder = folders.find((one) => existsSync(path.join(one, program)));
  return folder === undefined || isStandardProgram(`${folder}/${program}`) || !isScript(path.join(folder, program));
}

/** May a compiler put its result here: a new file, or what it made before, which no other program runs by its name? */
export function isCompiledPlace(file: string): boolean {
  if (/\/\.[^/]|\/(?:node_modules|vendor|v?env)\//.test(file)) return false;
  if (!/^[^.]+(?:\.(?:exe|test|wasm|out|bin))?$/.test(path.basename(file))) return false;
  return !existsSync(file) || !isScript(file);
}

/** A missing program is either built by the line or fails, so only existing files are checked. */
function isScript(file: string): boolean {
  if (/\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php|lua)$/.test(file)) return true;
  const read = readFile(file, { lastBytes: 4096, maxBytes: Infinity });
  return read.kind === 'bytes' && !read.bytes.includes(0);
}

/** `source .venv/bin/activate`: what a tool for virtual environments wrote. */
export function isActivation(word: ShellWord, cwd: string | undefined, roots: readonly string[]): boolean {
  const place = resolveWord(cwd, word);
  if (!inProject(place, roots) || !/\/\.?v?env[\w.-]*\/bin\/activate$/.test(place)) return false;
  if (!existsSync(place)) return true;
  const text = readText(place, { maxBytes: 10_000 }) ?? '';
  return existsSync(path.join(place, '../../pyvenv.cfg')) && text.includes('deactivate ()');
}

/** `PATH="$PWD/node_modules/.bin:$PATH"`: folders of the project in front of what was there. */
export function extendsPath({ name, value }: Assignment, cwd: string | undefined, roots: readonly string[]): boolean {
  if (name !== 'PATH' || value === undefined) return false;
  const rest = value.parts.at(-1);
  if (rest?.kind !== 'unknown' || rest.name !== 'PATH' || value.parts.length < 2) return false;
  if (!value.parts.slice(0, -1).every((part) => part.kind === 'literal')) return false;
  const folders = value.text
    .slice(0, value.text.lastIndexOf(rest.text))
    .split(':')
    .filter((folder) => folder !== '');
  return folders.every((folder) => {
    const place = resolvePath(cwd, folder);
    return inProject(place, roots) && binFolder.test(place);
  });
}

/** Folders that tools fill with programs. */
const binFolder =
  /\/(?:node_modules\/\.bin|\.?v?env[\w.-]*\/bin|vendor\/bin|bin|target\/(?:debug|release)|(?:dist|build)\/bin)$/;

/** Does a folder in front of PATH, or an activated environment, have a program of this name? */
export function isShadowed(program: string, folders: readonly string[]): boolean {
  return folders.some((folder) => existsSync(path.join(folder, program)));
}

/** The folders that `extendsPath` allowed. */
export function foldersOf({ value }: Assignment, cwd: string | undefined): readonly string[] {
  return (value?.text ?? '')
    .split(':')
    .flatMap((folder) => (folder.startsWith('$') ? [] : (resolvePath(cwd, folder) ?? [])));
}

const standardFolders = wordSet(
  '/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /opt/homebrew/bin /opt/homebrew/sbin',
);

/** A bare name, or one of a folder that only the administrator fills. */
export function isStandardProgram(name: string): boolean {
  const slash = name.lastIndexOf('/');
  return slash < 0 || standardFolders.has(name.slice(0, slash));
}

/** Variables that only change how output looks, or which account is asked. */
const harmless =
  /^(?:LANG|LC_[A-Z]+|LANGUAGE|TZ|TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|COLORTERM|CI|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|NODE_ENV|RUST_BACKTRACE|RUST_LOG|CARGO_TERM_COLOR|CARGO_INCREMENTAL|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS|GOOS|GOARCH|CGO_ENABLED|AWS_PROFILE|AWS_REGION|AWS_DEFAULT_REGION|HOMEBREW_NO_AUTO_UPDATE|DOCKER_BUILDKIT|DEBUG|VERBOSE|MSYS_NO_PATHCONV)$/;

/** Variables whose value is a program, a place that programs come from, or options for one. */
const loaded =
  /^(?:GATEHOUSE|HOOK_BYPASS$|LD_|DYLD_|BASH|ZDOTDIR|ZSH|ENV$|IFS$|PS4$|PROMPT|SHELL|HOME$|PATH$|CDPATH$|FPATH$|GLOBIGNORE$|TMPDIR$|XDG_|GIT|SSH|GPG|GNUPG|SUDO|LESS|MORE|MAN|EDITOR$|VISUAL$|BROWSER$|PAGER$|NODE|NPM|npm_|YARN|PNPM|BUN_|DENO_|TS_NODE|PYTHON|PIP|UV_|POETRY|CONDA|VIRTUAL_ENV|RUBY|GEM|BUNDLE|RAILS|PERL|PHP|LUA|JAVA|JDK|JRE|_JAVA|MAVEN|MVN|GRADLE|CLASSPATH|SBT|GO[A-Z]|RUST|CARGO|CC$|CXX$|CPP$|LD$|AR$|AS$|CMAKE|MAKE|DOTNET|NUGET|MSBUILD|AWS|AZURE|ARM_|CLOUDSDK|GOOGLE|KUBE|HELM|DOCKER|COMPOSE|PODMAN|BUILDAH|TF_|TERRAFORM|PACKER|ANSIBLE|VAULT|CURL|WGET|SSL|HTTP|HTTPS|FTP|ALL_PROXY|NO_PROXY|PG[A-Z]|MYSQL|SQLITE|DUCKDB|HOMEBREW|BREW|GREP|RIPGREP|FZF|BAT|FD_|JQ|ACK|AG_|TAR|GZIP|XZ|ZSTD|UNZIP|ZIP|PREFIX$|TERMINFO|LOCALE|NLSPATH|GCONV|MALLOC|OPENSSL|GH_|GITHUB|GITLAB|PSQL|PYLINT|PYTEST|ERL_|ELIXIR|MIX_|R_|JULIA|GHC|OCAML|CAML|FFREPORT$|AWK|DEBUGINFOD|TERRAGRUNT|TG_|MAGIC$|HOSTALIASES$|VIM|EXINIT$|EMACS)/;

const loadedEnding =
  /(?:_PATH|PRELOAD|_OPTIONS|_OPTS|_FLAGS|_ARGS|CONFIG|_RC|RCFILE|_CMD|_COMMAND|_PROGRAM|_EXEC|_HOOK|_PLUGIN|_LIBRARY|WRAPPER|_EDITOR|_PAGER|_SHELL|_PROXY|_proxy|_HOME|_DIR|_URL|_HOST|_ENDPOINT)$/;

const quietPager = /(?:^|_)PAGER$/;

/** May a program read this variable? Names like `A` and `FOO` are made up. */
export const mayBeRead = ({ name }: Assignment): boolean =>
  name.length > 3 && name !== 'PATH' && !harmless.test(name) && !quietPager.test(name);

/** Does this assignment change what a program runs, which configuration it reads or which machine it talks to? */
export function changesPrograms({ name, value }: Assignment): boolean {
  if (harmless.test(name)) return false;
  if (quietPager.test(name) && (value?.value === '' || value?.value === 'cat')) return false;
  if (name === 'PATH' && value?.value !== undefined) {
    return !value.value.split(':').every((folder) => standardFolders.has(folder));
  }
  return loaded.test(name) || loadedEnding.test(name) || /_proxy$/i.test(name);
}

/**
 * Does the configuration of the repository make git start a program that lies in the project, where every edit may change
 * it? A filter, a textconv, an fsmonitor, a hook of `git status`, or a remote that is a command.
 */
export function startsOwnProgram({ git, root, env }: Pick<Site, 'git' | 'root' | 'env'>): boolean {
  if (git === undefined) return false;
  const { commonDir, gitDir } = git.repository;
  const files = [path.join(commonDir, 'config'), path.join(gitDir, 'config.worktree')];
  return files.flatMap((file) => settingsIn(file, env.HOME ?? '')).some((setting) => namesOwn(setting, root));
}

type Setting = readonly [key: string, value: string];

function namesOwn([key, value]: Setting, root: string): boolean {
  if (/^remote\..+\.(?:push)?url$/.test(key)) return /^\w+::/.test(value);
  // The one hook that commands which only read run.
  if (key === 'core.hookspath') return isOwn(value, root) && existsSync(path.resolve(root, value, 'post-index-change'));
  if (!startsProgram(key)) return false;
  const [first = '', ...rest] = value.replace(/^!/, '').split(/[\s'"();|&]+/);
  return [...(first.includes('/') ? [first] : []), ...rest].some((word) => word !== '' && isOwn(word, root));
}

function isOwn(name: string, root: string): boolean {
  const file = path.resolve(root, name);
  return within(file, root) && existsSync(file);
}

/** What a configuration file of git says, with the files that it includes. */
function settingsIn(file: string, home: string, depth = 3): readonly Setting[] {
  const text = readText(file, { maxBytes: 256 * 1024 }) ?? '';
  let section = '';
  return text.split('\n').flatMap((line): readonly Setting[] => {
    const header = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) section = header[2] === undefined ? (header[1] ?? '') : `${header[1] ?? ''}.${header[2]}`;
    const [, name, value = ''] = /^\s*(?:\[[^\]]*\]\s*)?([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) return [];
    const key = `${section}.${name}`.toLowerCase();
    const plain = value.replace(/^"(.*)"$/, '$1').replaceAll('\\"', '"');
    const included = /^include(?:if\..+)?\.path$/.test(key) && depth > 0;
    const named = plain.replace(/^~(?=\/)/, home);
    return included ? settingsIn(path.resolve(path.dirname(file), named), home, depth - 1) : [[key, plain]];
  });
}
