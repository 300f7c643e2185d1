import { evidenceKinds, type EvidenceKind } from '../evidence/evidence';
import { acceptServer } from '../client/mcp-servers';
import { didYouMean, readWords, UsageError, printable, noMoreWords, onOff, answer } from './words';
import { type Command, Declined, exitCodes, noteAct, personAt, requireConfirmation, siteOf } from './command';

/** Flags as people name them. */
export const flagTitles: Readonly<Record<EvidenceKind, string>> = {
  code_review: 'code review',
  doc_review: 'doc review',
  precommit: 'precommit',
  tests: 'tests',
  proof: 'proof',
};

export const flagNames = evidenceKinds.map((kind) => kind.replace('_', '-')).join(', ');

/** `code-review` and `code_review` are the same flag. */
export function flagNamed(word: string): EvidenceKind {
  const kind = evidenceKinds.find((one) => one === word.replaceAll('-', '_'));
  if (kind === undefined) {
    throw new UsageError(
      `there is no flag '${word}'; flags are ${flagNames}${didYouMean(word, flagNames.split(', '))}`,
    );
  }
  return kind;
}

/** The words of a command about flags: some by name, or all of them. */
function readFlagWords(args: readonly string[]) {
  const { values, positionals, asJson } = readWords(args, { all: onOff });
  const all = values.all === true;
  if (all === positionals.length > 0) throw new UsageError('name flags, or use --all');
  return { all, asJson, kinds: positionals.map(flagNamed) };
}

const acceptHelp = `
Usage: gatehouse accept <flag>… [--json]
       gatehouse accept --all [--json]

Accepts what a state file says about an unbound flag (a flag without a receipt), for the current files. --all accepts
the unbound flags whose files have not changed since. Flags are ${flagNames}.
Needs a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 declined, no terminal, or nothing to accept (nothing changed), 64 wrong usage, 70 could not be
done.
`;

export const accept: Command = {
  name: 'accept',
  summary: 'accept a flag that has no receipt',
  help: acceptHelp,
  async run(args, terminal) {
    const { all, asJson, kinds: asked } = readFlagWords(args);
    const site = siteOf(terminal);
    const unbound = await site.evidence.unbound();
    const chosen = unbound.filter(({ flag, holds }) => (all ? holds : asked.includes(flag.kind)));
    if (chosen.length === 0) {
      throw new Declined(`gatehouse accept: ${nothing(unbound.length, all)}. Nothing was changed.`);
    }
    const question = chosen.map(({ flag }) => `${flagTitles[flag.kind]}: ${flag.reason}`).join('\n');
    await requireConfirmation(terminal, 'accept', 'accept', printable(question));
    for (const { flag } of chosen) {
      await site.evidence.accept(flag.kind, personAt(terminal));
      await acceptServer(site, flag.receipt);
      noteAct(terminal, site, 'accept', flagTitles[flag.kind]);
    }
    const kinds = chosen.map(({ flag }) => flag.kind);
    answer(terminal, asJson, { accepted: kinds }, `Accepted: ${kinds.map((kind) => flagTitles[kind]).join(', ')}.\n`);
    return exitCodes.ok;
  },
};

function nothing(unbound: number, all: boolean): string {
  if (unbound === 0) return 'no flag is unbound here';
  return all ? 'files changed since the unbound flags passed; name a flag to accept it anyway' : 'it is not unbound';
}

const resetHelp = `
Usage: gatehouse reset <flag>… [--json]
       gatehouse reset --all [--json]

Resets flags to "never run" and deletes their receipts. Flags are ${flagNames}.

Exit codes: 0 done, 64 wrong usage, 70 could not be done.
`;

export const reset: Command = {
  name: 'reset',
  summary: 'reset a flag to "never run"',
  help: resetHelp,
  async run(args, terminal) {
    const { all, asJson, kinds } = readFlagWords(args);
    const site = siteOf(terminal);
    if (all) await site.evidence.reset(undefined, personAt(terminal));
    for (const kind of kinds) await site.evidence.reset(kind, personAt(terminal));
    for (const kind of all ? ['all flags'] : kinds.map((one) => flagTitles[one]))
      noteAct(terminal, site, 'reset', kind);
    const reset = all ? 'all flags' : kinds.map((kind) => flagTitles[kind]).join(', ');
    answer(terminal, asJson, { reset: all ? 'all' : kinds }, `Reset: ${reset}.\n`);
    return exitCodes.ok;
  },
};

const proofHelp = `
Usage: gatehouse proof verify|revoke [--json]

Confirms that you have seen the change work: verify does so for the current code, revoke withdraws it.
Any later code change makes it stale. Needs a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 declined or no terminal (nothing changed), 64 wrong usage, 70 could not be done.
`;

export const proof: Command = {
  name: 'proof',
  summary: 'confirm that you have seen it work, or withdraw that',
  help: proofHelp,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [word, ...more] = positionals;
    noMoreWords(more);
    if (word !== 'verify' && word !== 'revoke') throw new UsageError('use verify or revoke');
    const site = siteOf(terminal);
    const before = await site.evidence.status('proof');
    const question = `${printable(site.root)} on ${printable(site.git?.branch() ?? 'no branch')}\nProof now: ${printable(before.reason)}`;
    await requireConfirmation(terminal, `proof ${word}`, word === 'verify' ? 'verified' : 'revoke', question);
    const verdict = word === 'verify' ? 'pass' : 'fail';
    await site.evidence.record('proof', { verdict, rule: personAt(terminal) });
    noteAct(terminal, site, word, 'proof');
    const proof = await site.evidence.status('proof');
    answer(terminal, asJson, { proof }, `Proof: ${proof.status}. ${printable(proof.reason)}\n`);
    return exitCodes.ok;
  },
};
