import type { ShellWord, Stream } from '../shell/invocation';
import { plainWord } from '../shell/reader/words';
import { reads, runs, runsUnseen, uses, type Actions, type Reads } from './effect';
import { does, type Family, type Use } from './program';

const quiet = '--quiet --count --count-matches --files-with-matches --files-without-match'.split(' ');

/** What a search reads: files or whole trees. A search that only counts or lists names shows no content. */
function searched(
  use: Use,
  patterns: readonly string[],
  { tree, ...which }: Pick<Reads, 'tree' | 'only' | 'hidden'>,
): Actions {
  const operands = use.operands.slice(use.has(...patterns) ? 0 : 1);
  const roots = operands.length === 0 && tree === true ? [plainWord('.')] : operands;
  const shows = !use.has(...quiet);
  return roots.map((word): Actions => {
    if (word.text === '-') return [];
    return shows ? reads(word, tree, which) : uses(word, tree);
  });
}

/** Options of grep that leave one number and a colon in front of each line. */
const numbers =
  /^--(?:line-number|extended-regexp|fixed-strings|basic-regexp|perl-regexp|regexp|ignore-case|invert-match|word-regexp|line-regexp|max-count|only-matching|no-messages|text|no-filename)$/;

/** Names of files, chosen by what is in them. */
const foundBy = (use: Use, roots: readonly ShellWord[]): Stream => ({
  kind: 'names',
  found: { roots: roots.length === 0 ? [plainWord('.')] : roots, cwd: use.at.cwd, only: { open: true } },
});

/** `change:reload:rg x`, `focus:transform-header(echo {})`: the rest of the binding is text for a shell. */
const bound =
  /^[\w-]+:(?:reload(?:-sync)?|execute(?:-silent)?|become|(?:change-)?preview|transform-[a-z-]+)(?::|\((?=[^()]*\)$))/;

const plainBinding = /^(?:[\w-]+:[a-z][a-z+-]*(?:,|$))+$/;

function binding(word: ShellWord): Actions {
  if (plainBinding.test(word.text)) return [];
  const start = bound.exec(word.text)?.[0];
  if (start === undefined || word.value === undefined) {
    return runsUnseen('a binding runs a program');
  }
  const rest = word.value.slice(start.length);
  const text = plainWord(start.endsWith('(') ? rest.slice(0, -1) : rest);
  const shell = runs({ form: 'shell', text, via: 'fzf --bind', stdin: { kind: 'inherited' } });
  // What a key starts may be meant to do something.
  return /:(?:execute|become)/.test(start) ? [runsUnseen('a key runs a program'), shell] : shell;
}

/** Switches of ack, ag and ugrep that only choose and format; a language is a switch, too. */
const searching =
  '-i,--ignore-case -I -n -L,--files-without-matches -v,--invert-match -w,--word-regexp -x -o,--only-matching -h,--no-filename -H,--with-filename -s -S,--smart-case -Q,--literal -F -r,-R,--recurse -a -k ' +
  '-1 -f -P -E -z -T= --type= --match= --nocolor --color --colour --nogroup --group --heading --noheading --column --nocolumn --break --nobreak --sort-files --passthru --print0 --follow --nofollow ' +
  '--no-recurse --vimgrep --stats --silent --numbers --nonumbers --all-types --help-types --workers= --width= --nopager -C=? --before= --after= --context=? ' +
  '--cc --cpp --csharp --css --elixir --go --groovy --haskell --html --java --js --json --kotlin --lua --make --markdown --md --perl --php --python --ruby --rust --scala --shell --sql --swift --ts --xml --yaml';

