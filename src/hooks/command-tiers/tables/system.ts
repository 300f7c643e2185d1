import { judged, read, stop, verbs, type Table } from '../rule';
import { reads, risky, unknown } from '../judgement';

/** Looking at this machine. */
export function system(): Table {
  const printsDate = judged((words) => {
    for (let at = 0; at < words.length; at++) {
      const word = words[at];
      const text = word?.text ?? '';
      if (/^(?:-s|--set)/.test(text)) return risky('sets the clock');
      if (/^-(?:d|r|v|f|z)$|^--(?:date|reference)$/.test(text)) at++;
      else if (!text.startsWith('-') && !text.startsWith('+'))
        return word?.value === undefined || /^\d{8,}/.test(text) ? risky('sets the clock') : unknown('not a format');
    }
    return reads;
  });

  const services = verbs(
    {
      'status show list-units list-unit-files list-timers list-sockets list-dependencies list-jobs is-active is-enabled is-failed is-system-running cat get-default help show-environment':
        read({ risky: { '-H': 'asks another machine', '--host': 'asks another machine' } }),
    },
    {
      takes: { short: 'ptnos', long: ['type', 'state', 'property', 'lines', 'output'] },
      switches: ['--user', '--no-pager', '--all', '-a', '--system', '--failed', '-l', '--full', '-q', '--quiet'],
      bare: read(),
      other: stop('changes services'),
    },
  );

  return {
    'whoami id groups users who w last lastlog uptime uname nproc tty locale getconf free vmstat iostat mpstat sar lscpu lsblk lsusb lspci lsmod lshw blkid findmnt ps pgrep pidof pstree top htop lsns ipcs getent cal ncal zdump tzselect lsb_release hostid modinfo dmidecode sensors nvidia-smi vm_stat':
      read({ risky: { '--kill': 'ends processes', '-k': 'ends processes' } }),
    arch: read({ operands: 0, only: [] }),
    date: printsDate,
    hostname: read({
      only: [
        '-f',
        '-s',
        '-i',
        '-I',
        '-d',
        '-a',
        '-A',
        '--fqdn',
        '--short',
        '--long',
        '--ip-address',
        '--all-ip-addresses',
      ],
      operands: 0,
    }),
    'timedatectl hostnamectl localectl loginctl': verbs(
      {
        'status show list-timezones show-timesync timesync-status list-sessions list-users list-locales list-keymaps':
          read(),
      },
      { bare: read(), other: stop('changes settings of this machine') },
    ),
    sysctl: judged((words) =>
      words.some(
        ({ text, value }) =>
          value === undefined || text.includes('=') || /^-(?:[a-z]*[wpf]|-write|-load|-system)/.test(text),
      )
        ? risky('changes the kernel')
        : reads,
    ),
    dmesg: read({
      takes: {
        short: 'flnsF',
        long: ['facility', 'level', 'since', 'until', 'buffer-size', 'color', 'time-format', 'file'],
      },
      risky: {
        '-c': 'clears the log',
        '-C': 'clears the log',
        '-D': 'changes the console',
        '-E': 'changes the console',
        '-n': 'changes the console',
        '--clear': 'clears the log',
        '--read-clear': 'clears the log',
        '--console-level': 'changes the console',
        '--console-off': 'changes the console',
        '--console-on': 'changes the console',
      },
    }),
    journalctl: read({
      takes: {
        short: 'unopbSUtgD',
        long: ['unit', 'lines', 'output', 'since', 'until', 'priority', 'boot', 'grep', 'identifier'],
      },
      risky: {
        '--rotate': 'rotates the log',
        '--flush': 'changes the log',
        '--sync': 'changes the log',
        '--relinquish-var': 'changes the log',
        '--vacuum-size': 'deletes from the log',
        '--vacuum-time': 'deletes from the log',
        '--vacuum-files': 'deletes from the log',
        '--setup-keys': 'makes keys',
        '--update-catalog': 'changes the catalog',
        '--cursor-file': 'writes a file',
      },
    }),
    systemctl: services,
    service: judged((words) =>
      words.at(-1)?.text === 'status' || words[0]?.text === '--status-all' ? reads : risky('changes services'),
    ),
    'tput clear': read(),
    'objdump nm readelf size addr2line c++filt otool': read(),
    'mkfs fdisk parted mount umount swapon swapoff mkswap losetup cryptsetup lvm wipefs': stop('changes disks'),
    'useradd userdel usermod groupadd passwd chpasswd visudo': stop('changes accounts'),
    'modprobe insmod rmmod': stop('changes the kernel'),
    'shutdown reboot halt poweroff init': stop('stops this machine'),
  };
}

