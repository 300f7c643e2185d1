import { effectsOf } from '../../../shell/effects';
import type { CommandReading } from '../../../shell/invocation';
import { deletingLineRules, deletingQuestions, deletingRules } from './deleting';
import {
  foreignCodeRule,
  plantingRules,
  printedCodeRule,
  typedCodeRule,
  pipedShellRule,
  remoteShellEffectRules,
  remoteShellRules,
  unreadableRule,
  unseenCodeRule,
} from './foreign-code';
import { gitHistoryRules, gitLosingRules, gitQuestions } from './git-losing';
import { machineQuestions, machineRules, repetitionRule, socketQuestion } from './machine';
import { placeQuestions, placeRules, remoteQuestions } from './places';
import { protectedBranchRules, refFileRule, pushRules } from './push';
import {
  effectRule,
  objection,
  written,
  type EffectRule,
  type Violation,
  type InvocationRule,
  type LineRule,
  type View,
} from './rule';

/** Systems whose data the project cannot recreate. */
const databases: ReadonlySet<string> = new Set(
  'postgres mysql sqlite duckdb sqlserver clickhouse cockroach cassandra database mongodb redis'.split(' '),
);

const useCopy = 'Work on a copy of the database, or ask the person to run it.';

const serviceRules: readonly EffectRule[] = [
  effectRule('destroy-data', 'service', ({ access, system, why = 'It destroys a database.' }, invocation) =>
    access === 'destroy' && databases.has(system) ? objection(written(invocation), why, useCopy) : undefined,
  ),
];

/** Every rule about single invocations, in order: what cannot be undone comes first. */
export const invocationRules: readonly InvocationRule[] = remoteShellRules;

export const lineRules: readonly LineRule[] = [
  repetitionRule,
  ...deletingLineRules,
  pipedShellRule,
  foreignCodeRule,
  printedCodeRule,
  typedCodeRule,
  ...placeRules,
  refFileRule,
  unreadableRule,
  unseenCodeRule,
];

/** Every rule about effects, in order. */
export const effectRules: readonly EffectRule[] = [
  ...remoteShellEffectRules,
  ...plantingRules,
  ...serviceRules,
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

const everywhere = invocationRules.filter((rule) => rule.programs === undefined);
const byProgram = new Map<string, InvocationRule[]>();
for (const rule of invocationRules) {
  for (const program of rule.programs ?? []) {
    const rules = byProgram.get(program);
    if (rules === undefined) byProgram.set(program, [rule]);
    else rules.push(rule);
  }
}

const none: ReadonlySet<string> = new Set();

/** The policy's first objection, leaving out the excluded rules. */
export function firstFinding(reading: CommandReading, view: View, without = none): Violation | undefined {
  const applies = (rule: { readonly level: string }) => rule.level === 'standard' || view.strict;
  const byEffect = findingIn(rulesByKind, reading, view, without);
  if (byEffect !== undefined) return byEffect;
  for (const invocation of reading.invocations) {
    const own = invocation.program === undefined ? undefined : byProgram.get(invocation.program);
    for (const rules of own === undefined ? [everywhere] : [everywhere, own]) {
      for (const rule of rules) {
        const found = applies(rule) ? rule.check(invocation, view, firstFinding) : undefined;
        if (found !== undefined) return { ...found, rule: rule.id };
      }
    }
  }
  return findingOfLine(lineRules, reading, view);
}

/** The first question of the policy, if nothing is refused. */
export const firstQuestion = (reading: CommandReading, view: View): Violation | undefined =>
  findingIn(questionsByKind, reading, view) ?? findingOfLine(lineQuestions, reading, view);

function findingOfLine(rules: readonly LineRule[], reading: CommandReading, view: View): Violation | undefined {
  for (const rule of rules) {
    const applies = rule.level === 'standard' || view.strict;
    const found = applies ? rule.checkLine(reading, view, firstFinding) : undefined;
    if (found !== undefined) return { ...found, rule: rule.id };
  }
  return undefined;
}

function findingIn(rules: ByKind, reading: CommandReading, view: View, without = none): Violation | undefined {
  for (const { effect, invocation } of effectsOf(reading)) {
    for (const rule of rules.get(effect.kind) ?? []) {
      if (without.has(rule.id)) continue;
      const found = rule.level === 'standard' || view.strict ? rule.check(effect, invocation, view) : undefined;
      if (found !== undefined) return { ...found, rule: rule.id };
    }
  }
  return undefined;
}
