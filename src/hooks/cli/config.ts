import { effectiveConfig, type Effective } from '../configuration/effective';
import type { Layer } from '../configuration/layers';
import { loadConfig } from '../configuration/load-config';
import {
  isWorkspaceTrusted,
  trustList,
  trustSubject,
  withoutTrust,
  withoutWorkspace,
  withTrust,
  withWorkspace,
  workspaceOf,
} from '../configuration/trust';
import { allGates } from '../pipeline/catalog';
import { type Env, personHome } from '../project/home';
import { placeOf, type Place } from '../project/place';
import {
  type Command,
  Declined,
  exitCodes,
  noteAct,
  personAt,
  requireConfirmation,
  siteOf,
  type Terminal,
} from './command';
import { answer, json, noMoreWords, onOff, printable, readWords, table, UsageError } from './words';

/** What is in effect here, and which files and programs of the repository the person trusts. */

const configHelp = `
Usage: gatehouse config [--json]
       gatehouse config trust|untrust [--json]

Shows every value in effect here and where it comes from: default, project (.claude/gatehouse.json), local
(.claude/gatehouse.local.json), person (config.json in Gatehouse's own folder) or environment (GATEHOUSE_LEVEL_<GATE>).

A repository's files may make gates stricter, but not looser. trust shows the files and gives them full effect until
their text changes; it needs a terminal, where you type a word to confirm. untrust ends that.

Exit codes: 0 done and nothing wrong, 1 a file has a mistake; for trust: declined, no terminal, or no file
to trust (nothing changed), 64 wrong usage, 70 could not be done.
`;

export const config: Command = {
  name: 'config',
  summary: 'every value in effect here and its source; trust a repository’s files',
  help: configHelp,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [word, ...more] = positionals;
    noMoreWords(more);
    const place = placeOf(terminal.cwd);
    if (word === undefined) return show(await effectiveAt(place, terminal.env), terminal, asJson);
    const { layers } = loadConfig({ env: terminal.env, place, requestedByName: false });
    const files = layers.filter(({ origin }) => origin === 'project' || origin === 'local');
    if (word === 'trust') await trustFiles(files, place, terminal);
    else if (word === 'untrust') await untrustFiles(files, place, terminal);
    else throw new UsageError(`use trust or untrust, not '${word}'`);
    const done = `${word}ed`;
    const text = files.map(({ file }) => `${done}: ${file}\n`).join('');
    answer(terminal, asJson, { [done]: files.map(({ file }) => file) }, printable(text));
    return exitCodes.ok;
  },
};

/** The configuration of a place, with what is wrong in its files and rules. */
export async function effectiveAt(place: Place, env: Env): Promise<Effective> {
  const config = loadConfig({ env, place, requestedByName: false });
  const gates = (await allGates()).map(({ gate }) => gate);
  const { ruleProblems } = await import(/* webpackChunkName: "commands" */ '../rules/examples');
  const view = effectiveConfig(config, gates);
  const ofRules = ruleProblems(config.layers, { root: place.root, home: personHome(env) });
  return { ...view, problems: [...view.problems, ...ofRules] };
}

function show(view: Effective, terminal: Terminal, asJson: boolean): number {
  const { values, files, problems } = view;
  if (asJson) json(terminal, view);
  else {
    for (const { file, trust } of files) terminal.out(printable(`${file} (${trust})\n`));
    if (files.length > 0) terminal.out('\n');
    terminal.out(printable(table(values.map(({ key, value, from }) => [key, shown(value), from.join(' + ')]))));
    for (const problem of problems) terminal.err(printable(`${problemText(problem)}\n`));
  }
  return problems.length === 0 ? exitCodes.ok : exitCodes.no;
}

/** A mistake in a configuration file, with its place as far as it is known. */
export const problemText = ({ file, line, key, message }: Effective['problems'][number]): string =>
  `${file}${line === 0 ? '' : `:${line}`}${key === '' ? '' : ` ${key}`}: ${message}`;

