import { secondsFor } from '../boundary';
import { eventNames, clientFlag, type EventName } from '../protocol/events';
import { lookingTools } from '../protocol/tools';
import { quoted } from '../project/text';

/**
 * What the shim, the script that settings.json names, has to know. Bash itself talks to the warm host. On any doubt it
 * starts the runner with the same input, and if no runner answers, it answers itself.
 */
export interface ShimFacts {
  readonly build: string;
  readonly home: string;
  /** The home is not ~/.gatehouse, so the runner must be told. */
  readonly elsewhere: boolean;
  readonly runner: string;
  /** The runner that this one was copied from, if any. */
  readonly source?: string | undefined;
  readonly node: string;
  /** The editor's own runtime, which can run as node. Used if there is no node. */
  readonly editor?: string | undefined;
  /** Absent without bash; then there is no warm path. */
  readonly bash?: string | undefined;
}

/** How long the shim waits for a sign of life before it goes on without the host. */
const handshakeTenths = 7;
const silenceTenths = 9;
/** Tokens of 128 bits, as base64url. */
export const tokenLength = 22;
/** The length of an answer's first line, so that bash can read it at once. */
export const headLength = 32;
/** The host accepts no more; a larger payload goes to the runner. */
const payloadLimit = 24 * 1024 * 1024;
/** Bash itself reads and sends a payload up to this size; for a larger one it starts a program. */
const smallPayload = 50_000;

const limitOf = (event: EventName | ''): number => secondsFor([event]) + 1;
const usualLimit = limitOf('');
const shimLimits = eventNames
  .filter((event) => limitOf(event) !== usualLimit)
  .map((event) => `    ${event}) seconds=${limitOf(event)} ;;`)
  .join('\n');

const marker = 'Written by `gatehouse install` and replaced by it: changes here do not last.';

/** The shim of the synchronous lane. */
export const hookShim = (facts: ShimFacts): string =>
  facts.bash === undefined ? coldShim(facts, []) : warmShim(facts, facts.bash);

/** The shim of the asynchronous lane, which has time: it always starts the runner, so that no long test run is in the host. */
export const asyncHookShim = (facts: ShimFacts): string => coldShim(facts, ['--async']);

/** The command line of people: everything the runner can do. */
export function commandShim(facts: ShimFacts): string {
  return `${head(facts, '/bin/sh')}${program(facts)}${findProgram}
# A repair runs the original, because the copy may be what is damaged.
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

/** The node of the installation may have been removed since. One on the PATH must not be too old. */
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
 * The boundary of a hook if no runner answers: a tool call that could do harm is blocked, everything else goes on with a
 * message, which a client shows once for each event.
 */
const giveUp = `
repair="To repair: install node 20 or newer if it is missing, then run 'gatehouse doctor --fix' or Gatehouse's Install Hooks."
give_up() {
  [ -n "$payload" ] || while IFS= read -r line || [ -n "$line" ]; do payload=$payload$line; done
  event=$1
  case $event in
    '' | --*) case $payload in *'"PreToolUse"'*) event=PreToolUse ;; *) event= ;; esac ;;
  esac
  # Exit code 2 blocks in every other client.
  case "$event $* " in
    *" ${clientFlag} "*)
      [ "$event" = PreToolUse ] || exit 0
      reason="Gatehouse could not check this call, so it is blocked: $problem. The call itself is not at fault. $repair"
      { echo "$reason" >&4; } 2>/dev/null || echo "$reason" >&2
      exit 2 ;;
  esac
  if [ "$event" = PreToolUse ] && ! only_looks; then
    printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}' \
      "Gatehouse could not check this call, so it is blocked: $problem. The call itself is not at fault. Ask the person to look at it. $repair"
    exit 0
  fi
  told=$home/told/shim-$PPID-$event
  [ "$event" = PreToolUse ] || [ ! -e "$told" ] || exit 0
  { mkdir -p "$home/told" && : >"$told"; } 2>/dev/null
  printf '{"systemMessage":"%s"}' "Gatehouse failed at \${event:-an event}: $problem; the agent goes on without its gates. $repair"
  exit 0
}
# Is it a tool that changes nothing? The payload must name only one.
only_looks() {
  after=\${payload#*'"tool_name":'}
  case $after in "$payload" | *'"tool_name"'*) return 1 ;; esac
  case $after in ${lookingTools.map((tool) => `'"${tool}"'* | ' "${tool}"'*`).join(' | ')}) return 0 ;; esac
  return 1
}
# Passes on what the runner printed, if it ended as it should. Damaged cached code can crash it.
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
 * Asks the warm host. Unless a whole answer arrives, this prints nothing and the script goes on. Bash parses a script while
 * it runs it, and parsing takes as long as running. So this part comes first, has no functions, which bash would copy,
 * and is explained here, not in the script.
 *
 * - The host is greeted first. While it proves who it is, bash parses on and reads the input.
 * - Bash starts another write at each newline, and the system delays the second of two small writes until the first is
 *   acknowledged: so a small request is one write without a newline. A large one goes through `cat`, which makes few
 *   large writes, and uses `echo`, which takes half the time of `printf`.
 * - `$(head)` drops newlines at the end of the payload. It is JSON, so they mean nothing.
 * - Bash before version 5 reads byte by byte, waits for whole seconds only, and cannot read the variables into a list. There,
 *   and without /proc, the request has what `export -p` prints.
 * - Lengths are in bytes, so LC_ALL is C until the answer has arrived. `language` keeps the former value.
 * - With a deadline bash makes two system calls for every byte that it reads. So the host's proof is short, and of an
 *   answer, which the host sends at once, only the first byte has a deadline: `r`(eply), `w`(ait) or `c`(old).
 */