/** Looking at a Mac. */
export const mac = (): Table => ({
  'sw_vers system_profiler ioreg mdls': read(),
  networksetup: judged(([first]) =>
    /^-(?:get|list|show|is|print|version|help)/.test(first?.value ?? '') ? reads : risky('changes the network'),
  ),
  scutil: judged(([first, , third]) =>
    /^(?:--get|--dns|--proxy|--nwi|-r|-w|--help)$/.test(first?.value ?? '') &&
    (first?.value !== '--get' || third === undefined)
      ? reads
      : risky('changes settings of this machine'),
  ),
  defaults: verbs(
    { 'read read-type domains find help': read() },
    { takes: { single: true, long: ['host'] }, switches: ['-currentHost'], other: stop('changes settings') },
  ),
  diskutil: verbs(
    {
      'list info listFilesystems activity': read(),
      'apfs coreStorage cs': verbs({ 'list listUsers listSnapshots info': read() }),
    },
    { other: stop('changes disks') },
  ),
  pkgutil: judged(([first]) =>
    /^--(?:pkgs|packages|groups|files|lsbom|pkg-info|pkg-groups|file-info|check-signature|export-plist|payload-files|help|volume)/.test(
      first?.value ?? '',
    )
      ? reads
      : risky('changes what is installed'),
  ),
  launchctl: verbs(
    {
      'list print print-cache print-disabled getenv error help hostinfo managerpid manageruid managername procinfo variant version blame dumpstate resolveport':
        read(),
    },
    { other: stop('changes services') },
  ),
  profiles: verbs(
    { 'list show status validate version help': read() },
    { other: stop('changes what manages this machine') },
  ),
  plutil: judged(([first, ...rest]) =>
    first === undefined ||
    (first.text.startsWith('-') && !/^-(?:lint|p|help|s)$/.test(first.text)) ||
    rest.some(({ text }) => text === '-o')
      ? risky('changes files')
      : reads,
  ),
  codesign: read({
    takes: { short: 'R', long: ['entitlements', 'verify'] },
    only: [
      '-v',
      '-d',
      '-h',
      '--verify',
      '--display',
      '--verbose',
      '--deep',
      '--strict',
      '--requirements',
      '-r',
      '--entitlements',
    ],
    judge: (given) => (given.has('-s', '-f', '--sign', '--force', '--remove-signature') ? risky('signs') : undefined),
  }),
  spctl: judged((words) =>
    words.some(({ text }) => /^(?:-a|--assess|--status|--disable-status)$/.test(text)) &&
    !words.some(
      ({ text }) => /^--(?:add|remove|enable|disable|global|master)/.test(text) && text !== '--disable-status',
    )
      ? reads
      : risky('changes what may run'),
  ),
  lipo: judged((words) =>
    words.some(({ text }) => /^-(?:archs|info|detailed_info|verify_arch)$/.test(text)) &&
    !words.some(({ text }) => /^-(?:o|output|create|thin|extract|remove|replace)$/.test(text))
      ? reads
      : risky('writes a file'),
  ),
  sips: judged((words) => {
    const acts = words.filter(({ text }) => text.startsWith('-'));
    return acts.length > 0 &&
      acts.every(({ text }) => /^(?:-g|--getProperty|--verify|-1|--oneLine|--help|-h|--formats)$/.test(text))
      ? reads
      : risky('changes pictures');
  }),
  tmutil: verbs(
    {
      'listbackups listlocalsnapshots listlocalsnapshotdates latestbackup machinedirectory destinationinfo uniquesize isexcluded status version help compare calculatedrift verifychecksums':
        read(),
    },
    { other: stop('changes backups') },
  ),
  xattr: read({ risky: { '-w': 'changes attributes', '-d': 'changes attributes', '-c': 'changes attributes' } }),
  pmset: judged(([first]) => (first?.text === '-g' ? reads : risky('changes settings of this machine'))),
  security: verbs(
    {
      'find-certificate list-smartcards verify-cert error help dump-trust-settings get-identity-preference translocate-status-check find-identity show-keychain-info':
        read({ exact: true }),
    },
    { switches: ['-v', '-q'], other: stop('handles keys and passwords') },
  ),
  hdiutil: verbs(
    { 'info imageinfo verify checksum plugins help isencrypted pmap': read({ exact: true }) },
    { other: stop('changes disk images') },
  ),
  dscl: judged((words) => {
    const command =
      words.filter(({ text }) => !/^-(?:plist|raw|url|q|p|u|P|f)$/.test(text))[1]?.text.replace(/^-/, '') ?? '';
    return /^(?:read|readall|readpl|readpli|list|search|diff)$/.test(command) ? reads : risky('changes accounts');
  }),
  textutil: judged(([first]) => (/^--?(?:info|help)$/.test(first?.value ?? '') ? reads : risky('writes files'))),
  mdimport: judged(([first]) => (/^-(?:A|L|X|t)$/.test(first?.value ?? '') ? reads : risky('changes the index'))),
  qlmanage: judged((words) => (words.some(({ text }) => /^-(?:o|r)$/.test(text)) ? risky('writes files') : reads)),
  open: judged(([first]) => (first?.text === '-R' ? reads : risky('opens a program'))),
  symbols: read({
    takes: { single: true },
    exact: true,
    risky: { '-symbolsPackageDir': 'writes files', '-saveSignature': 'writes files' },
  }),
  say: read({
    takes: { short: 'vrfoa' },
    risky: {
      '-o': 'writes a file',
      '--output-file': 'writes a file',
      '-n': 'sends sound elsewhere',
      '-a': 'sends sound elsewhere',
    },
  }),
  compression_tool: read({ takes: { single: true }, exact: true, risky: { '-o': 'writes a file' } }),
  caffeinate: read({ only: ['-d', '-i', '-m', '-s', '-u', '-t', '-w'], takes: { short: 'tw' } }),
  automator: stop('drives other programs'),
});
