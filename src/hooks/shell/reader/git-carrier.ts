import type { ShellWord, Stream } from '../invocation';
import { gitAliases, gitSubcommands, readGlobals } from '../git';
import { readText } from './statements';
import { readCode } from './code';
import { emit, type Call } from './command';
import type { Expansion } from './expand';
import { deeper, maxDepth } from './machine';
import { unknownStream } from './stream';
import { joined, plainWord } from './words';
import { parse } from 'unbash';

/** git runs other programs: aliases, `submodule foreach`, `bisect run`, `rebase --exec`, filters, configured commands. */
export function runGit(call: Call, on: Expansion): Stream {
  const globals = readGlobals(call.words.slice(1));
  const name = globals.subcommand?.value;
  const alias = name === undefined ? undefined : aliasOf(name, call, on);
  if (alias !== undefined && on.frame.depth < maxDepth && !on.frame.via.includes(`git alias ${name ?? ''}`)) {
    return runAlias(alias, name ?? '', call, globals, on);
  }
  emit(call, on);
  const inner: Expansion = { ...on, state: on.state.fork() };
  for (const [key, value] of globals.config) {
    if (
      /^(?:core\.(?:sshcommand|fsmonitor|pager|editor|hookspath)|.*\.(?:textconv|clean|smudge|driver|command|cmd|helper)|pager\..*|sequence\.editor)$/.test(
        key,
      ) &&
      /\s/.test(value)
    ) {
      readText(
        on.machine,
        { text: value.replace(/^!/, ''), base: undefined },
        inner.state,
        deeper(on.frame, `git -c ${key}`),
      );
    }
  }
  const args = globals.args;
  if (name === 'submodule') {
    const at = args.findIndex((word) => word.text === 'foreach');
    const words = args.slice(at + 1).filter((word, index) => index > 0 || word.text !== '--recursive');
    if (at >= 0 && words.length > 0) readCode(joined(words), 'git submodule foreach', inner);
  } else if (name === 'bisect' && args[0]?.text === 'run') {
    if (args.length > 1) readCode(joined(args.slice(1)), 'git bisect run', inner);
  } else if (name === 'rebase' || name === 'filter-branch') {
    runOptions(
      args,
      name === 'rebase' ? /^(?:-x|--exec)(?:=|$)/ : /^--(?:tree|index|msg|env|parent|commit|tag-name)-filter(?:=|$)/,
      `git ${name}`,
      inner,
    );
  }
  return unknownStream;
}

function runOptions(args: readonly ShellWord[], option: RegExp, via: string, on: Expansion): void {
  args.forEach((word, index) => {
    if (!option.test(word.text)) return;
    const equals = word.text.indexOf('=');
    const code = equals >= 0 ? plainWord(word.text.slice(equals + 1)) : args[index + 1];
    if (code !== undefined) readCode(code, via, on);
  });
}

function aliasOf(name: string, call: Call, on: Expansion): string | undefined {
  if (gitSubcommands.has(name)) return undefined;
  const given = gitAliases(call.words.slice(1), [...call.assignments]).get(name.toLowerCase());
  return given ?? on.machine.context.gitAlias?.(name, on.state.cwd);
}

function runAlias(
  alias: string,
  name: string,
  call: Call,
  globals: ReturnType<typeof readGlobals>,
  on: Expansion,
): Stream {
  const frame = deeper(on.frame, `git alias ${name}`);
  if (alias.startsWith('!')) {
    const text = [alias.slice(1), ...globals.args.map((word) => word.raw)].join(' ');
    return readText(on.machine, { text, base: undefined }, on.state.fork(), frame);
  }
  const command = parse(`git ${alias}`).commands[0]?.command;
  const words =
    command?.type === 'Command'
      ? command.suffix.flatMap((item) => (item.type === 'Word' ? [plainWord(item.value)] : []))
      : [];
  const before = call.words.slice(0, 1 + globals.length);
  return runGit({ ...call, words: [...before, ...words, ...globals.args] }, { ...on, frame });
}