/** Programs that search text, and fzf, which lets a person choose. */
export const searchers: Family = {
  'grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep ggrep': {
    options:
      '-# -E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp= -f,--file=read -i,-y,--ignore-case --no-ignore-case -v,--invert-match ' +
      '-w,--word-regexp -x,--line-regexp -c,--count --color=? --colour=? -L,--files-without-match -l,--files-with-matches -m,--max-count= ' +
      '-o,--only-matching -q,--quiet,--silent -s,--no-messages -b,--byte-offset -H,--with-filename -h,--no-filename --label= -n,--line-number ' +
      '-T,--initial-tab -u,--unix-byte-offsets -Z,--null -A,--after-context= -B,--before-context= -C,--context= --group-separator= ' +
      '--no-group-separator -a,--text --binary-files= -D,--devices= -d,--directories= --exclude= --exclude-from=read --exclude-dir= -I ' +
      '--include= --include-dir= -r,--recursive -R,--dereference-recursive --line-buffered -U,--binary -z,--null-data -O -p -S -V',
    effects: (use) => {
      const tree = use.has('--recursive', '--dereference-recursive') || use.value('--directories')?.value === 'recurse';
      const names = use.values('--include').map(({ text }) => text);
      const only = names.length === 0 ? undefined : { names };
      return searched(use, ['--regexp', '--file'], { tree, only });
    },
    prints: (use) => {
      const files = use.operands.slice(use.has('--regexp', '--file') ? 0 : 1);
      const tree = use.has('--recursive', '--dereference-recursive');
      if (tree && use.has('--files-with-matches', '--files-without-match')) return foundBy(use, files);
      const one =
        files.length < 2 && !use.has('--recursive', '--dereference-recursive', '--directories', '--with-filename');
      if (!one || files.some(({ glob }) => glob)) return 'filtered';
      if (use.has('--count')) return 'number';
      return use.has('--line-number') && use.given.every(({ name }) => numbers.test(name))
        ? { kind: 'numbered' }
        : 'filtered';
    },
  },
  'ugrep ack ag': {
    options: `* ${searching} -e,--regexp= -f,--file=read -g,--glob= -G= -t= -m,--max-count= -A= -B= -C= --ignore= --ignore-dir= --pager=program --filter=program -p=? -O= --depth= --ackrc=load --type-set= --type-add= --save-config=?write --view=?program -u,--unrestricted --hidden -U -l -c -q,--quiet --count --files-with-matches --files-without-matches`,
    effects: (use) =>
      searched(use, ['--regexp', '--file'], { tree: true, hidden: use.has('--unrestricted', '--hidden', '-U') }),
    prints: (use) =>
      use.has('-l', '--files-with-matches', '--files-without-matches')
        ? foundBy(use, use.operands.slice(1))
        : 'filtered',
  },
  rg: {
    options:
      '-# -e,--regexp= -f,--file=read --pre=program --pre-glob= -z,--search-zip --crlf --dfa-size-limit= -E,--encoding= --engine= -F,--fixed-strings ' +
      '-i,--ignore-case -v,--invert-match -x,--line-regexp -m,--max-count= --mmap -U,--multiline --multiline-dotall --no-unicode --null-data ' +
      '-P,--pcre2 --regex-size-limit= -S,--smart-case -s,--case-sensitive --stop-on-nonmatch -a,--text -j,--threads= -w,--word-regexp ' +
      '--auto-hybrid-regex --binary -L,--follow -g,--glob= --glob-case-insensitive -.,--hidden --iglob= --ignore-file=read ' +
      '--ignore-file-case-insensitive -d,--max-depth= --max-filesize= --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files ' +
      '--no-ignore-global --no-ignore-parent --no-ignore-vcs --no-require-git --one-file-system -t,--type= -T,--type-not= -u,--unrestricted ' +
      '-A,--after-context= -B,--before-context= --block-buffered -b,--byte-offset --color= --colors= --column -C,--context= --context-separator= ' +
      '--field-context-separator= --field-match-separator= --heading --no-heading -h --hostname-bin=program --hyperlink-format= --include-zero ' +
      '--line-buffered -n,--line-number -N,--no-line-number -M,--max-columns= --max-columns-preview -0,--null -o,--only-matching ' +
      '--path-separator= --passthru -p,--pretty -q,--quiet -r,--replace= --sort= --sortr= --trim --vimgrep -H,--with-filename -I,--no-filename ' +
      '-c,--count --count-matches -l,--files-with-matches --files-without-match --json --debug --no-ignore-messages --no-messages --stats --trace ' +
      '--files --generate= --no-config --pcre2-version --type-add= --type-clear= --type-list -V --no-hidden --no-follow --no-pcre2 --no-column --no-unicode',
    effects(use) {
      const names = use.values('--glob', '--iglob').map(({ text }) => text.replace(/^.*\//, ''));
      const wanted = names.filter((name) => !name.startsWith('!'));
      const only = wanted.length === 0 ? undefined : { names: wanted };
      // It skips files that git ignores or that begin with a dot.
      const levels = use.given.filter(({ name }) => name === '--unrestricted').length;
      const hidden = (use.has('--hidden') || levels > 1) && (use.has('--no-ignore', '--no-ignore-vcs') || levels > 0);
      const found =
        !use.has('--files', '--type-list') && searched(use, ['--regexp', '--file'], { tree: true, only, hidden });
      return [use.has('--search-zip') && runsUnseen('runs decompressors'), found];
    },
    prints: (use) => {
      const roots = use.operands.slice(use.has('--regexp', '--file', '--files') ? 0 : 1);
      return use.has('--files', '--files-with-matches', '--files-without-match') ? foundBy(use, roots) : 'filtered';
    },
  },
  // fzf(1): bindings and previews run programs.
  fzf: does(
    '-x,--[no-]extended +x -e,--[no-]exact -i,--[no-]ignore-case +i --[no-]smart-case --[no-]literal --scheme= --algo= -n,--nth= --with-nth= --accept-nth= --id-nth= +s,--[no-]sort -d,--delimiter= --tail= --[no-]tac --[no-]disabled --tiebreak= ' +
      '--[no-]read0 --[no-]print0 --[no-]ansi --[no-]sync --style= --color= --no-color --no-bold --black --height= --no-height --min-height= --tmux=? --popup=? --layout= --[no-]reverse --margin= --padding= --border=? --border-label= --border-label-pos=? ' +
      '-m,--multi=? +m,--no-multi --[no-]highlight-line --[no-]cycle --[no-]wrap --wrap-sign= --[no-]multi-line --[no-]raw --[no-]track --gap=? --gap-line=? --[no-]keep-right --scroll-off= --[no-]hscroll --hscroll-off= --jump-labels= --gutter= --gutter-raw= ' +
      '--pointer= --marker= --marker-multi-line= --ellipsis= --tabstop= --scrollbar=? --no-scrollbar --list-border=? --list-label= --list-label-pos=? --[no-]input --prompt= --info= --no-info --separator= --no-separator --ghost= --[no-]filepath-word ' +
      '--input-border=? --input-label= --input-label-pos=? --preview-window= --preview-border=? --preview-label= --preview-label-pos=? --preview-wrap-sign= --header= --header-lines= --[no-]header-first --header-border=? --header-lines-border=? --header-label= ' +
      '--header-label-pos=? --footer= --footer-border=? --footer-label= --footer-label-pos=? -q,--query= -1,--[no-]select-1 -0,--[no-]exit-0 -f,--filter= --[no-]print-query --expect= --no-expect --[no-]mouse --[no-]unicode --[no-]ambidouble --[no-]clear --threads= ' +
      '--walker= --walker-root=list --walker-skip= --bash --zsh --fish --version --help --bind= --preview=shell --with-shell=program --history=write --history-size= --listen-unsafe=? --listen=?',
    (use) => [use.values('--bind').map(binding), use.has('--listen-unsafe') && runsUnseen('runs what is sent to it')],
  ),
};
