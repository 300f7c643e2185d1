/** Which words of a program leave it doing the whole of its work. Every other word makes a run targeted. */
export interface Grammar {
  /** Options, and operands that name everything. */
  readonly plain?: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** With one of these nothing is run, or its failure does not show. */
  readonly nothing?: RegExp;
}

export type Scope = 'full' | 'targeted';

/** Options that change what is printed, not what is run. */
const neutral =
  /^(?:-v+|-q+|-s|-x|--|--verbose|--quiet|--silent|--no-colou?r|--colou?rs?(?:=\w+)?|--ci|--coverage(?:=\w+)?|--reporter=[\w-]+|--bail(?:=\d+)?|--fail-fast)$/;
const neverRuns = /^(?:--help|-h|--version|-V|--dry-run|--watch|-w)$/;

/** Undefined where the words run nothing whose end says something. */
export function scopeOf(args: readonly string[], { plain, valued, nothing }: Grammar): Scope | undefined {
  let scope: Scope = 'full';
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (valued?.test(arg) === true) at += 1;
    else if (plain?.test(arg) === true) continue;
    else if (neverRuns.test(arg) || nothing?.test(arg) === true) return undefined;
    else if (!neutral.test(arg)) scope = 'targeted';
  }
  return scope;
}
