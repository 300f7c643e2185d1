import type { Invocation, ShellWord } from '../../../shell/invocation';
import { readOptions } from '../../../shell/options';
import { findRoots } from '../../../shell/reader/find';
import { resolvePath } from '../../../shell/paths';
import { writtenTargets } from './written';
import { isSystem } from './targets';
import { objection, printsOnly, written, type InvocationRule, type LineRule, type Objection, type View } from './rule';

/** Names of whole disks, partitions and volumes under /dev. */
const block =
  /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z?*[]|nvme\d|mmcblk\d|r?disk\d|mapper\/|dm-\d|md\d|pmem\d|dax\d|nbd\d|rbd\d|zd\d|sr\d|loop\d|disk\/|mem$|kmem$|port$|vg\w*\/|ram\d)/;

const diskWay = 'Work on an image file inside the project, or ask the person to do this to the device.';

/** Programs that overwrite what they are given, with what makes them only look. */
const formatters: Readonly<
  Record<string, { readonly harmless: readonly string[]; readonly only?: readonly string[] }>
> = {
  mkfs: { harmless: ['-V', '-N'] },
  'mkfs.ext': { harmless: ['-V', '-n'] },
  mke2fs: { harmless: ['-n'] },
  mkswap: { harmless: [] },
  newfs: { harmless: ['-N'] },
  wipefs: { harmless: ['-n', '--no-act'], only: ['-a', '--all', '-o', '--offset'] },
  sfdisk: { harmless: ['-n', '--no-act', '-l', '--list', '-d', '--dump', '-J', '--json', '-F', '-V', '--verify'] },
  sgdisk: { harmless: ['-p', '--print'], only: ['-Z', '-z', '--zap', '--zap-all', '-o', '--clear', '-d', '--delete'] },
  blkdiscard: { harmless: [] },
  badblocks: { harmless: [], only: ['-w', '-n'] },
  lvremove: { harmless: ['-t', '--test', '--longhelp', '-h'] },
  vgremove: { harmless: ['-t', '--test', '--longhelp', '-h'] },
  pvremove: { harmless: ['-t', '--test', '--longhelp', '-h'] },
};

const needsDevice: ReadonlySet<string> = new Set([
  'mkfs',
  'mke2fs',
  'mkswap',
  'newfs',
  'wipefs',
  'sfdisk',
  'sgdisk',
  'blkdiscard',
  'badblocks',
]);

function formatting(invocation: Invocation): Objection | undefined {
  const { program = '' } = invocation;
  if (program === 'lvm') return lvm(invocation);
  const family = program.startsWith('mkfs.ext') ? 'mkfs.ext' : /^(?:mkfs\.|newfs_)/.test(program) ? 'mkfs' : program;
  const spec = Object.hasOwn(formatters, family) ? formatters[family] : undefined;
  if (spec === undefined) return undefined;
  const read = readOptions(invocation.args, { short: 'tLU', long: ['type', 'reportformat', 'config', 'select'] });
  if (printsOnly(read) || read.has(...spec.harmless)) return undefined;
  if (spec.only !== undefined && !read.has(...spec.only)) return undefined;
  const known = read.operands.filter((word) => word.value !== undefined);
  const hit =
    needsDevice.has(program) || program.startsWith('mk')
      ? known.some((word) => word.text.startsWith('/dev/'))
      : known.length > 0;
  return hit ? objection(written(invocation), 'It destroys everything on a disk or volume.', diskWay) : undefined;
}

function lvm(invocation: Invocation): Objection | undefined {
  const [name, ...rest] = invocation.args;
  return name === undefined ? undefined : formatting({ ...invocation, program: name.text, args: rest });
}

/** Subcommands that destroy volumes: program, then the words that have to be there. */
const volumes: readonly (readonly [string, RegExp])[] = [
  ['zpool', /^(?:destroy|labelclear)$/],
  ['zfs', /^destroy$/],
  ['cryptsetup', /^(?:luksFormat|luksErase)$/],
  ['diskutil', /^(?:erase\w*|zeroDisk|secureErase|partitionDisk|reformat)$/i],
  ['nvme', /^(?:format|sanitize)$/],
  ['mdadm', /^--zero-superblock/],
  ['hdparm', /^--security-erase/],
  ['btrfs', /^(?:delete|remove)$/],
  ['parted', /^(?:mklabel|mktable|rm|mkpart)$/],
];

function volumeDestroying(invocation: Invocation): Objection | undefined {
  const pattern = volumes.find(([program]) => program === invocation.program)?.[1];
  if (pattern === undefined || !invocation.args.some((word) => pattern.test(word.text))) return undefined;
  if (invocation.args.some((word) => /^(?:-[a-z]*n[a-z]*|--dry-run|--help)$/.test(word.text))) return undefined;
  return objection(written(invocation), 'It destroys everything on a disk or volume.', diskWay);
}

function writingDevice(invocation: Invocation): Objection | undefined {
  if (invocation.elsewhere) return undefined;
  for (const word of writtenTargets(invocation)) {
    if (block.test(word.text)) return objection(written(invocation), 'It overwrites a disk.', diskWay);
    if (word.text === '/proc/sysrq-trigger')
      return objection(written(invocation), 'It makes the kernel halt or crash the machine.', haltWay);
  }
  return undefined;
}

