import { type ConfigProblem, refusal } from '../configuration/load-config';
import type { Layer } from '../configuration/layers';
import { failedExamples, sayFailed, type TriedAt } from './examples';
import { rulesIn, spotOf } from './origin';
import type { Rule } from './rule';

/**
 * Problems of the rules in these files: failing examples, duplicate ids, decisions that an untrusted file may not make.
 */
export function ruleProblems(layers: readonly Layer[], at: TriedAt): readonly ConfigProblem[] {
  return layers.flatMap((layer) => {
    const rules = rulesIn(layer);
    return rules.flatMap((rule, index) => [
      ...examplesOf(layer, rule, index, at),
      ...twice(layer, rules, rule, index),
      ...(rule.decision === 'allow' && layer.trust !== 'person' && layer.trust !== 'trusted'
        ? [{ ...refusal(layer, `rules.${index}.decision`, true), ...spotOf({ layer, index }, ['decision']) }]
        : []),
    ]);
  });
}

function examplesOf(layer: Layer, rule: Rule, index: number, at: TriedAt): readonly ConfigProblem[] {
  return failedExamples(rule, at).map((failed) => ({
    file: layer.file,
    ...spotOf({ layer, index }, [failed.list, failed.index]),
    key: `rules.${index}.${failed.list}.${failed.index}`,
    message: `rule ${rule.id}: ${sayFailed(failed)}`,
  }));
}

function twice(layer: Layer, rules: readonly Rule[], { id }: Rule, index: number): readonly ConfigProblem[] {
  const first = rules.findIndex((rule) => rule.id === id);
  if (first === index) return [];
  const message = `there is a rule "${id}" above already; both apply, and decisions cannot tell them apart`;
  return [{ file: layer.file, ...spotOf({ layer, index }, ['id']), key: `rules.${index}.id`, message }];
}
