import { fetches, machine, reveals, unclear, type Action } from './effect';
import { optionFiles } from './parts/named-files';
import { does, type Definition, type Family, type Use } from './program';

const asksAnother = '-H,--host= -M,--machine=';

/** BSD words of ps (`aux`, `axo pid`): what comes before a value. */
const cluster = /^[aAcdefghHjklLmMnNoOpqrsStTuUvVwxXZ]+/;

/** `ps e`, `ps -E`, `ps -o env`: shows the environment of processes, where secrets stand. */
function showsEnvironment(use: Use): boolean {
  if (use.has('-E')) return true;
  if (use.values('-o', '-O').some(({ text }) => /(?:^|[,\s])(?:e|env|environ|environment)(?:[,=:\s]|$)/.test(text))) {
    return true;
  }
  return use.words.some(({ text }, at) => {
    const before = use.words[at - 1]?.text ?? '';
    if (/^-[oOpqgGtuUCkn]$|^--\w/.test(before) && !before.includes('=')) return false;
    if (/^[a-zA-Z]*[oOkptU]$/.test(before) && !before.startsWith('-')) return false;
    const letters = cluster.exec(text)?.[0] ?? '';
    return letters.replace(/[oOkptUN].*$/, '').includes('e');
  });
}

const setsClock = (): Action => machine('settings', 'sets the clock');

/** A setting of the machine: its name alone shows it. */
const named = (why: string): Definition => ({
  options:
    '-f,--fqdn,--long -s,--short -i,--ip-address -I,--all-ip-addresses -d,--domain -a,--alias -A,--all-fqdns -y,--yp,--nis -F,--file=read -b,--boot -V,--version',
  effects: (use) => (use.operands.length > 0 || use.has('--file', '--boot')) && machine('settings', why),
});

const looksOnly: Definition = does(
  `* --no-pager -a,--all -l,--full -p,--property= --value -n,--lines= -o,--output= --no-legend --no-ask-password -j --json= -s,--signal= ${asksAnother}`,
  (use) => use.has('--host', '--machine') && machine('settings', 'asks another machine'),
);

