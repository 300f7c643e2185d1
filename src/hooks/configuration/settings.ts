import * as z from 'zod/mini';
import type { Level, Profile } from '../pipeline/gate';
import { RuleSchema, type Rule } from '../rules/rule';
import { expression } from '../project/pattern';
import { choice, count, list, shaped, text, words, yesNo, type Setting } from './setting';
import { described } from '../project/lazy-schema';

const rescuePolicies = ['profile', 'snapshot-then-run', 'refuse', 'off'] as const;
type RescuePolicy = (typeof rescuePolicies)[number];

/*
 * The values of `.claude/gatehouse.json`, `.claude/gatehouse.local.json` and `~/.gatehouse/config.json`, by section.
 * A section belongs to the gates that read it. To add a setting, add one entry here:
 *
 *   guard: {
 *     strictness: choice(['standard', 'strict'], { fallback: 'standard', repository: 'later', says: 'How …' }),
 *   },
 *
 * and read it as `site.config.settings.guard.strictness`. Validation, messages about wrong values, the JSON Schema,
 * `gatehouse config` and the defaults follow from the entry. `choice`, `yesNo`, `count`, `text`, `words`, `list` and
 * `shaped` are in setting.ts. `repository` says what a file of the repository may do with the value while the person
 * does not trust the file:
 *
 *   free             set it: no value runs, sends or allows anything
 *   trusted          nothing: a wrong value could run, send or allow something
 *   adds             add items to the list, never remove one
 *   later            choose a word further right in the list, which is ordered from loose to strict
 *   lower, higher    choose a number in this direction, the stricter one
 *   true, false      choose this value, the stricter of the two
 *   { combine(…) }   what the function makes of the value so far and the file's
 *
 * In the files a gate's level may stand beside its options: `"gates": { "guard": { "level": "warn", "strictness": … } }`
 * is the same as `"gates": { "guard": "warn" }, "guard": { "strictness": … }`. A gate's section is its id in camelCase:
 * `autoReview` for `auto-review`. A section in `mainKeys` may also be written as a single value: `"rescue": "refuse"`.
 */
