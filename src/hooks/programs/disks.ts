import type { ShellWord } from '../shell/invocation';
import { dropStart } from '../shell/reader/words';
import { lists, machine, reads, reveals, unclear, writes, type Action } from './effect';
import { does, type Definition, type Family, type Use } from './program';

const loses = 'destroys everything on a disk or volume';

/** A device loses its content; a plain file is a disk image, which changes. macOS names its disks without a folder. */
function destroys(word: ShellWord): Action {
  if (word.value === undefined || /^(?:\/dev\/|r?disk\d)/.test(word.text)) return machine('destroy-disk', loses, word);
  return writes(word, { how: 'edit' });
}

const volume = (on?: ShellWord): Action => machine('destroy-volume', loses, on);
const setsUp = (): Action => machine('settings', 'changes disks');

/** Makes a file system on its first operand. */
const makes = (options: string, inert = ''): Definition => ({
  options,
  inert,
  effects: ({ operands: [device] }) => device && destroys(device),
});

const lvmOptions =
  '-f,--force -t,--test -y,--yes -n,--nohistory -S,--select= --config= --reportformat= -h,--help --longhelp -v,--verbose -d,--debug -q,--quiet ' +
  '-A,--autobackup= --nolocking --noudevsync --driverloaded= --commandprofile= --profile= --lockopt= --nohints --devices= --devicesfile=';
const lvmChanges = does('*', () => setsUp());
const lvmCommands: Family = {
  'lvremove vgremove pvremove': {
    options: lvmOptions,
    inert: '--test --longhelp -h --help',
    effects: ({ operands }) => operands.map(volume),
  },
  'lvs vgs pvs lvdisplay vgdisplay pvdisplay lvscan vgscan pvscan': does(
    `${lvmOptions.replace('--config=', '--config=load')} -o,--options= -O,--sort= --units= --separator= -a,--all -c,--colon -C,--columns -m,--maps -s,--short -P,--partial -b,--background -H,--history ` +
      '--aligned --binary --configreport= --foreign --headings= --ignoreadvanced --ignorelockingfailure --ignoreskippedcluster --logonly --nameprefixes --noheadings --nosuffix --readonly --rows --segments --shared --unbuffered --unquoted --noheadings --version',
    (use) => use.has('--all') && ([use.program, ...use.path].at(-1) ?? '').endsWith('scan') && setsUp(),
  ),
  // What lies beyond the new end is lost, unless the file system is made smaller first.
  lvreduce: {
    options: `${lvmOptions} -L,--size= -l,--extents= -r,--resizefs --fs=`,
    inert: '--test --longhelp -h --help',
    effects: (use) => (use.has('--resizefs', '--fs') ? setsUp() : use.operands.map(volume)),
  },
  'lvcreate lvextend lvresize lvconvert lvrename lvchange vgcreate vgextend vgreduce vgrename vgchange pvmove pvresize pvchange':
    lvmChanges,
  pvcreate: {
    options: `${lvmOptions} -Z= --zero= -M= --metadatatype= -u= --uuid= --restorefile=read --norestorefile --labelsector= --dataalignment= --size= --setphysicalvolumesize= --bootloaderareasize= --metadatasize= --metadatacopies=`,
    inert: '--test',
    effects: ({ operands }) => operands.map(destroys),
  },
};

/** By its first operand: destroys, only shows, or changes something else. */
function byVerb(destroying: RegExp, showing: RegExp, device: (use: Use) => ShellWord | undefined): Definition {
  return does('**', (use) => {
    const verb = use.operands.find(({ text }) => destroying.test(text));
    if (verb !== undefined) {
      return !use.says(/^(?:-[a-z]*n[a-z]*|--dry-run)$/) && volume(device(use));
    }
    const [first] = use.operands;
    return first && !showing.test(first.text) && setsUp();
  });
}

const last = (use: Use): ShellWord | undefined => use.operands.at(-1);
const second = (use: Use): ShellWord | undefined => use.operands[1];

/** With one of these a partitioner reads commands from its input. */
const fed = (use: Use): boolean => use.at.stdin.kind !== 'inherited';

const pools = byVerb(/^(?:create|destroy|labelclear)$/, /^(?:status|list|get|iostat|history|events|version)$/, second);

const cryptVolumes = byVerb(
  /^(?:luksFormat|luksErase|reencrypt)$/i,
  /^(?:status|isLuks|luksDump|luksUUID|benchmark)$/,
  second,
);

/** What lies at a mount point is out of sight. */
const hides = (path: ShellWord): Action => ({ kind: 'attributes', path, recursive: true, sets: 'other' });

