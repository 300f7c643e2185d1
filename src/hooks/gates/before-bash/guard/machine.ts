import type { Effect } from '../../../programs/effect';
import { isDisk } from '../../../shell/effects';
import type { Invocation } from '../../../shell/invocation';
import { readOptions } from '../../../shell/options';
import { foundIn } from '../../../shell/reader/words';
import { resolvePath } from '../../../shell/paths';
import { isSystem, reachOf } from './targets';
import {
  effectRule,
  objection,
  printsOnly,
  written,
  type EffectRule,
  type InvocationRule,
  type LineRule,
  type Objection,
  type View,
} from './rule';

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

function writingDevice({ path }: Extract<Effect, { kind: 'write' }>, invocation: Invocation): Objection | undefined {
  if (invocation.elsewhere) return undefined;
  if (isDisk(path.text)) return objection(written(invocation), 'It overwrites a disk.', diskWay);
  return path.text === '/proc/sysrq-trigger'
    ? objection(written(invocation), 'It makes the kernel halt or crash the machine.', haltWay)
    : undefined;
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

/** Modes that let everybody write. */
const open = /^0*[0-7]?777$|^(?:a|ugo)?[+=]r?w?x?$/;

function changingPermissions(
  effect: Extract<Effect, { kind: 'attributes' }>,
  invocation: Invocation,
  view: View,
): Objection | undefined {
  const { path, recursive, mode = '' } = effect;
  // A script of that name in a temporary directory is some other program.
  if (invocation.elsewhere || view.temporary.some((directory) => invocation.name.text.startsWith(`${directory}/`)))
    return undefined;
  const opens = open.test(mode) && /7|w/.test(mode);
  if (foundIn(path) !== undefined && reachOf(path, effect, view) === 'system')
    return objection(
      written(invocation),
      'It changes the rights of everything that find reaches in a system directory or a whole home.',
      permissionWay,
    );
  const place =
    path.value === undefined ? undefined : resolvePath(effect.cwd, path.value.replace(/\/?\*+$/, '') || '/');
  if (place !== undefined && isSystem(place, view.home) && !view.roots.includes(place) && (recursive || opens)) {
    return objection(
      written(invocation),
      'It changes the rights of a system directory or a whole home: the machine may no longer work, and it cannot be undone.',
      permissionWay,
    );
  }
  return view.strict && opens ? objection(written(invocation), 'It lets everybody write.', permissionWay) : undefined;
}

export const machineEffectRules: readonly EffectRule[] = [
  effectRule('overwrite-device', 'write', writingDevice),
  effectRule('open-permissions', 'attributes', changingPermissions),
];

export const machineRules: readonly InvocationRule[] = [
  { id: 'format-disk', level: 'standard', check: formatting },
  { id: 'destroy-volume', level: 'standard', programs: volumes.map(([program]) => program), check: volumeDestroying },
  {
    id: 'halt-machine',
    level: 'standard',
    programs: [...halting, 'init', 'telinit', 'systemctl', 'loginctl', 'kill', 'killall5'],
    check: haltingMachine,
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
