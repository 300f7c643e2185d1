import { wordSet } from '../../../project/text';
import { shellNumbers } from '../../../programs/program';
import { shellNames } from '../../../programs/shells';
import { namesIn } from '../../../project/read-file';
import { effectsOf, shownInvocation } from '../../../shell/effects';
import type { CommandReading, Invocation, ShellWord, Wrapper } from '../../../shell/invocation';
import { judgeEffects, judgeRedirect, judgeScript, judgeWrites, leavesProject } from './effects';
import {
  changesPrograms,
  isStandardProgram,
  asksInstalled,
  asksOwnProgram,
  extendsPath,
  foldersOf,
  isActivation,
  mayBeRead,
  isShadowed,
} from './own-programs';
import { local, reads, risky, scratch, unknown, worse, isNarrow, printsFiles, type Judgement } from './tier';
import { isSecretFolder, secretIn } from '../../../secrets/places';
import { plainWord } from '../../../shell/reader/words';
import { isDevice, resolvePath, within } from '../../../shell/paths';
import { writtenFiles } from '../../../shell/written-files';

/** What a line is judged against. */
export interface Bounds {
  /** Tops of the worktree the agent works in. */
  readonly roots: readonly string[];
  readonly home: string;
  readonly cwd: string;
  /** Is there another repository than the project's, or a bare one? */
  readonly isOtherRepository?: (directory: string) => boolean;
  /** Does git start a program of the project, because the repository's configuration names it? */
  readonly startsOwnProgram?: () => boolean;
  /** The PATH that the line starts with. */
  readonly path?: string | undefined;
  /** Folders that the line puts in front of PATH. */
  readonly front?: readonly string[];
  /** Programs, or a program and its first words, that the person calls safe or risky. */
  readonly safe: readonly string[];
  readonly risky: readonly string[];
}

export interface LineJudgement extends Judgement {
  /** The part of the command it is about. */
  readonly part: string | undefined;
}

/** The worst of everything the line would do. */
export function judgeLine(reading: CommandReading, given: Bounds): LineJudgement {
  let found: LineJudgement = { ...reads, part: undefined };
  const weigh = (judgement: Judgement, part: () => string | undefined = () => undefined): void => {
    if (worse(found, judgement) === judgement) found = { ...judgement, part: part() };
  };
  const front = reading.assignments.flatMap((one) =>
    extendsPath(one, given.cwd, given.roots) ? foldersOf(one, given.cwd) : [],
  );
  const bounds: Bounds = { ...given, front: [...front, ...environmentsOf(reading, given)] };
  const open = reading.invocations.some(({ openEnded }) => openEnded);
  for (const invocation of reading.invocations) {
    if (found.tier === 'risky') return found;
    if (invocation.elsewhere) continue;
    const judged = invocation.script ? judgeScript(invocation, bounds) : judgeInvocation(invocation, bounds, open);
    weigh(judged, () => shownInvocation(invocation, 120));
  }
  for (const assignment of reading.assignments) {
    if (changesPrograms(assignment) && !extendsPath(assignment, bounds.cwd, bounds.roots)) {
      weigh(risky(`${assignment.name} decides what other programs run`), () => assignment.name);
    }
  }
  weigh(judgeWrites(reading, bounds.roots));
  if (subscript.test(reading.source) && evaluates.test(reading.source)) weigh(unknown('a subscript runs a command'));
  const unread = reading.unread.find(
    ({ text, why }) => why !== 'script-file' || !isActivation(plainWord(text), bounds.cwd, bounds.roots),
  );
  if (unread !== undefined) weigh(unknown('runs code that is not in the command'), () => unread.text);
  if (found.tier !== reads.tier && mayLoad(reading, bounds.roots)) {
    weigh(unknown('runs code beside commands that change something'));
  }
  if (reading.repetitions.length > 0) weigh(unknown('never ends'));
  if (reading.errors.length > 0) weigh(unknown('cannot be fully parsed'));
  return found;
}

/** May code load as a module what the line writes? Code looks into the folder it runs in. */
function mayLoad(reading: CommandReading, roots: readonly string[]): boolean {
  const code = effectsOf(reading).filter(
    ({ effect }) => effect.kind === 'run' && effect.code.computesWith !== undefined,
  );
  const inProject = (path: string | undefined) => path !== undefined && roots.some((root) => within(path, root));
  return (
    code.length > 0 &&
    (!code.every(({ effect }) => inProject(effect.cwd)) ||
      !writtenFiles(reading).every(
        ({ path }) => path !== undefined && (scratch.test(path) || isDevice(path)) && !inProject(path),
      ))
  );
}

