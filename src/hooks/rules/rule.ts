import * as z from 'zod/mini';
import { lazyObject, described } from '../project/lazy-schema';

/** The decisions of rules, the strongest first. */
export const decisions = ['deny', 'ask', 'warn', 'allow'] as const;
export type RuleDecision = (typeof decisions)[number];

/** One pattern or several; any of them may fit, and none of those that begin with `!`. */
export type Patterns = string | readonly string[];

/** What a rule looks at. Everything that is given has to fit the same command, file or tool. */
export interface RuleMatch {
  readonly program?: Patterns | undefined;
  readonly subcommand?: Patterns | undefined;
  readonly flags?: Patterns | undefined;
  readonly effect?: Patterns | undefined;
  readonly path?: Patterns | undefined;
  readonly host?: Patterns | undefined;
  readonly service?: Patterns | undefined;
  readonly verb?: Patterns | undefined;
  readonly where?: 'here' | 'elsewhere' | undefined;
  readonly tool?: Patterns | undefined;
  readonly branch?: Patterns | undefined;
}

/** A command, or a call of another tool, that shows what a rule is meant for. */
export type Example =
  | string
  | {
      readonly command?: string | undefined;
      readonly tool?: string | undefined;
      readonly path?: string | undefined;
      readonly branch?: string | undefined;
    };

/** One rule as people write it. */
export interface Rule {
  readonly id: string;
  readonly match: RuleMatch;
  readonly decision: RuleDecision;
  readonly why: string;
  readonly instead?: string | undefined;
  readonly refuses: readonly Example[];
  readonly passes: readonly Example[];
}

/** What the effects of a command are called in `match.effect`: the kind, or the kind with what it does. */
const effectNames = [
  'read',
  'read:names',
  'write',
  'write:replace',
  'write:append',
  'write:edit',
  'delete',
  'delete:tree',
  'move',
  'link',
  'attributes',
  'run',
  'run:unseen',
  'fetch',
  'send',
  'git',
  'git:commit',
  'git:merge',
  'git:push',
  'git:force-push',
  'git:discard',
  'git:delete-branch',
  'git:rewrite-history',
  'reveal',
  'service',
  'service:read',
  'service:change',
  'service:publish',
  'service:destroy',
  'machine',
  'machine:packages',
  'machine:processes',
  'unknown',
  'unknown:program',
] as const;

const longest = 500;
const sentence = () => z.string().check(z.minLength(1), z.maxLength(longest));
const patterns = (says: string) =>
  z.optional(described(z.union([sentence(), z.array(sentence()).check(z.minLength(1), z.maxLength(100))]), says));

/** A name for completion; other texts are patterns. */
const effects = () => {
  const one = z.union([z.enum(effectNames), sentence()]);
  return z.union([one, z.array(one).check(z.minLength(1), z.maxLength(100))]);
};

const Match = () =>
  z
    .strictObject({
      program: patterns('The program’s name, without its folder: `terraform`, `docker*`.'),
      subcommand: patterns(
        'The first words after the program that are not options: `push`, `remote add`, `* delete-*`.',
      ),
      flags: patterns(
        'An option that must be present: `--force`, `-f`, `--region=eu-*`. `!--dry-run`: one that must be absent.',
      ),
      effect: z.optional(
        described(effects(), 'What the command does, whatever the program: `delete`, `service:destroy`, `git:push`.'),
      ),
      path: patterns(
        'A file that is changed (or read, with effect `read`), from the project’s top: `migrations/**`, `*.lock`, `~/.aws/**`, `/etc/**`.',
      ),
      host: patterns('The other machine: `*.example.com`.'),
      service: patterns('The shared system, as the inspector names it: `aws`, `kubernetes`, `postgres`.'),
      verb: patterns('What is asked of the shared system: `*delete*`.'),
      where: z.optional(described(z.enum(['here', 'elsewhere']), '`elsewhere`: on another machine or in a container.')),
      tool: patterns('The tool of the agent: `Bash`, `Write`, `mcp__github__*`.'),
      branch: patterns('The branch that is checked out, or that is pushed: `release/*`.'),
    })
    .check(z.refine((match) => Object.values(match).some((value) => value !== undefined)));

const ExampleSchema = () =>
  z.union([
    z.string().check(z.minLength(1), z.maxLength(4_000)),
    z.strictObject({
      command: z.optional(z.string().check(z.minLength(1), z.maxLength(4_000))),
      tool: z.optional(sentence()),
      path: z.optional(sentence()),
      branch: z.optional(sentence()),
    }),
  ]);

const examples = (says: string) => described(z.array(ExampleSchema()).check(z.minLength(1), z.maxLength(50)), says);

export const RuleSchema = lazyObject(() => ({
  id: described(
    z.string().check(z.regex(/^[a-z0-9][\w.-]{0,60}$/i)),
    'The rule’s name in decisions and in `gatehouse rules`.',
  ),
  match: described(
    Match(),
    'What the rule looks at. All parts must match the same command, file or tool; a list matches if any of its patterns does.',
  ),
  decision: described(
    z.enum(decisions),
    '`deny` blocks, `ask` asks the person, `warn` tells the agent, `allow` runs without a prompt (only from files that you trust).',
  ),
  why: described(sentence(), 'The reason, in one sentence. The agent and the person read it.'),
  instead: z.optional(described(sentence(), 'What to do instead.')),
  refuses: examples(
    'Commands that the rule must match. They are tested when the file is read: if one does not match, the rule does not take effect.',
  ),
  passes: examples('Similar commands that the rule must not match. If one matches, the rule does not take effect.'),
})) as unknown as z.ZodMiniType<Rule>;

/** Rules that come with Gatehouse: data like those that people write, tried against their examples by a test. */
export interface Pack {
  readonly id: string;
  readonly title: string;
  /** One sentence for the Hooks view and the documents. */
  readonly summary: string;
  readonly rules: readonly Rule[];
}
