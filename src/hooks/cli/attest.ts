import { draft, write } from '../attestation/attest';
import { commitNamed } from '../attestation/commits';
import { fetchNotes, notesRef, pushNotes } from '../attestation/notes';
import { ActionableError } from '../evidence/actionable-error';
import { execIn } from '../project/exec';
import { exitCodes, siteOf, styled, type Command } from './command';
import { flagTitles } from './flags';
import { json, noMoreWords, printable, readWords, table } from './words';

const help = `
Usage: gatehouse attest [<commit>] [--push] [--remote <name>] [--json]

Writes what is known about the content of a commit (default HEAD) as an in-toto statement into ${notesRef}: which
flags were earned on exactly this content, by which program, when, and which person acted. The note is attached to the
commit's tree, so it survives an amend or a rebase that changes no file. It contains this machine's receipts and is not signed.

  --push    bring the notes of the remote here, join them, and push them
  --remote  which remote (default origin)
  --json    the statement

Exit codes: 0 done, 64 wrong usage, 70 could not be done: there is no evidence for this content, or the push failed.
`;

export const command: Command = {
  name: 'attest',
  summary: 'write the evidence of a commit as a note that travels with it',
  help,
  async run(args, terminal) {
    const { values, positionals } = readWords(args, {
      json: { type: 'boolean' },
      push: { type: 'boolean' },
      remote: { type: 'string' },
    });
    const [word = 'HEAD', ...more] = positionals;
    noMoreWords(more);
    const site = siteOf(terminal);
    const { git } = site;
    if (git === undefined) throw new ActionableError('This is not a git repository.', 'Attest inside one.');
    const commit = await commitNamed(git, word);
    const drafted = await draft(site, git, commit);
    await write(git, drafted, commit.tree);
    const { receipts } = drafted.statement.predicate;
    if (values.json === true) json(terminal, drafted.statement);
    else {
      terminal.out(`Attested commit ${commit.id.slice(0, 10)} (tree ${commit.tree.slice(0, 10)}):\n`);
      const rows = receipts.map(({ kind, verdict, program, at, person }) => [
        flagTitles[kind],
        styled(terminal, verdict === 'pass' ? 'green' : 'red', verdict),
        at,
        printable(person === undefined ? program : `${program} (${person})`),
      ]);
      terminal.out(table(rows, '  '));
      for (const { kind, reason } of drafted.unattested) {
        terminal.out(printable(`  ${flagTitles[kind]}: not attested; ${reason}\n`));
      }
    }
    const remote = values.remote ?? 'origin';
    if (values.push !== true) {
      if (values.json !== true) terminal.out(`To share it: git push ${remote} ${notesRef}\n`);
      return exitCodes.ok;
    }
    const exec = execIn(terminal.env);
    // A remote without notes has none to bring.
    await fetchNotes(git, exec, remote);
    const { ok, problem } = await pushNotes(git, exec, remote);
    if (!ok)
      throw new ActionableError(
        `The notes could not be pushed to ${remote}: ${problem}`,
        'The note stays in this clone.',
      );
    if (values.json !== true) terminal.out(`Pushed ${notesRef} to ${remote}.\n`);
    return exitCodes.ok;
  },
};