export const sections = {
  guard: {
    strictness: choice(['standard', 'strict'], {
      fallback: 'standard',
      repository: 'later',
      says: 'How strict the guard is: `strict` adds rules that not everyone wants, such as no direct push to a protected branch, and blocks code that cannot be analysed.',
    }),
    temporaryFiles: choice(['leave', 'profile', 'move'], {
      fallback: 'profile',
      repository: 'free',
      says: 'Whether new files that a command writes under /tmp go to the project’s own tmp/ instead. `profile` redirects them only in the profile harness.',
    }),
  },
  rescue: {
    policy: shaped<RescuePolicy>(() => z.enum(rescuePolicies), {
      fallback: 'profile',
      allowed: `one of ${rescuePolicies.map((value) => `"${value}"`).join(', ')}`,
      // A repository may demand `refuse`; only the person may decide that snapshots are enough.
      repository: { combine: (held, wished) => (wished === 'refuse' && held !== 'off' ? wished : held) },
      says: 'What happens before a command discards work that exists nowhere else: `snapshot-then-run` saves it in a snapshot; `refuse` blocks git commands that would lose work, and no others; `off` saves nothing and blocks every git command that can lose work, even if nothing would be lost, so it blocks more than `refuse`; `profile` means `snapshot-then-run` in the profile standard and `off` in the others.',
    }),
  },
  rules: {
    list: list<Rule>(() => RuleSchema, {
      fallback: [],
      repository: {
        // The rules of an untrusted file may deny and ask, but not allow.
        combine(held, wished, trusted) {
          const known = new Set(held);
          return [...held, ...wished.filter((rule) => !known.has(rule) && (trusted || rule.decision !== 'allow'))];
        },
      },
      allowed: 'a list of {id, match, decision, why, instead, refuses, passes}',
      says: 'Your own rules: what they match, what they decide, why, and examples that are tested when the file is read. The rules of all files apply; only files that you trust can allow calls.',
    }),
  },
  host: {
    start: choice(['auto', 'off'], {
      fallback: 'auto',
      repository: 'later',
      says: 'Whether a hook starts the background host if none is running, so that later hooks are answered faster: `auto` or `off`. GATEHOUSE_HOST=off does the same. The host exits after 15 idle minutes.',
    }),
  },
  fleet: {
    endpoint: text({
      repository: 'trusted',
      says: 'The address of an OpenTelemetry collector (OTLP over HTTP, without `/v1/logs`). If your own `config.json` sets it, the host sends decisions and flag changes there; otherwise nothing is sent. See docs/fleet.md.',
    }),
    headers: words({ fallback: [], repository: 'trusted', says: 'Headers for the collector, as `name=value`.' }),
    subjects: yesNo({
      fallback: true,
      repository: 'trusted',
      says: 'Whether to include commands, paths and reasons, masked as in the decision log, or only which gate decided what.',
    }),
  },
  autoReview: {
    level: choice(['standard', 'profile', 'strict'], {
      fallback: 'profile',
      repository: 'later',
      says: 'Which commands auto-review approves: with `strict`, those that only read, or that compile the project without running it; with `standard`, also those that make reversible changes to the project. `profile` means `standard` in the profile harness and `strict` in the others.',
    }),
    safe: words({
      fallback: [],
      repository: 'trusted',
      says: 'Programs that only read, by name (`jq`) or by the first words of a command (`mytool status`).',
    }),
    risky: words({
      fallback: [],
      repository: 'adds',
      says: 'Programs that are never approved, by name or by the first words of a command.',
    }),
  },
  llmReview: {
    providers: list(() => z.enum(['gemini', 'openai', 'anthropic']), {
      fallback: ['gemini', 'openai', 'anthropic'],
      allowed: 'a list of "gemini", "openai" and "anthropic"',
      repository: 'trusted',
      says: 'The providers whose models may see commands that auto-review left undecided, in the order in which they are asked.',
    }),
  },
  planes: {
    doc: words({
      fallback: ['md', 'mdx'],
      repository: 'trusted',
      says: 'File extensions that count as documents; everything else that git would track is code.',
    }),
  },
  branches: {
    protected: words({
      fallback: ['main', 'master'],
      repository: 'adds',
      says: 'Protected branches. The agent must not overwrite or delete them, or commit on them directly. `guard.strictness` `strict` also blocks pushes to them, and the gate branch-guard also blocks edits of source files while one of them is checked out.',
    }),
  },
  stopGuard: {
    mode: choice(['off', 'warn', 'strict'], {
      fallback: 'warn',
      repository: 'later',
      says: 'What happens when the agent stops with unreviewed changes; STOP_GUARD_MODE overrides it.',
    }),
  },
  tests: { command: text({ repository: 'trusted', says: 'How to run the tests; detected automatically if not set.' }) },
  verify: {
    requires: list(() => z.enum(['code-review', 'doc-review', 'precommit', 'tests', 'proof']), {
      fallback: [],
      repository: 'adds',
      allowed: 'a list of "code-review", "doc-review", "precommit", "tests" and "proof"',
      says: 'The flags that `gatehouse verify` requires of every commit. If the list is empty, one receipt of any kind is enough.',
    }),
  },
  nudge: {
    indexes: list(
      () =>
        z.object({
          name: z.string(),
          marker: z.string(),
          kind: z.enum(['folder', 'file']),
          server: z.optional(z.string()),
          offers: z.string(),
        }),
      {
        fallback: [],
        repository: 'adds',
        allowed: 'a list of {name, marker, kind: "folder" or "file", server, offers}',
        says: 'Additional code indexes: the file or folder that shows that the index exists, its MCP server, and what it can do.',
      },
    ),
  },
  workflow: {
    workflows: list(
      () =>
        z.object({
          name: described(
            z.string().check(z.regex(/^[\w.-]{1,40}$/)),
            'The workflow’s name. Its phase files are named after it: `.<name>-analysis-done`, `.<name>-plan-approved` …',
          ),
          agents: described(
            z.object({
              analysis: agents('Sub-agents that analyse. When one of them ends, the analysis is done.'),
              planning: agents(
                'Sub-agents that write the plan. When one of them ends, the plan waits for your approval.',
              ),
              execution: agents(
                'Sub-agents that carry out the plan. They start only while the current plan is approved.',
              ),
              verification: agents(
                'Sub-agents that audit. A passed audit completes the workflow, a failed one sends it back.',
              ),
            }),
            'Which sub-agents belong to which phase, by the name in their definition.',
          ),
          tools: described(
            z._default(z.array(z.string().check(z.refine(isToolName))), []),
            'MCP tools that make changes. They wait for the approval, like the execution. A name, or a pattern between slashes.',
          ),
          plan: described(
            z._default(z.string(), 'MASTER_PLAN.md'),
            'The plan that you approve, relative to the project. Any change to it withdraws the approval.',
          ),
          retries: described(
            z._default(z.int().check(z.gte(0), z.lte(20)), 3),
            'How often a failed audit sends the work back to the execution before you have to look.',
          ),
        }),
      {
        fallback: [],
        repository: 'adds',
        allowed: 'a list of {name, agents: {analysis, planning, execution, verification}, tools, plan, retries}',
        says: 'Workflows with phases: which sub-agents do what, which MCP tools make changes, the plan that a person approves, and how often an audit may send the work back.',
      },
    ),
  },
  agents: {
    planner: words({ fallback: ['planner', 'Plan'], repository: 'adds', says: 'Agent types that plan.' }),
    implementer: words({ fallback: ['implementer'], repository: 'adds', says: 'Agent types that write source.' }),
    guardian: words({ fallback: ['guardian'], repository: 'adds', says: 'Agent types that commit and merge.' }),
  },
  notify: {
    muted: yesNo({ fallback: false, repository: 'free', says: 'Turns off desktop notifications from this project.' }),
    kinds: words({
      fallback: ['permission_prompt', 'idle_prompt', 'elicitation_dialog', 'agent_needs_input'],
      repository: 'free',
      says: 'The kinds of agent notifications that are shown on the desktop.',
    }),
    quietHours: text({
      repository: 'free',
      says: 'Hours without desktop notifications, in local time, such as 22:00-07:00.',
    }),
  },
  issues: {
    github: yesNo({
      fallback: false,
      repository: false,
      says: 'Lets `gh` look up the open issues and those that a prompt names, read-only and in the background. Needs `gh`, signed in.',
    }),
    todo: choice(['local', 'github'], {
      fallback: 'local',
      repository: 'trusted',
      says: 'Where `gatehouse todo add` keeps work for later: `local`, in a list on this machine, or `github`, as an issue of the repository, created with `gh` (in the local list if that fails).',
    }),
  },
  updates: {
    apply: yesNo({
      fallback: true,
      repository: 'trusted',
      says: 'Whether to fast-forward `~/.claude`, if it is a git repository, to a newer version with the same major number. If false, a newer version is only reported.',
    }),
  },
  review: {
    tool: text({
      repository: 'free',
      says: 'The tool that is suggested for a review of a changed file; mcp__multi__codereview by default.',
    }),
    tools: shaped<readonly string[]>(() => z.array(z.string().check(z.minLength(1), z.maxLength(200))), {
      fallback: ['mcp__*codex*'],
      allowed: 'a list of tool names, with * for any part of a name',
      // Another reviewer could be one that passes everything: a repository can only take some away.
      repository: { combine: (held, wished) => held.filter((name) => wished.includes(name)) },
      says: 'The MCP tools whose answers count as reviews, with `*` for any part of a name; a repository can shorten the list, not add to it.',
    }),
    maxRounds: count({
      fallback: 10,
      min: 3,
      max: 50,
      repository: 'lower',
      says: 'How many rounds of fixing and reviewing in a row the stop guard demands before it asks a person to decide.',
    }),
  },
  questions: {
    answer: choice(['answer', 'instruct'], {
      fallback: 'answer',
      repository: 'trusted',
      says: 'What happens to a question that you never want to see: `answer` fills in the answer, `instruct` blocks the question and tells the agent which answer to use.',
    }),
    registry: list(() => z.object({ id: z.string(), text: z.string(), door: z.enum(['one-way', 'two-way']) }), {
      fallback: [],
      repository: 'trusted',
      allowed: 'a list of {id, text, door: "one-way" or "two-way"}',
      says: 'Questions known by name: a question with the same id and similar text is treated as that question. A `one-way` question, whose answer cannot be undone, is never answered for you.',
    }),
  },
} satisfies Sections;

