/**
 * The script that settings.json names. On the warm path it starts no other program: bash alone talks to the host. On any
 * doubt it starts the runner with the same input. Whatever happens it never exits 2 by itself: the client reads a 2 as
 * "block this".
 */
export interface ShimFacts {
  readonly build: string;
  readonly home: string;
  /** True where the home is not the usual one, so that the runner must be told. */
  readonly elsewhere: boolean;
  readonly runner: string;
  readonly node: string;
  /** The editor's own runtime, which is node when it is told so. Used when no node is left. */
  readonly editor?: string | undefined;
  /** Absent where there is no bash; then there is no warm path. */
  readonly bash?: string | undefined;
}

/** How long the shim waits for a sign of life before it goes on without the host. */
const handshakeSeconds = 1;
const silenceSeconds = 5;
/** The line with which the host proves itself: a word, its token and the end of the line. */
const proofLength = 'gatehouse1 '.length + 64 + 1;
/** What the host takes at most; a larger payload goes to the runner. */
export const payloadLimit = 24 * 1024 * 1024;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const marker = 'Written by `gatehouse install` and replaced by it: changes here do not last.';

/** The shim of the synchronous lane. */
export function hookShim(facts: ShimFacts): string {
  return facts.bash === undefined ? coldShim(facts, []) : warmShim(facts, facts.bash);
}

/** The asynchronous lane has time: it always starts the runner, so that a long test run is no part of the host. */
export function asyncHookShim(facts: ShimFacts): string {
  return coldShim(facts, ['--async']);
}

/** The command line of people: everything the runner can do. */
export function commandShim(facts: ShimFacts): string {
  return `${head(facts, '/bin/sh')}${findNode}${startRunner}
start "$@"
`;
}

function coldShim(facts: ShimFacts, flags: readonly string[]): string {
  return `${head(facts, '/bin/sh')}${findNode}${startRunner}
start hook "$@"${flags.map((flag) => ` ${flag}`).join('')}
`;
}

function head(facts: ShimFacts, shell: string): string {
  return `#!${shell}
# Gatehouse ${facts.build}. ${marker}
build=${quoted(facts.build)}
home=${quoted(facts.home)}
runner=${quoted(facts.runner)}
node=${quoted(facts.node)}
editor=${quoted(facts.editor ?? '')}
${facts.elsewhere ? '[ -n "$GATEHOUSE_HOME" ] || export GATEHOUSE_HOME="$home"\n' : ''}`;
}

/** The node of the installation may have been removed since; an old one on the PATH is not taken. */
const findNode = `
find_node() {
  [ -x "$node" ] && return 0
  node=$(command -v node 2>/dev/null)
  if [ -n "$node" ] && [ -x "$node" ] &&
    "$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' </dev/null >/dev/null 2>&1
  then return 0; fi
  if [ -n "$editor" ] && [ -x "$editor" ]; then
    node=$editor
    export ELECTRON_RUN_AS_NODE=1
    return 0
  fi
  echo "gatehouse: node 20 or newer was not found, so no gate ran. Install node, then run Gatehouse's Install Hooks again." >&2
  return 1
}
find_runner() {
  [ -f "$runner" ] && return 0
  echo "gatehouse: $runner is gone, so no gate ran. Run Gatehouse's Install Hooks again." >&2
  return 1
}
`;

const startRunner = `
start() {
  [ "$node" = "$editor" ] && export ELECTRON_RUN_AS_NODE=1
  find_node && find_runner || exit 1
  exec "$node" "$runner" "$@"
}
`;

