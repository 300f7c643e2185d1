import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { commitNamed } from '../attestation/commits';
import { fetchNotes, notesRef } from '../attestation/notes';
import { sarif, verify, type Problem, type Verified } from '../attestation/verify';
import { writeWhole } from '../evidence/atomic-file';
import type { EvidenceKind } from '../evidence/evidence';
import { ActionableError } from '../evidence/actionable-error';
import { execIn } from '../project/exec';
import { exitCodes, siteOf, styled, type Command, type Terminal } from './command';
import { flagNamed, flagNames, flagTitles } from './flags';
import { json, noMoreWords, printable, readWords, table } from './words';

const help = `
Usage: gatehouse verify [<commit>] [--require <flag>]… [--fetch] [--remote <name>] [--ci] [--sarif <file>] [--json]

Checks that the tree of a commit (default HEAD) carries the evidence that the project asks for, as gatehouse attest wrote
it into ${notesRef}. Without a commit the files in the worktree must be those of HEAD too. A project lists
what it requires in .claude/gatehouse.json: "verify": { "requires": ["tests"] }; without it any one receipt is enough, and
none may be a failure.

  --require  ask for a flag as well: ${flagNames}
  --fetch    bring the notes of the remote here first
  --remote   which remote (default origin)
  --ci       --fetch, and print the result for a CI job (annotations and a summary on GitHub Actions)
  --sarif    write what is missing as SARIF 2.1.0 into a file; - is stdout

Exit codes: 0 it carries the evidence, 1 it does not, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'verify',
  summary: 'check that a commit has the evidence that the project requires',
  help,
  async run(args, terminal) {
    const { values, positionals } = readWords(args, {
      json: { type: 'boolean' },
      ci: { type: 'boolean' },
      fetch: { type: 'boolean' },
      remote: { type: 'string' },
      require: { type: 'string', multiple: true },
      sarif: { type: 'string' },
    });
    const [word, ...more] = positionals;
    noMoreWords(more);
    const site = siteOf(terminal);
    const { git } = site;
    if (git === undefined) throw new ActionableError('This is not a git repository.', 'Verify inside a clone.');
    const requires = [...new Set([...site.config.settings.verify.requires, ...(values.require ?? [])].map(flagNamed))];
    const commit = await commitNamed(git, word ?? 'HEAD');
    if (values.fetch === true || values.ci === true) {
      const remote = values.remote ?? 'origin';
      const { ok, problem } = await fetchNotes(git, execIn(terminal.env), remote);
      if (!ok) terminal.err(printable(`gatehouse verify: no notes came from ${remote}: ${problem}\n`));
    }
    const verified = await verify(git, { commit, requires, worktree: word === undefined });
    const good = verified.problems.length === 0;
    const text = `${JSON.stringify(sarif(verified), null, 2)}\n`;
    if (values.sarif === '-') terminal.out(text);
    else if (values.sarif !== undefined) writeReport(path.resolve(terminal.cwd, values.sarif), text);
    if (values.json === true) json(terminal, { ok: good, requires, ...verified });
    else if (values.sarif !== '-') terminal.out(told(verified, requires, terminal));
    if (values.ci === true) tellJob(verified, terminal);
    return good ? exitCodes.ok : exitCodes.no;
  },
};

function writeReport(file: string, text: string): void {
  writeWhole(
    file,
    text,
    { boundary: path.dirname(file), mode: 0o644, directoryMode: 0o755, durable: false },
    () => true,
  );
}

function told({ commit, receipts, problems }: Verified, requires: readonly EvidenceKind[], terminal: Terminal): string {
  const rows = receipts.map(({ kind, verdict, program, at, person }) => [
    flagTitles[kind],
    styled(terminal, verdict === 'pass' ? 'green' : 'red', verdict),
    printable(at),
    printable(person === undefined ? program : `${program} (${person})`),
  ]);
  const what = `commit ${commit.id.slice(0, 10)} (${printable(commit.subject)})`;
  if (problems.length === 0) {
    const asked = requires.length === 0 ? '' : `; required: ${requires.map((kind) => flagTitles[kind]).join(', ')}`;
    return `${styled(terminal, 'green', 'Verified')} ${what}${asked}\n${table(rows, '  ')}`;
  }
  const lines = problems.map(({ message }) => `  ${printable(message)}\n`);
  return `${styled(terminal, 'red', 'Not verified:')} ${what}\n${lines.join('')}${table(rows, '  ')}`;
}

/** Annotations and a summary where GitHub runs the job; other systems show the text. */
function tellJob({ commit, receipts, problems }: Verified, { env, out }: Terminal): void {
  if (env.GITHUB_ACTIONS !== 'true') return;
  for (const problem of problems) out(`${annotation(problem)}\n`);
  const { GITHUB_STEP_SUMMARY: summary } = env;
  if (summary === undefined || summary === '') return;
  const rows = receipts.map(
    ({ kind, verdict, program, at }) => `| ${flagTitles[kind]} | ${verdict} | ${cell(program)} | ${cell(at)} |`,
  );
  const lines = [
    `### Gatehouse: commit ${commit.id.slice(0, 10)} ${problems.length === 0 ? 'is verified' : 'is not verified'}`,
    '',
    ...problems.map(({ message }) => `- ${cell(message)}`),
    ...(rows.length === 0 ? [] : ['', '| flag | verdict | by | at |', '| --- | --- | --- | --- |', ...rows]),
  ];
  appendFileSync(summary, `${lines.join('\n')}\n`);
}

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotation({ message, files: [file] }: Problem): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::error title=Gatehouse${file === undefined ? '' : `,file=${property(file)}`}::${data(printable(message))}`;
}

const cell = (text: string): string => printable(text).replace(/[|\n<>`]/g, ' ');
