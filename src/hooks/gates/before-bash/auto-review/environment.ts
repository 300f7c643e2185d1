import type { Assignment } from '../../../shell/invocation';

const standardFolders: ReadonlySet<string> = new Set([
  '/bin',
  '/sbin',
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
  '/opt/homebrew/sbin',
]);

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
  /^(?:LD_|DYLD_|BASH|ZDOTDIR|ZSH|ENV$|IFS$|PS4$|PROMPT|SHELL|HOME$|PATH$|CDPATH$|FPATH$|GLOBIGNORE$|TMPDIR$|XDG_|GIT|SSH|GPG|GNUPG|SUDO|LESS|MORE|MAN|EDITOR$|VISUAL$|BROWSER$|PAGER$|NODE|NPM|npm_|YARN|PNPM|BUN_|DENO_|TS_NODE|PYTHON|PIP|UV_|POETRY|CONDA|VIRTUAL_ENV|RUBY|GEM|BUNDLE|RAILS|PERL|PHP|LUA|JAVA|JDK|JRE|_JAVA|MAVEN|MVN|GRADLE|CLASSPATH|SBT|GO[A-Z]|RUST|CARGO|CC$|CXX$|CPP$|LD$|AR$|AS$|CMAKE|MAKE|DOTNET|NUGET|MSBUILD|AWS|AZURE|ARM_|CLOUDSDK|GOOGLE|KUBE|HELM|DOCKER|COMPOSE|PODMAN|BUILDAH|TF_|TERRAFORM|PACKER|ANSIBLE|VAULT|CURL|WGET|SSL|HTTP|HTTPS|FTP|ALL_PROXY|NO_PROXY|PG[A-Z]|MYSQL|SQLITE|DUCKDB|HOMEBREW|BREW|GREP|RIPGREP|FZF|BAT|FD_|JQ|ACK|AG_|TAR|GZIP|XZ|ZSTD|UNZIP|ZIP|PREFIX$|TERMINFO|LOCALE|NLSPATH|GCONV|MALLOC|OPENSSL|GH_|GITHUB|GITLAB)/;

const loadedEnding =
  /(?:_PATH|PRELOAD|_OPTIONS|_OPTS|_FLAGS|_ARGS|CONFIG|_RC|RCFILE|_CMD|_COMMAND|_PROGRAM|_EXEC|_HOOK|_PLUGIN|_LIBRARY|WRAPPER|_EDITOR|_PAGER|_SHELL|_PROXY|_proxy|_HOME|_DIR|_URL|_HOST|_ENDPOINT)$/;

const quietPager = /(?:^|_)PAGER$/;

/** Can this assignment make a program run something else, read another configuration or talk to another machine? */
export function changesPrograms({ name, value }: Assignment): boolean {
  if (harmless.test(name)) return false;
  if (quietPager.test(name) && (value?.value === '' || value?.value === 'cat')) return false;
  if (name === 'PATH' && value?.value !== undefined) {
    return !value.value.split(':').every((folder) => standardFolders.has(folder));
  }
  return loaded.test(name) || loadedEnding.test(name) || /_proxy$/i.test(name);
}
