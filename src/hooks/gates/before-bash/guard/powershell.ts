import { ask, deny, pass, type Ruling } from '../../../pipeline/ruling';
import { readCommand } from '../../../shell/read-command';
import type { CommandContext, Invocation, Stream } from '../../../shell/invocation';
import { resolvePath } from '../../../shell/paths';
import { forcePushEdits } from './force-push';
import { isSystem, reachOfPath } from './targets';
import { objection, written, type InvocationRule, type Judge, type View } from './rule';

/**
 * PowerShell is another language: it is never read as bash. This reader knows words, quotes and separators, judges the
 * commands below, and says "not analysed" where a line computes what it runs.
 */
export function judgePowerShell(command: string, context: CommandContext, view: View, judge: Judge): Ruling {
  const statements = split(command);
  for (const words of statements) {
    const found = judgeStatement(words, context, view, judge);
    if (found !== undefined) {
      return deny(found.rule, found.why, {
        part: words
          .map((word) => word.text)
          .join(' ')
          .slice(0, 160),
        wayForward: `Instead: ${found.instead}\nDo not retry this in another form; if it is really needed, the person can run it or allow it once.`,
      });
    }
  }
  if (runsDownload(statements))
    return deny(foreign.rule, foreign.why, { part: command.slice(0, 160), wayForward: `Instead: ${foreign.instead}` });
  const computed = statements.find((words) => computes(words));
  if (computed !== undefined) {
    const part = computed
      .map((word) => word.text)
      .join(' ')
      .slice(0, 160);
    return ask(
      `This PowerShell line computes what it runs, so it was not analysed: ${part}`,
      'powershell-not-analysed',
    );
  }
  return pass('nothing to object to in PowerShell');
}

/** PowerShell code that bash hands over: `pwsh -Command '…'`. */
export const powerShellRule: InvocationRule = {
  id: 'powershell-code',
  level: 'standard',
  programs: ['pwsh', 'powershell'],
  check(invocation, view, judge) {
    const code = codeOf(invocation);
    if (code === undefined) return undefined;
    const context: CommandContext = { cwd: invocation.cwd ?? '/', home: view.home };
    const statements = split(code);
    if (runsDownload(statements)) return objection(written(invocation), foreign.why, foreign.instead);
    for (const words of statements) {
      const found = judgeStatement(words, context, view, judge);
      if (found !== undefined) return objection(written(invocation), found.why, found.instead);
    }
    return undefined;
  },
};

/** The code that PowerShell is given: as text, encoded, or through its input. */
function codeOf({ args, stdin }: Invocation): string | undefined {
  const at = args.findIndex(({ text }) => /^-(?:c|command|e|ec|enc\w*|f|file)$/i.test(text));
  const option = args[at]?.text ?? '';
  const value = args[at + 1]?.value;
  if (at < 0)
    return args.length > 0 && !args[0]?.text.startsWith('-') ? args.map(({ text }) => text).join(' ') : textOf(stdin);
  if (/^-f/i.test(option) || value === undefined) return undefined;
  if (/^-e/i.test(option)) return Buffer.from(value, 'base64').toString('utf16le');
  return value === '-'
    ? textOf(stdin)
    : args
        .slice(at + 1)
        .map(({ text }) => text)
        .join(' ');
}

const textOf = (stream: Stream): string | undefined => (stream.kind === 'text' ? stream.text : undefined);

interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

/** Words by statement; a pipeline's parts are statements of their own. */
function split(command: string): readonly (readonly Word[])[] {
  const statements: Word[][] = [[]];
  let text = '';
  let quoted = false;
  const end = () => {
    if (text !== '' || quoted) statements.at(-1)?.push({ text, quoted });
    text = '';
    quoted = false;
  };
  for (let at = 0; at < command.length; at++) {
    const char = command[at] ?? '';
    if (char === '`') {
      at++;
      text += command[at] === '\n' ? '' : (command[at] ?? '');
    } else if (char === "'" || char === '"') {
      const close = closing(command, at, char);
      text += command.slice(at + 1, close);
      quoted = true;
      at = close;
    } else if (char === '#' && text === '') {
      const line = command.indexOf('\n', at);
      at = line < 0 ? command.length : line - 1;
    } else if (/[;|\n{}()]|&&/.test(char) || (char === '&' && command[at + 1] === '&')) {
      end();
      statements.push([]);
    } else if (/\s/.test(char)) end();
    else text += char;
  }
  end();
  // The call operator in front of a program that is written out changes nothing.
  return statements
    .map((words) => (words[0]?.text === '&' && words[1]?.text.startsWith('$') === false ? words.slice(1) : words))
    .filter((words) => words.length > 0);
}

function closing(command: string, at: number, quote: string): number {
  const end = command.indexOf(quote, at + 1);
  return end < 0 ? command.length : end;
}

interface Refused {
  readonly rule: string;
  readonly why: string;
  readonly instead: string;
}

const removers = /^(?:remove-item|ri|rm|del|erase|rd|rmdir)$/i;
const disks =
  /^(?:format-volume|clear-disk|initialize-disk|remove-partition|remove-physicaldisk|reset-physicaldisk|format)$/i;
const halts = /^(?:stop-computer|restart-computer|shutdown(?:\.exe)?)$/i;
const evaluators = /^(?:invoke-expression|iex)$/i;

