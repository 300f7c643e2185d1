import path from 'node:path';
import * as vscode from 'vscode';
import { allGates } from '../../hooks/pipeline/catalog';
import { levels, type Level } from '../../hooks/pipeline/gate';
import { configFiles, personFile } from '../../hooks/configuration/layers';
import { trustConfiguration } from '../registration/workspace-trust';
import { noteAct, type Person } from '../platform/person';
import { scopeLabel, t } from '../platform/text';
import type { Folder } from '../store/folder';
import { GateNode } from '../tree/hook-nodes';
import { writeLevel, rewrite, withValue } from './config-text';
import { chosen, type Command, type CommandParts, currentFolder, HumanError } from './command';

export const configurationCommands = (parts: CommandParts): readonly Command[] => [
  setGateLevel(parts),
  ...muteCommands(parts),
];

/** Lets the person pick a gate's level and the file that sets it. */
const setGateLevel = (parts: CommandParts): Command => ({
  id: 'gatehouse.setGateLevel',
  async run(argument) {
    const { person } = parts;
    const node = argument instanceof GateNode ? argument : await pickGate(parts);
    const { gate, level: now, folder } = node;
    const words = meaning();
    const choices = levels.map((value) => ({
      label: value === now ? `$(check) ${value}` : value,
      description: words[value],
      value,
    }));
    const level = chosen(await person.pick(t('Level of {0}', gate.title), choices));
    if (level === now) return;
    const file = chosen(await person.pick(t('Save the level of {0} where?', gate.title), placesOf(folder)));
    await setLevel(node, level, file, person);
  },
});

async function pickGate(parts: CommandParts): Promise<GateNode> {
  const folder = await currentFolder(undefined, parts);
  const choices = (await allGates()).map(({ gate }) => {
    const value = new GateNode(folder, gate);
    return { label: gate.title, description: value.level, detail: gate.summary, value };
  });
  return chosen(await parts.person.pick(t('Set the level of which gate?'), choices));
}

/** The checkbox of a gate: off, or back to the profile's level. It applies to this project and this person. */
export async function switchGate(node: GateNode, on: boolean, person: Person): Promise<void> {
  const usual = node.gate.level[node.folder.config.profile];
  const level = on ? (usual === 'off' ? 'warn' : usual) : 'off';
  await setLevel(node, level, path.join(node.folder.root, configFiles.local), person);
}

async function setLevel({ folder, gate }: GateNode, level: Level, file: string, person: Person): Promise<void> {
  writeLevel(file, gate.id, level);
  noteAct(folder, 'level', `${gate.id} ${level}`);
  folder.forgetConfiguration();
  const held = folder.config.resolvedLevel(gate);
  if (held.value === level) return;
  if (!held.refused.some((layer) => layer.file === file)) {
    await person.warn(
      t('{0} stays at {1}, because {2} overrides this file.', gate.title, held.value, held.from.join(', ')),
    );
    return;
  }
  const sure = await person.confirm(
    t('Trust this file to lower the level of {0}?', gate.title),
    t(
      'The agent and the repository can write {0}. It can loosen gates only while you trust its current content.',
      path.relative(folder.root, file),
    ),
    t('Trust This Text'),
  );
  if (sure) await trustConfiguration(folder, file);
}

function placesOf({ root, services }: Folder) {
  const person = personFile(services.env);
  return [
    { label: scopeLabel('local'), detail: configFiles.local, value: path.join(root, configFiles.local) },
    { label: scopeLabel('project'), detail: configFiles.project, value: path.join(root, configFiles.project) },
    { label: scopeLabel('user'), detail: person, value: person },
  ];
}

function meaning(): Readonly<Record<Level, string>> {
  return {
    off: t('not run'),
    observe: t('recorded, nothing is sent to the agent'),
    warn: t('the agent is warned instead of blocked'),
    enforce: t('its decision takes effect'),
  };
}

/** Whether the agent's own notifications of a project are shown: in the person's own file of that project. */
function muteCommands(parts: CommandParts): readonly Command[] {
  const setMuted = async (argument: unknown, muted: boolean): Promise<void> => {
    const folder = await currentFolder(argument, parts);
    const file = path.join(folder.root, configFiles.local);
    const trusted = folder.config.layers.find((layer) => layer.file === file && layer.trust === 'trusted')?.text;
    const { before } = rewrite(file, (text) => withValue(text, ['notify', 'muted'], muted || undefined));
    // The person's own change does not cost the file the trust that they gave it.
    if (before === trusted) await trustConfiguration(folder, file);
    folder.forgetConfiguration();
    if (folder.config.settings.notify.muted === muted) return;
    throw new HumanError(t('Another configuration file overrides this: notify.muted is {0}.', String(!muted)));
  };
  return [
    {
      id: 'gatehouse.muteAgent',
      async run(argument) {
        await setMuted(argument, true);
        const undo = t('Undo');
        const text = t('Notifications of the agent are muted for this project, on the desktop as well.');
        void parts.person
          .tell(text, undo)
          .then((picked) => picked === undo && vscode.commands.executeCommand('gatehouse.unmuteAgent', argument));
      },
    },
    { id: 'gatehouse.unmuteAgent', run: (argument) => setMuted(argument, false) },
  ];
}
