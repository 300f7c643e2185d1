import { exitCodes, type Command } from './command';
import { didYouMean, noMoreWords, parsed, UsageError } from './words';
import { commands } from './commands';
import { flagNames } from './flags';
import { quoted } from '../project/text';

const help = `
Usage: gatehouse completion bash|zsh|fish

Prints a completion script for commands, options and their values.

  bash  gatehouse completion bash > ~/.local/share/bash-completion/completions/gatehouse
  zsh   gatehouse completion zsh > "\${fpath[1]}/_gatehouse"
  fish  gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish

Exit codes: 0 done, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'completion',
  summary: 'complete commands and options in bash, zsh or fish',
  help,
  async run(args, terminal) {
    const { positionals } = parsed(args, {});
    const [shell, ...more] = positionals;
    noMoreWords(more);
    const script = shells[shell ?? ''];
    if (script === undefined) {
      throw new UsageError(`name a shell: bash, zsh or fish${didYouMean(shell ?? '', Object.keys(shells))}`);
    }
    const all = await Promise.all(Object.values(commands).map((load) => load()));
    terminal.out(script(all.map((one) => ({ name: one.name, summary: one.summary, usage: usageOf(one) }))));
    return exitCodes.ok;
  },
};

interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly usage: Usage;
}

const shells: Readonly<Record<string, (all: readonly Completed[]) => string>> = { bash, zsh, fish };

/** What the shell offers behind each command, and behind its options that take a value. */
function casesOf(all: readonly Completed[], offer: (words: string) => string): string {
  const cases = all.map(({ name, usage: { words, options } }) => {
    const valued = Object.entries(options).filter(([, values]) => values.length > 0);
    const values = valued.map(([option, choices]) => `        ${option}) ${offer(choices.join(' '))} ;;\n`);
    const by = values.length === 0 ? '' : `      case $before in\n${values.join('')}      esac\n`;
    return `    ${name})\n      ${offer([...words, ...Object.keys(options)].join(' '))}\n${by}      ;;\n`;
  });
  return cases.join('');
}

function bash(all: readonly Completed[]): string {
  const cases = casesOf(all, (words) => `words='${words}'`);
  return `# bash completion for gatehouse
_gatehouse() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  case $COMP_CWORD:\${COMP_WORDS[1]} in
    1:*) words='${all.map(({ name }) => name).join(' ')} help --help --version' ;;
    *:help) words='${all.map(({ name }) => name).join(' ')}' ;;
  esac
  ((COMP_CWORD == 1)) || case \${COMP_WORDS[1]} in
${cases}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _gatehouse gatehouse
`;
}

function zsh(all: readonly Completed[]): string {
  const rows = all.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}\n`);
  const cases = casesOf(all, (words) => `choices=(${words})`);
  return `#compdef gatehouse
_gatehouse() {
  local -a all choices
  local before=\${words[CURRENT-1]}
  all=(
${rows.join('')}  )
  if ((CURRENT == 2)); then
    _describe command all
    return
  fi
  case \${words[2]} in
${cases}  esac
  compadd -- "\${choices[@]}" || _files
}
if [[ $funcstack[1] == _gatehouse ]]; then _gatehouse "$@"; else compdef _gatehouse gatehouse; fi
`;
}

function fish(all: readonly Completed[]): string {
  const rows = all.flatMap(({ name, summary, usage }) => {
    const under = `complete -c gatehouse -n '__fish_seen_subcommand_from ${name}'`;
    const options = Object.entries(usage.options).map(([option, values]) => {
      const taken = values.length === 0 ? '' : ` -x -a '${values.join(' ')}'`;
      return `${under} -l ${option.slice(2)}${taken}`;
    });
    return [
      `complete -c gatehouse -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...(usage.words.length === 0 ? [] : [`${under} -f -a '${usage.words.join(' ')}'`]),
      ...options,
    ];
  });
  return `# fish completion for gatehouse\n${rows.join('\n')}\n`;
}

/** What may follow a command's name, as its help says it. */
interface Usage {
  /** Words such as `start`, and flags where the command takes them. */
  readonly words: readonly string[];
  /** Options with the values that they take, if they are known. */
  readonly options: Readonly<Record<string, readonly string[]>>;
}

/** Reads the usage lines at the top of a command's help. */
function usageOf({ name, help }: Pick<Command, 'name' | 'help'>): Usage {
  const [top = ''] = help.trim().split('\n\n');
  const words = new Set<string>();
  const options: Record<string, readonly string[]> = { '--help': [] };
  for (const line of top.split('\n')) {
    const tokens = line
      .slice(line.indexOf(`gatehouse ${name}`) + `gatehouse ${name}`.length)
      .split(/[\s[\]]+/)
      .filter(Boolean);
    for (const [index, token] of tokens.entries()) {
      const before = tokens[index - 1] ?? '';
      for (const [option] of token.matchAll(/--[a-z][\w-]*/g)) options[option] ??= [];
      if (token === '<flag>…') for (const flag of flagNames.split(', ')) words.add(flag);
      if (!/^[a-zA-Z][\w-]*(?:\|[\w<>-]+)*$/.test(token)) continue;
      const named = token.split('|').filter((word) => /^\w/.test(word));
      if (before.startsWith('--')) options[before] = named;
      else if (index === 0) for (const word of named) words.add(word);
    }
  }
  return { words: [...words], options };
}
