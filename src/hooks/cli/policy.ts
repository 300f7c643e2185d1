import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeWhole, privateIn } from '../state/atomic-file';
import { gatehouseHome } from '../project/home';
import {
  layersAt,
  policiesOf,
  policiesFile,
  policyFile,
  policyReference,
  type FetchedPolicy,
  type Policy,
} from '../configuration/layers';
import { placeOf } from '../project/place';
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
import { json, noMoreWords, printable, readWords, UsageError } from './words';
import { sha256 } from '../project/sha256';
import { ago, messageOf } from '../project/text';

const help = `
Usage: gatehouse policy [list] [--json]
       gatehouse policy update [--json]

Shows the policies that the configuration files here extend ("extends": ["git+https://host/team/policy.git#<commit>",
"./policy.json"]), with the version of each. update fetches policies from repositories, shows what changes, and stores them in
Gatehouse's own folder, pinned by their hash; it needs a terminal, where you type a word to confirm. Hooks never fetch
anything. After # comes a commit, a tag or a branch; :file names a file other than policy.json.

A policy can only make gates stricter. A missing policy is reported here and by doctor; the others still apply.

Exit codes: 0 done, 1 a policy is missing or could not be fetched, declined or no terminal, 64 wrong usage, 70 could not be
done.
`;

export const command: Command = {
  name: 'policy',
  summary: 'list and fetch your team’s policies',
  help,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [word = 'list', ...more] = positionals;
    noMoreWords(more);
    if (word === 'list') return list(terminal, asJson);
    if (word === 'update') return update(terminal, asJson);
    throw new UsageError(`use list or update, not '${word}'`);
  },
};

const policiesHere = (terminal: Terminal): readonly Policy[] =>
  layersAt(terminal.env, placeOf(terminal.cwd))
    .filter(({ origin }) => origin !== 'policy')
    .flatMap((layer) => policiesOf(terminal.env, layer));

function list(terminal: Terminal, asJson: boolean): number {
  const policies = policiesHere(terminal).map(({ reference, name, fetched, problem }) => ({
    reference,
    name,
    inForce: problem === undefined,
    commit: fetched?.commit,
    sha256: fetched?.sha256,
    by: fetched?.by,
    at: fetched?.at,
    problem: problem?.message,
  }));
  if (asJson) json(terminal, { policies });
  else if (policies.length === 0) terminal.out('No configuration file here extends a policy.\n');
  for (const { name, inForce, problem, by, at } of asJson ? [] : policies) {
    const when = by === undefined || at === undefined ? '' : `  fetched by ${by}, ${ago(at, Date.now())}`;
    terminal.out(printable(`${inForce ? ' ' : '!'} ${name}${when}\n`));
    if (problem !== undefined) terminal.err(printable(`  ${problem}\n`));
  }
  return policies.every(({ inForce }) => inForce) ? exitCodes.ok : exitCodes.no;
}

interface Found {
  readonly policy: Policy;
  readonly commit: string;
  readonly text: string;
}

async function update(terminal: Terminal, asJson: boolean): Promise<number> {
  const wanted = policiesHere(terminal).filter(({ reference }) => policyReference(reference)?.kind === 'git');
  if (wanted.length === 0) {
    throw new Declined('gatehouse policy update: no configuration file here extends a policy of a repository.');
  }
  const names = wanted.map(
    ({ reference, fetched }) => `  ${reference}${fetched === undefined ? '' : ` (now ${fetched.commit.slice(0, 7)})`}`,
  );
  await requireConfirmation(
    terminal,
    'policy update',
    'update',
    printable(`These policies are fetched and apply here:\n${names.join('\n')}`),
  );
  const results: { reference: string; commit?: string; changed?: boolean; problem?: string }[] = [];
  for (const policy of wanted) {
    const { reference } = policy;
    try {
      const { commit, text } = await fetched(policy, terminal);
      await save({ policy, commit, text }, terminal);
      results.push({ reference, commit, changed: policy.fetched?.sha256 !== sha256(text) });
    } catch (error) {
      results.push({ reference, problem: firstLine(messageOf(error)) });
    }
  }
  if (asJson) json(terminal, { policies: results });
  for (const { reference, commit, changed, problem } of asJson ? [] : results) {
    if (problem === undefined) {
      terminal.out(printable(`${reference}: ${commit?.slice(0, 7) ?? ''}${changed === true ? '' : ', unchanged'}\n`));
    } else terminal.err(printable(`${reference}: ${problem}. The version fetched before is kept.\n`));
  }
  return results.every(({ problem }) => problem === undefined) ? exitCodes.ok : exitCodes.no;
}

const firstLine = (text: string): string =>
  text.split('\n').find((line) => /fatal|error/i.test(line)) ?? text.split('\n', 1)[0] ?? '';

/** Takes the file from a fresh clone, which goes again. Only the protocols that `extends` knows may be used. */
async function fetched(policy: Policy, terminal: Terminal): Promise<Found> {
  const reference = policyReference(policy.reference);
  if (reference?.kind !== 'git') throw new Error('it is not a repository');
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-policy-'));
  const env = {
    ...terminal.env,
    GIT_ALLOW_PROTOCOL: 'https:ssh:file',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
  };
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', ...args], {
      env,
      cwd: folder,
      maxBuffer: largest,
      timeout: 120_000,
    });
    return stdout;
  };
  try {
    await git('clone', '--quiet', '--bare', '--', reference.url, 'policy.git');
    const commit = (
      await git('-C', 'policy.git', 'rev-parse', '--verify', '--end-of-options', `${reference.ref}^{commit}`)
    ).trim();
    const text = await git('-C', 'policy.git', 'show', '--end-of-options', `${commit}:${reference.path}`);
    JSON.parse(text);
    return { policy, commit, text };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const run = promisify(execFile);
const largest = 2 * 1024 * 1024;

async function save({ policy, commit, text }: Found, terminal: Terminal): Promise<void> {
  const file = policyFile(terminal.env, policy.reference);
  writeWhole(file, text, privateIn(gatehouseHome(terminal.env)));
  const entry: FetchedPolicy = {
    reference: policy.reference,
    commit,
    sha256: sha256(text),
    by: personAt(terminal),
    at: Date.now(),
  };
  await policiesFile(terminal.env).update((now) => ({
    v: 1,
    policies: [...(now?.policies ?? []).filter(({ reference }) => reference !== policy.reference), entry],
  }));
  noteAct(terminal, siteOf(terminal), 'policy', `${policy.reference} at ${commit.slice(0, 7)}`);
}