function warmShim(facts: ShimFacts, bash: string): string {
  return `${head(facts, `${bash} -p`)}${findNode}${startRunner}
# The runner with the input that was read already, and what is left of it.
restart() {
  exec 2>&4 3>&- 4>&-
  [ "$node" = "$editor" ] && export ELECTRON_RUN_AS_NODE=1
  find_node && find_runner || exit 1
  if [ -n "$rest" ]; then { printf '%s' "$payload"; cat; } | "$node" "$runner" hook "$@"
  else printf '%s' "$payload" | "$node" "$runner" hook "$@"; fi
  exit $?
}

# Reads up to so many bytes of a descriptor into \`bytes\`, at once where bash can read blocks. A socket cannot be opened
# as /dev/stdin on Linux, and bash before 4 reads single letters: there the path is a duplicate of the descriptor.
take() {
  if ((BASH_VERSINFO[0] > 3)); then IFS= read -r -N "$2" \${3:+-t "$3"} -u "$1" bytes
  elif (($1 == 0)); then bytes=$(</dev/stdin) || bytes=$(cat)
  else IFS= read -r -d '' -n "$2" \${3:+-t "$3"} -u "$1" bytes; fi
  size=\${#bytes}
}

meet=$home/host/rendezvous
greet() {
  [[ -f $meet && -O $meet && ! -L $meet && -O $home/host && ! -L $home/host ]] || return 1
  local magic theirs port pid mine yours
  IFS=' ' read -r magic theirs port pid mine yours <"$meet" || return 1
  [[ $magic == gatehouse1 && $theirs == "$build" && $port =~ ^[0-9]{1,5}$ && $pid =~ ^[0-9]+$ ]] || return 1
  [[ \${#mine} == 64 && \${#yours} == 64 ]] || return 1
  kill -0 "$pid" || return 1
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf 'gatehouse1 %s %s\\n' "$mine" "$build" >&3 || return 1
  take 3 ${proofLength} ${handshakeSeconds} && [[ $bytes == "gatehouse1 $yours"$'\\n' ]]
}

# What the host must know beside the payload.
introduce() {
  {
    (($# > 0)) && printf 'a%s\\0' "$@"
    printf 'd%s\\0e' "$PWD"
    export -p
  } >&3
}

# Anything that is not a whole answer ends in the runner; nothing is printed before the answer is whole.
ask() {
  # Sizes are bytes.
  local word code outs errs out= LC_ALL=C
  take 0 ${payloadLimit}
  payload=$bytes
  if ((size >= ${payloadLimit})); then rest=1; return 1; fi
  printf '\\0p%s\\0.\\0' "$payload" >&3 || return 1
  while IFS=' ' read -r -t ${silenceSeconds} -u 3 word code outs errs; do
    [[ $word == wait ]] && continue
    [[ $word == reply && $code =~ ^[0-9]{1,3}$ && $outs =~ ^[0-9]{1,8}$ && $errs =~ ^[0-9]{1,8}$ ]] || return 1
    if ((outs > 0)); then take 3 "$outs"; ((size == outs)) || return 1; out=$bytes; fi
    bytes=
    if ((errs > 0)); then take 3 "$errs"; ((size == errs)) || return 1; fi
    IFS= read -r -t 1 -u 3 word && [[ $word == end ]] || return 1
    [[ -z $out ]] || printf '%s' "$out"
    [[ -z $bytes ]] || printf '%s' "$bytes" >&4
    exit "$code"
  done
  return 1
}

set +o posix
trap '' PIPE
exec 4>&2 2>/dev/null
if greet && introduce "$@"; then
  payload= rest=
  ask
  restart "$@"
fi
exec 2>&4 3>&- 4>&-
trap - PIPE
start hook "$@"
`;
}

/** What Windows runs: node starts this, and this starts the runner of the current build. */
export function launcher(facts: Pick<ShimFacts, 'build' | 'runner' | 'home' | 'elsewhere'>): string {
  const home = facts.elsewhere ? `process.env.GATEHOUSE_HOME ??= ${JSON.stringify(facts.home)};\n` : '';
  return `// Gatehouse ${facts.build}. ${marker}\n${home}require(${JSON.stringify(facts.runner)});\n`;
}
