import { secondsFor } from '../boundary';
import { eventNames, clientFlag, type EventName } from '../protocol/events';
import { lookingTools } from '../protocol/tools';
import { quoted } from '../project/text';

/**
 * The script that settings.json names. On the warm path it starts no other program: bash alone talks to the host. On any
 * doubt it starts the runner with the same input, and where no runner answers it answers itself.
 */
export interface ShimFacts {
  readonly build: string;
  readonly home: string;
  /** True where the home is not the usual one, so that the runner must be told. */
  readonly elsewhere: boolean;
  readonly runner: string;
  /** The runner that this one was copied from, where it was another. */
  readonly source?: string | undefined;
  readonly node: string;
  /** The editor's own runtime, which is node when it is told so. Used when no node is left. */
  readonly editor?: string | undefined;
  /** Absent without bash; then there is no warm path. */
  readonly bash?: string | undefined;
}

/** How long the shim waits for a sign of life before it goes on without the host. */
const handshakeTenths = 7;
const silenceTenths = 9;
/** The line with which the host proves itself: a word, its token and the end of the line. */
const proofLength = 'gatehouse1 '.length + 64 + 1;
/** Every answer of the host begins with a line of this length, so that bash can read it in one piece. */
export const headLength = 32;
/** What the host takes at most; a larger payload goes to the runner. */
const payloadLimit = 24 * 1024 * 1024;
/** What bash takes and hands on by itself; for more it starts a program. */
const smallPayload = 50_000;

const limitOf = (event: EventName | ''): number => secondsFor([event]) + 1;
const usualLimit = limitOf('');
const shimLimits = eventNames
  .filter((event) => limitOf(event) !== usualLimit)
  .map((event) => `    ${event}) seconds=${limitOf(event)} ;;`)
  .join('\n');

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
  return `${head(facts, '/bin/sh')}${program(facts)}${findProgram}
# What repairs the copy is taken from where the copy came from: its own could be what is damaged.
source=${quoted(facts.source ?? '')}
case $1 in doctor | install) [ ! -s "$source" ] || runner=$source ;; esac
find_program || { echo "gatehouse: $problem. Run Gatehouse's Install Hooks again." >&2; exit 1; }
exec "$node" "$runner" "$@"
`;
}

/** In quotes cmd takes everything literally except the percent sign. */
const cmdQuoted = (text: string): string => `"${text.replaceAll('%', '%%')}"`;