/** Sections that may be written as a single value, that of this key: `"rescue": "refuse"`. */
export const mainKeys: Readonly<Record<string, string>> = { rescue: 'policy', rules: 'list' };

/** Is this a tool's name, or a valid regular expression between slashes? */
function isToolName(name: string): boolean {
  try {
    if (name.startsWith('/')) expression(name.slice(1, -1));
    return true;
  } catch {
    return false;
  }
}

function agents(description: string) {
  return described(z._default(z.array(z.string()), []), description);
}

export type Sections = Readonly<Record<string, Readonly<Record<string, Setting<unknown>>>>>;

type ValuesOf<S> = {
  readonly [Section in keyof S]: {
    readonly [Key in keyof S[Section]]: S[Section][Key] extends Setting<infer T> ? T : never;
  };
};

/** All values in effect. */
export type Settings = ValuesOf<typeof sections> & {
  readonly profile: Profile;
  /** Levels that were set, by gate id; `Config.level` gives the level in effect. */
  readonly gates: Readonly<Record<string, Level>>;
};

export function defaultSettings(): Settings {
  const all: Sections = sections;
  const values = Object.entries(all).map(([section, entries]) => [
    section,
    Object.fromEntries(Object.entries(entries).map(([key, setting]) => [key, setting.fallback])),
  ]);
  return { profile: 'standard', gates: {}, ...(Object.fromEntries(values) as ValuesOf<typeof sections>) };
}
