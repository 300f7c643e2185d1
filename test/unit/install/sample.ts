import { type AnyGate, pass } from '../../../src/hooks/pipeline/gate';
import { entriesFor, type Entry, type Form } from '../../../src/hooks/install/entry';

export const ownForm: Form = { kind: 'own', bin: '/home/ada/.gatehouse/bin' };

export function sampleGate(id: string, over: Partial<AnyGate>): AnyGate {
  return {
    id,
    title: id,
    summary: id,
    events: ['PreToolUse'],
    posture: 'open',
    level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
    decide: () => pass('sample'),
    ...over,
  };
}

/** A catalog that has every kind of registration: tools, patterns, no tools, both lanes, a gate that is off. */
export const sampleGates: readonly AnyGate[] = [
  sampleGate('guard', { tools: ['Bash', 'PowerShell'] }),
  sampleGate('plan-check', { tools: ['Write', 'Edit'] }),
  sampleGate('review-state', { events: ['PostToolUse', 'PostToolUseFailure'], tools: ['Bash', 'mcp__*codex*'] }),
  sampleGate('test-runner', { events: ['PostToolUse'], tools: ['Write', 'Edit'], lane: 'async' }),
  sampleGate('stop-guard', { events: ['Stop'] }),
  sampleGate('agents', { events: ['PreToolUse'], tools: ['Agent'] }),
  sampleGate('questions', { tools: ['/Ask|mcp__.+__Ask/'], clientTimeoutSeconds: 5 }),
  sampleGate('nothing', { events: ['Notification'], level: { observe: 'off', standard: 'off', harness: 'off' } }),
];

export const sampleEntries = (form: Form = ownForm): readonly Entry[] =>
  entriesFor(sampleGates, (gate) => gate.level.standard, form);
