import { resolvePath } from '../shell/paths';
import type { ShellWord } from '../shell/invocation';
import { machine, runsUnseen, type Action } from './effect';
import type { Definition, Family, Use } from './program';

/** Options that take the limits off an agent: alone, or with a value. */
interface Limits {
  readonly switches: readonly string[];
  readonly values?: Readonly<Record<string, RegExp>>;
  /** Variables before the command with which it finds no hooks, or hooks that do nothing. */
  readonly variables?: RegExp;
  /** Subcommands that only show something. */
  readonly shows?: RegExp;
  /** Subcommands that change what the agent is or may do. */
  readonly configures?: RegExp;
  /** Subcommands that take the limits off for good. */
  readonly unlimits?: RegExp;
}

/** A coding agent that another one starts: no hook of this session sees what it does. */
function agent(options: string, limits: Limits): Definition {
  return {
    options: `* -v,--version -h,--help ${options}`,
    inert: '--help --version',
    effects(use) {
      const verbs = use.operands.map(({ text }) => text).join(' ');
      const off: Action[] =
        limits.unlimits?.test(verbs) === true || withoutLimits(use, limits) ? [machine('unguarded-agent')] : [];
      if (off.length === 0 && limits.shows?.test(verbs) === true) return [];
      if (limits.configures?.test(verbs) === true) return [off, machine('settings', 'changes what an agent may do')];
      return [off, runsUnseen(`starts ${use.program}, another agent`)];
    },
  };
}

/** With these Gatehouse's gates are off. */
const switchOff = ['GATEHOUSE_DISABLE', 'HOOK_BYPASS'] as const;

function withoutLimits(use: Use, { switches, values = {}, variables }: Limits): boolean {
  return (
    use.has(...switches) ||
    switchOff.some((name) => use.at.variable?.(name) !== undefined) ||
    use.at.assignments.some(({ name }) => name.startsWith('GATEHOUSE_') || variables?.test(name) === true) ||
    Object.entries(values).some(([name, off]) =>
      use.values(name).some((word) => [word.text, ...fileText(use, word)].some((text) => off.test(text))),
    )
  );
}

/** The text of a settings file that an option names. */
function fileText({ at }: Use, { value }: ShellWord): readonly string[] {
  const file = value?.endsWith('.json') === true ? resolvePath(at.cwd, value) : undefined;
  const text = file === undefined ? undefined : at.readFile(file);
  return text === undefined ? [] : [text];
}

const listing =
  /^(?:(?:plugin|plugins|config|extensions|skills|agents) (?:list|ls|get|show|details?)|auth status|doctor|models)\b/;
const setting =
  /^(?:mcp|plugin|plugins|config|extensions|install|update|setup-token|migrate-installer|login|logout|auth|hooks)\b/;

/** Coding agents. */
export const agents: Family = {
  'claude claude-code': agent(
    '-p,--print --permission-mode= --model= --allowedTools,--allowed-tools= --disallowedTools,--disallowed-tools= --settings= --output-format= ' +
      '--input-format= --append-system-prompt= --system-prompt= --mcp-config= --add-dir= --session-id= --max-turns= -r,--json --resume=? --agents= --permission-prompt-tool= --setting-sources=',
    {
      // Without settings there are no hooks either.
      switches: ['--dangerously-skip-permissions', '--allow-dangerously-skip-permissions', '--bare', '--safe-mode'],
      values: {
        '--permission-mode': /^bypassPermissions$/i,
        '--settings': /disableAllHooks|bypassPermissions/,
        // Hooks may be registered in any of the three.
        '--setting-sources': /^(?!(?=.*\buser\b)(?=.*\bproject\b)(?=.*\blocal\b))/,
      },
      variables: /^(?:CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE|HOME)$/,
      shows: listing,
      configures: setting,
      unlimits: /^config (?:set|add)\b.*\b(?:disableAllHooks|bypassPermissions|hooks)\b/,
    },
  ),
  codex: agent(
    '-c,--config= -m,--model= -p,--profile= -s,--sandbox= -a,--ask-for-approval= -C,--cd= -i,--image= -o,--output-last-message=write',
    {
      switches: ['--dangerously-bypass-approvals-and-sandbox', '--yolo', '--dangerously-bypass-hook-trust'],
      values: { '--sandbox': /^danger-full-access$/, '--config': /danger-full-access/ },
      shows: listing,
      configures: setting,
    },
  ),
  'gemini gemini-cli qwen': agent(
    '-m,--model= -p,--prompt= -i,--prompt-interactive= -y,--yolo --approval-mode= -s,--sandbox -e,--extensions=',
    { switches: ['--yolo'], values: { '--approval-mode': /^yolo$/ }, shows: listing, configures: setting },
  ),
  copilot: agent('-p,--prompt= --model= --allow-tool= --deny-tool= --add-dir=', {
    switches: ['--allow-all-tools', '--allow-all', '--yolo', '--allow-all-paths'],
    shows: listing,
    configures: setting,
  }),
  'cursor-agent': agent('-p,--print -f,--force -m,--model= --output-format=', {
    switches: ['--force', '--yolo'],
    shows: listing,
    configures: setting,
  }),
  'aider opencode goose crush amp droid auggie': agent('-y,--yolo -m,--message= --model= --auto=', {
    switches: ['--yes-always', '--yolo', '--dangerously-allow-all', '--skip-permissions-unsafe'],
    values: { '--auto': /^high$/ },
    shows: listing,
    configures: setting,
  }),
};