function warmPath(facts: ShimFacts): string {
  const take = 'IFS= read -r "${block[@]}"';
  const elsewhere = facts.elsewhere ? '\n  variables+=("GATEHOUSE_HOME=$GATEHOUSE_HOME")' : '';
  return `set +o posix
trap '' PIPE
exec 4>&2 2>/dev/null
payload= consumed= more= mute= greeted= variables=() language=\${LC_ALL+=$LC_ALL} LC_ALL=C endpoint=$home/host/endpoint
[[ -f $endpoint && -O $endpoint && ! -L $endpoint && -O $home/host && ! -L $home/host ]] &&
  IFS=' ' read -r magic host_build host_port host_pid my_token host_token <"$endpoint" &&
  [[ $magic == gatehouse1 && $host_build == "$build" && $host_port$host_pid != *[!0-9]* && \${#my_token}\${#host_token} == ${tokenLength}${tokenLength} ]] &&
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
  ${take} ${tokenLength + 1} -t "$handshake" -u 3 bytes && mute= && [[ $bytes == "$host_token"$'\\n' && -z $more ]] || break
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
  while ${take} 1 -t "$silence" -u 3 sign && ${take} ${headLength - 1} -u 3 bytes && [[ $sign == w ]]; do :; done
  code=\${bytes:5:3} outs=\${bytes:9:8} errs=\${bytes:18:8}
  [[ $sign == r && \${#bytes} == ${headLength - 1} && $code$outs$errs != *[!0-9' ']* ]] || break
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
# How long the runner may take. Its own deadline is earlier.
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

# Starts a runner and passes on its answer. Watches it if this bash can wait for a process that it reads from.
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
  # After a timeout bash may still hold bytes of the host, and would put them before the answer: this drops them.
  if ((modern)); then mapfile -t bytes </dev/null; fi
  IFS= read -r "\${block[@]}" ${payloadLimit} -t "$seconds" -u 5 bytes
  if (($? > 128)); then
    kill -9 "$process"
    # It may have answered before it hung.
    out=$bytes
    [[ -z $out ]] || hand_on 0 "$@"
    problem_of_runner="no answer within $seconds seconds"
    hand_on 1 "$@"
  fi
  out=$bytes
  wait "$process"
  code=$?
  # Bash does not know the exit code of a process that ended too fast. A whole answer counts.
  ((code >= 0)) || [[ \${out%$'\\n'} != '{'*'}' ]] || code=0
  hand_on "$code" "$@"
}

# A host that accepts connections but does not prove who it is hangs; \`host start\` replaces it.
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
  const text = "Gatehouse could not check this call: its program is damaged. To repair, run Gatehouse's Install Hooks again.";
  const deny = { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: text };
  console.log(JSON.stringify(event === 'PreToolUse' ? { hookSpecificOutput: deny } : { systemMessage: text }));
}
`;
}
