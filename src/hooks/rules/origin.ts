import path from 'node:path';
import { spotsOf, type Spot } from '../configuration/document';
import type { Layer } from '../configuration/layers';
import type { Rule } from './rule';

/** Where the rules of the configuration are written down. */
const rulesKey = 'rules.list';

/** The file that a rule comes from, and its place in it. */
export interface RuleOrigin {
  readonly layer: Layer;
  readonly index: number;
}

export const rulesIn = (layer: Layer): readonly Rule[] => (layer.values.get(rulesKey) ?? []) as readonly Rule[];

export function originOf(rule: Rule, layers: readonly Layer[]): RuleOrigin | undefined {
  for (const layer of layers) {
    const index = rulesIn(layer).indexOf(rule);
    if (index >= 0) return { layer, index };
  }
  return undefined;
}

/** The place of a rule in its file, or of something in the rule. */
export const spotOf = ({ layer, index }: RuleOrigin, inside: readonly (string | number)[] = []): Spot =>
  spotsOf(layer)(['rules', index, ...inside]);

/** `.claude/gatehouse.json:12`, or the policy and its version. */
export function shownOrigin(origin: RuleOrigin | undefined, root: string): string {
  if (origin === undefined) return 'the configuration';
  const { layer } = origin;
  if (layer.policy !== undefined) return `the policy ${layer.policy}`;
  const relative = path.relative(root, layer.file);
  const { line } = spotOf(origin);
  return `${relative.startsWith('..') ? path.basename(layer.file) : relative}${line === 0 ? '' : `:${line}`}`;
}
