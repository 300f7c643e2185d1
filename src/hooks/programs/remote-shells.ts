import type { ShellWord, Stream } from '../shell/invocation';
import { dropStart, joined, plainWord } from '../shell/reader/words';
import { isHere, remoteName } from './parts/address';
import { acts, byVerb, changesOrDestroys } from './parts/by-verb';
import type { Action, Actions } from './effect';
import { fetches, reads, runs, runsProject, runsUnseen, sends, service, unclear, uses, writes } from './effect';
import { Grammar, type GivenOption } from './grammar';
import { does, type Definition, type Family, type Use } from './program';
import { wrapper } from './wrappers';

/** Options of OpenSSH's configuration that run a program here. */
const localCommand = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)\s*[= ]\s*/i;
const loadingOption = /^(?:PKCS11Provider|SecurityKeyProvider|Include|XAuthLocation)\s*[= ]\s*/i;

function configured(given: readonly GivenOption[]): Actions {
  return given.map(({ name, value }): Actions => {
    if (name !== '-o' || value === undefined) return [];
    const command = localCommand.exec(value.text)?.[0];
    if (command !== undefined) {
      const text = dropStart(value, command.length);
      return text.text !== 'none' && runs({ form: 'shell', text, via: 'ssh -o' });
    }
    const loads = loadingOption.exec(value.text)?.[0];
    return loads !== undefined && runsUnseen(`loads code from ${value.raw}`, dropStart(value, loads.length));
  });
}

const sshOptions =
  '-4 -6 -A -a -B= -b= -C -c= -D= -E=write -e= -F=load -f -G -g -I=load -i= -J= -K -k -L= -l= -M -m= -N -n -O= -o= -p= -P= -Q= -q -R= -S= -s -T -t -V -v -W= -w= -X -x -Y -y';
const sshGrammar = new Grammar(sshOptions, 'strict');

