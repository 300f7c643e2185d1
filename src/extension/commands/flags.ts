import { evidenceKinds, type UnboundFlag } from '../../hooks/evidence/evidence';
import { isCareful, setCareful } from '../../hooks/nudge/careful';
import { clearAlarms, openAlarms } from '../../hooks/pipeline/alarms';
import { acceptServer } from '../../hooks/client/mcp-servers';
import { appearanceOf, wordOf, type Flag } from '../flags/flag';
import { noteAct, type Person, whoIsHere } from '../platform/person';
import { age, t } from '../platform/text';
import type { FlagModel } from '../store/flag-model';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { type Command, flagFrom, folderCommand, folderFrom, HumanError } from './command';
import { undoable } from './undo';

/** Resets one flag to never run. */
export function resetFlag(folders: OpenFolders, flags: FlagModel, person: Person): Command {
  const pickFlag = async (folder: Folder): Promise<Flag | undefined> => {
    await flags.ready(folder);
    const choices = flags.flagsOf(folder).flatMap((flag) => {
      const state = flags.state(folder, flag);
      if (state?.actions.includes('reset') !== true) return [];
      return [
        { label: `$(${appearanceOf(state.status).icon}) ${flag.title}`, description: wordOf(state), value: flag },
      ];
    });
    if (choices.length > 0) return person.pick(t('Reset which flag?'), choices);
    await person.tell(t('No flag of {0} is set: there is nothing to reset.', folder.name));
    return undefined;
  };
  return {
    id: 'gatehouse.resetFlag',
    async run(argument) {
      const folder = await folderFrom(argument, folders, person);
      if (folder === undefined) return;
      const flag = flagFrom(argument) ?? (await pickFlag(folder));
      if (flag?.reset === undefined) return;
      const { title } = flag;
      const target = `reset ${title.toLowerCase()}`;
      const text = t('{0} of {1} was reset and must be run again.', title, folder.name);
      const run = async () => {
        await flag.reset?.(folder);
        noteAct(folder, 'reset', title.toLowerCase());
      };
      await undoable({ folder, target, text, run }, flags, person);
    },
  };
}

export function resetAllFlags(folders: OpenFolders, flags: FlagModel, person: Person): Command {
  return {
    id: 'gatehouse.resetAllFlags',
    async run(argument) {
      const folder = await folderFrom(argument, folders, person);
      if (folder === undefined) return;
      const sure = await person.confirm(
        t('Reset every flag of {0}?', folder.name),
        t('Reviews and tests that have passed must be run again.'),
        t('Reset All'),
      );
      if (!sure) return;
      const text = t('All flags of {0} are reset.', folder.name);
      const run = async () => {
        for (const flag of flags.flagsOf(folder)) await flag.reset?.(folder);
        noteAct(folder, 'reset', 'all flags');
      };
      await undoable({ folder, target: 'reset all flags', text, run }, flags, person);
    },
  };
}

/** Accepts flags that passed according to a public file but have no receipt. */
export function acceptCommands(folders: OpenFolders, flags: FlagModel, person: Person): readonly Command[] {
  const accept = async (folder: Folder, chosen: readonly UnboundFlag[]): Promise<void> => {
    const told = chosen.map(({ flag, holds }) =>
      holds ? flag.reason : `${flag.reason} ${t('Files may have changed since.')}`,
    );
    const sure = await person.confirm(
      t('Accept what the state files of {0} say?', folder.name),
      `${told.join('\n')}\n\n${t('The flags then count for the files as they are now. Any change makes them stale.')}`,
      t('Accept'),
    );
    if (!sure) return;
    const names = chosen.map(({ flag }) => flag.kind.replace('_', ' '));
    const run = async () => {
      for (const { flag } of chosen) {
        await folder.evidence.accept(flag.kind, whoIsHere());
        await acceptServer({ env: folder.services.env, place: folder.place }, flag.receipt);
        noteAct(folder, 'accept', flag.kind.replace('_', ' '));
      }
    };
    const text = t('Accepted: {0}.', names.join(', '));
    await undoable({ folder, target: `accept ${names.join(', ')}`, text, run }, flags, person);
  };
  return [
    folderCommand('gatehouse.acceptFlag', folders, person, async (folder, argument) => {
      const unbound = await folder.evidence.unbound();
      if (unbound.length === 0) throw new HumanError(t('No flag of {0} is unbound.', folder.name));
      const id = flagFrom(argument)?.id;
      const kind = evidenceKinds.find((one) => one === id);
      const chosen =
        kind === undefined
          ? await person.pick(
              t('Accept which flag?'),
              unbound.map((value) => ({
                label: flags.flagsOf(folder).find((flag) => flag.id === value.flag.kind)?.title ?? '',
                detail: value.flag.reason,
                value,
              })),
            )
          : unbound.find(({ flag }) => flag.kind === kind);
      if (chosen !== undefined) await accept(folder, [chosen]);
    }),
    folderCommand('gatehouse.acceptUnboundFlags', folders, person, async (folder) => {
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
export function showAlarms(folders: OpenFolders, flags: FlagModel, person: Person): Command {
  return folderCommand('gatehouse.showAlarms', folders, person, async (folder) => {
    const open = openAlarms(folder);
    if (open.length === 0) {
      await person.tell(t('No alarms in {0}: every decision took effect.', folder.name));
      return;
    }
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
    if (!(await person.confirm(question, detail, t('Clear Alarms')))) return;
    await clearAlarms(folder, folder.services.clock.now());
    noteAct(folder, 'clear', 'alarms');
    await flags.refresh(folder);
  });
}

/** Careful mode on or off, in the file that its users' own command writes. Ending it is confirmed by a modal. */
export function toggleCareful(folders: OpenFolders, flags: FlagModel, person: Person): Command {
  return folderCommand('gatehouse.toggleCareful', folders, person, async (folder) => {
    const on = !isCareful(folder);
    const sure =
      on ||
      (await person.confirm(
        t('End careful mode of {0}?', folder.name),
        t('Searches through many files no longer wait for the code index.'),
        t('End Careful Mode'),
      ));
    if (!sure) return;
    const now = await setCareful(folder, on, folder.services.clock.now());
    await flags.refresh(folder);
    if (now !== on) {
      throw new HumanError(t('Careful mode is kept in a file that git tracks. Edit that file to change it.'));
    }
  });
}