/** The folders of programs that activated environments put in front. */
function environmentsOf(reading: CommandReading, { roots }: Bounds): readonly string[] {
  const folders: string[] = [];
  for (const { effects = [] } of reading.invocations) {
    for (const effect of effects) {
      if (effect.kind !== 'run' || effect.code.form !== 'file') continue;
      const { path } = effect.code;
      const file = isActivation(path, effect.cwd, roots) ? resolvePath(effect.cwd, path.text) : undefined;
      if (file !== undefined) folders.push(file.slice(0, file.lastIndexOf('/')));
    }
  }
  return folders;
}

/** Commands and expansions that evaluate arithmetic, or take the name of a variable. */
const evaluates =
  /(?:^|[\s;&|(){}`])(?:let|read|readarray|mapfile|declare|typeset|local|export|readonly|unset|test|printf|wait|getopts|eval|trap|source|\.|\w*sh|\[\[?)\s|\(\(|\$\[|\$\{\w+(?:\[|:)|\]\+?=/;
/** `let 'a[$(x)]=1'`, `read a[$(x)]`: arithmetic expands what quotes have kept, and what a substitution printed. */
const subscript = /\w\[(?:[^\]\n]{0,200}|\S{0,200}?)(?:\$\(|`)/;

const worst = (judgements: readonly Judgement[]): Judgement => judgements.reduce(worse, reads);

function judgeInvocation(invocation: Invocation, bounds: Bounds, open: boolean): Judgement {
  const { program, name, args } = invocation;
  const redirects = invocation.redirects.map((redirect) => judgeRedirect(redirect, invocation, bounds));
  const around = worst([...redirects, judgeText(invocation), judgeWay(invocation.via)]);
  if (program === '' && name.text === '') return around;
  if (program === undefined || name.value === undefined) {
    return worse(around, unknown(`which program ${name.raw} stands for is not known`));
  }
  const surroundings = worst([around, ...judgeSurroundings(program, invocation, bounds)]);
  if (asksOwnProgram(invocation, bounds.roots)) return surroundings;
  if (invocation.effects === undefined && asksInstalled(invocation, bounds.path ?? '')) return surroundings;
  if (!isStandardProgram(name.value)) return worse(around, unknown(`${name.raw} is not a program of the system`));
  if (name.value.slice(name.value.lastIndexOf('/') + 1) !== program) {
    return worse(around, unknown(`${name.raw} is not a known program`));
  }
  const own = worst([
    surroundings,
    ...judgeWords(program, invocation, open),
    byConfiguration(program, args, bounds) ?? byDefinition(program, invocation, bounds),
  ]);
  return judgePlace(own, program, invocation, bounds);
}

/** What the search path, the variables before it and the wrappers around it make of a program. */
function judgeSurroundings(program: string, invocation: Invocation, bounds: Bounds): readonly Judgement[] {
  const { assignments, cwd, wrappers } = invocation;
  const shadowed = unknown(`${program} may be the project’s own`);
  const names = [program, ...wrappers.map((wrapper) => wrapper.program)];
  const areShadowed = (folders: readonly string[]) => names.some((name) => isShadowed(name, folders));
  const found = areShadowed(bounds.front ?? []) ? [shadowed] : [];
  const odd = wrappers.find(({ name }) => !isStandardProgram(name.value ?? '/'));
  if (odd !== undefined) found.push(unknown(`${odd.name.raw} is not a program of the system`));
  for (const assignment of assignments) {
    if (extendsPath(assignment, cwd, bounds.roots)) {
      if (areShadowed(foldersOf(assignment, cwd))) found.push(shadowed);
    } else if (changesPrograms(assignment) && !(assignment.name === 'IFS' && program === 'read')) {
      found.push(risky(`${assignment.name} decides what ${program} runs`));
    } else if (mayBeRead(assignment) && !/^(?:echo|printf|read)$/.test(program)) {
      found.push(local(`${assignment.name} may change what ${program} does`));
    }
  }
  return isUnfed(invocation) ? found : [...found, ...wrappers.map((wrapper) => judgeWrapper(wrapper, program))];
}

function judgeWords(program: string, invocation: Invocation, open: boolean): readonly Judgement[] {
  const { args, wrappers, effects = [] } = invocation;
  const words = [...args, ...wrappers.flatMap((wrapper) => wrapper.args)];
  const secrets = words.filter((word) => namesSecret(word, invocation, open));
  const asksService = effects.some(({ kind }) => kind === 'service');
  return [
    ...secrets.map((word) => risky(`names the secret ${word.raw}`)),
    ...args.map((word) => judgeUnknowns(word, program)),
    asksService && args.some(isComposed) ? unknown('what it asks a service is not in the command') : reads,
    args.some(isForce) && !textPrograms.has(program) ? risky('forces') : reads,
    judgeNames(invocation),
  ];
}

/** `sort *`: the name of a file may be an option. */
function judgeNames({ args, cwd }: Invocation): Judgement {
  if (cwd === undefined) return reads;
  const open = args.find(
    ({ parts: [first] }) => first?.kind === 'glob' || (first?.kind === 'unknown' && first.stream?.kind === 'names'),
  );
  return open !== undefined && namesIn(cwd).some((name) => name.startsWith('-'))
    ? unknown(`${open.raw} may be an option: a file here has such a name`)
    : reads;
}

/** What a command that is harmless by itself may reach where it runs. */
function judgePlace(own: Judgement, program: string, invocation: Invocation, bounds: Bounds): Judgement {
  const findsRepository = program === 'git' || program === 'go';
  if ((own.tier === 'read' || own.tier === 'throwaway') && findsRepository && worksElsewhere(invocation, bounds)) {
    return worse(own, unknown('works in another repository, whose configuration can start programs'));
  }
  if (own.tier === 'read' && program === 'git' && bounds.startsOwnProgram?.() === true) {
    return worse(own, local('git starts a program of the project, which the repository’s configuration names'));
  }
  if (own.tier === 'read') {
    return printsAll(program, invocation) ? worse(own, unknown('prints every file it finds')) : own;
  }
  return own.tier === 'local' || own.tier === 'throwaway'
    ? worse(own, leavesProject(invocation, bounds.roots) ?? reads)
    : own;
}

/** `find . | xargs cat`. */
const printsAll = (program: string, invocation: Invocation): boolean =>
  printsFiles(program) &&
  invocation.openEnded &&
  invocation.wrappers.length > 0 &&
  !isUnfed(invocation) &&
  !isNarrowed(invocation);

/** Is the folder in which git or go looks for a repository another one than the project’s, or unknown? */
function worksElsewhere(invocation: Invocation, { isOtherRepository }: Bounds): boolean {
  if (isOtherRepository === undefined) return false;
  const directory = invocation.use === undefined ? invocation.cwd : invocation.use.at.cwd;
  return directory === undefined || isOtherRepository(directory);
}

/** `xargs cat` without a pipe or an input file: the client gives commands no stdin, so it is empty. */
const isUnfed = ({ args }: Invocation): boolean => {
  const fed = args.flatMap(({ parts }) => parts.filter((part) => part.kind === 'unknown' && part.why === 'input'));
  return fed.length > 0 && fed.every((part) => part.kind === 'unknown' && part.stream?.kind === 'inherited');
};

/** Does a pattern of names say which files come in? */
const isNarrowed = ({ args }: Invocation): boolean =>
  args.some(({ parts }) =>
    parts.some((part) => part.kind === 'unknown' && part.found !== undefined && isNarrow(part.found.only)),
  );

function byDefinition(program: string, { effects }: Invocation, bounds: Bounds): Judgement {
  return effects === undefined ? unknown(`${program} is not known to be safe`) : judgeEffects(effects, program, bounds);
}

/** Text is not a command, but a heredoc with a destructive command in it deserves a look. */
function judgeText({ program, redirects, stdin }: Invocation): Judgement {
  // What `read` reads is a variable, whose uses are judged.
  if (program === 'read' || stdin.kind !== 'text' || !redirects.some(({ operator }) => operator.startsWith('<<'))) {
    return reads;
  }
  return destructive.test(stdin.text) ? unknown('its text contains a destructive command') : reads;
}
const destructive =
  /^[ \t]*(?:sudo\s+)?(?:rm\s+-|dd\s+\S*[io]f=|mkfs|shutdown\b|reboot\b|(?:curl|wget)\s[^\n]*\|\s*\w*sh\b)/m;

/** The person's setting for this program, or for it with its first words. */
function byConfiguration(program: string, args: readonly ShellWord[], bounds: Bounds): Judgement | undefined {
  if (bounds.risky.length === 0 && bounds.safe.length === 0) return undefined;
  const line = [program, ...args.map(({ value }) => value ?? '\0')];
  const begins = (entry: string): boolean =>
    entry
      .trim()
      .split(/\s+/)
      .every((word, at) => line[at] === word);
  if (bounds.risky.some(begins)) return risky('the configuration lists it as risky');
  return bounds.safe.some(begins) && args.every(({ value }) => value !== undefined) ? reads : undefined;
}

const secretVariable =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|(?:^|_)(?:KEY|PWD|PASS|AUTH|PAT|DSN|COOKIE|SESSION)(?:_|$)|APIKEY|DATABASE_URL/i;

/** A variable that nothing in the line sets may hold a secret, or lead to one. */
function judgeUnknowns(word: ShellWord, program: string): Judgement {
  for (const part of word.parts) {
    if (part.kind !== 'unknown' || part.why !== 'variable') continue;
    if (secretVariable.test(part.name ?? part.text)) return risky(`shows ${part.text}`);
    if (part === word.parts[0] && !namePrograms.has(program) && !shellNumbers.test(part.text)) {
      return unknown(`what ${part.text} stands for is not known`);
    }
  }
  return reads;
}

/** Does text that the line reads flow into the word? */
const isComposed = ({ parts }: ShellWord): boolean =>
  parts.some(
    (part) =>
      part.kind === 'unknown' &&
      (part.why === 'substitution' || (part.why === 'input' && part.stream?.kind !== 'inherited')),
  );

function isForce({ value }: ShellWord): boolean {
  return value === '--force' || value === '--hard' || value === '--no-verify';
}

/** Programs whose words are text. */
const textPrograms = wordSet('echo printf grep egrep fgrep rg ag ack test [ awk gawk sed jq man');

/** Programs that show names, never content. */
const namePrograms = wordSet(
  'echo printf cd pushd basename dirname realpath readlink test [ ls dir stat du tree find gfind bfs fd fdfind file which type command export mkdir locate mdfind',
);

/** Programs whose words may be patterns or scripts: their definitions say which of them are files. */
const patterns = wordSet('grep egrep fgrep zgrep rg ag ack ugrep awk gawk mawk nawk sed gsed jq yq gojq');

/** Would this word make the program show a secret? Names that flow on to other programs count as read. */
function namesSecret(word: ShellWord, { program = '', effects, cwd }: Invocation, open: boolean): boolean {
  const inside = cwd !== undefined && !word.text.startsWith('/') && isSecretFolder(cwd);
  if (!inside && secretIn(word.text) === undefined) return false;
  if (namePrograms.has(program) && !open) return false;
  // `--key name` is an option, and its value a word of its own.
  if (/^--[\w-]+$/.test(word.text)) return false;
  const isUsed = ({ raw }: ShellWord) => raw === word.raw || (word.raw.startsWith('-') && word.raw.endsWith(`=${raw}`));
  if (effects?.some((effect) => effect.kind === 'read' && effect.what === 'use' && isUsed(effect.path)) === true) {
    return false;
  }
  if (!patterns.has(program) || effects === undefined) return true;
  return effects.some((effect) => effect.kind === 'read' && word.text.endsWith(effect.path.text));
}

/** Wrappers that run nothing besides the invocation. Any other carrier of code is not approved for what it carries. */
const plainWays =
  /^(?:\$\(…\)|[<>]\(…\)|function .*|find -exec(?:dir)?|fd -x|fzf(?: --bind)?|env -c|trap|(?:sh|bash|zsh|dash|ksh|ash) -c)$/;

function judgeWay(via: readonly string[]): Judgement {
  const odd = via.find((way) => !plainWays.test(way));
  return odd === undefined ? reads : risky(`${odd} runs text as a command`);
}

/** The added words may be an action of `find` or part of shell text. The wrapper's definition covers everything else that it adds. */
function judgeWrapper({ program }: Wrapper, inner: string): Judgement {
  if (!/xargs|parallel/.test(program)) return reads;
  if (inner === 'find') return unknown('its input may contain an action of find');
  return shellNames.has(inner) ? unknown('its input may become part of the script') : reads;
}
