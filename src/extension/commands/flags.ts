import { acceptServer } from '../../hooks/client/mcp-servers';
import { evidenceKinds, type UnboundFlag } from '../../hooks/evidence/evidence';
import { isCareful, setCareful } from '../../hooks/nudge/careful';
import { clearAlarms, openAlarms } from '../../hooks/pipeline/alarms';
import { appearanceOf, wordOf, type Flag } from '../flags/flag';
import { noteAct, whoIsHere } from '../platform/person';
import { age, t } from '../platform/text';
import type { Folder } from '../store/folder';
import {
  agreed,
  chosen,
  type Command,
  type CommandParts,
  Declined,
  flagFrom,
  folderCommand,
  folderFrom,
  HumanError,
} from './command';
import { undoable } from './undo';

export const flagCommands = (parts: CommandParts): readonly Command[] => [
  ...resetFlags(parts),
  ...acceptFlags(parts),
  showAlarms(parts),
  toggleCareful(parts),
];

/** Resets one flag to never run, or all of them. */
function resetFlags(parts: CommandParts): readonly Command[] {
  const { flagModel: flags, person } = parts;
  const pickFlag = async (folder: Folder): Promise<Flag> => {
    await flags.ready(folder);
    const choices = flags.flagsOf(folder).flatMap((flag) => {
      const state = flags.state(folder, flag);
      if (state?.actions.includes('reset') !== true) return [];
      return [
        { label: `$(${appearanceOf(state.status).icon}) ${flag.title}`, description: wordOf(state), value: flag },
      ];
    });
    if (choices.length === 0) throw new Declined(t('No flag of {0} is set: there is nothing to reset.', folder.name));
    return chosen(await person.pick(t('Reset which flag?'), choices));
  };
  return [
    {
      id: 'gatehouse.resetFlag',
      async run(argument) {
        const folder = await folderFrom(argument, parts);
        const flag = flagFrom(argument) ?? (await pickFlag(folder));
        if (flag.reset === undefined) return;
        const title = flag.title.toLowerCase();
        const text = t('{0} of {1} was reset and must be run again.', flag.title, folder.name);
        const run = async () => {
          await flag.reset?.(folder);
          noteAct(folder, 'reset', title);
        };
        await undoable({ folder, target: `reset ${title}`, text, run }, parts);
      },
    },
    {
      id: 'gatehouse.resetAllFlags',
      async run(argument) {
        const folder = await folderFrom(argument, parts);
        const question = t('Reset every flag of {0}?', folder.name);
        const detail = t('Reviews and tests that have passed must be run again.');
        agreed(await person.confirm(question, detail, t('Reset All')));
        const text = t('All flags of {0} are reset.', folder.name);
        const run = async () => {
          for (const flag of flags.flagsOf(folder)) await flag.reset?.(folder);
          noteAct(folder, 'reset', 'all flags');
        };
        await undoable({ folder, target: 'reset all flags', text, run }, parts);
      },
    },
  ];
}

/** Accepts flags that passed according to a public file but have no receipt. */
function acceptFlags(parts: CommandParts): readonly Command[] {
  const { flagModel: flags, person } = parts;
  const accept = async (folder: Folder, unbound: readonly UnboundFlag[]): Promise<void> => {
    const told = unbound.map(({ flag, holds }) =>
      holds ? flag.reason : `${flag.reason} ${t('Files may have changed since.')}`,
    );
    const question = t('Accept what the state files of {0} say?', folder.name);
    const detail = `${told.join('\n')}\n\n${t('The flags then count for the files as they are now. Any change makes them stale.')}`;
    agreed(await person.confirm(question, detail, t('Accept')));
    const names = unbound.map(({ flag }) => flag.kind.replace('_', ' ')).join(', ');
    const run = async () => {
      for (const { flag } of unbound) {
        await folder.evidence.accept(flag.kind, whoIsHere());
        await acceptServer({ env: folder.services.env, place: folder.place }, flag.receipt);
        noteAct(folder, 'accept', flag.kind.replace('_', ' '));
      }
    };
    await undoable({ folder, target: `accept ${names}`, text: t('Accepted: {0}.', names), run }, parts);
  };
  return [
    folderCommand('gatehouse.acceptFlag', parts, async (folder, argument) => {
      const unbound = await folder.evidence.unbound();
      if (unbound.length === 0) throw new HumanError(t('No flag of {0} is unbound.', folder.name));
      const id = flagFrom(argument)?.id;
      const kind = evidenceKinds.find((one) => one === id);
      const choices = unbound.map((value) => ({
        label: flags.flagsOf(folder).find((flag) => flag.id === value.flag.kind)?.title ?? '',
        detail: value.flag.reason,
        value,
      }));
      const one =
        kind === undefined
          ? await person.pick(t('Accept which flag?'), choices)
          : unbound.find(({ flag }) => flag.kind === kind);
      await accept(folder, [chosen(one)]);
    }),
    folderCommand('gatehouse.acceptUnboundFlags', parts, async (folder) => {
      const holding = (await folder.evidence.unbound()).filter(({ holds }) => holds);
      if (holding.length === 0) {
        throw new HumanError(
          t('Files of {0} changed after every unbound flag passed. Run the checks again.', folder.name),
        );
      }
      await accept(folder, holding);
    }),
  ];
}

const shownAlarms = 10;

/** Shows every alarm with its likely cause; showing them clears them. */
const showAlarms = (parts: CommandParts): Command =>
  folderCommand('gatehouse.showAlarms', parts, async (folder) => {
    const open = openAlarms(folder);
    if (open.length === 0) throw new Declined(t('No alarms in {0}: every decision took effect.', folder.name));
    const rows = open.slice(-shownAlarms).map(({ at, text, cause }) => {
      const why = cause === undefined ? '' : `\n${t('Likely cause: {0}', cause)}`;
      return `${age(at, Date.now())}: ${text}${why}`;
    });
    const more = open.length - rows.length;
    const detail = [
      ...(more > 0 ? [t('{0} earlier alarms', more)] : []),
      ...rows,
      t('Cleared alarms stay in the decision log.'),
    ].join('\n\n');
    const question = t('Gatehouse was not in force in {0}', folder.name);
    agreed(await parts.person.confirm(question, detail, t('Clear Alarms')));
    await clearAlarms(folder, folder.services.clock.now());
    noteAct(folder, 'clear', 'alarms');
    await parts.flagModel.refresh(folder);
  });

/** Careful mode on or off, in the file that its users' own command writes. Ending it is confirmed by a modal. */
const toggleCareful = (parts: CommandParts): Command =>
  folderCommand('gatehouse.toggleCareful', parts, async (folder) => {
    const on = !isCareful(folder);
    if (!on) {
      const question = t('End careful mode of {0}?', folder.name);
      const detail = t('Searches through many files no longer wait for the code index.');
      agreed(await parts.person.confirm(question, detail, t('End Careful Mode')));
    }
    const now = await setCareful(folder, on, folder.services.clock.now());
    await parts.flagModel.refresh(folder);
    if (now !== on) {
      throw new HumanError(t('Careful mode is kept in a file that git tracks. Edit that file to change it.'));
    }
  });
