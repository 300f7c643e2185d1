import type { ShellWord } from '../shell/invocation';
import { plainWord } from '../shell/reader/words';
import { deletes, fetches, isAddress, machine, readsAt, reveals, runs, unclear, writes, type Actions } from './effect';
import { trashCan } from './files';
import { does, type Definition, type Family, type Use } from './program';

const unitOptions =
  '-t,--type= --state= -p,--property= -P= -a,--all -r,--recursive --reverse --after --before -l,--full --show-types --job-mode= -i ' +
  '--check-inhibitors= -q,--quiet --no-block --no-wall --no-reload --no-legend --no-pager --no-ask-password --kill-whom= --kill-who= --kill-value= ' +
  '-s,--signal= -f,--force --now --wait --dry-run --runtime --preset-mode= --root= --image=load -n,--lines= -o,--output= --plain --timestamp= --failed ' +
  '--system --user --global -H,--host= -M,--machine= -T,--show-transaction --legend= --value --message= --firmware-setup --boot-loader-menu= ' +
  '--boot-loader-entry= --what= --mkdir --marked --read-only --reboot-argument= --with-dependencies';

const asksAnother = (use: Use): Actions =>
  use.has('--host', '--machine') && machine('settings', 'asks another machine');

const halts =
  /^(?:poweroff|reboot|halt|kexec|soft-reboot|emergency|rescue|hibernate|suspend|hybrid-sleep)(?:\.target)?$/;

/** Services that protect the machine, or that a person logs in through. */
const guarding =
  /^(?:firewalld|ufw|nftables|iptables|apparmor|auditd|fail2ban|crowdsec|falco|osquery\w*|clamav\S*|sshd?|NetworkManager|systemd-(?:networkd|resolved|journald|logind)|dbus|rsyslog)(?:\.service|\.socket)?$/;

/** Signals that end the process, by name or number; without one it is TERM. */
const ending =
  /^(?:SIG)?(?:KILL|TERM|INT|ABRT|QUIT|STOP|RT(?:MIN|MAX)(?:[+-]\d+)?|9|15|2|3|6|19|3[4-9]|[45]\d|6[0-4])$/i;

/** `-1`, and what `ps -e` lists. */
const meansAll = ({ text, parts }: ShellWord): boolean =>
  text === '-1' ||
  parts.some((part) => part.kind === 'unknown' && /^\$\(\s*ps\s+(?:-?\w*[aAex]\w*)[^|]*\)$/.test(part.text));

/** Ends processes that it finds by name. */
const ends = (options: string): Definition => ({
  options,
  inert: '--list',
  effects: (use) =>
    use.has('--user', '-U') && use.operands.length === 0
      ? machine('halt', 'ends every process of a user')
      : use.operands.some(({ text }) => /^(?:\.[*+]?|\^)$/.test(text))
        ? machine('halt', 'ends every process there is')
        : machine('processes', 'ends processes'),
});

/** With one of the last options it only warns, or changes the record or the plan of a halt. */
const halting = (options: string, inert: string, ...slight: readonly string[]): Definition => ({
  options,
  inert,
  effects: (use) =>
    use.has(...slight) || use.says(/^\/{1,2}[a?]$/i)
      ? machine('settings', 'warns of a halt, or cancels one')
      : machine('halt'),
});

/** Removes an account, and with one of these options its home. */
function removesAccount(homeToo: readonly string[]): (use: Use) => Actions {
  return (use) => [
    machine('users', 'removes an account'),
    use.has(...homeToo) &&
      use.operands
        .slice(0, 1)
        .map((name) => deletes(plainWord(`/home/${name.text}`, name.range), { recursive: true, force: true })),
  ];
}

const account = (why: string): Definition => ({ options: '*', effects: () => machine('users', why) });

const kernel = (why: string): Definition => ({ options: '*', effects: () => machine('settings', why) });

