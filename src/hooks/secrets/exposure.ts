import { hostOf, isHere, isMetadata } from '../programs/parts/address';
import type { Effect, EffectOf } from '../programs/effect';
import { isTextProgram } from '../programs/catalog';
import { firstOf } from '../project/functions';
import { effectsOf, shownInvocation, type Happening } from '../shell/effects';
import type { CommandReading, Invocation, ShellWord } from '../shell/invocation';
import { isDevice, resolvePath } from '../shell/paths';
import { plainWord } from '../shell/reader/words';
import { wordSet } from '../project/text';
import { secretAt } from './places';
import { secretRead, secretWord } from './reach';
import { tokensIn } from './tokens';
import { isSecretVariable } from './values';

/** A secret that a command line would let out. */
export interface Exposure {
  /**
   * `sent`: it leaves this machine. `named`: a variable or a token is in an address or in what is sent. `shown`: it
   * becomes text that the model reads. `copied`: it gets another name. `committed`: git takes it up. `packed`: a whole
   * folder leaves, with whatever it holds.
   */
  readonly how: 'sent' | 'named' | 'packed' | 'shown' | 'copied' | 'committed';
  /** For people: "a private key". */
  readonly what: string;
  /** The part of the command that does it. */
  readonly part: string;
}

interface Source {
  readonly what: string;
  readonly invocation: Invocation;
  /** Variables of the environment, one of them or all. */
  readonly variables?: true;
}

/** Every secret that a command line lets out, the worst first. */
export function exposuresOf(reading: CommandReading, home: string): readonly Exposure[] {
  const happenings = effectsOf(reading);
  const leaving = happenings.filter(({ effect }) => leaves(effect));
  const found = [
    ...openExposures(happenings, home),
    ...stagedExposures(reading, home),
    ...sourcesOf(happenings, reading, home).flatMap((source) => exposureOf(source, leaving, reading, home) ?? []),
    ...packedExposures(happenings, leaving),
  ];
  return found.sort((one, other) => order.indexOf(one.how) - order.indexOf(other.how));
}

const exposure = (how: Exposure['how'], what: string, invocation: Invocation): Exposure => {
  return { how, what, part: shownInvocation(invocation, 120) };
};

/** Secret files that are sent or get another name, and secrets in addresses and in what is sent. */
function openExposures(happenings: readonly Happening[], home: string): readonly Exposure[] {
  const found: Exposure[] = [];
  /** Other names that the line gives to secret files. */
  const aliases = new Map<string, string>();
  for (const { effect, invocation } of happenings) {
    const at = newName(effect, invocation);
    if (at !== undefined && (effect.kind === 'link' || effect.kind === 'move') && leadsOut(effect, at, home)) {
      const linked = secretWord(effect.path, effect.cwd, home) ?? '';
      found.push(exposure('copied', linked, invocation));
      aliases.set(resolvePath(effect.cwd, at.text) ?? '', linked);
    }
    if (!leaves(effect)) continue;
    const fileOf = (word: ShellWord) =>
      aliases.get(resolvePath(effect.cwd, word.text) ?? '') ?? secretWord(word, effect.cwd, home);
    const sent = firstOf(wordsOf(effect), fileOf) ?? firstOf(sayings(effect), broughtBy);
    if (sent !== undefined) found.push(exposure('sent', sent, invocation));
    const named = firstOf(addressed(effect), namedSecret) ?? strayToken(effect);
    if (named !== undefined) found.push(exposure('named', named, invocation));
  }
  return found;
}

function stagedExposures({ invocations }: CommandReading, home: string): readonly Exposure[] {
  return invocations.flatMap((invocation) => {
    const staged = stagedBy(invocation, home);
    return staged === undefined ? [] : [exposure('committed', staged, invocation)];
  });
}