function shown(value: unknown): string {
  if (value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function trustFiles(files: readonly Layer[], place: Place, terminal: Terminal): Promise<void> {
  if (files.length === 0) {
    throw new Declined('gatehouse config trust: this repository has no Gatehouse configuration. Nothing was changed.');
  }
  const texts = files.map(({ file, text }) => `${file}:\n${text.trimEnd()}\n`).join('\n');
  await requireConfirmation(terminal, 'config trust', 'trust', printable(texts));
  for (const { file, text } of files) {
    const entry = { ...trustSubject(place, file, text), by: personAt(terminal), at: Date.now() };
    await trustList(terminal.env).update((list) => withTrust(list, entry));
    noteAct(terminal, siteOf(terminal), 'trust', file);
  }
}

async function untrustFiles(files: readonly Layer[], place: Place, terminal: Terminal): Promise<void> {
  for (const { file, text } of files) {
    await trustList(terminal.env).update((list) => withoutTrust(list, trustSubject(place, file, text)));
    noteAct(terminal, siteOf(terminal), 'untrust', file);
  }
}

const gatesHelp = `
Usage: gatehouse gates [--json]

Lists every gate in order: its id, the events it reads, its level here and what set it.
Levels: off (not run), observe (recorded, not sent), warn (warns the agent instead of blocking), enforce.

Exit codes: 0, 64 wrong usage, 70 could not be done.
`;

export const gates: Command = {
  name: 'gates',
  summary: 'every gate, its level here and what set it',
  help: gatesHelp,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    noMoreWords(positionals);
    const config = loadConfig({ env: terminal.env, place: placeOf(terminal.cwd), requestedByName: false });
    const rows = (await allGates()).map(({ group, gate }) => {
      const { value: level, from } = config.resolvedLevel(gate);
      const { id, title, summary, events, tools, posture, lane = 'sync' } = gate;
      return { id, title, summary, group, events, tools, posture, lane, level, from };
    });
    const text = table([
      ['gate', 'level', 'from', 'events', ''],
      ...rows.map(({ id, level, from, events, summary }) => [id, level, from.join(' + '), events.join(' '), summary]),
    ]);
    answer(terminal, asJson, { profile: config.profile, gates: rows }, text);
    return exitCodes.ok;
  },
};

const trustHelp = `
Usage: gatehouse trust [--off] [--json]

Lets Gatehouse run the formatters, linters and tests that come with this repository, as VS Code's workspace trust does.
They are code that others may have written, so Gatehouse runs none of them until you trust the repository. Trust covers
all worktrees of the repository. It needs a terminal, where you type a word to confirm. --off takes it back.

Whether a repository's configuration may loosen gates is a separate setting: gatehouse config trust.

Exit codes: 0 done, 1 declined or no terminal (nothing changed), 64 wrong usage, 70 could not be done.
`;

export const trust: Command = {
  name: 'trust',
  summary: 'let the formatters, linters and tests of this repository run',
  help: trustHelp,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, { off: onOff });
    noMoreWords(positionals);
    const folder = workspaceOf(placeOf(terminal.cwd));
    if (values.off === true) {
      await trustList(terminal.env).update((list) => withoutWorkspace(list, folder));
      noteAct(terminal, siteOf(terminal), 'untrust', folder);
    } else {
      await requireConfirmation(terminal, 'trust', 'trust', printable(trustQuestion(folder)));
      await trustWorkspace(terminal);
    }
    const trusted = isWorkspaceTrusted(terminal.env, placeOf(terminal.cwd));
    answer(terminal, asJson, { folder, trusted }, printable(`${folder} is ${trusted ? '' : 'not '}trusted.\n`));
    return exitCodes.ok;
  },
};

export const trustQuestion = (folder: string): string =>
  `Gatehouse can run the formatters, linters and tests that come with ${folder}. They are code from the repository.`;

/** Writes down that the person at this terminal trusts the workspace that they are in. */
export async function trustWorkspace(terminal: Terminal): Promise<void> {
  const entry = { folder: workspaceOf(placeOf(terminal.cwd)), by: personAt(terminal), at: Date.now() };
  await trustList(terminal.env).update((list) => withWorkspace(list, entry));
  noteAct(terminal, siteOf(terminal), 'trust', entry.folder);
}
