import type { Site } from '../pipeline/site';

/** Does this tool's answer count as a review? The person's list says so, with `*` for any part of a name. */
export function isReviewer(tool: string, { config }: Pick<Site, 'config'>): boolean {
  return config.settings.review.tools.some((name) => expressionOf(name).test(tool));
}

const expressions = new Map<string, RegExp>();

function expressionOf(name: string): RegExp {
  let expression = expressions.get(name);
  if (expression === undefined) {
    expression = new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`);
    if (expressions.size < 200) expressions.set(name, expression);
  }
  return expression;
}