function judgeStatement(
  words: readonly Word[],
  context: CommandContext,
  view: View,
  judge: Judge,
): Refused | undefined {
  const [name] = words;
  if (name === undefined) return undefined;
  const bare = name.text.replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');
  if (removers.test(bare)) return removal(words.slice(1), context, view);
  if (disks.test(bare) && (bare.toLowerCase() !== 'format' || words.some((word) => /^[a-z]:$/i.test(word.text)))) {
    return {
      rule: 'format-disk',
      why: 'It destroys everything on a disk or volume.',
      instead: 'Ask the person to do this to the device.',
    };
  }
  if (halts.test(bare) && !words.some((word) => /^[-/](?:a|\?)$/i.test(word.text))) {
    return {
      rule: 'halt-machine',
      why: 'It stops or restarts the machine.',
      instead: 'Stop the one process that is meant, or ask the person.',
    };
  }
  const text = words.map((word) => word.text).join(' ');
  if (
    evaluators.test(bare) &&
    (words.length === 1 || /downloadstring|downloadfile|invoke-webrequest|\biwr\b|\birm\b|https?:/i.test(text))
  ) {
    return foreign;
  }
  return bare.toLowerCase() === 'git' ? git(words, context, view, judge) : undefined;
}

const foreign: Refused = {
  rule: 'run-foreign-code',
  why: 'It runs code that comes straight from the network, unseen.',
  instead: 'Download it to a file inside the project, read it, and let the person decide whether to run it.',
};

/** `iwr … -OutFile x.ps1; ./x.ps1`. */
function runsDownload(statements: readonly (readonly Word[])[]): boolean {
  const fetched = new Set<string>();
  const bare = (text: string) => text.replace(/^\.[\\/]/, '').toLowerCase();
  for (const [name, ...rest] of statements) {
    if (name === undefined) continue;
    if ([name, ...rest].some(({ text }) => !text.startsWith('-') && fetched.has(bare(text))) && runners.test(name.text)) return true; // prettier-ignore
    if (fetched.has(bare(name.text))) return true;
    if (!/^(?:invoke-webrequest|invoke-restmethod|iwr|irm|curl|wget|start-bitstransfer)(?:\.exe)?$/i.test(name.text)) continue; // prettier-ignore
    const at = rest.findIndex(({ text }) => /^-(?:outf\w*|o|output|destination)$/i.test(text));
    const file = rest[at + 1]?.text;
    if (at >= 0 && file !== undefined) fetched.add(bare(file));
  }
  return false;
}

const runners = /^(?:[&.]|powershell|pwsh|start-process|saps|start|cmd|sh|bash|python\d?|node)(?:\.exe)?$/i;

function removal(words: readonly Word[], context: CommandContext, view: View): Refused | undefined {
  if (words.some((word) => /^-wh?a?t?i?f?$/i.test(word.text) && word.text.length > 2)) return undefined;
  const recursive = words.some((word) => /^(?:-r(?:e(?:c(?:u(?:r(?:s(?:e)?)?)?)?)?)?|-rf|-fr|\/s)$/i.test(word.text));
  if (!recursive) return undefined;
  for (const word of words) {
    if (word.text.startsWith('-') && !word.quoted) continue;
    for (const piece of word.text.split(',')) {
      const target = piece
        .replace(/^\$(?:HOME|env:USERPROFILE|env:HOME)/i, view.home)
        .replace(/^~/, view.home)
        .replace(/\\/g, '/');
      const whole = target.replace(/\/\*?(?:\.\*)?$/, '') || '/';
      const drive =
        /^[a-z]:$/i.test(whole) || /^[a-z]:\/(?:windows|users|program files(?: \(x86\))?)(?:\/[^/]+)?$/i.test(whole);
      const path = /^[a-z]:/i.test(whole) ? undefined : resolvePath(context.cwd, whole);
      const reach = path === undefined ? undefined : isSystem(path, view.home) ? 'system' : reachOfPath(path, view);
      if (
        drive ||
        /^\$env:(?:systemroot|windir|systemdrive|programfiles)/i.test(piece) ||
        (reach !== undefined && reach !== 'inside')
      ) {
        return {
          rule: 'delete-files',
          why: 'It removes files outside this project, or all of it.',
          instead: 'Remove named paths inside the project.',
        };
      }
    }
  }
  return undefined;
}

/** git is the same program in every shell: its words are judged by the same rules. */
function git(words: readonly Word[], context: CommandContext, view: View, judge: Judge): Refused | undefined {
  const line = words.map((word) => `'${word.text.replace(/'/g, `'\\''`)}'`).join(' ');
  const reading = readCommand(line, context);
  const found = judge(reading, view);
  if (found !== undefined) return found;
  if (forcePushEdits(reading).length === 0) return undefined;
  return {
    rule: 'git-push',
    why: 'It overwrites work over there.',
    instead: 'Use `--force-with-lease` in place of `--force`.',
  };
}

function computes(words: readonly Word[]): boolean {
  const [name] = words;
  if (name === undefined) return false;
  if (evaluators.test(name.text)) return true;
  if (/^[&.]$/.test(name.text) && (words[1]?.text ?? '').startsWith('$')) return true;
  return (
    words.some((word) => /^-e(?:nc\w*|c)?$/i.test(word.text)) && /^(?:powershell|pwsh)(?:\.exe)?$/i.test(name.text)
  );
}