/** Disks, partitions, volumes and what is mounted. */
export const disks: Family = {
  mkfs: makes('-t,--type= -V,--verbose -L= -U= -f -F -q -n -N -b= -i= -m= -O= -E= -c', '-N'),
  'mkfs.ext2 mkfs.ext3 mkfs.ext4 mke2fs': makes(
    '-b= -c -C= -d=read -D -e= -E= -F -g= -G= -i= -I= -j -J= -L= -l=read -m= -M= -n -N= -o= -O= -q -r= -S -t= -T= -U= -v -V -z=',
    '-n -V',
  ),
  'mkfs.xfs': makes('-b= -m= -d= -f -i= -l= -n= -p= -q -r= -s= -L= -N -K -V -c=', '-N -V'),
  'mkfs.btrfs': makes(
    '* -d,--data= -m,--metadata= -L,--label= -n,--nodesize= -s,--sectorsize= -O,--features= -r,--rootdir=read -U,--uuid= -b,--byte-count= --csum= -A= -l=',
  ),
  'mkfs.vfat mkfs.fat mkfs.msdos mkdosfs': makes('* -b= -D= -f= -F= -g= -h= -i= -m=read -M= -n= -N= -r= -R= -s= -S='),
  'mkfs.ntfs mkntfs mkfs.f2fs mkfs.exfat mkexfatfs mkfs.jfs mkfs.reiserfs mkfs.udf mkfs.erofs mkfs.nilfs2 newfs newfs_msdos newfs_hfs newfs_apfs newfs_exfat newfs_udf':
    makes('* -L= -l= -U= -s= -c= -v= -N', '-N'),
  'mkfs.minix mkfs.cramfs mkfs.bfs': does('* -l= -n= -i= -b= -e= -N= -V= -F=', ({ operands }) =>
    operands.map(destroys),
  ),
  mkswap: makes('-c,--check -f,--force -L,--label= -p,--pagesize= -U,--uuid= -v= -e= -o= -s= -F,--file'),
  wipefs: does(
    '-a,--all -b,--backup=? -f,--force -i,--noheadings -J,--json -n,--no-act -O,--output= -o,--offset= -p,--parsable -q,--quiet -t,--types= --lock=?',
    (use) =>
      use.operands.map((word) => (use.has('--all', '--offset') && !use.has('--no-act') ? destroys(word) : lists(word))),
  ),
  'fdisk gdisk cfdisk cgdisk': does(
    '* -l,--list -b= -o= -u= -C= -H= -S= -t=',
    (use) => !use.has('--list') && use.operands.map((word) => (fed(use) ? destroys(word) : setsUp())),
  ),
  sfdisk: {
    options:
      '* -n,--no-act -l,--list -d,--dump -J,--json -F,--list-free -s,--show-size -V,--verify -g,--show-geometry -T,--list-types -N= -o= -O= -X= -Y= ' +
      '-A,--activate --delete --disk-id --part-attrs --part-label --part-type --part-uuid -r,--reorder --relocate= -a,--append -b,--backup --color=? -f,--force ' +
      '--lock=? --no-reread --no-tell-kernel -q,--quiet -w,--wipe= -W,--wipe-partitions= --sector-size=',
    inert: '--no-act',
    effects(use) {
      const [device] = use.operands;
      const shows = use.has(
        '--list',
        '--dump',
        '--json',
        '--list-free',
        '--show-size',
        '--verify',
        '--show-geometry',
        '--list-types',
      );
      const acts = use.has(
        '--activate',
        '--delete',
        '--disk-id',
        '--part-attrs',
        '--part-label',
        '--part-type',
        '--part-uuid',
        '--reorder',
        '--relocate',
      );
      return device === undefined || (shows && !acts) ? [] : destroys(device);
    },
  },
  sgdisk: does(
    '* -p,--print -i,--info= -v,--verify -Z,--zap-all -z,--zap -o,--clear -d,--delete= -n,--new= -t,--typecode= -c,--change-name= -b,--backup=write -l,--load-backup=read',
    (use) =>
      use.has('--zap-all', '--zap', '--clear', '--delete')
        ? use.operands.map(destroys)
        : use.has('--new', '--typecode', '--change-name', '--load-backup') && setsUp(),
  ),
  parted: does('-h -l,--list -m,--machine -j,--json -s,--script -f,--fix -v -a,--align=', (use) => {
    const [device, ...commands] = use.operands;
    if (device === undefined || use.has('--list')) return [];
    if (commands.some(({ text }) => /^(?:mklabel|mktable|rm|mkpart|resizepart)$/.test(text))) {
      return destroys(device);
    }
    return (
      !commands.every(({ text }) => /^(?:print|unit|free|all|help|version|[kKMGTP]i?B|s|%|compact)$/.test(text)) &&
      setsUp()
    );
  }),
  ddrescue: does(
    '** -o,--output-position= -s,--size= -i,--input-position= -b,--sector-size= -r,--retry-passes= -c= -B -d,--idirect -D,--odirect -f,--force -n,--no-scrape -v,--verbose -q,--quiet',
    ({ operands: [from, to, map] }) => [setsUp(), from && reads(from), to && destroys(to), map && writes(map)],
  ),
  'partclone.restore partclone.dd partclone.ext4 partclone.ntfs ntfsclone dcfldd dc3dd scrub sg_format nwipe fallocate asr':
    does('** -s=read --source=read -o,--output= -O,--overwrite= -t,--target= -l= -p,--pattern= --punch-hole', (use) => {
      const target = use.operands
        .slice(-1)
        .map((word) => (/^h?of=/.test(word.text) ? dropStart(word, word.text.indexOf('=') + 1) : word));
      return [setsUp(), [...use.values('--output', '--overwrite', '--target'), ...target].map(destroys)];
    }),
  blkdiscard: does('* -o,--offset= -l,--length= -p,--step=', (use) => use.operands.map(destroys)),
  badblocks: does('* -b= -c= -d= -e= -i=read -o=write -p= -t= -w -n', (use) =>
    use.has('-w', '-n') ? use.operands.slice(0, 1).map(destroys) : use.operands.slice(0, 1).map((word) => lists(word)),
  ),
  ...lvmCommands,
  lvm: { options: '', subcommands: lvmCommands, other: lvmChanges },
  // `-c` clears the events, or runs a script for each disk.
  zpool: {
    ...pools,
    effects: (use) => [use.says(/^-[a-zA-Z]*c/) && unclear('clears events or runs scripts'), pools.effects?.(use)],
  },
  zfs: byVerb(/^(?:destroy|rollback)$/, /^(?:list|get|diff|version|holds|userspace|groupspace)$/, second),
  cryptsetup: {
    ...cryptVolumes,
    effects: (use) =>
      use.operands[0]?.text === 'erase'
        ? machine('protection', 'destroys the keys of an encrypted disk')
        : [
            use.says(/^--(?:dump-)?(?:master|volume)-key/) && reveals('the key of an encrypted disk'),
            cryptVolumes.effects?.(use),
          ],
  },
  diskutil: {
    options: '* -plist --all -all',
    style: 'single',
    effects(use) {
      const verb = use.operands[0]?.text.toLowerCase() ?? '';
      const inner = use.operands[1]?.text.toLowerCase() ?? '';
      if (/^(?:erase\w*|zerodisk|randomdisk|secureerase|partitiondisk|reformat)$/.test(verb)) {
        return volume(last(use));
      }
      if (/^(?:apfs|corestorage|cs|appleraid|ar)$/.test(verb)) {
        if (/^(?:delete\w*|erase\w*)$/.test(inner)) return volume(last(use));
        return !/^(?:list\w*|info)$/.test(inner) && setsUp();
      }
      return !/^(?:list|info|listfilesystems|activity)$/.test(verb) && setsUp();
    },
  },
  'qemu-img': {
    options: '-T,--trace= -h,--help -V,--version',
    inert: '--help --version',
    subcommands: {
      'info check map compare measure': {
        options:
          '-f= -F= -o= -O= -l= -p -s -T= -U,--force-share -q --output= --backing-chain --start-offset= --max-length= --size= -h,--help',
        operands: 'read*',
        effects: ({ operands }) =>
          operands.some(({ text }) => /^[\w-]+:/.test(text)) && unclear('opens what the description names'),
      },
      create: does('-q --object= -f= -b=read -F= -u -o= -n', ({ operands: [file] }) => file && destroys(file)),
      convert: does(
        '* -f= -O= -B=read -F= -o= -l= -S= -m= -t= -T= -s= --object= --target-image-opts --image-opts -W -n -p -c -q -U',
        ({ operands }) => [
          operands.slice(0, -1).map((word) => reads(word)),
          operands.slice(-1).map((word) => destroys(word)),
        ],
      ),
      dd: does('*', ({ operands }) =>
        operands.map((word) => word.text.startsWith('of=') && destroys(dropStart(word, 3))),
      ),
    },
    other: does('*', ({ operands: [file] }) => file && writes(file, { how: 'edit' })),
  },
  dmsetup: byVerb(/^(?:remove_all|wipe_table)$/, /^(?:ls|info|status|table|deps|targets|version|help)$/, second),
  nvme: byVerb(
    /^(?:format|sanitize)$/,
    /^(?:list|list-subsys|id-ctrl|id-ns|smart-log|error-log|fw-log|version|get-\S+|show-\S+)$/,
    second,
  ),
  mdadm: does('*', (use) =>
    use.has('--zero-superblock', '--create', '-C', '--build', '-B')
      ? volume(last(use))
      : !use.has('--detail', '--query', '--examine', '-D', '-Q', '-E', '--help') && setsUp(),
  ),
  hdparm: {
    style: 'single',
    options:
      '-I -i -g -t -T -C -v -V -r --security-erase= --security-erase-enhanced= --trim-sector-ranges= --write-sector= --make-bad-sector= *',
    effects: (use) =>
      use.has(
        '--security-erase',
        '--security-erase-enhanced',
        '--trim-sector-ranges',
        '--write-sector',
        '--make-bad-sector',
      )
        ? volume(last(use))
        : !use.given.every(({ name }) => /^-[IigtTCvVr]$/.test(name)) && setsUp(),
  },
  btrfs: does('*', ({ operands: [area, verb, ...rest] }) => {
    const words = `${area?.text ?? ''} ${verb?.text ?? ''}`;
    if (/^(?:su\w* del\w*|d\w* (?:del\w*|rem\w*))$/.test(words)) return volume(rest[0]);
    return !/^(?:\w+ (?:list|show|usage|df|du|stats|status|get-default)|help.*|version.*)$/.test(words) && setsUp();
  }),
  mount: does(
    '-a,--all -B,--bind -c,--no-canonicalize -F,--fork -f,--fake -i,--internal-only -L,--label= -l,--show-labels -M,--move -m,--mkdir=? -N,--namespace= ' +
      '-n,--no-mtab -o,--options= --options-mode= --options-source= -O,--test-opts= -r,--read-only,--ro -R,--rbind --source= --target= --target-prefix= ' +
      '-T,--fstab=read -t,--types= -U,--uuid= -v,--verbose -w,--read-write,--rw --onlyonce --make-shared --make-private',
    (use) => {
      if (
        use.words.length === 0 ||
        (use.operands.length === 0 && use.given.every(({ name }) => /^(?:--show-labels|--types|--verbose)$/.test(name)))
      ) {
        return [];
      }
      const remounts = use.values('--options').some(({ text }) => /(?:^|,)remount(?:,|$)/.test(text));
      const over = use.operands.at(-1)?.value ?? '';
      return (remounts && over === '/') ||
        /^\/(?:bin|boot|dev|etc|home|lib\d*|proc|root|sbin|sys|usr|var)\/?$|^\/etc\/\w+$/.test(over)
        ? machine('halt', 'mounts something over the running system')
        : [machine('settings', 'mounts a file system'), use.operands.slice(-1).map(hides)];
    },
  ),
  umount: does(
    '-A,--all-targets -a,--all -c -d,--detach-loop --fake -f,--force -i,--internal-only -l,--lazy -N,--namespace= -n,--no-mtab -O,--test-opts= -q,--quiet -R,--recursive -r,--read-only -t,--types= -v,--verbose',
    (use) =>
      use.operands.some(({ value }) => value === '/') || (use.has('--all') && !use.has('--types', '--test-opts'))
        ? machine('halt', 'takes file systems away from the running machine')
        : machine('settings', 'unmounts a file system'),
  ),
  debugfs: {
    options: '-D -V -w -b= -s= -c -f=read -i= -n -R= -z=write',
    inert: '-V',
    effects: (use) => [
      use.has('-w') ? use.operands.map(destroys) : use.operands.map((word) => reads(word)),
      (use.has('-f') ||
        use
          .values('-R')
          .some(
            ({ text }) =>
              !/^\s*(?:stat|ls|cat|stats|show_super_stats|ncheck|icheck|imap|blocks|testi|testb|htree)(?:\s|$)/.test(
                text,
              ),
          )) &&
        unclear('may write files'),
    ],
  },
  losetup: does(
    '-a,--all -l,--list -j,--associated= -J,--json -n,--noheadings -O,--output= -f,--find -d,--detach -D,--detach-all -c -o,--offset= --sizelimit= -P,--partscan -r,--read-only --show -v --raw -b= --direct-io=? -L',
    (use) =>
      use.operands.length === 0 && !use.has('--detach', '--detach-all')
        ? []
        : machine('settings', 'sets up a loop device'),
  ),
  'swapon swapoff fsck e2fsck resize2fs xfs_growfs xfs_repair tune2fs fsfreeze fstrim partprobe kpartx eject growpart':
    does(
      '* --show=? -s,--summary --summary --noheadings --raw --bytes --output-all',
      (use) => !use.has('--show', '--summary', '-s') && setsUp(),
    ),
};