const haltWay = 'Stop the one process that is meant (`kill <pid>`), or ask the person to restart the machine.';

const halting: ReadonlySet<string> = new Set(['shutdown', 'reboot', 'halt', 'poweroff', 'kexec']);
const haltVerbs = /^(?:poweroff|reboot|halt|kexec|soft-reboot|emergency|rescue|isolate|hibernate|suspend)$/;

function haltingMachine(invocation: Invocation): Objection | undefined {
  const { program = '', args } = invocation;
  const words = args.map((word) => word.text);
  const halts =
    (halting.has(program) && !words.some((word) => /^(?:-c|--help|--version|--show|-w|--wtmp-only)$/.test(word))) ||
    ((program === 'init' || program === 'telinit') && words.some((word) => /^[06]$/.test(word))) ||
    ((program === 'systemctl' || program === 'loginctl') &&
      haltVerbs.test(words.find((word) => !word.startsWith('-')) ?? '')) ||
    (program === 'kill' && words.length > 1 && /^-?1$/.test(words.at(-1) ?? '')) ||
    program === 'killall5';
  return halts ? objection(written(invocation), 'It stops or restarts the machine.', haltWay) : undefined;
}

const permissionWay = 'Change the mode or owner of named files inside the project (`chmod 755 ./script.sh`).';

function changingPermissions(invocation: Invocation, view: View): Objection | undefined {
  const { program = '', name } = invocation;
  // A script of that name in a temporary directory is some other program.
  if (view.temporary.some((directory) => name.text.startsWith(`${directory}/`))) return undefined;
  const read = readOptions(
    invocation.args.filter((word) => !/^-[rwxXstugoa]+$/.test(word.text) || word.text.startsWith('-R')),
    {
      long: ['reference', 'from'],
      known: [
        'recursive',
        'reference',
        'from',
        'changes',
        'silent',
        'quiet',
        'verbose',
        'no-preserve-root',
        'preserve-root',
        'dereference',
        'no-dereference',
        'help',
        'version',
      ],
    },
  );
  if (printsOnly(read)) return undefined;
  const recursive = read.has('-R', '--recursive');
  const targets = read.has('--reference') ? read.operands : read.operands.slice(1);
  const mode = program === 'chmod' && !read.has('--reference') ? (read.operands[0]?.text ?? '') : '';
  const open = /^0*[0-7]?777$|^(?:a|ugo)?[+=]r?w?x?$/.test(mode) && /7|w/.test(mode);
  for (const word of targets) {
    const path =
      word.value === undefined ? undefined : resolvePath(invocation.cwd, word.value.replace(/\/?\*+$/, '') || '/');
    if (path === undefined || invocation.elsewhere) continue;
    const system = isSystem(path, view.home) && !view.roots.includes(path);
    if (system && (recursive || open)) {
      return objection(
        written(invocation),
        'It changes the rights of a system directory or a whole home: the machine may no longer work, and it cannot be undone.',
        permissionWay,
      );
    }
  }
  const found = foundRoots(invocation).some((root) => {
    const path = root.value === undefined ? undefined : resolvePath(invocation.cwd, root.value);
    return path !== undefined && isSystem(path, view.home);
  });
  if (found)
    return objection(
      written(invocation),
      'It changes the rights of everything that find reaches in a system directory or a whole home.',
      permissionWay,
    );
  if (view.strict && open && targets.length > 0)
    return objection(written(invocation), 'It lets everybody write.', permissionWay);
  return undefined;
}

function foundRoots(invocation: Invocation): readonly ShellWord[] {
  return invocation.wrappers.flatMap((wrapper) => (wrapper.program === 'find' ? findRoots(wrapper.args) : []));
}

export const machineRules: readonly InvocationRule[] = [
  { id: 'format-disk', level: 'standard', check: formatting },
  { id: 'destroy-volume', level: 'standard', programs: volumes.map(([program]) => program), check: volumeDestroying },
  { id: 'overwrite-device', level: 'standard', check: writingDevice },
  {
    id: 'halt-machine',
    level: 'standard',
    programs: [...halting, 'init', 'telinit', 'systemctl', 'loginctl', 'kill', 'killall5'],
    check: haltingMachine,
  },
  {
    id: 'open-permissions',
    level: 'standard',
    programs: ['chmod', 'chown', 'chgrp', 'gchmod', 'gchown', 'setfacl'],
    check: changingPermissions,
  },
];

export const repetitionRule: LineRule = {
  id: 'fork-bomb',
  level: 'standard',
  checkLine(reading) {
    for (const found of reading.repetitions) {
      const bomb = found.kind === 'recursion' ? found.unconditional : found.spawns && !found.waits && !found.leaves;
      if (!bomb) continue;
      const part =
        found.kind === 'recursion'
          ? `${found.functions.join(' → ')} → ${found.functions[0] ?? ''}`
          : 'an endless loop that starts background jobs';
      return objection(
        part,
        'It starts processes without end until the machine stands still.',
        'Give the loop an end, and `wait` for what it starts.',
      );
    }
    return undefined;
  },
};
