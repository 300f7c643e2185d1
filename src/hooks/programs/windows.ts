import type { ShellWord } from '../shell/invocation';
import { joined, plainWord } from '../shell/reader/words';
import type { Action, Actions } from './effect';
import { deletes, fetches, lists, machine, moves, reads, reveals, runs, runsUnseen, unclear, writes } from './effect';
import { clears } from './files';
import { does, type Family, type Use } from './program';
import { windowsPath } from './parts/windows-path';

const word = (text: string, use: Use): ShellWord => ({
  ...plainWord(windowsPath(text, use.at.home)),
  glob: /[*?]/.test(text),
});

const isSwitch = (text: string): boolean => /^\/{1,2}[a-z?](?::.*)?$/i.test(text);

/** One command of `cmd`, without quotes. */
function cmdCommand(words: readonly string[], use: Use): Actions {
  const [name = '', ...rest] = words;
  const program = name
    .toLowerCase()
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:exe|com|cmd|bat)$/, '');
  const switches = rest.filter(isSwitch).map((text) => text.replace(/^\/+/, '').toLowerCase());
  const operands = rest.filter((text) => !isSwitch(text));
  if (switches.includes('?')) return [];
  switch (program) {
    case 'rd':
    case 'rmdir':
    case 'del':
    case 'erase': {
      const recursive = switches.includes('s');
      return operands.map((text) =>
        deletes(word(text.replace(/^\*\.\*$/, '*').replace(/\\\*(?:\.\*)?$/, ''), use), {
          recursive,
          force: recursive,
        }),
      );
    }
    case 'format':
      return operands
        .filter((text) => /^[a-z]:/i.test(text))
        .map((text) => machine('destroy-disk', undefined, plainWord(text)));
    case 'diskpart':
      return machine('destroy-disk');
    case 'shutdown':
      return !switches.includes('a') && machine('halt');
    case 'dir':
    case 'tree':
      return operands.map((text) => lists(word(text, use)));
    case 'type':
    case 'echo':
    case 'ver':
    case 'cd':
    case 'set':
    case 'where':
    case 'rem':
    case '':
      return [];
    case 'cmd':
      return cmdText(operands.join(' '), use);
    default:
      // Any other name is a program.
      return runs({ form: 'command', words: words.map((text) => plainWord(text)), via: 'cmd /c' });
  }
}