/** The command line of people where cmd or PowerShell is the shell. */
export function commandFile({ build, home, elsewhere, runner, source, node, editor }: ShimFacts): string {
  const lines = [
    '@echo off',
    `rem Gatehouse ${build}. ${marker}`,
    'setlocal',
    ...(elsewhere ? [`if not defined GATEHOUSE_HOME set ${cmdQuoted(`GATEHOUSE_HOME=${home}`)}`] : []),
    ...(node === editor ? ['set ELECTRON_RUN_AS_NODE=1'] : []),
    `set ${cmdQuoted(`runner=${runner}`)}`,
    // A repair copies from the original source.
    ...(source === undefined
      ? []
      : ['doctor', 'install'].map(
          (word) => `if "%~1"=="${word}" if exist ${cmdQuoted(source)} set ${cmdQuoted(`runner=${source}`)}`,
        )),
    `${cmdQuoted(node)} "%runner%" %*`,
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function coldShim(facts: ShimFacts, flags: readonly string[]): string {
  return `${head(facts, '/bin/sh')}${program(facts)}${findProgram}${giveUp}
payload=
${flags.length === 0 ? '' : `set -- "$@" ${flags.join(' ')}\n`}find_program || give_up "$@"
out=$("$node" "$runner" hook "$@")
hand_on $? "$@"
`;
}

function head(facts: ShimFacts, shell: string): string {
  return `#!${shell}
# Gatehouse ${facts.build}. ${marker}
build=${quoted(facts.build)}
home=${quoted(facts.home)}
${facts.elsewhere ? '[ -n "$GATEHOUSE_HOME" ] || export GATEHOUSE_HOME="$home"\n' : ''}`;
}

const program = (facts: ShimFacts): string => `runner=${quoted(facts.runner)}
node=${quoted(facts.node)}
editor=${quoted(facts.editor ?? '')}
`;

/** The node of the installation may have been removed since; an old one on the PATH is not taken. */
const findProgram = `
find_program() {
  problem='the program of its hooks is missing or empty'
  [ -s "$runner" ] || return 1
  [ "$node" = "$editor" ] && export ELECTRON_RUN_AS_NODE=1
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
  problem='node 20 or newer was not found'
  return 1
}
`;

/**
 * The boundary of a hook where no runner answers: a tool call that could do harm is refused, everything else goes on
 * with a message, which a client is shown once for each event.
 */
const giveUp = `
repair="To repair: install node 20 or newer if it is missing, then run 'gatehouse doctor --fix' or Gatehouse's Install Hooks."
give_up() {
  [ -n "$payload" ] || while IFS= read -r line || [ -n "$line" ]; do payload=$payload$line; done
  event=$1
  case $event in
    '' | --*) case $payload in *'"PreToolUse"'*) event=PreToolUse ;; *) event= ;; esac ;;
  esac
  # Other clients read this one refusal alike.
  case "$event $* " in
    *" ${clientFlag} "*)
      [ "$event" = PreToolUse ] || exit 0
      reason="Gatehouse could not judge this call, so it is refused: $problem. The call itself is not at fault. $repair"
      { echo "$reason" >&4; } 2>/dev/null || echo "$reason" >&2
      exit 2 ;;
  esac
  if [ "$event" = PreToolUse ] && ! only_looks; then
    printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}' \
      "Gatehouse could not judge this call, so it is refused: $problem. The call itself is not at fault. Ask the person to look at it. $repair"
    exit 0
  fi
  told=$home/told/shim-$PPID-$event
  [ "$event" = PreToolUse ] || [ ! -e "$told" ] || exit 0
  { mkdir -p "$home/told" && : >"$told"; } 2>/dev/null
  printf '{"systemMessage":"%s"}' "Gatehouse failed at \${event:-an event}: $problem; the agent goes on without its gates. $repair"
  exit 0
}
# Does the one tool that the payload names change nothing?
only_looks() {
  after=\${payload#*'"tool_name":'}
  case $after in "$payload" | *'"tool_name"'*) return 1 ;; esac
  case $after in ${lookingTools.map((tool) => `'"${tool}"'* | ' "${tool}"'*`).join(' | ')}) return 0 ;; esac
  return 1
}
# Hands on what a runner printed, if it ended as it should. Code that was compiled earlier can be what ended it.
hand_on() {
  code=$1
  shift
  case $code in
    0 | 2) printf '%s' "$out"; exit "$code" ;;
  esac
  [ "$code" -le 128 ] || rm -rf "$home/cache" 2>/dev/null
  problem=\${problem_of_runner:-"its hooks' program ended with $code"}
  give_up "$@"
}
`;

/**
 * Asks the warm host, and goes on only where there is no whole answer; nothing was printed then. Bash reads a script as it
 * goes, and to read takes it as long as to run: so this stands first, has no functions, which bash would copy, and says
 * what it does here and not there.
 *
 * - The host is greeted before the rest is read. While it says who it is, bash reads on, and then the input.
 * - The request is one write, which a newline would end: of two small writes the system holds the second back until the
 *   first is acknowledged. From many, `cat` makes few large ones, and `echo` writes much in half the time of `printf`.
 *   The newlines that `$(head)` takes off stand between parts of the payload.
 * - An older bash reads byte by byte, whole seconds only, and no list of variables. It and a system without /proc send
 *   what `export -p` prints.
 * - Bytes are counted, not letters: LC_ALL is C until the answer is there. `language` keeps what it was.
 * - The host hands over a whole answer at once, so only its first line has a deadline.
 */
function warmPath(facts: ShimFacts): string {
  const take = 'IFS= read -r "${block[@]}"';
  const elsewhere = facts.elsewhere ? '\n  variables+=("GATEHOUSE_HOME=$GATEHOUSE_HOME")' : '';
  return `set +o posix
trap '' PIPE
exec 4>&2 2>/dev/null
payload= consumed= more= mute= greeted= variables=() language=\${LC_ALL+=$LC_ALL} LC_ALL=C meeting=$home/host/endpoint
[[ -f $meeting && -O $meeting && ! -L $meeting && -O $home/host && ! -L $home/host ]] &&
  IFS=' ' read -r magic host_build host_port host_pid my_token host_token <"$meeting" &&
  [[ $magic == gatehouse1 && $host_build == "$build" && $host_port$host_pid != *[!0-9]* && \${#my_token}\${#host_token} == 6464 ]] &&
  kill -0 "$host_pid" && exec 3<>"/dev/tcp/127.0.0.1/$host_port" &&
  printf 'gatehouse1 %s %s\\n' "$my_token" "$build" >&3 && greeted=1
if ((BASH_VERSINFO[0] > 4)); then modern=1 handshake=.${handshakeTenths} silence=.${silenceTenths} block=(-N)
else modern=0 handshake=1 silence=1 block=(-d '' -n); fi
while [[ -n $greeted ]]; do
  consumed=1 mute=1
  if ((modern)); then IFS= read -r -N ${smallPayload} payload && payload+=$(head -c ${payloadLimit}); mapfile -d '' -t variables </proc/self/environ
  else payload=$(</dev/stdin) || payload=$(cat); fi${elsewhere}
  length=\${#payload} sent=
  ((length < ${payloadLimit})) || more=1
  ((length > 4000)) || [[ \${payload:length-1} != $'\\n' ]] || sent=\${payload:0:length-1}
  request=("\${@/#/a}" "i$$" "d$PWD" "v\${#variables[@]}" "\${variables[@]}")
  ${take} ${proofLength} -t "$handshake" -u 3 bytes && mute= && [[ $bytes == "gatehouse1 $host_token"$'\\n' && -z $more ]] || break
  if ((\${#variables[@]} == 0)); then
    {
      (($# == 0)) || printf 'a%s\\0' "$@"
      printf 'i%s\\0d%s\\0e' "$$" "$PWD"
      [[ -z $language ]] || LC_ALL=\${language#=}
      export -p
      printf '\\0p%s\\0.\\0' "\${sent:-$payload}"
    } | cat >&3
  elif ((length < ${smallPayload})); then printf '%s\\0' "\${request[@]}" "p\${sent:-$payload}" . >&3
  else shopt -u xpg_echo && { printf '%s\\0' "\${request[@]}" && echo -n "p$payload" && printf '\\0.\\0'; } | cat >&3; fi || break
  while ${take} ${headLength} -t "$silence" -u 3 bytes && [[ $bytes == wait* ]]; do :; done
  code=\${bytes:6:3} outs=\${bytes:10:8} errs=\${bytes:19:8}
  [[ $bytes == reply* && \${#bytes} == ${headLength} && $code$outs$errs != *[!0-9' ']* ]] || break
  ${take} $((outs + errs + 4)) -u 3 bytes
  [[ \${#bytes} == $((outs + errs + 4)) && \${bytes:outs+errs} == end$'\\n' ]] || break
  ((outs == 0)) || printf '%s' "\${bytes:0:outs}"
  ((errs == 0)) || printf '%s' "\${bytes:outs:errs}" >&4
  exit $((code))
done
if [[ -n $language ]]; then LC_ALL=\${language#=}; else unset LC_ALL; fi
trap - PIPE
`;
}

function warmShim(facts: ShimFacts, bash: string): string {
  return `${head(facts, `${bash} -p`)}${warmPath(facts)}${program(facts)}${findProgram}${giveUp}
# How long the runner may take; it gives a call up before that.
limit() {
  case $1 in
${shimLimits}
    *) seconds=${usualLimit} ;;
  esac
}

# The input that was read already, and what is left of it.
input() {
  printf '%s' "$payload"
  [[ -z $more ]] || cat
}

# The answer of a runner of our own, under watch where bash can wait for a process that it reads from.
cold() {
  exec 2>&4 3>&-
  find_program || give_up "$@"
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
    if [[ -z $consumed ]]; then out=$("$node" "$runner" hook "$@"); else out=$(input | "$node" "$runner" hook "$@"); fi
    hand_on $? "$@"
  fi
  if [[ -z $consumed ]]; then exec 5< <(exec 4>&-; exec "$node" "$runner" hook "$@")
  else exec 5< <(exec 4>&-; exec "$node" "$runner" hook "$@" < <(input)); fi
  local process=$! seconds bytes LC_ALL=C
  limit "$@"
  exec 2>/dev/null
  IFS= read -r "\${block[@]}" ${payloadLimit} -t "$seconds" -u 5 bytes
  if (($? > 128)); then
    kill -9 "$process"
    # It answered, and hangs at what comes behind.
    out=$bytes
    [[ -z $out ]] || hand_on 0 "$@"
    problem_of_runner="no answer within $seconds seconds"
    hand_on 1 "$@"
  fi
  out=$bytes
  wait "$process"
  code=$?
  # Bash does not know how a process ended that was faster than its own bookkeeping. A whole answer counts.
  ((code >= 0)) || [[ \${out%$'\\n'} != '{'*'}' ]] || code=0
  hand_on "$code" "$@"
}

# A host that takes calls and does not say who it is hangs; \`host start\` ends it and takes its place.
replace_host() {
  [[ -x $node && -s $runner ]] && ("$node" "$runner" host start </dev/null >/dev/null 2>&1 &)
}

[[ -z $mute ]] || replace_host
cold "$@"
`;
}

/** What Windows runs: node starts this, and this starts the runner of the current build. */
export function launcher(facts: Pick<ShimFacts, 'build' | 'runner' | 'home' | 'elsewhere'>): string {
  const home = facts.elsewhere ? `process.env.GATEHOUSE_HOME ??= ${JSON.stringify(facts.home)};\n` : '';
  return `// Gatehouse ${facts.build}. ${marker}
${home}try {
  require(${JSON.stringify(facts.runner)});
} catch (error) {
  const [command, event] = process.argv.slice(2);
  if (command !== 'hook') throw error;
  const text = "Gatehouse could not judge this call: its program is damaged. To repair, run Gatehouse's Install Hooks again.";
  const deny = { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: text };
  console.log(JSON.stringify(event === 'PreToolUse' ? { hookSpecificOutput: deny } : { systemMessage: text }));
}
`;
}
