import type { Invocation } from '../../../shell/invocation';

/** Commands of ours that speak for a person, or feed the hooks with made-up events. */
const personal: ReadonlySet<string> = new Set(['reset', 'proof', 'allow-once', 'uninstall', 'pause', 'trust', 'hook']);

/** Commands that speak for a person under some of their words only. */
const changes: Readonly<Record<string, RegExp>> = {
  config: /^(?:set|unset|trust)$/,
  questions: /^(?:prefer|forget)$/,
  workflow: /^(?:approve|back|reset)$/,
  careful: /^off$/,
};

/** Under these words the commands only show something. */
const showing: ReadonlySet<string> = new Set(['--help', '-h', 'help']);

const runners =
  /^(?:node|nodejs|bun|deno|tsx|sh|bash|zsh|dash|npx|bunx|gatehouse|gatehouse-hook|gatehouse-hook-async)$/;

/** The words of a personal command that this invocation runs: `proof verify`. */
export function personalCommand(invocation: Invocation): string | undefined {
  const { program } = invocation;
  if (program === undefined || !runners.test(program)) return undefined;
  const words = [program, ...invocation.args.map((word) => word.text)];
  const at = words.findIndex(isOurProgram);
  if (at < 0) return undefined;
  const own = words[at] ?? '';
  if (own.includes('gatehouse-hook')) return 'hook';
  const [command = '', ...rest] = words.slice(at + 1).filter((word) => word !== '--json');
  if (!personal.has(command) || rest.some((word) => showing.has(word))) {
    const changing = Object.hasOwn(changes, command) ? changes[command] : undefined;
    return changing !== undefined && rest.some((word) => changing.test(word))
      ? `${command} ${rest.join(' ')}`
      : undefined;
  }
  if (command === 'proof' && (rest[0] === undefined || rest[0] === 'status')) return undefined;
  return [command, ...rest.slice(0, 1)].join(' ');
}

function isOurProgram(word: string): boolean {
  const name = word.slice(word.lastIndexOf('/') + 1).toLowerCase();
  if (/^gatehouse(?:-hook(?:-async)?)?(?:\.cjs)?$/.test(name)) return true;
  return name === 'runner.js' && /(?:^|\/)(?:hooks|runner\/[0-9a-f]+)\/runner\.js$|gatehouse/i.test(word.toLowerCase());
}
