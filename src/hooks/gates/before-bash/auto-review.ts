import { approves, reviewAt } from '../../command-tiers/review';
import { gate } from '../../pipeline/gate';
import { allow, context, pass } from '../../pipeline/ruling';
import { shellCommand, shellTools } from '../../protocol/tools';

/** Approves commands that are understood to their end and safe, and says of the others what a person should look at. */
export const autoReview = gate<'PreToolUse'>({
  id: 'auto-review',
  title: 'Auto-review',
  summary:
    'Approves shell commands that are understood whole and only read (level `strict`) or also change the project in ways that can be taken back (`standard`); of all others it says what makes them risky.',
  events: ['PreToolUse'],
  tools: [...shellTools],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  approves: true,
  decide(call, site) {
    const command = shellCommand(call);
    if (command === undefined || command.trim() === '') return pass('no command');
    if (call.tool === 'PowerShell') return pass('PowerShell is not analysed');
    const { judgement } = reviewAt(command, site);
    const { tier, why, part } = judgement;
    const reason = part === undefined || part === '' ? why : `${why} (${part})`;
    if (tier === 'risky' || tier === 'unknown') return advice(reason);
    if (call.input.dangerouslyDisableSandbox === true) return advice('it asks to run outside the sandbox');
    if (!approves(judgement, site)) return pass(`not only reading: ${reason}`);
    return allow(
      tier === 'read'
        ? 'every part of the command only reads'
        : 'every part of the command reads, or changes the project in a way that can be taken back',
    );
  },
});

const advice = (why: string) => context(`Gatehouse auto-review leaves this command to the person: ${why}.`, why);
