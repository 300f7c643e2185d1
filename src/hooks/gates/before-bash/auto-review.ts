import { approves, assessAt, staysInProject } from './auto-review/assess';
import { gate } from '../../pipeline/gate';
import { allow, context, pass, type Ruling } from '../../pipeline/ruling';
import { shellCommand, shellTools } from '../../protocol/tools';

/** Approves commands that are fully understood and safe, and says what makes the others risky. */
export const autoReview = gate<'PreToolUse'>({
  id: 'auto-review',
  title: 'Auto-review',
  summary:
    'Approves shell commands that it fully understands and that only read (level `strict`) or also make reversible changes to the project (`standard`). For all others it says what makes them risky.',
  events: ['PreToolUse'],
  tools: [...shellTools],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  approves: true,
  decide(call, site) {
    const command = shellCommand(call);
    if (command === undefined || command.trim() === '') return pass('no command');
    if (call.tool === 'PowerShell') return pass('PowerShell is not analysed');
    const mode = call.permissionMode;
    const { reading, judgement } = assessAt(command, site);
    const { tier, why, part } = judgement;
    const reason = part === undefined || part === '' ? why : `${why} (${part})`;
    if (tier === 'risky' || tier === 'unknown') return advice(reason, mode);
    if (call.input.dangerouslyDisableSandbox === true) return advice('it asks to run outside the sandbox', mode);
    if (!approves(judgement, site)) return pass(`not only reading: ${reason}`);
    if (tier !== 'read' && onlyReading.has(mode ?? '')) return pass(`the permission mode is ${mode ?? ''}: ${reason}`);
    if (judgedByClient.has(mode ?? '') && !staysInProject(reading, site))
      return pass(`the permission mode is ${mode ?? ''}, and it reads outside the project or asks a service`);
    return allow(
      tier === 'read'
        ? 'every part of the command only reads'
        : tier === 'throwaway'
          ? 'every part of the command reads, compiles the project without running it, or keeps its output in a new temporary file'
          : 'every part of the command reads, or makes reversible changes to the project',
    );
  },
});

/** Modes in which the client decides on changes: an approval here would bypass its plan, its check or its refusal. */
const onlyReading: ReadonlySet<string> = new Set(['plan', 'auto', 'dontAsk']);

/** Modes in which an approval replaces the client's own check, or its refusal. */
const judgedByClient: ReadonlySet<string> = new Set(['auto', 'dontAsk']);

/** Modes in which the client asks no person. */
const unasked: ReadonlySet<string> = new Set(['auto', 'dontAsk', 'bypassPermissions']);

function advice(why: string, mode: string | undefined): Ruling {
  if (unasked.has(mode ?? '')) return pass(`not approved: ${why}`);
  return context(`Gatehouse auto-review leaves the decision on this command to the person: ${why}.`, why);
}