/** What turns a secret into text. */
function sourcesOf(happenings: readonly Happening[], { invocations }: CommandReading, home: string): readonly Source[] {
  const fromEffects = happenings.flatMap(({ effect, invocation }): readonly Source[] => {
    const what = sourceOf(effect, invocation, home);
    if (what === undefined) return [];
    return [{ what, invocation, ...(effect.kind === 'read' ? {} : { variables: true }) }];
  });
  const fromWords = invocations.flatMap((invocation): readonly Source[] => {
    const what = spoken(invocation);
    return what === undefined ? [] : [{ what, invocation, variables: true }];
  });
  return [...fromEffects, ...fromWords];
}

/** Where the text of a secret goes. */
function exposureOf(
  source: Source,
  leaving: readonly Happening[],
  reading: CommandReading,
  home: string,
): Exposure | undefined {
  const { what, invocation, variables } = source;
  const to = destination(source, reading);
  const isUploaded =
    to !== undefined &&
    to !== 'nowhere' &&
    leaving.some(({ effect }) => wordsOf(effect).some(({ text }) => text === to.text));
  const sinks = leaving.filter((sink) => flows(source, sink.invocation));
  if (isUploaded || sinks.length > 0) {
    const isListing = variables === true && !what.startsWith('$');
    return exposure(isListing && sinks.length > 0 && sinks.every(isMail) ? 'named' : 'sent', what, invocation);
  }
  if (to === undefined) return exposure('shown', what, invocation);
  const isKept = to === 'nowhere' || secretWord(to, invocation.cwd, home) !== undefined;
  return isKept ? undefined : exposure('copied', what, invocation);
}

/** Whole folders whose content goes to a program that sends. */
function packedExposures(happenings: readonly Happening[], leaving: readonly Happening[]): readonly Exposure[] {
  return happenings.flatMap(({ effect, invocation }) => {
    if (effect.kind !== 'read' || effect.tree !== true || effect.what !== 'content') return [];
    const isSent = leaving.some(
      (sink) =>
        sink.invocation !== invocation &&
        !connects.has(sink.invocation.program ?? '') &&
        flows({ what: '', invocation }, sink.invocation),
    );
    return isSent ? [exposure('packed', `all of ${effect.path.raw}`, invocation)] : [];
  });
}

/** A list of variables may be meant for the person's own mailbox: the person decides. */
const isMail = ({ effect }: Happening): boolean =>
  effect.kind === 'send' && /^[^\s/:]+@[^\s/:]+$/.test(effect.to?.text ?? '');

/** Programs that copy to a machine on which the person has an account. */
const connects = wordSet('ssh rsync scp sftp mosh');

const order: readonly Exposure['how'][] = ['sent', 'named', 'packed', 'shown', 'copied', 'committed'];

/** The secret that an effect turns into text. */
function sourceOf(effect: Effect, invocation: Invocation, home: string): string | undefined {
  if (effect.kind === 'reveal') return effect.secret;
  if (effect.kind === 'fetch' && effect.from !== undefined && isMetadata(effect.from)) {
    return 'credentials of this machine';
  }
  const socket = effect.kind === 'write' ? /^\/dev\/(?:tcp|udp)\/([^/]+)/.exec(effect.path.text)?.[1] : undefined;
  if (socket !== undefined && isMetadata(plainWord(socket))) return 'credentials of this machine';
  if (effect.kind !== 'read' || effect.what !== 'content') return undefined;
  const copied = invocation.effects?.find((one) => one.kind === 'write' && one.from?.includes(effect.path) === true);
  // A copy beside the original stays as secret as it was.
  if (copied?.kind === 'write' && secretWord(copied.path, copied.cwd, home) !== undefined) return undefined;
  return secretRead(effect, effect.cwd, home);
}

/** The name that a file gets: that of a link, or where it is moved to. */
function newName(effect: Effect, { effects }: Invocation): ShellWord | undefined {
  if (effect.kind === 'link') return effect.at;
  if (effect.kind !== 'move') return undefined;
  const landing = effects?.find((one) => one.kind === 'write' && one.from?.includes(effect.path) === true);
  return landing?.kind === 'write' ? landing.path : effect.to;
}

/** A name for a secret that does not say what it is. */
const leadsOut = ({ path, cwd }: EffectOf<'link' | 'move'>, at: ShellWord, home: string): boolean =>
  secretWord(path, cwd, home) !== undefined && secretWord(at, cwd, home) === undefined;

