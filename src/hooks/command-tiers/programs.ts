import { builds } from './tables/builds';
import { toolchains } from './tables/toolchains';
import { packages } from './tables/packages';
import { Lookup, type Rule, type Table } from './rule';

/**
 * What each program's words mean, one table per family. A program that is not here is unknown; one that is here stands
 * in one family only. What commands name most comes first: a family is built when none before it knows the program.
 */
export const families: readonly (() => Table)[] = [packages, builds, toolchains];

const built: Lookup[] = [];

export function ruleFor(program: string): Rule | undefined {
  for (const [index, family] of families.entries()) {
    const rule = (built[index] ??= new Lookup(family())).get(program);
    if (rule !== undefined) return rule;
  }
  return undefined;
}
