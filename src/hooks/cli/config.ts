import { allGates } from '../pipeline/catalog';
import { effectiveConfig, type Effective } from '../configuration/effective';
import type { Layer } from '../configuration/layers';
import { personHome } from '../project/home';
import { loadConfig } from '../configuration/load-config';
import { placeOf, type Place } from '../project/place';
import { trustList, trustSubject, withoutTrust, withTrust } from '../configuration/trust';
import { type Command, exitCodes, noteAct, personAt, stopUnlessConfirmed, siteOf, type Terminal } from './command';
import { json, noMoreWords, printable, readWords, table, UsageError } from './words';

const help = `
Usage: gatehouse config [--json]
       gatehouse config trust|untrust [--json]

Shows every value in effect here and where it comes from: default, project (.claude/gatehouse.json), local
(.claude/gatehouse.local.json), person (config.json in Gatehouse's own folder) or environment (GATEHOUSE_LEVEL_<GATE>).

A repository's files may make gates stricter, but not looser. trust shows the files and gives them full effect until
their text changes; it needs a terminal, where you type a word to confirm. untrust ends that.

Exit codes: 0 done and nothing wrong, 1 a file has a mistake; for trust: declined, no terminal, or no file
to trust (nothing changed), 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'config',
  summary: 'every value in effect here and its source; trust a repository’s files',
  help,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [word, ...more] = positionals;
    noMoreWords(more);
    const place = placeOf(terminal.cwd);
    const config = loadConfig({ env: terminal.env, place, requestedByName: false });
    const files = config.layers.filter(({ origin }) => origin === 'project' || origin === 'local');
    switch (word) {
      case undefined: {
        const gates = (await allGates()).map(({ gate }) => gate);
        const at = { root: place.root, home: personHome(terminal.env) };
        const { ruleProblems } = await import(/* webpackChunkName: "commands" */ '../rules/examples');
        const view = effectiveConfig(config, gates);
        return show({ ...view, problems: [...view.problems, ...ruleProblems(config.layers, at)] }, terminal, asJson);
      }
      case 'trust':
        return trust(files, place, terminal, asJson);
      case 'untrust':
        return untrust(files, place, terminal, asJson);
      default:
        throw new UsageError(`use trust or untrust, not '${word}'`);
    }
  },
};

function show(view: Effective, terminal: Terminal, asJson: boolean): number {
  const { values, files, problems } = view;
  if (asJson) json(terminal, view);
  else {
    for (const { file, trust } of files) terminal.out(printable(`${file} (${trust})\n`));
    if (files.length > 0) terminal.out('\n');
    terminal.out(printable(table(values.map(({ key, value, from }) => [key, shown(value), from.join(' + ')]))));
    for (const { file, line, key, message } of problems) {
      terminal.err(printable(`${file}${line === 0 ? '' : `:${line}`}${key === '' ? '' : ` ${key}`}: ${message}\n`));
    }
  }
  return problems.length === 0 ? exitCodes.ok : exitCodes.no;
}

function shown(value: unknown): string {
  if (value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function trust(files: readonly Layer[], place: Place, terminal: Terminal, asJson: boolean): Promise<number> {
  if (files.length === 0) {
    terminal.err('gatehouse config trust: this repository has no Gatehouse configuration. Nothing was changed.\n');
    return exitCodes.no;
  }
  const texts = files.map(({ file, text }) => `${file}:\n${text.trimEnd()}\n`).join('\n');
  const stop = await stopUnlessConfirmed(terminal, 'config trust', 'trust', printable(texts));
  if (stop !== undefined) return stop;
  for (const { file, text } of files) {
    const entry = { ...trustSubject(place, file, text), by: personAt(terminal), at: Date.now() };
    await trustList(terminal.env).update((list) => withTrust(list, entry));
    noteAct(terminal, siteOf(terminal), 'trust', file);
  }
  return done(files, 'trusted', terminal, asJson);
}

async function untrust(files: readonly Layer[], place: Place, terminal: Terminal, asJson: boolean): Promise<number> {
  for (const { file, text } of files) {
    await trustList(terminal.env).update((list) => withoutTrust(list, trustSubject(place, file, text)));
    noteAct(terminal, siteOf(terminal), 'untrust', file);
  }
  return done(files, 'untrusted', terminal, asJson);
}

function done(files: readonly Layer[], word: 'trusted' | 'untrusted', terminal: Terminal, asJson: boolean): number {
  if (asJson) json(terminal, { [word]: files.map(({ file }) => file) });
  else terminal.out(printable(files.map(({ file }) => `${word}: ${file}\n`).join('')));
  return exitCodes.ok;
}