function cmdText(text: string, use: Use): Actions {
  // A caret takes the meaning of the next letter away: `r^d` is `rd`.
  const plain = text.replace(/\^(.)/g, '$1');
  return plain.split(/&&|\|\||[&|\n]/).map((command) => cmdCommand(command.match(/"[^"]*"|\S+/g) ?? [], use));
}

/** takeown(1), icacls(1): the rights of a file, or with a switch of a whole tree. */
function owning(use: Use): Actions {
  const recursive = use.says(/^\/{1,2}[rt]$/i);
  return use.words
    .filter(
      ({ text }, at, all) =>
        !isSwitch(text) && (use.program === 'icacls' ? at === 0 : /^\/{1,2}f$/i.test(all[at - 1]?.text ?? '')),
    )
    .map(({ text }): Action => ({ kind: 'attributes', path: word(text, use), recursive, sets: 'owner' }));
}

const address = /(?:^|[:=])((?:https?|ftp):\/\/\S+)/i;

/** A script with a URL for a name is fetched and run. */
function runsScript({ words, program }: Use): Actions {
  const found = words.find(({ text }) => address.test(text));
  if (found === undefined) return runsUnseen('runs a script');
  return [fetches(found), runs({ form: 'input', language: 'other', stdin: { kind: 'remote', program }, via: program })];
}

/** `certutil -urlcache -f <address> <file>`, `bitsadmin /transfer <name> <address> <file>`. */
function downloads({ words }: Use): Actions {
  const at = words.findIndex(({ text }) => address.test(text));
  const [from, to] = [words[at], words[at + 1]];
  if (at < 0 || from === undefined) return unclear('changes certificates or downloads');
  return [fetches(from), to && writes(to, { from: [from] })];
}

/** Windows services that protect the machine. */
const guards = /^(?:windefend|wscsvc|mpssvc|sense|securityhealthservice|eventlog)$/i;

/** robocopy: a mirror deletes what the source does not have. */
function copiesTrees(use: Use): Actions {
  const [from, to] = use.words.filter(({ text }) => !/^\/{1,2}[a-z]/i.test(text) || /^\/[a-z](?:\/|$)/.test(text));
  const gives = (switches: RegExp) => use.says(switches);
  if (from === undefined || to === undefined) return [];
  const [source, target] = [word(from.text, use), word(to.text, use)];
  if (gives(/^\/{1,2}l$/i)) return [lists(source), lists(target)];
  return [
    reads(source, true),
    { ...writes(target, { tree: true, from: [source] }), why: 'copies trees' },
    gives(/^\/{1,2}(?:mir|purge)$/i) && clears(target, [source]),
    gives(/^\/{1,2}mov(?:e)?$/i) && moves(source, target),
  ];
}

/** Programs of Windows, as Git Bash and WSL run them. */
export const windows: Family = {
  // pwsh(1): code in its words, encoded, in a file or through its input.
  'pwsh powershell': does('**', ({ words }) => {
    const way = { language: 'powershell', via: 'pwsh' } as const;
    const at = words.findIndex(({ text }) => /^-(?:c|command|e|ec|enc\w*|encodedcommand|f|file)$/i.test(text));
    const option = words[at]?.text ?? '';
    const code = at < 0 ? words.slice(words.findIndex(({ text }) => !text.startsWith('-'))) : words.slice(at + 1);
    const [first, ...args] = code;
    if (words.some(({ text }) => /^-(?:h|help|\?|version|v)$/i.test(text)) && at < 0) return [];
    if (first === undefined || first.text === '-' || (at < 0 && first.text.startsWith('-'))) {
      return runs({ form: 'input', ...way });
    }
    if (/^-f/i.test(option) || (at < 0 && /\.ps1$/i.test(first.text))) {
      return runs({ form: 'file', path: first, args, ...way });
    }
    if (/^-e/i.test(option) && first.value !== undefined) {
      return runs({ form: 'inline', text: plainWord(Buffer.from(first.value, 'base64').toString('utf16le')), ...way });
    }
    return runs({ form: 'inline', text: joined(code), ...way });
  }),
  cmd: does('', (use) => {
    const at = use.words.findIndex(({ text }) => /^\/{1,2}[ckr]$/i.test(text));
    if (at < 0) return use.at.stdin.kind !== 'inherited' && unclear('reads its commands');
    const code = joined(use.words.slice(at + 1));
    return [unclear('runs text as a command of Windows'), cmdText(code.text, use)];
  }),
  reg: does('', ({ words: [verb, key] }) => {
    switch (verb?.text.toLowerCase()) {
      case 'query':
      case 'compare':
      case '/?':
        return [];
      case 'delete':
        return machine('drop-settings', `deletes ${key?.raw ?? 'a key'} of the registry`);
      default:
        return /(?:CurrentVersion\W*(?:Run|RunOnce)|Winlogon|Image File Execution Options)\b/i.test(key?.text ?? '')
          ? machine('schedule', 'starts a program with every login')
          : machine('settings', 'changes the registry');
    }
  }),
  // wsl(1): the command after its options runs in Linux, where the drives lie below `/mnt`.
  wsl: {
    style: 'strict',
    options:
      '-d,--distribution= -u,--user= --cd= -e,--exec --shell-type= --system -l,--list -v,--verbose --status --all --running -q,--quiet --shutdown -t,--terminate= --unregister= --install --update --export= --import= -s,--set-default=',
    effects(use) {
      if (use.has('--unregister')) return machine('destroy-volume', 'removes a whole Linux system');
      if (use.has('--list', '--status')) return [];
      if (use.has('--shutdown', '--terminate', '--install', '--update', '--set-default')) {
        return machine('settings', 'changes Linux on this machine');
      }
      return use.operands.length === 0
        ? unclear('a shell of its own')
        : runs({ form: 'command', words: use.operands, via: 'wsl' });
    },
  },
  net: does('*', ({ words }) => {
    const [verb] = words;
    if (
      /^(?:user|localgroup|group)$/i.test(verb?.text ?? '') &&
      words.some(({ text }) => /^\/{1,2}(?:add|delete)$/i.test(text))
    ) {
      return machine('users', 'changes accounts');
    }
    return machine('settings', 'changes the network or services');
  }),
  schtasks: does('*', (use) => {
    const has = (switches: RegExp) => use.says(switches);
    if (has(/^\/{1,2}query$/i)) return [];
    return has(/^\/{1,2}delete$/i) && has(/^\*$/)
      ? machine('drop-schedule', 'deletes every scheduled task')
      : machine('schedule', 'runs a program later');
  }),
  sc: does('*', ({ words: [verb, service] }) => {
    if (verb === undefined || /^(?:query|qc|qdescription)/i.test(verb.text)) return [];
    if (/^delete$/i.test(verb.text)) return machine('drop-settings', `deletes the service ${service?.raw ?? ''}`);
    return guards.test(service?.text ?? '')
      ? machine('protection', 'changes a service that guards the machine')
      : machine('settings', 'changes services');
  }),
  bcdedit: does('**', ({ words }) => {
    if (words.length === 0 || words.some(({ text }) => /^\/{1,2}enum$/i.test(text))) return [];
    return words.some(({ text }) => /^\/{1,2}delete/i.test(text))
      ? machine('drop-settings', 'deletes what the machine starts with')
      : machine('settings', 'changes how the machine starts');
  }),
  wevtutil: does('**', ({ words: [verb] }) =>
    /^(?:cl|clear-log)$/i.test(verb?.text ?? '')
      ? machine('drop-settings', 'deletes a log of the system')
      : /^(?:sl|set-log|im|um)$/i.test(verb?.text ?? '') && machine('settings', 'changes the logs of the system'),
  ),
  'manage-bde': does(
    '**',
    (use) =>
      use.says(/^[-/](?:off|unlock|autounlock|protectors)$/i) &&
      machine('protection', 'takes the encryption off a drive'),
  ),
  // Commands of cmd, where it is not the shell.
  'rd erase': does('**', (use) => cmdCommand([use.program, ...use.words.map(({ text }) => text)], use)),
  robocopy: does('**', copiesTrees),
  netsh: does('*', (use) => {
    if (use.says(/^key=clear$/i)) return reveals('the password of a network');
    return !use.says(/^show$/i) && machine('settings', 'changes the network');
  }),
  vssadmin: does(
    '*',
    (use) => use.says(/^delete$/i) && machine('destroy-volume', 'deletes the copies that Windows keeps'),
  ),
  'takeown icacls': { options: '**', style: 'slash', effects: owning },
  wmic: does(
    '**',
    (use) =>
      use.says(/^(?:delete|call|create|set)$/i) &&
      machine('destroy-volume', 'deletes what Windows keeps, or calls into it'),
  ),
  wbadmin: does('**', (use) =>
    use.says(/^delete$/i)
      ? machine('destroy-volume', 'deletes backups of Windows')
      : machine('settings', 'changes backups'),
  ),
  cipher: does('**', (use) =>
    use.says(/^\/{1,2}w/i)
      ? machine('destroy-volume', 'overwrites what was deleted')
      : machine('settings', 'encrypts files'),
  ),
  format: does('**', ({ words }) => {
    const drives = words.filter(({ text }) => /^[a-z]:$/i.test(text));
    return drives.length === 0
      ? unclear('is a program of the project, or formats a disk')
      : drives.map((drive) => machine('destroy-disk', undefined, drive));
  }),
  diskpart: does('**', (use) => !use.says(/^\/{1,2}\?$/) && machine('destroy-disk')),
  'mshta regsvr32 wscript cscript': does('**', runsScript),
  certutil: does('**', downloads),
  bitsadmin: does('**', downloads),
  taskkill: does('*', ({ words }) =>
    words.some(({ text }) => text === '*')
      ? machine('halt', 'ends every process there is')
      : machine('processes', 'ends processes'),
  ),
  'tasklist systeminfo': { style: 'slash', options: '/s=fetch /u= /p= /m=? /svc /v /fi= /fo= /nh /apps' },
  ipconfig: does(
    '**',
    (use) =>
      use.says(/^(?:\/(?:release|renew|flushdns|registerdns|setclassid)|set|setverbose)/i) &&
      machine('settings', 'changes the network'),
  ),
};