/** Does something leave this machine? Bash makes sockets of `/dev/tcp`. */
function leaves(effect: Effect): boolean {
  if (effect.kind === 'write') return /^\/dev\/(?:tcp|udp)\//.test(effect.path.text);
  return effect.kind === 'send' || (effect.kind === 'fetch' && !isHere(effect.from));
}

/** The files that are sent. */
const wordsOf = (effect: Effect): readonly ShellWord[] => (effect.kind === 'send' ? (effect.what ?? []) : []);

/** The words in which a secret has no business: an address, and what is sent. Headers are made for tokens. */
function addressed(effect: Effect): readonly ShellWord[] {
  if (effect.kind === 'fetch') return effect.from === undefined ? [] : [effect.from];
  return effect.kind === 'send' ? (effect.what ?? []) : [];
}

/** Everything that a request says. */
function sayings(effect: Effect): readonly ShellWord[] {
  return effect.kind === 'fetch' ? [...addressed(effect), ...(effect.with ?? [])] : addressed(effect);
}

/** The secret file whose content is in a word: `k=$(cat .env)`, `while read -r l; do … $l; done < .env`. */
const broughtBy = ({ parts }: ShellWord): string | undefined =>
  firstOf(parts, (part) => {
    const stream = part.kind === 'unknown' ? part.stream : undefined;
    const path = stream?.kind === 'file' || stream?.kind === 'git' ? stream.path : undefined;
    return path === undefined ? undefined : secretAt(path);
  });

/** Whose tokens variables hold, and which hosts are theirs. */
const issuers: readonly (readonly [variable: RegExp, hosts: RegExp])[] = [
  [/^(?:GH|GITHUB)_/, /github|ghcr/],
  [/^GITLAB_/, /gitlab/],
  [/^NPM_/, /npm/],
  [/^AWS_/, /aws/],
  [/^OPENAI_/, /openai/],
  [/^ANTHROPIC_/, /anthropic/],
  [/^STRIPE_/, /stripe/],
  [/^SLACK_/, /slack/],
];

/** A token in a header that goes to another host than the one that issued it. */
function strayToken(effect: Effect): string | undefined {
  const host = effect.kind === 'fetch' && effect.from?.value !== undefined ? hostOf(effect.from.value) : undefined;
  if (effect.kind !== 'fetch' || host === undefined) return undefined;
  return firstOf(effect.with ?? [], (word) => {
    const named = namedSecret(word);
    const issuer = issuers.find(([variable]) => named?.startsWith('$') === true && variable.test(named.slice(1)));
    return issuer !== undefined && !issuer[1].test(host) ? named : undefined;
  });
}

function namedSecret(word: ShellWord): string | undefined {
  for (const part of word.parts) {
    if (part.kind === 'unknown' && part.why === 'variable' && isSecretVariable(part.name ?? '')) {
      return `$${part.name ?? ''}`;
    }
  }
  const token = tokensIn(word.text, { examples: true })[0];
  return token === undefined ? undefined : `a token (${token.family})`;
}

