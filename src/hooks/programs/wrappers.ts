import type { Assignment, FoundFiles, ShellWord, Stream, WordPart } from '../shell/invocation';
import { dropStart, joined, plainWord, unknownWord, wordOf } from '../shell/reader/words';
import { changes, machine, reads, reveals, runs, unclear, writes, type Actions } from './effect';
import { does, type Definition, type Family, type Use } from './program';

interface Wrapping {
  /** Words between the options and the command: a duration, a directory, a user. */
  readonly operands?: number;
  /** `A=1` before the command sets its environment. */
  readonly assigns?: true;
  /** The option that names the directory the command runs in. */
  readonly directory?: string;
  /** The option whose value is text for a shell. */
  readonly text?: string;
  /** It joins the words and passes them to a shell. */
  readonly joins?: true;
  /** Without a command it is a shell: always, or with one of these. */
  readonly shell?: readonly string[];
  /** Its first operand becomes the root of all paths. */
  readonly root?: true;
  /** It sees the files of the process `--target`. */
  readonly entersTarget?: true;
  /** Part of the shell. */
  readonly inPlace?: true;
  /** What it changes besides running the command. */
  readonly does?: (use: Use) => Actions;
  readonly inert?: string;
}

/** A program that runs the command in its own words. */
export function wrapper(options: string, wrapping: Wrapping = {}): Definition {
  return {
    options,
    style: 'strict',
    inert: wrapping.inert ?? '',
    effects: (use) => [wrapping.does?.(use), wrapped(use, wrapping)],
  };
}

function wrapped(use: Use, wrapping: Wrapping): Actions {
  const directory = wrapping.directory === undefined ? undefined : use.value(wrapping.directory);
  const root = wrapping.root === true ? use.resolve(use.operands[0]) : undefined;
  const target = wrapping.entersTarget === true ? use.value('--target')?.value : undefined;
  const top = target === undefined ? root : `/proc/${target}/root`;
  const mounts = top === undefined ? undefined : [{ host: top, at: '/' }];
  const way = { wrapper: true, elsewhere: wrapping.root, mounts, inPlace: wrapping.inPlace, directory } as const;
  const text = wrapping.text === undefined ? undefined : (use.value(wrapping.text) ?? laterText(use, wrapping.text));
  if (text !== undefined) {
    const words = use.program === 'env' ? [text, ...use.operands] : [text];
    return runs({ form: 'shell', text: joined(words), ...way, via: `${use.program} -c` });
  }
  const words = use.operands.slice(wrapping.operands ?? 0);
  const assignments = wrapping.assigns === true ? takeAssignments(words) : [];
  const rest = words.slice(assignments.length);
  const command = assignments.length > 0 && rest[0]?.value === '--' ? rest.slice(1) : rest;
  if (command.length === 0) {
    const opens = wrapping.shell !== undefined && (wrapping.shell.length === 0 || use.has(...wrapping.shell));
    return opens && runs({ form: 'input', language: 'sh', ...way });
  }
  // Joining drops the quotes, but the writer of the command meant the words as quoted.
  if (wrapping.joins === true && command.length === 1) return runs({ form: 'shell', text: joined(command), ...way });
  return runs({ form: 'command', words: command, assignments, ...way });
}

function takeAssignments(words: readonly ShellWord[]): readonly Assignment[] {
  const found: Assignment[] = [];
  for (const word of words) {
    const name = /^([A-Za-z_]\w*)=/.exec(word.text)?.[1];
    if (name === undefined) break;
    found.push({ name, value: dropStart(word, name.length + 1), range: word.range });
  }
  return found;
}

/** `su root -c …`, `script out -c …`: the option may follow operands. */
function laterText(use: Use, option: string): ShellWord | undefined {
  const names = option === '--command' ? ['-c', option] : option === '--run' ? [option, '--command'] : [];
  const at = use.operands.findIndex(({ text }) => names.includes(text));
  if (at >= 0) return use.operands[at + 1];
  const inOne = use.operands.find(({ text }) =>
    names.some((name) => name.startsWith('--') && text.startsWith(`${name}=`)),
  );
  return inOne === undefined ? undefined : dropStart(inOne, inOne.text.indexOf('=') + 1);
}

const asAnother = () => [machine('privileges', 'acts as another user')];
const environment = (use: Use) => [changes(`${use.program} prepares the project’s environment`)];

