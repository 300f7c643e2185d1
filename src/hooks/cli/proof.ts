import { type Command, exitCodes, noteAct, personAt, stopUnlessConfirmed, siteOf } from './command';
import { json, noMoreWords, printable, readWords, UsageError } from './words';

const help = `
Usage: gatehouse proof verify|revoke [--json]

Confirms that you have seen the change work: verify does so for the current code, revoke withdraws it.
Any later code change makes it stale. Needs a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 declined or no terminal (nothing changed), 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'proof',
  summary: 'confirm that you have seen it work, or withdraw that',
  help,
  async run(args, terminal) {
    const { values, positionals } = readWords(args, { json: { type: 'boolean' } });
    const [word, ...more] = positionals;
    noMoreWords(more);
    if (word !== 'verify' && word !== 'revoke') throw new UsageError('say verify or revoke');
    const site = siteOf(terminal);
    const before = await site.evidence.status('proof');
    const question = `${printable(site.root)} on ${printable(site.git?.branch() ?? 'no branch')}\nProof now: ${printable(before.reason)}`;
    const stop = await stopUnlessConfirmed(
      terminal,
      `proof ${word}`,
      word === 'verify' ? 'verified' : 'revoke',
      question,
    );
    if (stop !== undefined) return stop;
    const verdict = word === 'verify' ? 'pass' : 'fail';
    await site.evidence.record('proof', { verdict, rule: personAt(terminal) });
    noteAct(terminal, site, word, 'proof');
    const proof = await site.evidence.status('proof');
    if (values.json === true) json(terminal, { proof });
    else terminal.out(`Proof: ${proof.status}. ${printable(proof.reason)}\n`);
    return exitCodes.ok;
  },
};