/** Looking at this machine. */
export const system: Family = {
  nproc: { options: '*', prints: 'number' },
  mountpoint: { options: '-q,--quiet -d,--fs-devno -x,--devno --nofollow -h -V', operands: 'list*' },
  nginx: {
    options: '-v -V -h -?',
    inert: '-v -V -h -?',
    effects: () => unclear('starts or stops a server, or writes its logs'),
  },
  'whoami uuidgen id groups users who w last lastb uptime uname tty locale getconf free vmstat iostat mpstat lscpu lsusb lsmod lsns ipcs findmnt pidof pstree top htop btop cal ncal zdump tzselect lsb_release hostid modinfo vm_stat tput clear':
    { options: '* -o,--output= -F,--tab-file,--pidfile=read -f=read' },
  pgrep: {
    options:
      '-a,--list-full -A,--ignore-ancestors -c,--count -d,--delimiter= -f,--full -F,--pidfile=read -g,--pgroup= -G,--group= -H,--require-handler -i,--ignore-case ' +
      '-l,--list-name -L,--logpidfile -n,--newest -o,--oldest -O,--older= -P,--parent= -q,--quiet -r,--runstates= -s,--session= -t,--terminal= -u,--euid= ' +
      '-U,--uid= -v,--inverse -w,--lightweight -x,--exact --cgroup= --ns= --nslist= --signal= -h,--help -V,--version',
  },
  lsblk: { options: '* -o,--output=', operands: 'list*' },
  pidstat: does(
    '-# -C= -d -D -e=program -G= -h -H -I -l -p= -R -r -s -t -T= -U=? -u -V -v -w --dec= --human',
    (use) => use.has('-e') && unclear('runs a program'),
  ),
  // With `-q` it asks a server for names that it does not know.
  lspci: {
    options:
      '-m -mm -n -nn -t -v -vv -vvv -k -x -xxx -xxxx -b -D -P -PP -s= -d= -i=read -p=read -A= -O= -H= -F=read -G --version',
  },
  ps: does(
    '-A -a -d -e -f -F -l -j -H -y -Z -M -L -T -m -w -c -N -V -v -x -X -r -S -E -h -C= -G= -g= -p= -q= -s= -t= -u= -U= -o= -O= -n= -k= -D= ' +
      '--pid= --ppid= --sort= --format= --cols= --columns= --width= --rows= --lines= --headers --no-headers --no-heading --forest --user= --User= ' +
      '--group= --Group= --sid= --tty= --quick-pid= --deselect --cumulative --context --info --help=?',
    (use) => showsEnvironment(use) && reveals('the environment of processes'),
  ),
  sar: { options: '* -o=write -f=read' },
  sensors: does(
    '-A -c=read -u -j -f -h -s --no-adapter --config-file=read --bus-list --set',
    (use) => use.has('-s', '--set') && machine('settings', 'sets limits of sensors'),
  ),
  lastlog: does(
    '-b,--before= -t,--time= -u,--user= -R,--root= -C,--clear -S,--set',
    (use) => use.has('--clear', '--set') && machine('users', 'changes the record of logins'),
  ),
  lshw: {
    style: 'single',
    options:
      '-html -xml -json -short -businfo -dump=write -class= -c= -C= -disable= -enable= -quiet -sanitize -numeric -notime -version -help',
  },
  blkid: {
    options:
      '-c,--cache-file=edit -d,--no-encoding -g,--garbage-collect -h,--help -i,--info -k,--list-filesystems -l,--list-one -L,--label= -n,--match-types= -o,--output= -O,--offset= ' +
      '-D,--no-part-details -p,--probe -s,--match-tag= -S,--size= -t,--match-token= -U,--uuid= -u,--usages= -V,--version -w=write',
    operands: 'list*',
    effects: (use) => use.has('--garbage-collect') && machine('settings', 'changes what is known of disks'),
  },
  dmidecode: { options: '* --from-dump=read --dump-bin=write' },
  'nvidia-smi': {
    style: 'single',
    options:
      '-L -q -x -u -h -B -d= -i= -l=? -lms= -f=write --list-gpus --query --query-gpu= --query-compute-apps= --query-accounted-apps= ' +
      '--query-retired-pages= --query-supported-clocks= --help-query-gpu --format= --id= --loop= --loop-ms= --filename=write --display= --xml-format -m -s= -c=',
    effects: (use) => use.has('-c') && use.operands.length === 0 && machine('settings', 'changes the graphics card'),
  },
  getent: does('-s,--service= -i,--no-idn -A,--no-addrconfig', ({ operands: [database, ...keys] }) => [
    database?.text.includes('shadow') === true && reveals('password hashes'),
    // Names are asked of a server on the network.
    /^(?:a?hosts|networks)/.test(database?.text ?? '') && keys.map((key) => fetches(key)),
  ]),
  date: {
    options:
      '-d,--date= -f,--file=read -r,--reference=list -s,--set= -u,--utc,--universal -R,--rfc-email -I=? --iso-8601=? --rfc-3339= --debug ' +
      '--resolution -j -n -v= -z=',
    effects(use) {
      if (use.has('--set')) return setsClock();
      const [operand] = use.operands;
      return operand && !operand.text.startsWith('+') && !use.has('-j') && setsClock();
    },
    prints: ({ operands: [format] }) =>
      /^\+(?:%[CdHjmMNSsUuVwWyY])+$/.test(format?.value ?? '') ? 'number' : 'filtered',
  },
  hostname: named('renames the machine'),
  'domainname nisdomainname ypdomainname dnsdomainname': named('renames the domain'),
  'timedatectl hostnamectl localectl loginctl': {
    options: looksOnly.options ?? '',
    effects: looksOnly.effects ?? (() => []),
    subcommands: {
      'status show list-timezones show-timesync timesync-status list-sessions list-users list-seats list-locales list-keymaps session-status user-status':
        looksOnly,
    },
    bare: looksOnly,
    other: does('*', ({ verb }) =>
      /^(?:poweroff|reboot|halt|suspend|hibernate|hybrid-sleep|(?:terminate|kill)-(?:session|user|seat))$/.test(verb)
        ? machine('halt')
        : machine('settings', 'changes settings of this machine'),
    ),
  },
  stty: does(
    '-a,--all -g,--save -F,--file=list',
    ({ operands }) =>
      !operands.every(({ text }) => /^(?:size|speed)$/.test(text)) && machine('settings', 'changes the terminal'),
  ),
  sysctl: does(
    '-a,--all -A -X -b,--binary -d -e,--ignore -N,--names -n,--values -w,--write -p,--load=?read -f=?read -q,--quiet -r,--pattern= --system ' +
      '-o -x -i -l -T -W --dry-run',
    (use) =>
      (use.has('--write', '--load', '-f', '--system') ||
        use.operands.some(({ text, value }) => value === undefined || text.includes('='))) &&
      machine('settings', 'changes the kernel'),
  ),
  dmesg: does(
    '-C,--clear -c,--read-clear -D,--console-off -d,--show-delta -E,--console-on -e,--reltime -F,--file=read -f,--facility= -H,--human ' +
      '-k,--kernel -L,--color=? -l,--level= -n,--console-level= -P,--nopager -p,--force-prefix -r,--raw -S,--syslog -s,--buffer-size= -T,--ctime ' +
      '-t,--notime --time-format= -u,--userspace -w,--follow -W,--follow-new -x,--decode --since= --until= -J,--json',
    (use) =>
      use.has('--clear', '--read-clear', '--console-off', '--console-on', '--console-level') &&
      machine('settings', 'clears the log of the kernel, or changes the console'),
  ),
  journalctl: does(
    `-# --system --user ${asksAnother} -m,--merge -D,--directory=read --file=read --root=read --image=load --namespace= -S,--since= -U,--until= ` +
      '-c,--cursor= --after-cursor= --cursor-file=write -b,--boot=? -u,--unit= --user-unit= -t,--identifier= -T,--exclude-identifier= -p,--priority= ' +
      '--facility= -g,--grep= --case-sensitive=? -k,--dmesg -o,--output= --output-fields= -n,--lines= -r,--reverse --show-cursor --utc -x,--catalog ' +
      '-W,--no-hostname --no-full -l,--full -a,--all -f,--follow --no-tail --truncate-newline -q,--quiet --no-pager -e,--pager-end ' +
      '--interval= --verify-key= --force -N,--fields -F,--field= --list-boots --list-invocations --list-namespaces --disk-usage --vacuum-size= ' +
      '--vacuum-files= --vacuum-time= --verify --sync --relinquish-var --smart-relinquish-var --flush --rotate --header --list-catalog ' +
      '--dump-catalog --update-catalog --setup-keys -i --invocation= -I',
    (use) =>
      use.has(
        '--vacuum-size',
        '--vacuum-files',
        '--vacuum-time',
        '--sync',
        '--relinquish-var',
        '--smart-relinquish-var',
        '--flush',
        '--rotate',
        '--update-catalog',
        '--setup-keys',
        '--host',
        '--machine',
      ) && machine('settings', 'changes the log of the machine'),
  ),
  'objdump nm readelf size addr2line c++filt otool': {
    options: '** --plugin=load --exe=read',
    operands: 'read*',
    effects: optionFiles,
  },
  findfs: { operands: 'list*' },
  'systemd-cgls systemd-cgtop systemd-detect-virt systemd-path': { options: '*' },
  'systemd-analyze': does(
    '* --system --user --global --order --require --from-pattern= --to-pattern= --fuzz= --no-pager --iterations= --base-time= --json= -q,--quiet',
    ({ operands: [verb, value] }) =>
      /^(?:set-|log-|service-watchdogs)/.test(verb?.text ?? '') &&
      value !== undefined &&
      machine('settings', 'changes the service manager'),
  ),
  // `-i` and `-w` ask servers on the network.
  inxi: {
    options:
      '-A,--audio -B,--battery -b,--basic -C,--cpu -c,--color= -D,--disk -d,--disk-full -E,--bluetooth -F,--full -f,--flags -G,--graphics -I,--info -J,--usb -j,--swap -L,--logical -l,--label ' +
      '-M,--machine -m,--memory -N,--network -n,--network-advanced -o,--unmounted -P,--partition-full -p,--partitions -R,--raid -r,--repos -S,--system -s,--sensors -t,--processes=? -u,--uuid ' +
      '-V,--version -v=# -x -a,--admin -y,--width=? -z,--filter -Z,--no-filter --no-host --host --slots --help -h --no-dig --no-ssl --extra= --verbosity=',
  },
};