/** Programs that administer the machine: services, processes, accounts, schedules, the kernel, power. */
export const administration: Family = {
  systemctl: {
    options: unitOptions,
    effects: asksAnother,
    subcommands: {
      'status show list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines list-paths list-automounts is-active is-enabled is-failed is-system-running cat get-default help':
        does(unitOptions, (use) => [
          asksAnother(use),
          use.values('--property').some(({ text }) => text.includes('Environment')) &&
            reveals('what a service is told'),
        ]),
      'show-environment': does(unitOptions, () => reveals('every variable of the services')),
      'poweroff reboot halt kexec soft-reboot emergency rescue hibernate suspend hybrid-sleep isolate exit default switch-root':
        does(unitOptions, (use) => !use.has('--dry-run') && machine('halt')),
      'enable reenable link preset preset-all add-wants add-requires': does(unitOptions, () =>
        machine('schedule', 'has a service start with the machine or with every login'),
      ),
    },
    bare: { options: unitOptions },
    other: does(unitOptions, (use) =>
      /^(?:stop|disable|mask|kill)$/.test(use.verb) && use.operands.some(({ text }) => guarding.test(text))
        ? machine('protection')
        : use.operands.some(({ text }) => halts.test(text))
          ? machine('halt')
          : machine('settings', 'changes services'),
    ),
  },
  service: does(
    '--status-all --full-restart',
    ({ operands, words }) =>
      operands.at(-1)?.text !== 'status' &&
      words[0]?.text !== '--status-all' &&
      machine('settings', 'changes services'),
  ),
  'update-rc.d chkconfig rc-update': does('*', () => machine('schedule', 'changes what starts with the machine')),
  // kill(1): its signal, and the processes that it ends.
  kill: does('**', ({ words }) => {
    const [first, next] = words;
    if (first === undefined || /^(?:-[lL]|--list|--table)/.test(first.text)) return [];
    const apart = /^(?:-s|-n|--signal)$/.test(first.text);
    const given = apart ? next?.text : /^-(?:-signal=)?(.+)$/.exec(first.text)?.[1];
    const signal = first.text === '--' || (words.length === 1 && first.text === '-1') ? undefined : given;
    const targets = words.slice(apart ? 2 : given === undefined ? 0 : 1).filter(({ text }) => text !== '--');
    const ends = machine('processes', 'ends processes');
    // -1 is every process; the machine stops if process 1 ends.
    if (signal !== '0' && targets.some(meansAll)) return [machine('halt', 'ends every process there is'), ends];
    const first_ = targets.some(({ text }) => text === '1');
    if (first_ && signal === undefined) return machine('processes', 'asks the machine’s first process to end');
    return first_ && ending.test(signal ?? '') ? [machine('halt', 'ends the machine’s first process'), ends] : ends;
  }),
  'killall pkill skill': ends('* -s,--signal= -u,--user= -U= -g= -G= -t= -P= -F=read -l,--list -n -o -c'),
  xkill: ends('*'),
  fuser: does(
    '-a,--all -c -f -i,--interactive -I,--inode -k,--kill -l,--list-signals -m,--mount -M,--ismountpoint -n,--namespace= -s,--silent -u,--user -v,--verbose -w -4,--ipv4 -6,--ipv6 -V,--version',
    (use) => use.has('--kill') && machine('processes', 'ends processes'),
  ),
  killall5: halting('*', ''),
  shutdown: halting(
    '-h -H -P -p -r -k -c -f -F -t= --halt --poweroff --reboot --no-wall --show --help',
    '--show --help',
    '-c',
    '-k',
  ),
  'reboot halt poweroff': halting(
    '-f,--force -w,--wtmp-only -d,--no-wtmp -n -p --halt --poweroff --reboot --no-wall --no-sync --help --version -h',
    '--help --version',
    '--wtmp-only',
  ),
  kexec: does('*', (use) =>
    use.has('-e', '--exec') || use.operands.length > 0
      ? machine('halt')
      : machine('settings', 'prepares another kernel'),
  ),
  'init telinit': does('* -t=', ({ operands }) =>
    operands.some(({ text }) => /^[016sS]$/.test(text))
      ? machine('halt')
      : machine('settings', 'changes the run level'),
  ),
  userdel: does('-f,--force -r,--remove -R,--root= -P,--prefix= -Z', removesAccount(['--remove'])),
  deluser: does(
    '* --remove-home --remove-all-files --backup-to=',
    removesAccount(['--remove-home', '--remove-all-files']),
  ),
  setcap: does(
    '-h -n= -q -r -v -f',
    (use) => !use.has('-v', '-h') && machine('users', 'gives a program rights of the administrator'),
  ),
  visudo: {
    options: '-c,--check -f,--file= -h,--help -I,--no-includes -O,--owner -P,--perms -q,--quiet -s,--strict -V,--version -x,--export=write',
    inert: '--check --help --version',
    effects: () => machine('users', 'changes accounts or what they may do'),
  }, // prettier-ignore
  'useradd adduser usermod chsh chfn passwd chpasswd groupadd groupdel groupmod gpasswd addgroup delgroup newusers vipw vigr sysadminctl dseditgroup':
    account('changes accounts or what they may do'),
  'modprobe insmod rmmod kmod dkms depmod': kernel('changes the kernel'),
  'setenforce setsebool semanage aa-disable aa-complain aa-teardown auditctl': does('*', ({ words }) =>
    words.every(({ text }) =>
      /^(?:1|Enforcing|status|--status|-l|-s|list|enable|--master-enable|--global-enable)$/i.test(text),
    )
      ? machine('settings', 'changes what guards the machine')
      : machine('protection'),
  ),
  'iptables-save ip6tables-save': {
    options: '-M,--modprobe=program -f,--file=write -c,--counters -t,--table= -V,--version',
  },
  // crontab(1): shows, replaces or removes the scheduled jobs.
  crontab: does('-l -r -e -i -u= -T= -s -n -c=', (use) => {
    if (use.has('-r')) return machine('drop-schedule', 'removes everything that is to run later');
    if (use.has('-l', '-T')) return [];
    const [file] = use.operands;
    const later = machine('schedule', 'runs commands later, again and again');
    const { stdin } = use.at;
    if (
      file?.value === '/dev/null' ||
      ((file === undefined || file.text === '-') && stdin.kind === 'text' && stdin.text.trim() === '')
    ) {
      return machine('drop-schedule', 'removes everything that is to run later');
    }
    if (file === undefined && !use.has('-e') && use.at.stdin.kind === 'inherited') return unclear('reads a table');
    if (use.has('-e')) return later;
    return file === undefined || file.text === '-'
      ? [later, runs({ form: 'input', language: 'crontab' })]
      : [later, runs({ form: 'file', language: 'crontab', path: file })];
  }),
  // at(1): runs the commands of its input later.
  'at batch': {
    options: '-V -q= -f=text -m -M -l -b -r -d -v -c -t= -u=',
    inert: '-l -V -c',
    effects(use) {
      if (use.has('-r', '-d')) return machine('schedule', 'removes what is to run later');
      const path = use.value('-f');
      const code =
        path === undefined ? runs({ form: 'input', language: 'sh' }) : runs({ form: 'file', language: 'sh', path });
      return [machine('schedule', 'runs commands later'), code];
    },
  },
  atq: { options: '*' },
  atrm: does('*', () => machine('schedule', 'removes what is to run later')),
  'gio gvfs-trash': does('**', (use) => {
    const [verb, ...paths] = use.operands;
    if (verb?.text === 'trash') {
      return use.has('--empty')
        ? deletes(trashCan, { recursive: true, force: true, shreds: true })
        : !use.has('--list') && paths.map((path) => deletes(path, { recursive: true, trash: true }));
    }
    if (verb?.text === 'remove') return paths.map((path) => deletes(path, { force: use.has('-f', '--force') }));
    if (verb?.text === 'cat') return paths.map(readsAt);
    return /^(?:info|list|tree|version|help|mime|monitor)$/.test(verb?.text ?? '')
      ? paths.filter(isAddress).map((word) => fetches(word))
      : unclear('changes files or opens programs');
  }),
  'trash-list': { options: '*' },
  'update-alternatives alternatives': does(
    '* --list --display --query --get-selections',
    (use) =>
      !use.has('--list', '--display', '--query', '--get-selections') &&
      machine('settings', 'changes which program a name means'),
  ),
  ldconfig: does('* -p,--print-cache', (use) => !use.has('--print-cache') && writes(plainWord('/etc/ld.so.cache'))),
};
