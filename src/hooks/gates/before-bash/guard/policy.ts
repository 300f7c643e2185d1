import { firstOf } from '../../../project/functions';
import { wordSet } from '../../../project/text';
import { effectsOf } from '../../../shell/effects';
import type { CommandReading } from '../../../shell/invocation';
import { deletingLineRules, deletingQuestions, deletingRules } from './deleting';
import { foreignCodeRules, foreignLineRules, redirectedShellRule, unseenLineRules } from './foreign-code';
import { gitHistoryRules, gitLosingRules, gitQuestions } from './git-losing';
import { machineQuestions, machineRules, repetitionRule, socketQuestion } from './machine';
import { placeQuestions, placeRules, remoteQuestions } from './places';
import { protectedBranchRules, refFileRule, pushRules } from './push';
import { effectRule, objection, type EffectRule, type LineRule, type RuledObjection, type View } from './rule';

/** Systems whose data the project cannot recreate. */
const databases = wordSet(
  'postgres mysql sqlite duckdb sqlserver clickhouse cockroach cassandra database mongodb redis',
);

const useCopy = 'Work on a copy of the database, or ask the person to run it.';

const destroysData = effectRule(
  'destroy-data',
  'service',
  ({ access, system, why = 'It destroys a database.' }, invocation) =>
    access === 'destroy' && databases.has(system) ? objection(invocation, why, useCopy) : undefined,
);

export const lineRules: readonly LineRule[] = [
  redirectedShellRule,
  repetitionRule,
  ...deletingLineRules,
  ...foreignLineRules,
  ...placeRules,
  refFileRule,
  ...unseenLineRules,
];

/** Every rule about effects. Order matters only among rules about the same kind of effect. */
export const effectRules: readonly EffectRule[] = [
  ...foreignCodeRules,
  destroysData,
  ...deletingRules,
  ...pushRules,
  ...protectedBranchRules,
  ...gitLosingRules,
  ...gitHistoryRules,
  ...machineRules,
];

/** Rules that ask the person. */
const effectQuestions: readonly EffectRule[] = [
  ...deletingQuestions,
  ...gitQuestions,
  ...machineQuestions,
  ...remoteQuestions,
];
const lineQuestions: readonly LineRule[] = [...placeQuestions, socketQuestion];
export const questions: readonly (EffectRule | LineRule)[] = [...effectQuestions, ...lineQuestions];

type ByKind = ReadonlyMap<EffectRule['kind'], readonly EffectRule[]>;

function byKind(rules: readonly EffectRule[]): ByKind {
  const found = new Map<EffectRule['kind'], EffectRule[]>();
  for (const rule of rules) found.set(rule.kind, [...(found.get(rule.kind) ?? []), rule]);
  return found;
}

const rulesByKind = byKind(effectRules);
const questionsByKind = byKind(effectQuestions);

const none: ReadonlySet<string> = new Set();

const isInForce = ({ level }: EffectRule | LineRule, view: View): boolean => level === 'standard' || view.strict;

/** The policy's first objection. `without` leaves out effect rules only. */
export const firstObjection = (reading: CommandReading, view: View, without = none): RuledObjection | undefined =>
  objectionIn(rulesByKind, reading, view, without) ?? objectionOfLine(lineRules, reading, view);

/** What to ask the person about a command to which the policy has no objection. */
export const firstQuestion = (reading: CommandReading, view: View): RuledObjection | undefined =>
  objectionIn(questionsByKind, reading, view) ?? objectionOfLine(lineQuestions, reading, view);

function objectionOfLine(rules: readonly LineRule[], reading: CommandReading, view: View): RuledObjection | undefined {
  return firstOf(rules, (rule) => {
    const objected = isInForce(rule, view) ? rule.checkLine(reading, view, firstObjection) : undefined;
    return objected && { ...objected, rule: rule.id };
  });
}

function objectionIn(rules: ByKind, reading: CommandReading, view: View, without = none): RuledObjection | undefined {
  for (const { effect, invocation } of effectsOf(reading)) {
    for (const rule of rules.get(effect.kind) ?? []) {
      if (without.has(rule.id)) continue;
      const objected = isInForce(rule, view) ? rule.check(effect, invocation, view) : undefined;
      if (objected !== undefined) return { ...objected, rule: rule.id };
    }
  }
  return undefined;
}