/** The command gets secrets in its environment, and may show them. */
const withSecrets = () => [reveals('secrets to the command that it runs')];

/**
 * Items from the input, for each command that they go to. With a replacement every item has a command of its own. A
 * known line is read both split and whole, as it may be quoted.
 */
function inputs(stream: Stream, separator: string | undefined, eachAlone: boolean): readonly (readonly ShellWord[])[] {
  if (stream.kind !== 'text') return [[fed(stream)]];
  if (separator !== undefined || eachAlone) {
    const words = itemsOf(stream, stream.text.replace(/\n$/, '').split(separator ?? '\n'), named);
    return eachAlone ? words.map((word) => [word]) : [words];
  }
  const split = itemsOf(stream, stream.text.split(/[\s\0]+/), named);
  const whole = itemsOf(stream, stream.text.split('\n'), plainWord);
  return whole.length === split.length ? [split] : [split, whole];
}

const mostItems = 200;

/** The items as words; more of them are not known. */
function itemsOf(stream: Stream, items: readonly string[], word: (text: string) => ShellWord): readonly ShellWord[] {
  const some = items.filter((text) => text !== '');
  const words = some.slice(0, mostItems).map((text) => word(text));
  return some.length > mostItems ? [...words, unknownWord('{}', 'input', stream)] : words;
}

/** `printf '%s\\0' *` prints the names that match. */
const named = (text: string): ShellWord =>
  /[*?]/.test(text) ? wordOf([{ kind: 'glob', text }], text, undefined) : plainWord(text);

/** An item that is not in the command. If a search on the same line printed it, the search limits what it may be. */
function fed(stream: Stream): ShellWord {
  if (stream.kind !== 'names') return unknownWord('{}', 'input', stream);
  const found: FoundFiles = stream.found;
  const part: WordPart = { kind: 'unknown', text: '{}', why: 'input', quoted: true, found };
  return wordOf([part], '{}', undefined);
}

/** The word with every placeholder replaced. */
function filled(word: ShellWord, placeholder: string, item: ShellWord): ShellWord {
  if (!word.text.includes(placeholder)) return word;
  const parts = word.parts.flatMap((part): readonly WordPart[] =>
    part.kind === 'unknown'
      ? [part]
      : part.text
          .split(placeholder)
          .flatMap((piece, at): readonly WordPart[] => [
            ...(at > 0 ? item.parts : []),
            ...(piece === '' ? [] : [{ kind: 'literal' as const, text: piece, quoted: true }]),
          ]),
  );
  return wordOf(parts, word.raw, word.range);
}

const inherited: Stream = { kind: 'inherited' };

/** `-d '\n'`. */
const separatorOf = (word: ShellWord | undefined): string | undefined =>
  word?.value?.replace(/^\\([n0t])$/, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : '\0'));

const separator = /^:{3,4}\+?$/;

