import { wordSet } from '../project/text';
import type { FoundFiles, ShellWord, WordPart } from '../shell/invocation';
import { plainWord, wordOf } from '../shell/reader/words';
import { deletes, lists, reads, runs, unclear, writes, type Actions, type FileTests } from './effect';
import type { Family, Use } from './program';

/** Tests that take one word; it is never an action itself (`-name -delete`). */
const takesWord = wordSet(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -perm -user -group -uid -gid -mtime ' +
    '-atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -samefile -inum -links -maxdepth -mindepth -fstype -context -used -printf ' +
    '-regextype -D',
);
const runsWords = wordSet('-exec -execdir -ok -okdir');

/** A step of a find expression. */
interface Step {
  readonly name: string;
  readonly words: readonly ShellWord[];
}

function rootsOf(words: readonly ShellWord[]): readonly ShellWord[] {
  const roots: ShellWord[] = [];
  for (const word of words) {
    if (/^-(?:[HLP]$|[OD])/.test(word.text) && roots.length === 0) continue;
    if (/^[-(!,)]/.test(word.text)) break;
    roots.push(word);
  }
  return roots.length === 0 ? [plainWord('.')] : roots;
}

function stepsOf(words: readonly ShellWord[]): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < words.length; at++) {
    const name = words[at]?.text ?? '';
    if (takesWord.has(name) || /^-newer[aBcm][aBcmt]$/.test(name) || /^-f(?:print0?|ls|iles0-from)$/.test(name)) {
      steps.push({ name, words: words.slice(at + 1, at + 2) });
      at++;
    } else if (name === '-fprintf') {
      steps.push({ name, words: words.slice(at + 1, at + 3) });
      at += 2;
    } else if (runsWords.has(name)) {
      const end = endOfCommand(words, at);
      steps.push({ name, words: words.slice(at + 1, end) });
      at = end;
    } else if (/^(?:-[a-zA-Z]|[!()]$|,$)/.test(name)) steps.push({ name, words: [] });
  }
  return steps;
}

/** Where `-exec` ends. Without a `;` (the shell took it), the command goes on to the last word. */
function endOfCommand(words: readonly ShellWord[], at: number): number {
  const ends = (index: number) =>
    words[index]?.text === ';' || (words[index]?.text === '+' && words[index - 1]?.text === '{}');
  let end = at + 1;
  while (end < words.length && !ends(end)) end++;
  if (end < words.length) return end;
  const plus = words.findIndex((word, index) => index > at && word.text === '+');
  return plus > at ? plus : end;
}

/** Which files pass. Only tests joined by `and` limit them. */
function testsOf(steps: readonly Step[], prints = false): FileTests {
  const names: string[] = [];
  const paths: string[] = [];
  let type: string | undefined;
  let open = false;
  let negated = false;
  for (const { name, words } of steps) {
    const value = words[0]?.value;
    if (name === '!' || name === '-not') negated = true;
    else if (/^-i?name$/.test(name) && value !== undefined && !negated) names.push(value);
    else if (/^-i?(?:path|wholename)$/.test(name) && value !== undefined && !negated) paths.push(value);
    else if (/^-x?type$/.test(name) && !negated) type = value;
    else if (name === '-o' || name === '-or') {
      // `-name a -o -name b` lists what may pass; other uses of `-o` are not read.
      open ||= !onlyNames(steps, prints);
    }
    if (name !== '!' && name !== '-not') negated = false;
  }
  const shallow = steps.some(({ name, words }) => name === '-maxdepth' && words[0]?.value === '1');
  const alternatives = steps.some(({ name }) => /^(?:-o|-or|!|-not|,)$/.test(name));
  const empty = !alternatives && steps.some(({ name }) => name === '-empty');
  const aged = !alternatives && steps.some(({ name }) => /^-[amc](?:time|min)$|^-newer/.test(name));
  return {
    names,
    paths,
    type,
    open,
    ...(shallow ? { shallow } : {}),
    ...(empty ? { empty } : {}),
    ...(aged ? { aged } : {}),
  };
}

/** `-name a -o -name b -delete`: the action belongs to the last alternative alone, unless brackets hold them together. */
function onlyNames(steps: readonly Step[], prints: boolean): boolean {
  const grouped = prints || steps.some(({ name }) => name === '(');
  return (
    grouped &&
    steps.every(({ name }) =>
      /^(?:-i?(?:name|path|wholename)|-type|-o|-or|-a|-and|[()]|-exec|-execdir|-delete|-print0?|-prune|-(?:min|max)depth|-depth|-empty)$/.test(
        name,
      ),
    )
  );
}

function foundWord(found: FoundFiles): ShellWord {
  const part: WordPart = { kind: 'unknown', text: '{}', why: 'argument', quoted: true, found };
  return wordOf([part], '{}', undefined);
}

/** The words of a command, with `{}` replaced by the files that were found. */
function filled(words: readonly ShellWord[], found: FoundFiles): readonly ShellWord[] {
  const item = foundWord(found);
  return words.map((word) => {
    if (!word.text.includes('{}')) return word;
    if (word.text === '{}') return item;
    const parts = word.parts.flatMap((part): readonly WordPart[] =>
      part.text
        .split(/(\{\})/)
        .filter((piece) => piece !== '')
        .flatMap((piece) => (piece === '{}' && part.kind !== 'unknown' ? item.parts : [{ ...part, text: piece }])),
    );
    return wordOf(parts, word.raw, word.range);
  });
}

