const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const programs = words(
  'ls cat head tail grep rg egrep fgrep pwd wc which type file stat du df date whoami printenv tree diff cmp sleep true echo printf id uname',
);
const gitVerbs = words('status log diff show blame rev-parse ls-files grep shortlog describe');

/** `tree -o file`, `git diff --output=file`, also with quotes in it. */
const writes = (command: string): boolean => /\s(?:--outp|-\w*o)/.test(command.replace(/["']/g, ''));

/** One plain command that reads and writes nothing, whatever its words: by far the most calls. No parser has to say so. */
export function onlyLooks(command: string): boolean {
  if (/[<>|;&`$()\n\\]/.test(command)) return false;
  const [program = '', ...args] = command.trim().split(/\s+/, 3);
  if (program === 'env') return args.length === 0;
  if (program === 'tree') return !writes(command);
  if (program !== 'git') return programs.has(program);
  return gitVerbs.has((args[0] === '--no-pager' ? args[1] : args[0]) ?? '') && !writes(command);
}