/** parallel(1): a template for a shell, filled from `:::` words or from its input. */
const parallel: Definition = {
  style: 'strict',
  options:
    '* -a,--arg-file=read -j,--jobs= -P,--max-procs= -n,--max-args= -N,--max-replace-args= -I= -L= -l= -d,--delimiter= -C,--colsep= -S,--sshlogin= ' +
    '--sshloginfile=read --joblog=write --results=write --tmpdir= --workdir= --wd= --timeout= --retries= --halt= --delay= --load= --memfree= ' +
    '--nice= --env= --basefile= --block= --recstart= --recend= --return= --shuf --trc= --profile=load --rpl= --tagstring= --arg-sep= ' +
    '--arg-file-sep= -E= -i= -J= -M= -p= -s= -T= -U= -W= -X --dry-run,--dryrun',
  effects(use) {
    const at = use.operands.findIndex(({ text }) => separator.test(text));
    // A replacement may hold code, which it runs all the same: `{= … =}`.
    if (use.has('--dry-run')) return unclear('only prints the commands');
    const unseen = use.has('--arg-file');
    const template = at < 0 ? use.operands : use.operands.slice(0, at);
    const { stdin } = use.at;
    const items = unseen
      ? [unknownWord('{}', 'input', { kind: 'unknown' })]
      : at < 0
        ? linesOf(stdin)
        : listed(use.operands.slice(at));
    const openEnded = unseen || (at < 0 ? stdin.kind !== 'text' : items.length === 0);
    const way = { via: 'parallel', openEnded, stdin: inherited, wrapper: true } as const;
    if (template.length === 0) {
      if (at < 0) return runs({ form: 'input', language: 'sh' });
      return items.map((text) => runs({ form: 'shell', text, ...way }));
    }
    const fills = template.some(({ text }) => /\{(?:[./#%]*|\d+[./]*)\}/.test(text));
    return (items.length === 0 ? [unknownWord('{}', 'input', { kind: 'unknown' })] : items).map((item) => {
      const words = fills ? template.map((word) => placed(word, item)) : [...template, item];
      // One quoted template is shell text: `parallel 'rm -rf {}' ::: a`.
      const [only] = template;
      return only !== undefined && template.length === 1 && /\s/.test(only.text)
        ? runs({ form: 'shell', text: joined(words), ...way })
        : runs({ form: 'command', words, ...way });
    });
  },
};

/** `{1}`, `{.}` (without its ending), `{/}` (its name) and `{//}` (its folder) are made of the item, too. */
function placed(word: ShellWord, item: ShellWord): ShellWord {
  const marks = new Set(word.text.match(/\{(?:\d*[./]*)\}/g));
  return [...marks].reduce((made, mark) => {
    const text = item.value ?? '';
    const part = /[./]+/.exec(mark)?.[0] ?? '';
    const piece =
      item.value === undefined || part === ''
        ? item
        : plainWord(
            part === '//'
              ? text.replace(/\/+[^/]*$/, '') || (text.startsWith('/') ? '/' : '.')
              : (part.startsWith('/') ? text.replace(/^.*\//, '') : text).replace(
                  part.includes('.') ? /\.[^./]*$/ : /$^/,
                  '',
                ),
          );
    return filled(made, mark, piece);
  }, word);
}

function linesOf(stream: Stream): readonly ShellWord[] {
  if (stream.kind !== 'text') return [fed(stream)];
  return itemsOf(stream, stream.text.split('\n'), plainWord);
}

function listed(words: readonly ShellWord[]): readonly ShellWord[] {
  const items: ShellWord[] = [];
  let files = false;
  for (const word of words) {
    if (separator.test(word.text)) files = word.text.startsWith('::::');
    else items.push(files ? unknownWord('{}', 'input', { kind: 'unknown' }) : word);
  }
  return items.length > mostItems ? [...items.slice(0, mostItems), unknownWord('{}', 'input')] : items;
}

/** What setarch(8) takes for an architecture; its command may follow without one. */
const architectures =
  /^(?:x86_64|amd64|i[3-6]86|linux(?:32|64)|aarch64|arm\w*|ppc\w*|s390x?|riscv\w*|mips\w*|sparc\w*|athlon|uname26)$/;

/** Programs that run the command in their words. */
export const wrappers: Family = {
  sudo: wrapper(
    '-A,--askpass -b,--background -B,--bell -C,--close-from= -D,--chdir= -E --preserve-env=? -e,--edit -g,--group= -H,--set-home -h,--host= ' +
      '-i,--login -K,--remove-timestamp -k,--reset-timestamp -l,--list -n,--non-interactive -N,--no-update -P,--preserve-groups -p,--prompt= ' +
      '-r,--role= -R,--chroot= -S,--stdin -s,--shell -t,--type= -T,--command-timeout= -U,--other-user= -u,--user= -V -v,--validate',
    {
      assigns: true,
      directory: '--chdir',
      shell: ['--shell', '--login'],
      inert: '--list --validate --remove-timestamp -V --edit',
      does: asAnother,
    },
  ),
  doas: wrapper('-a= -C= -L -n -s -u=', { inert: '-L', does: asAnother, shell: ['-s'] }),
  pkexec: wrapper('--user= --disable-internal-agent', { does: asAnother }),
  env: wrapper(
    '-i,--ignore-environment -0,--null -u,--unset= -C,--chdir= -P= -S,--split-string= -v,--debug --argv0= -a= --default-signal=? ' +
      '--ignore-signal=? --block-signal=? --list-signal-handling',
    {
      assigns: true,
      directory: '--chdir',
      text: '--split-string',
      does: (use) =>
        !use.has('--split-string') &&
        !use.operands.some(({ text }) => !text.includes('=')) &&
        reveals('every variable'),
    },
  ),
  nohup: wrapper('', { does: () => machine('processes', 'outlives the session') }),
  // Terminals: `xterm -e 'x y'`, `kitty x y`, `gnome-terminal -- x y`.
  'xterm urxvt alacritty foot kitty konsole gnome-terminal xfce4-terminal wezterm x-terminal-emulator': wrapper(
    '** -e -x',
    { joins: true, does: () => machine('processes', 'outlives the session') },
  ),
  nice: wrapper('-n,--adjustment= -#'),
  ionice: wrapper('-c,--class= -n,--classdata= -p,--pid= -P= -u= -t,--ignore'),
  chrt: wrapper('-a -b -d -f -i -m -o -p -r -R -v -T= -P= -D=', { operands: 1, does: asAnother }),
  taskset: wrapper('-a -c -p=', { operands: 1 }),
  command: wrapper('-p -v -V', { inPlace: true, inert: '-v -V' }),
  builtin: wrapper('', { inPlace: true }),
  exec: wrapper('-a= -c -l', { inPlace: true }),
  time: wrapper('-a,--append -f,--format= -o,--output=write -p,--portability -q,--quiet -v,--verbose -l', {
    inPlace: true,
  }),
  gtime: wrapper('-a,--append -f,--format= -o,--output=write -p,--portability -q,--quiet -v,--verbose -l'),
  'timeout gtimeout': wrapper('-f,--foreground -k,--kill-after= -p,--preserve-status -s,--signal= -v,--verbose', {
    operands: 1,
  }),
  setsid: wrapper('-c,--ctty -f,--fork -w,--wait', { does: () => machine('processes', 'outlives the session') }),
  'stdbuf gstdbuf': wrapper('-i,--input= -o,--output= -e,--error='),
  'unbuffer chronic ts linux32 linux64 rlwrap': wrapper('* -t= -w= -p -d -i -m -s'),
  entr: {
    style: 'strict',
    options: '-a -c -d -n -p -r -s -x -z',
    effects: (use) => {
      const [text] = use.operands;
      if (text === undefined) return [];
      return use.has('-s') ? runs({ form: 'shell', text }) : runs({ form: 'command', words: use.operands });
    },
  },
  hyperfine: {
    options:
      '* -w,--warmup= -m,--min-runs= -M,--max-runs= -r,--runs= -s,--setup=shell -p,--prepare=shell -C,--conclude=shell -c,--cleanup=shell -S,--shell= ' +
      '-P,--parameter-scan= -D,--parameter-step-size= -L,--parameter-list= --style= --sort= -u,--time-unit= --export-json=write --export-csv=write --export-markdown=write ' +
      '--output= --input=read -n,--command-name= --reference=shell',
    operands: 'shell*',
  },
  rtk: {
    options: '*',
    subcommands: { 'gain discover': { options: '*' } },
    other: wrapper('*', { does: ({ operands }) => operands.length === 0 && unclear('names no command') }),
    bare: { effects: () => unclear('names no command') },
  },
  watch: wrapper(
    '-b,--beep -c,--color -d --differences=? -e,--errexit -g,--chgexit -n,--interval= -p,--precise -q,--equexit= -t,--no-title -w,--no-wrap -x,--exec',
    { joins: true },
  ),
  'strace ltrace': wrapper(
    '* -a= -b= -e= -E= -I= -o,--output=write -O= -p,--attach= -P= -s= -S= -u,--user= -U= -X= -A= -F= -l= -n= -w= -x= --trace= --env=',
    { does: asAnother },
  ),
  chroot: wrapper('--userspec= --groups= --skip-chdir', { operands: 1, root: true, does: asAnother }),
  unshare: wrapper(
    '* -R,--root= -w,--wd= -S,--setuid= -G,--setgid= --map-user= --map-group= --propagation= --setgroups= -l',
    { does: asAnother },
  ),
  nsenter: wrapper(
    '-a,--all -t,--target= -m,--mount=? -u,--uts=? -i,--ipc=? -n,--net=? -p,--pid=? -C,--cgroup=? -U,--user=? -T,--time=? -S,--setuid= -G,--setgid= ' +
      '-r,--root=? -w,--wd=? -W,--wdns=? -e,--env -F,--no-fork -c,--join-cgroup -Z,--follow-context --preserve-credentials --keep-caps',
    { entersTarget: true, does: asAnother },
  ),
  'systemd-run': wrapper(
    '* -u,--unit= -p,--property= -E,--setenv= --slice= --description= --service-type= --uid= --gid= --nice= --working-directory= --on-active= ' +
      '--on-boot= --on-calendar= --on-startup= --timer-property= -M,--machine= -H,--host= -d -t -G',
    { directory: '--working-directory', does: () => machine('schedule', 'runs it as a service of the machine') },
  ),
  'systemd-inhibit': wrapper('--what= --who= --why= --mode= --list'),
  flock: wrapper('-c,--command= -e -n -o -s -u -w,--timeout= -E,--conflict-exit-code= -x -F --verbose', {
    operands: 1,
    text: '--command',
    does: ({ operands: [lock] }) => lock && !/^\d+$/.test(lock.text) && writes(lock, { how: 'create' }),
  }),
  su: wrapper(
    '-c,--command= -s,--shell=program -g,--group= -G,--supp-group= -w,--whitelist-environment= -l,--login -m -p -P -f -T',
    { operands: 99, text: '--command', shell: [], does: asAnother },
  ),
  capsh: does(
    '--print --decode= --drop= --keep= --user= --uid= --gid= --inh= --caps= --secbits= --chroot= --addamb= --delamb= --noamb --strict --mode=? --modes',
    ({ afterDashes }) =>
      afterDashes && [asAnother(), runs({ form: 'command', words: [plainWord('bash'), ...afterDashes] })],
  ),
  newgrp: wrapper('-', { operands: 99, shell: [], does: asAnother }),
  // What follows the group is text for a shell, with `-c` or without.
  sg: wrapper('-c,--command=', { operands: 1, text: '--command', joins: true, does: asAnother }),
  runuser: wrapper('-c,--command= -u,--user= -s,--shell= -g,--group= -G= -w= -l,--login -m -p -P -f', {
    text: '--command',
    does: asAnother,
  }),
  setpriv: wrapper('* --reuid= --regid= --groups= --inh-caps= --ambient-caps= --bounding-set=', { does: asAnother }),
  script: wrapper(
    '-a,--append -c,--command= -e,--return -f,--flush -q,--quiet -E= -m= -o= -T= -I= -O= -B= -t=? -p -d',
    {
      operands: 1,
      text: '--command',
      // The first word names the file for the recording.
      does: (use) => {
        const [file, command] = use.operands;
        // `-p` plays a recording back.
        if (use.has('-p') && command === undefined && !use.has('--command')) {
          return file && reads(file);
        }
        const writing = file && file.value !== '/dev/null' && writes(file);
        return command === undefined && !use.has('--command')
          ? [machine('processes', 'opens a terminal of its own'), writing]
          : writing;
      },
    },
  ),
  firejail: wrapper('* --profile=load', { does: asAnother }),
  fakeroot: wrapper('-l= -s=write -i=read -b= -u'),
  'proxychains proxychains4 torsocks torify': wrapper('-f=load -q', {
    does: () => machine('settings', 'sends what it does another way round'),
  }),
  'dbus-run-session': wrapper('--config-file=load --dbus-daemon=program'),
  'xvfb-run': wrapper(
    '-a,--auto-servernum -n,--server-num= -e,--error-file=write -f,--auth-file= -s,--server-args= -p,--xauth-protocol= -w=',
  ),
  setarch: {
    options: '* -h,--help -v,--verbose --show=?',
    style: 'strict',
    effects: ({ operands }) => {
      const words = architectures.test(operands[0]?.text ?? '') ? operands.slice(1) : operands;
      const command = words.slice(words.findIndex(({ text }) => !text.startsWith('-')));
      return command.length !== 0 && runs({ form: 'command', words: command, wrapper: true });
    },
  },
  xcrun: wrapper(
    '* --sdk= -sdk= --toolchain= -toolchain= -f,--find= -find= -l,--log -n,--no-cache -r,--run -v,--verbose',
    {
      inert: '--find --show-sdk-path --show-sdk-version --show-sdk-build-version --show-sdk-platform-path --version',
      does: (use) => unclear(`what ${use.program} finds is not known`),
    },
  ),
  'prlimit numactl': wrapper('* -C,--cpunodebind= -m,--membind= -N= -i,--interleave= -p,--preferred= --physcpubind='),
  'busybox toybox': wrapper('--list --list-full --install', { inert: '--list --list-full' }),
  sem: wrapper('-j,--jobs= --id= --fg --wait', {
    joins: true,
    does: () => machine('processes', 'starts it in the background'),
  }),
  'ssh-agent': wrapper('-a= -t= -k -c -s -D -d -E= -O= -P=', { does: () => machine('processes', 'starts an agent') }),
  expect: wrapper('-c= -d -i -f=load -b -n -N -v', {
    operands: 99,
    does: (use) => [
      machine('processes', 'types into other programs'),
      use.values('-c').map((text) => runs({ form: 'inline', language: 'tcl', text, via: 'expect -c' })),
      use.operands.slice(0, 1).map((path) => runs({ form: 'file', language: 'tcl', path })),
    ],
  }),
  'nix-shell': wrapper('* -p -A= -E= --command,--run= --packages=', {
    operands: 99,
    text: '--run',
    does: () => machine('packages', 'installs packages'),
  }),
  direnv: { subcommands: { exec: wrapper('', { operands: 1, does: environment }), 'status version': {} } },
  doppler: {
    options: '-p,--project= -c,--config= -t,--token= --silent --debug --json --config-dir= --scope=',
    subcommands: {
      run: wrapper('-p,--project= -c,--config= -t,--token= --command=', { text: '--command', does: withSecrets }),
    },
    other: does('*', () => reveals('secrets of the project')),
  },
  'aws-vault': {
    options: '--debug --backend= --prompt=',
    subcommands: {
      exec: wrapper(
        '-d,--duration= -n,--no-session --region= -t,--mfa-token= -j,--json -s,--server --ec2-server --ecs-server --lazy --stdout',
        { operands: 1, does: withSecrets },
      ),
      'list ls': { options: '*' },
    },
    other: does('*', () => reveals('keys of a cloud account')),
  },
  op: {
    options: '--account= --cache=? --config= --debug --encoding= --format= --iso-timestamps --no-color --session=',
    subcommands: {
      run: wrapper('--env-file=read --no-masking --account=', { does: withSecrets }),
      'vault account user group item': {
        options: '*',
        subcommands: { 'list ls': { options: '*' } },
        other: does('*', () => reveals('secrets of a vault')),
      },
      'whoami help': { options: '*' },
    },
    other: does('*', () => reveals('secrets of a vault')),
  },
  'chokidar chokidar-cli onchange': does(
    '* -c,--command=shell -d,--debounce= -t,--throttle= -i,--ignore= -e,--exclude= -p,--polling',
    (use) => use.afterDashes && runs({ form: 'command', words: use.afterDashes }),
  ),
  // xargs(1): the command of its own words, with more words from its input.
  'xargs gxargs': {
    style: 'strict',
    options:
      '-0,--null -a,--arg-file=read -d,--delimiter= -E= -e=? --eof=? -I= -i=? --replace=? -J= -R= -L,--max-lines= -l=? -n,--max-args= -o,--open-tty ' +
      '-p,--interactive -P,--max-procs= --process-slot-var= -r,--no-run-if-empty -s,--max-chars= --show-limits -S= -t,--verbose -x,--exit',
    effects(use) {
      if (use.operands.length === 0) return unclear('what comes in is not in the command');
      if (use.has('--open-tty', '--interactive')) return unclear('it asks at the terminal');
      const list = use.value('--arg-file')?.value ?? '-';
      const stream: Stream = list === '-' || list === '/dev/stdin' ? use.at.stdin : { kind: 'unknown' };
      const given = use.value('-I', '-J')?.text;
      const named = use.value('-i', '--replace')?.text;
      const replaced =
        given ?? (use.has('-i', '--replace') ? (named === undefined || named === '' ? '{}' : named) : undefined);
      const openEnded = stream.kind !== 'text';
      const fills = replaced !== undefined && use.operands.some((word) => word.text.includes(replaced));
      const separator = use.has('--null') ? '\0' : separatorOf(use.value('--delimiter'));
      return inputs(stream, separator, fills).map((items) => {
        const words = !fills
          ? [...use.operands, ...items]
          : use.operands.map((word) => filled(word, replaced, joined(items)));
        return runs({ form: 'command', words, wrapper: true, openEnded, stdin: inherited });
      });
    },
  },
  parallel,
};
