import { expression, type Matcher } from '../../../project/pattern';

/** The person's own patterns, ready to test a path; or what is wrong with them. */
export type ExtraPatterns =
  | { readonly kind: 'none' }
  | { readonly kind: 'pattern'; readonly source: string; readonly matches: Matcher }
  | { readonly kind: 'invalid'; readonly source: string; readonly problem: string };

/** Reads `GUARD_EXTRA_PATTERNS`: one extended regular expression, found anywhere in the path, in any case. */
export function extraPatterns(source: string | undefined): ExtraPatterns {
  if (source === undefined || source === '') return { kind: 'none' };
  try {
    return { kind: 'pattern', source, matches: expression(source, { ignoreCase: true }) };
  } catch (error) {
    return { kind: 'invalid', source, problem: error instanceof Error ? error.message : 'not a regular expression' };
  }
}
