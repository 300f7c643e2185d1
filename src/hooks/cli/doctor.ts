import { install, previewInstall } from '../install/install';
import { forgetUnknownCalls } from '../install/unknown-calls';
import { gatehouseHome } from '../project/home';
import { keepHouse } from '../session/housekeeping';
import type { CheckResult, DoctorInput, Repair } from './check-result';
import { checkUp } from './check-up';
import { exitCodes, styled, type Command, type Terminal } from './command';
import { runnerFolder } from './settings-change';
import { json, noMoreWords, printable, readWords, wrapped } from './words';
import { counted } from '../project/text';

const help = `
Usage: gatehouse doctor [--fix] [--json]

Checks everything between the client and a decision: whether the program and node are found, every event is registered
exactly once, something keeps the client from running hooks, other hooks change the same tools, when each event last
fired, whether the host runs, and whether the registered command line reaches Gatehouse.

  --fix   repair the program and the registration (your settings are backed up first), and remove what ended
          sessions, deleted projects and old builds left in Gatehouse's home

Exit codes: 0 nothing is wrong, 1 something is, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'doctor',
  summary: 'find out why hooks do not fire or decisions are missing',
  help,
  async run(args, terminal) {
    const { values, positionals } = readWords(args, { fix: { type: 'boolean' }, json: { type: 'boolean' } });
    noMoreWords(positionals);
    let findings = await checkUp(inputOf(terminal));
    const fixed = values.fix === true ? await fix(findings, terminal) : [];
    if (values.fix === true) forgetUnknownCalls(terminal.env);
    const removed = values.fix === true ? keepHouse(gatehouseHome(terminal.env), Date.now()) : 0;
    if (fixed.length > 0) findings = await checkUp(inputOf(terminal));
    const bad = findings.filter(({ status }) => status === 'bad').length;
    if (values.json === true)
      json(terminal, { ok: bad === 0, fixed: fixed.map(({ scope }) => scope), removed, findings });
    else terminal.out(told(findings, fixed, removed, bad, terminal));
    return bad === 0 ? exitCodes.ok : exitCodes.no;
  },
};

function inputOf({ env, cwd }: Terminal): DoctorInput {
  return { env, directory: cwd, source: runnerFolder(), now: Date.now() };
}

/** Installs again where that repairs something; an installation changes nothing that is as it should be. */
async function fix(findings: readonly CheckResult[], { env }: Terminal): Promise<readonly Repair[]> {
  const wanted = findings.flatMap(({ mend }) => (mend === undefined ? [] : [mend]));
  const repairs = wanted.filter((one, index) => wanted.findIndex((other) => isSame(one, other)) === index);
  for (const { scope, directory, client } of repairs) {
    const request = { scope, directory, client, env, source: runnerFolder() };
    await install(request, await previewInstall(request));
  }
  return repairs;
}

const isSame = (one: Repair, other: Repair): boolean =>
  one.scope === other.scope && one.directory === other.directory && one.client === other.client;

const signColors = { good: 'green', note: 'yellow', bad: 'red' } as const;
const signs = { good: 'ok  ', note: 'note', bad: 'BAD ' } as const;

function told(
  findings: readonly CheckResult[],
  fixed: readonly Repair[],
  removed: number,
  bad: number,
  terminal: Terminal,
): string {
  const rows = findings.map(({ check, status, message, wayForward }) => {
    const way = wayForward === undefined || status === 'good' ? '' : `\n${wrapped(`→ ${wayForward}`, ' '.repeat(21))}`;
    const row = `${check.padEnd(13)}  ${wrapped(message, ' '.repeat(21)).trimStart()}${way}\n`;
    return `${styled(terminal, signColors[status], signs[status])}  ${printable(row)}`;
  });
  const mended = fixed.length === 0 ? '' : `Installed again: ${fixed.map(({ scope }) => scope).join(', ')}.\n`;
  const tidied =
    removed === 0 ? '' : `Removed ${counted(removed, 'unused file or folder', 'unused files and folders')}.\n`;
  const mendable = findings.some(({ status, mend }) => status === 'bad' && mend !== undefined);
  const end = bad === 0 ? 'Nothing is wrong.' : `${bad} ${bad === 1 ? 'thing is' : 'things are'} wrong.`;
  return `${rows.join('')}\n${mended}${tidied}${end}${mendable ? ' gatehouse doctor --fix repairs what it can.' : ''}\n`;
}