/** `echo $TOKEN`, `cat <<< $TOKEN`: a program prints a variable whose name says that it is secret. */
function spoken({ program = '', args, redirects }: Invocation): string | undefined {
  for (const { parts } of program === 'echo' || program === 'printf' ? args : fed(program, args, redirects)) {
    for (const part of parts) {
      if (part.kind !== 'unknown' || part.why !== 'variable') continue;
      const name = part.name ?? '';
      if (isSecretVariable(name) && !/^\$\{(?:#|!?\w+[@*]\}$)|:?\+/.test(part.text)) return `$${name}`;
    }
  }
  return undefined;
}

/** The text that a filter is given in the command, and prints. */
const fed = (program: string, args: Invocation['args'], redirects: Invocation['redirects']): readonly ShellWord[] =>
  redirects.length === 0 ||
  !(isTextProgram(program) || program === 'tee') ||
  counts.has(program) ||
  onlyCounts(program, args)
    ? []
    : redirects.flatMap(({ operator, target, body }) => (operator === '<<<' ? target : body) ?? []);

/** `git add -f .env`. */
function stagedBy({ program, args, cwd }: Invocation, home: string): string | undefined {
  if (program !== 'git' || !args.some(({ value }) => value === 'add' || value === 'stage')) return undefined;
  return firstOf(args, (word) => (word.text.startsWith('-') || word.glob ? undefined : secretWord(word, cwd, home)));
}

/** Does what the one prints reach the other: through a pipe, or in one of its words? */
function flows({ invocation: source, variables }: Source, sink: Invocation): boolean {
  // What a program reveals, it prints: the address it asked is where it comes from.
  if (source === sink) return variables !== true;
  if (source.pipeline.id === sink.pipeline.id && source.pipeline.position < sink.pipeline.position) return true;
  if (source.depth <= sink.depth || source.range === undefined || sink.range === undefined) return false;
  return source.range.start >= sink.range.start && source.range.end <= sink.range.end;
}

/** The file that takes what an invocation prints; `nowhere` where it is thrown away or only counted. */
function destination(
  { invocation: from, variables }: Source,
  reading: CommandReading,
): ShellWord | 'nowhere' | undefined {
  const { id, position } = from.pipeline;
  if (from.program !== undefined && keepsNames(from.program, from.args.slice(0, -1))) return 'nowhere';
  const behind = reading.invocations.filter(({ pipeline }) => pipeline.id === id && pipeline.position > position);
  if (behind.some(({ program, args }) => program !== undefined && (counts.has(program) || onlyCounts(program, args)))) {
    return 'nowhere';
  }
  if (variables === true && behind.some(takesIn)) return 'nowhere';
  const last = behind.at(-1) ?? from;
  for (const { operator, fd, target } of last.redirects) {
    if (target === undefined || !/^(?:>|>>|>\||&>|&>>)$/.test(operator) || (fd !== undefined && fd !== '1')) continue;
    const path = resolvePath(last.cwd, target.text) ?? target.text;
    return path === '/dev/null' ? 'nowhere' : isDevice(path) ? undefined : target;
  }
  const copied = from.effects?.find((one) => one.kind === 'write' && one.from !== undefined);
  return copied?.kind === 'write' ? copied.path : undefined;
}

/** `env | grep PATH`, `echo $TOKEN | docker login --password-stdin`: what comes in is sifted, or used and not printed. */
function takesIn({ program = '', args }: Invocation): boolean {
  if (!isTextProgram(program) || keepsNames(program, args)) return true;
  const pattern = args.find(({ text }) => !text.startsWith('-'))?.value;
  if (!searchers.test(program) || pattern === undefined || !/^\^?[A-Z][A-Z_]{2,}=?$/i.test(pattern)) {
    return false;
  }
  const name = pattern.replace(/\W/g, '');
  // What begins or ends with it may be secret as well: `KEY`.
  return ![name, `A_${name}`, `${name}_A`].some(isSecretVariable);
}

const searchers = /^(?:e|f)?grep$|^rg$/;

/** `grep -c x`, `grep -q x`. */
const onlyCounts = (program: string, args: readonly ShellWord[]): boolean =>
  searchers.test(program) && args.some(({ text }) => /^-[a-zA-Z]*[cq][a-zA-Z]*$|^--(?:count|quiet)$/.test(text));

/** `env | cut -d= -f1`: the names, and no value. */
function keepsNames(program: string, args: readonly ShellWord[]): boolean {
  const words = args.map(({ text }) => text).join(' ');
  return (
    (program === 'cut' && /^-d ?= -f ?1$|^-f ?1 -d ?=$/.test(words)) ||
    (program === 'sed' && /^(?:-E )?s\/=\.\*\$?\/\/$/.test(words)) ||
    (/^[gmn]?awk$/.test(program) && /^-F ?= \{ ?print \$1;? ?\}$/.test(words))
  );
}

/** Programs that print how much there is, or a checksum of it. */
const counts = wordSet('wc md5sum sha1sum sha256sum sha512sum shasum cksum cmp');