function foundBy(use: Use): FoundFiles {
  const steps = stepsOf(use.words);
  // Without an action, find prints every file that passes.
  const prints = !steps.some(({ name }) => /^-(?:exec|ok|delete|print|fprint|ls|quit|prune)/.test(name));
  return { roots: rootsOf(use.words), cwd: use.at.cwd, only: testsOf(steps, prints) };
}

function actionOf({ name, words }: Step, found: FoundFiles): Actions {
  const [first] = words;
  switch (name) {
    case '-delete':
    case '-rm':
      return { ...deletes(foundWord(found), { recursive: true, force: true }), why: 'deletes what it finds' };
    case '-exec':
    case '-execdir':
      return runs({
        form: 'command',
        words: filled(words, found),
        via: `find ${name}`,
        openEnded: true,
        directory: name === '-execdir' ? null : undefined,
      });
    case '-ok':
    case '-okdir':
      return [
        { ...runs({ form: 'command', words: filled(words, found), via: `find ${name}`, openEnded: true }), why: 'asks at the terminal' },
        unclear('it asks at the terminal'),
      ]; // prettier-ignore
    case '-fprint':
    case '-fprint0':
    case '-fls':
    case '-fprintf':
      return first && writes(first);
    case '-files0-from':
    case '-newer':
    case '-samefile':
      return first && (name === '-files0-from' ? reads(first) : lists(first));
    default:
      return [];
  }
}

/** The words after it are the command that `fd` runs. */
const isExec = ({ text }: ShellWord): boolean => /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)(?:=|$)/.test(text);

/** Which names `fd` looks for: by extension, or by a pattern that is a plain word or a glob. */
function namedBy(use: Use): FileTests {
  const extensions = use.values('--extension').map(({ text }) => `*.${text.replace(/^\./, '')}`);
  if (extensions.length > 0) return { names: extensions };
  const end = use.words.findIndex(isExec);
  const operands = use.operands.filter((word) => end < 0 || use.words.indexOf(word) < end);
  const pattern = use.has('--full-path') ? undefined : operands[0]?.value;
  if (pattern === undefined || !(use.has('--glob') ? /^[^/]+$/ : /^\^?(?:[\w-]|\\?\.)+\$?$/).test(pattern))
    return { open: true };
  if (use.has('--glob')) return { names: [pattern] };
  // Dots alone are any names.
  if (!/[\w-]/.test(pattern)) return { open: true };
  // A dot without a backslash is any letter.
  const name = pattern.replace(/^\^|\$$/g, '').replace(/\\?\./g, (dot) => (dot === '.' ? '?' : '.'));
  return { names: [`${pattern.startsWith('^') ? '' : '*'}${name}${pattern.endsWith('$') ? '' : '*'}`] };
}

/** Programs that search for files and do something with each. */
export const finders: Family = {
  'find gfind bfs': {
    style: 'single',
    options: '**',
    effects(use) {
      const roots = rootsOf(use.words);
      const steps = stepsOf(use.words);
      const found: FoundFiles = { roots, cwd: use.at.cwd, only: testsOf(steps) };
      const listed = steps.some(({ name }) => name === '-files0-from') && steps.some(({ name }) => runsWords.has(name));
      return [
        roots.map((root) => lists(root)),
        listed && unclear('which files it starts from is not known'),
        steps.map((step) => actionOf(step, found)),
      ];
    },
    prints: (use) =>
      stepsOf(use.words).some(({ name }) => name === '-printf') ? 'nothing' : { kind: 'names', found: foundBy(use) },
  },
  // `fd pattern -x command`: like find's `-exec`, to the end of the words.
  'fd fdfind': {
    options:
      '-H,--hidden -I,--no-ignore -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob --regex -F,--fixed-strings -a,--absolute-path ' +
      '-l,--list-details -L,--follow -p,--full-path -d,--max-depth= --min-depth= --exact-depth= -E,--exclude= --prune -t,--type= -e,--extension= ' +
      '-S,--size= --changed-within= --changed-before= --newer= --older= -o,--owner= -c,--color= -j,--threads= --max-results= -1 -q,--quiet ' +
      '--show-errors --base-directory=list --path-separator= --search-path=list --strip-cwd-prefix=? --one-file-system -0,--print0 -A,--and= ' +
      '--no-ignore-vcs --no-require-git --no-ignore-parent --format= --ignore-file=read --no-follow --no-hidden --hyperlink=? -x -X --exec=? --exec-batch=?',
    effects(use) {
      const at = use.words.findIndex(isExec);
      if (at < 0) return [];
      const inline = /^--exec[^=]*=(.*)$/.exec(use.words[at]?.text ?? '')?.[1];
      const words = [...(inline === undefined ? [] : [plainWord(inline)]), ...use.words.slice(at + 1)];
      const roots = use.operands.filter((word) => !words.includes(word)).slice(1);
      const found: FoundFiles = {
        roots: roots.length === 0 ? [plainWord('.')] : roots,
        cwd: use.at.cwd,
        only: namedBy(use),
      };
      const given = words.some(({ text }) => text.includes('{')) ? words : [...words, plainWord('{}')];
      return runs({ form: 'command', words: filled(given, found), via: 'fd -x', openEnded: true });
    },
    prints: (use) => ({
      kind: 'names',
      found: {
        roots: use.operands.length > 1 ? use.operands.slice(1) : [plainWord('.')],
        cwd: use.at.cwd,
        only: namedBy(use),
      },
    }),
  },
};
