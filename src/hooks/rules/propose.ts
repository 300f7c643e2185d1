import type { Trace } from '../pipeline/trace';
import { definitionOf } from '../programs/catalog';
import { readCall } from '../protocol/call';
import { isShellTool, shellCommand } from '../protocol/tools';
import type { Invocation } from '../shell/invocation';
import { readCommand } from '../shell/read-command';
import type { Rule, RuleMatch } from './rule';
import { filesOf } from './match';
import { wordsOf } from './outline';
import { quoted } from '../project/text';

/** A rule that fits a recorded call, to be changed by a person before it is saved; undefined if the call was too large to keep. */
export function proposedRule(trace: Trace, home: string): Rule | undefined {
  const call = trace.call === undefined ? undefined : readCall(trace.call, trace.event, trace.cwd);
  if (call === undefined || 'problem' in call || call.event !== 'PreToolUse') return undefined;
  if (!isShellTool(call.tool)) {
    const [file] = filesOf(call, home);
    const relative =
      file?.path.startsWith(`${trace.root}/`) === true ? file.path.slice(trace.root.length + 1) : file?.path;
    const match: RuleMatch =
      relative === undefined || file === undefined ? { tool: call.tool } : { effect: file.effect, path: relative };
    const example = relative === undefined ? { tool: call.tool } : { tool: call.tool, path: relative };
    const other =
      relative === undefined ? { tool: `${call.tool}-other` } : { tool: call.tool, path: `${relative}.other` };
    return rule(
      idOf([call.tool, relative ?? '']),
      match,
      [example],
      [other],
      `${call.tool} of ${relative ?? 'this kind'} is decided by this rule.`,
    );
  }
  const command = shellCommand(call);
  return command === undefined ? undefined : ruleForCommand(command, { cwd: call.cwd, home }, partOf(trace));
}

/** The part of the call that the decision was about. */
function partOf({ gates, verdict }: Trace): string | undefined {
  const ruling = gates.find(({ id }) => id === verdict.gate)?.rulings.find(({ kind }) => kind === 'deny');
  return typeof ruling?.part === 'string' ? ruling.part : undefined;
}

/** A rule for a command: its program and what it is told to do. `part` says which piece of a longer line is meant. */
export function ruleForCommand(command: string, at: { cwd: string; home: string }, part?: string): Rule | undefined {
  const { invocations } = readCommand(command, at);
  const meant = invocationIn(invocations, part);
  if (meant?.program === undefined || meant.program === '') return undefined;
  const [words = []] = wordsOf(meant).operands;
  const verbs =
    definitionOf(meant.program)?.operands === undefined
      ? words.slice(0, 2).filter((word) => /^[a-z][\w:.-]*$/i.test(word))
      : [];
  const subcommand = verbs
    .slice(0, /[-:]|^(?:push|deploy|publish|destroy|delete)$/.test(verbs[0] ?? '') ? 1 : 2)
    .join(' ');
  const match: RuleMatch = { program: meant.program, ...(subcommand === '' ? {} : { subcommand }) };
  return rule(
    idOf([meant.program, subcommand]),
    match,
    [command],
    [`echo ${quoted(command)}`],
    `${[meant.program, subcommand].join(' ').trim()} is decided by this rule.`,
  );
}

const rule = (id: string, match: RuleMatch, refuses: Rule['refuses'], passes: Rule['passes'], why: string): Rule => ({
  id,
  match,
  decision: 'deny',
  why,
  refuses,
  passes,
});

const frames = /^(?:cd|echo|true|test|\[|export|set|pwd|printf|sleep|source|\.)$/;

/** The piece that the decision was about, or else the first one with an effect. */
function invocationIn(invocations: readonly Invocation[], part: string | undefined): Invocation | undefined {
  const named =
    part === undefined
      ? undefined
      : invocations.find(({ name, args }) =>
          [name, ...args]
            .map(({ raw }) => raw)
            .join(' ')
            .startsWith(part.slice(0, 40).trim()),
        );
  return named ?? invocations.find(({ program }) => program !== undefined && program !== '' && !frames.test(program));
}

const idOf = (words: readonly string[]): string =>
  words
    .join('-')
    .toLowerCase()
    .replace(/[^\w.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 50) || 'rule';