const hostOfDestination = (word: ShellWord): ShellWord =>
  word.value === undefined ? word : plainWord(word.value.replace(/^ssh:\/\//, '').replace(/^[^@]*@/, ''), word.range);

/** ssh(1): a shell on another machine, or on this one under another name. */
const ssh: Definition = {
  options: sshOptions,
  style: 'strict',
  inert: '-V -Q -G',
  effects(use) {
    const [destination, ...rest] = use.operands;
    if (destination === undefined) return configured(use.given);
    // Options may follow the destination.
    const more = sshGrammar.read(rest);
    const command = more.afterDashes === undefined ? rest.slice(more.consumed) : more.operands;
    const given = [...use.given, ...more.given];
    const elsewhere = !isHere(hostOfDestination(destination));
    const way = { elsewhere, via: 'ssh', directory: elsewhere ? undefined : plainWord(use.at.home) } as const;
    const fed = use.at.stdin.kind !== 'inherited' && !given.some(({ name }) => name === '-n');
    const opens = given.find(({ name }) => name === '-R');
    const runsNothing = given.some(({ name }) => name === '-N' || name === '-W' || name === '-O');
    return [
      fetches(destination),
      configured(given),
      opens && { ...sends(destination), why: 'opens this machine to another one' },
      fed && sends(destination, { input: true, what: command }),
      service('ssh', command.length > 0 ? 'run a command' : 'open a session', 'change'),
      command.length > 0
        ? runs({ form: 'shell', text: joined(command), ...way })
        : fed && !runsNothing && runs({ form: 'input', language: 'sh', ...way }),
    ];
  },
  prints: 'fetched',
};

const isRemote = ({ text }: ShellWord): boolean =>
  /^(?:scp|sftp):\/\//.test(text) ||
  (/^(?:[^/:]*@)?(?:[\w.-]+|\[[\d:a-f]+\]):/i.test(text) && !/^[A-Za-z]:[\\/]/.test(text));

/** What the lines of a file transfer session do: `get`, `put`, `!command`. */
function session(text: string, host: ShellWord | undefined): Actions {
  return text.split(/[\n;]/).map((line): Actions => {
    const escaped = /^\s*-?@?!\s*(.+)$/.exec(line)?.[1];
    if (escaped !== undefined) return runs({ form: 'shell', text: plainWord(escaped), via: 'ftp !' });
    const [verb = '', ...words] = line.trim().split(/\s+/);
    const [first, second] = words.filter((word) => !word.startsWith('-')).map((word) => plainWord(word));
    switch (verb.replace(/^-?@?/, '')) {
      case 'get':
      case 'recv':
      case 'reget':
      case 'mget':
      case 'pget': {
        if (first === undefined) return [];
        const to = verb === 'mget' ? undefined : second;
        return [fetches(host), writes(to ?? remoteName(plainWord(`/${first.text}`)) ?? first)];
      }
      case 'put':
      case 'send':
      case 'append':
      case 'reput':
        return first && [reads(first), sends(host, { what: [first] })];
      case 'mput':
        return words.map((word) => [reads(plainWord(word)), sends(host, { what: [plainWord(word)] })]);
      case 'mirror':
        return words.some((word) => /^-(?!-)\w*R|^--reverse/.test(word))
          ? [reads(first ?? plainWord('.'), true), sends(host, { what: [first ?? plainWord('.')] })]
          : [fetches(host), writes(second ?? first ?? plainWord('.'), { tree: true })];
      case 'rm':
      case 'rmdir':
      case 'delete':
      case 'mdelete':
      case 'mrm':
        return service('file server', 'delete', 'destroy');
      case 'shell':
      case 'lshell':
        return words.length !== 0 && runs({ form: 'shell', text: plainWord(words.join(' ')), via: 'ftp !' });
      default:
        return [];
    }
  });
}

/** The known lines of the session's input, and whether it has input at all. */
function fedSession(use: Use, host: ShellWord | undefined, texts: readonly ShellWord[] = []): Actions {
  const { stdin } = use.at;
  const lines = [...texts.map(({ text }) => text), ...(stdin.kind === 'text' ? [stdin.text] : [])];
  const unseen =
    texts.some(({ value }) => value === undefined) || (stdin.kind !== 'text' && stdin.kind !== 'inherited');
  return [lines.map((line) => session(line, host)), unseen && sends(host, { input: true })];
}

const network: Stream = { kind: 'remote', program: 'the network' };

/** Does this command end in a shell that reads commands from its input? */
const isShell = (text: string): boolean =>
  /(?:^|[\s/;&|=])(?:(?:ba|z|da|k|mk|a|c|tc|fi)?sh|cmd|pwsh|powershell|bash\d?)(?:\.exe)?(?:['"]?\s+(?:-(?!-?\w*c)[\w-]+|[<>&\d]\S*))*['"]?\s*$/i.test(
    text.trim(),
  );

/** A command with the network as its input and output. */
function connected(text: ShellWord, host: ShellWord | undefined, via: string): Actions {
  const opened = runs({ form: 'shell', text, via, stdin: network });
  return isShell(text.text) ? [sends(host, { shell: true }), opened] : [sends(host, { what: [text] }), opened];
}

const networkAddress = /^(?:tcp|udp|udplite|openssl|ssl|sctp|dccp|proxy|socks|quic|vsock|ip)\w*(?:-\w+)*:/i;

/** socat(1): joins two addresses. */
const socat: Definition = {
  style: 'single',
  options:
    '-V -h -hh -hhh -? -?? -d -dd -ddd -dddd -D -ly -lf=write -ls -lm -lp= -lu -lh -v -x -r=write -R=write -b= -s -S= -t= -T= -u -U -g -L=write -W=write -4 -6 -0 --experimental --statistics',
  inert: '-V -h -hh -hhh',
  effects(use) {
    const far = use.operands.find(({ text }) => networkAddress.test(text));
    return use.operands.map((address): Actions => {
      const [, kind = '', rest = ''] = /^([a-z][\w-]*|-):?([^]*)$/i.exec(address.text) ?? [];
      const at = address.text.length - rest.length;
      const plain = (word: ShellWord) =>
        word.value === undefined ? word : plainWord(word.value.replace(/,.*$/s, ''), word.range);
      switch (kind.toLowerCase()) {
        case 'exec':
        case 'system':
        case 'shell': {
          const whole = dropStart(address, at);
          const text =
            whole.value === undefined
              ? whole
              : plainWord(whole.value.replace(/(?:,[\w-]+(?:=[^,]*)?)+$/, ''), whole.range);
          return far === undefined ? runs({ form: 'shell', text, via: 'socat' }) : connected(text, far, 'socat');
        }
        case 'file':
        case 'open':
        case 'gopen':
        case 'create': {
          const path = plain(dropStart(address, at));
          const made = kind.toLowerCase() === 'create' || /,(?:creat|create|wronly|append|trunc)\b/i.test(rest);
          return [made ? writes(path) : reads(path), far && sends(far, { what: [path] })];
        }
        case '-':
        case 'stdio':
        case 'stdin':
          return far !== undefined && use.at.stdin.kind !== 'inherited' && sends(far, { input: true });
        default:
          if (networkAddress.test(address.text)) return fetches(dropStart(address, at));
          return sends(address, { input: true });
      }
    });
  },
  prints: (use) => (use.operands.some(({ text }) => networkAddress.test(text)) ? 'fetched' : undefined),
};

/** Programs that open a session on another machine. */
/** What follows `--` is for ssh: its options, and a command. */
function commandAfter({ afterDashes = [] }: Use): readonly ShellWord[] {
  const command = afterDashes.filter(({ text }) => !text.startsWith('-') || /\s/.test(text));
  return command.length === 0 ? [] : [joined(afterDashes.slice(afterDashes.indexOf(command[0] ?? plainWord(''))))];
}

export const remoteShells: Family = {
  'ssh slogin dbclient rsh remsh': ssh,
  vagrant: {
    options: '--machine-readable --debug --color --no-color',
    subcommands: {
      'version global-status': { options: '*' },
      // A Vagrantfile is code.
      'status port ssh-config validate': does('*', () => runsProject('reads the Vagrantfile')),
      ssh: does('* -c,--command=', (use) => [
        service('ssh', 'run a command', 'change'),
        [...use.values('--command'), ...commandAfter(use)].map((text) =>
          runs({ form: 'shell', text, elsewhere: true, via: 'vagrant ssh' }),
        ),
      ]),
    },
    other: does('*', ({ verb, words }) => [
      acts('vagrant', verb, changesOrDestroys(verb), words),
      unclear('changes virtual machines'),
    ]),
  },
  // On a device that is connected.
  adb: {
    options: '-a -d -e -s= -t= -H= -P= -L= --one-device= --exit-on-write-error',
    subcommands: {
      'devices version help get-state get-serialno get-devpath wait-for-device features': { options: '*' },
      'shell exec-out exec-in': {
        style: 'strict',
        options: '-e= -n -T -t -x',
        effects: ({ operands }) => [
          service('ssh', operands.length > 0 ? 'run a command' : 'open a session', 'change'),
          operands.length !== 0 &&
            runs({ form: 'shell', text: joined(operands), elsewhere: true, via: 'adb shell', directory: null }),
        ],
      },
      push: { options: '* -z=', operands: 'read* text', effects: () => service('ssh', 'copy files', 'change') },
      pull: does('* -z=', ({ operands }) => operands.slice(1).map((word) => writes(word, { tree: true }))),
    },
    other: does('*', ({ verb }) => service('ssh', verb, 'change')),
  },
  'virsh vboxmanage prlctl tart limactl lima colima': byVerb('vagrant', '-c,--connect=', {
    destroys: /^(?:undefine|unregistervm|vol-wipe|snapshot-delete)(?:$|\s)/,
  }),
  'pssh parallel-ssh pdsh dsh clush mussh': {
    style: 'strict',
    options: '* -h= -H= -l= -p= -o= -e= -t= -O= -w= -x= -g= -X= -f= -u= -b -a -i -v -P -m= -M= -c -S -L -R= -N',
    effects: ({ operands }) => [
      service('ssh', 'run a command', 'change'),
      operands.length !== 0 && runs({ form: 'shell', text: joined(operands), elsewhere: true, via: 'pssh' }),
    ],
  },
  'salt salt-ssh salt-call': {
    style: 'strict',
    options: '* -b= -t= -C -E -G -L -N -I -S -R=',
    effects({ operands }) {
      const at = operands.findIndex(({ text }) => /^cmd\.(?:run|shell|script|run_all)$/.test(text));
      const module = operands.find(({ text }) => /^\w+\.\w+$/.test(text))?.text ?? '';
      const bad = /\.(?:remove|delete|purge|absent|destroy|drop\w*|db_remove|rm|uninstall)$/.test(module);
      return [
        service('ansible', module, bad ? 'destroy' : 'change'),
        at >= 0 && runs({ form: 'shell', text: joined(operands.slice(at + 1)), elsewhere: true, via: 'salt' }),
      ];
    },
  },
  'knife chef bolt': byVerb('ansible', '-i= -a= -c=load -x= -P='),
  autossh: { ...ssh, options: `${sshOptions} -M=` },
  scp: {
    options:
      '-1 -2 -3 -4 -6 -A -B -C -c= -D=program -F=load -i= -J= -l= -O -o= -P= -p -q -R -r -S=program -s -T -v -X=',
    effects(use) {
      const target = use.operands.at(-1);
      const sources = use.operands.slice(0, -1);
      if (target === undefined) return configured(use.given);
      const tree = use.has('-r');
      return [
        configured(use.given),
        sources.map((word) => (isRemote(word) ? fetches(word) : reads(word, tree))),
        isRemote(target) ? sends(target, { what: sources }) : writes(target, { from: sources, tree }),
      ];
    },
    prints: 'nothing',
  },
  // sftp(1): a session, or one file from `host:path`.
  sftp: does(
    '-4 -6 -A -a -B= -b=read -C -c= -D=program -F=load -f -i= -J= -l= -N -o= -P= -p -q -R= -r -S=program -s= -v -X=',
    (use) => {
      const [host, to] = use.operands;
      const file = host === undefined ? undefined : /^(?:sftp:\/\/)?[^:]*:(.+)$/.exec(host.text)?.[1];
      return [
        configured(use.given),
        host && fetches(host),
        host !== undefined &&
          file !== undefined &&
          !file.endsWith('/') &&
          writes(to ?? plainWord(file.replace(/^.*\//, '')), { from: [host] }),
        use.has('-b') && sends(host, { input: true }),
        fedSession(use, host),
      ];
    },
  ),
  'ftp lftp ncftp tftp': {
    options: '* -e= -c= -f=read -u= -p -P= -s=read -N=read -o=write -q= -r= -T= -k= -i -n -v -d -g',
    effects(use) {
      const [host] = use.operands;
      const texts = use.program === 'lftp' ? use.values('-e', '-c') : [];
      return [
        host === undefined && texts.length === 0 ? [] : fetches(host),
        use.has('-f') && use.program === 'lftp' && runsUnseen('takes commands from a file'),
        fedSession(use, host, texts),
      ];
    },
    prints: 'fetched',
  },
  // nc(1) in its three kinds, and ncat(1).
  'nc ncat netcat': {
    options:
      '-4 -6 -A -b -C,--crlf -c,--sh-exec= -D -d,--delay=? -e,--exec= -F -g= -G= -h,--help -I= -i,--idle-timeout= -J -K -k,--keep-open -L= -l,--listen -M= -m,--max-conns= -N ' +
      '-n,--nodns -O= -o,--output=write -P= -p,--source-port= -q= -R= -r -S -s,--source= -T= -t,--telnet -U,--unixsock -u,--udp -V= -v,--verbose -W= -w,--wait= -X= -x,--hex-dump=? ' +
      '-Z= -z --lua-exec=load --sctp --vsock --ssl --ssl-cert=read --ssl-key=read --ssl-verify --ssl-trustfile=read --ssl-ciphers= --ssl-servername= --ssl-alpn= --allow= ' +
      '--allowfile=read --deny= --denyfile=read --broker --chat --proxy=fetch --proxy-type= --proxy-auth= --proxy-dns= --send-only --recv-only --no-shutdown ' +
      '--append-output --version',
    inert: '--help --version',
    effects(use) {
      const [host] = use.operands;
      const listens = use.has('--listen');
      if (host === undefined && !listens && !use.has('--source-port')) {
        return unclear('it is not told where to connect');
      }
      const commands = use.values('--exec', '--sh-exec');
      const fed = use.at.stdin.kind !== 'inherited' && !use.has('-z');
      return [
        fetches(listens ? undefined : host),
        commands.map((text) => connected(text, host, `${use.program} -e`)),
        fed && sends(listens ? undefined : host, { input: true }),
      ];
    },
    prints: (use) =>
      use.has('-z') || (use.operands.length === 0 && !use.has('--listen', '--source-port')) ? 'nothing' : 'fetched',
  },
  socat,
  telnet: {
    options: '-4 -6 -7 -8 -a -b= -c -d -E -e= -F -f -K -k= -L -l= -n=write -r -S= -X= -x',
    effects: (use) => {
      const [host] = use.operands;
      const fed = use.at.stdin.kind !== 'inherited';
      return host && [fetches(host), fed && sends(host, { input: true })];
    },
    prints: (use) => (use.operands.length > 0 ? 'fetched' : 'nothing'),
  },
  // `mosh host command…`, `et host -c …`.
  mosh: {
    style: 'strict',
    options:
      '* --ssh=shell --client=program --server= --predict= -p,--port= --bind-server= --family= -4 -6 -a -n --local --init',
    effects(use) {
      const [host, ...command] = use.operands;
      if (host === undefined) return [];
      const words = command[0]?.text === '--' ? command.slice(1) : command;
      return [
        fetches(host),
        service('ssh', 'run a command', 'change'),
        words.length > 0 && runs({ form: 'command', words, elsewhere: true, via: 'mosh' }),
      ];
    },
    prints: 'fetched',
  },
  sshpass: wrapper('-p= -f=read -d= -e -P= -v -h -V'),
  'ssh-keyscan ssh-copy-id': does('* -p= -t= -T= -f=read -i=read -o= -F=load', (use) => [
    configured(use.given),
    [...use.operands, ...use.values('-f')].map((host) => fetches(host)),
    use.program === 'ssh-copy-id' && sends(use.operands[0], { what: use.values('-i') }),
  ]),
  'ssh-keygen': does(
    '-A -a= -B -b= -C= -c -D=load -E= -e -F= -f= -G= -g -H -h -I= -i -J= -j= -K -k -L -l -M= -m= -N= -n= -O= -P= -p -Q -q -R= -r= -S= -s= -T= -t= -U -u -V= -v -W= -w= -Y= -y -Z= -z=',
    (use) => {
      const file = use.value('-f');
      if (use.has('-l', '-F', '-L', '-B', '-Q') || use.value('-Y')?.text === 'verify') {
        return file && uses(file);
      }
      if (use.has('-y', '-e', '-i')) return file && uses(file);
      const made = file ?? plainWord(`${use.at.home}/.ssh/id_rsa`);
      return use.has('-R') ? deletesHost(use) : [writes(made), !use.has('-p') && writes(plainWord(`${made.text}.pub`))];
    },
  ),
};

const deletesHost = (use: Use): Action =>
  writes(use.value('-f') ?? plainWord(`${use.at.home}/.ssh/known_hosts`), { how: 'edit' });
