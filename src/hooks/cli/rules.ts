import path from 'node:path';
import { allGates } from '../pipeline/catalog';
import { findTrace, readTraces } from '../pipeline/decision-log';
import type { Site } from '../pipeline/site';
import { personHome } from '../project/home';
import { loadConfig, type LoadedConfig } from '../configuration/load-config';
import { placeOf } from '../project/place';
import type { PastChanges, TriedAt } from '../rules/examples';
import { originOf, shownOrigin } from '../rules/origin';
import { decisions, RuleSchema, type Example, type Rule } from '../rules/rule';
import { fileOf, targets, withRule, writeRule, type Target } from '../rules/write';
import {
  type Command,
  Declined,
  exitCodes,
  noteAct,
  personAt,
  requireConfirmation,
  siteOf,
  type Terminal,
} from './command';
import {
  answer,
  changeRow,
  json,
  noMoreWords,
  onOff,
  printable,
  readWords,
  table,
  UsageError,
  withText,
} from './words';

const help = `
Usage: gatehouse rules [list] [--json]
       gatehouse rules test [<command>] [--tool <tool>] [--path <file>] [--branch <branch>] [--json]
       gatehouse rules add (--command <command> | --from <decision>) [options] [--json]

list   the rules in effect here: those of your files and of policies, and the packs that come with Gatehouse.
test   tries the examples of every rule; with a command, or a tool and a file, tells which rules match it.
add    shows what the rule would have changed in the last 1,000 recorded calls, then writes it with the command as its
       first example. It needs a terminal, where you type a word to confirm.

Options of add:
  --id, --why, --instead           as in the file; suggested if left out
  --decision deny|ask|warn|allow   (default deny)
  --program, --subcommand, --flags, --effect, --path, --host, --service, --verb, --tool, --branch
                                   what the rule matches; suggested from the command if left out
  --refuses, --passes              further examples; may be given several times
  --file project|local|person      where it is written (default project)
  --dry-run                        shows the rule and what it would have changed, and writes nothing

Exit codes: 0 done, 1 an example fails, no rule matches, declined or no terminal, 64 wrong usage, 70 could not be
done.
`;

const parts = () => import(/* webpackChunkName: "commands" */ '../rules/parts');

const matchKeys = [
  'program',
  'subcommand',
  'flags',
  'effect',
  'path',
  'host',
  'service',
  'verb',
  'tool',
  'branch',
] as const;
const many = { type: 'string', multiple: true } as const;
const ofMatch = Object.fromEntries(matchKeys.map((key) => [key, many])) as Record<
  (typeof matchKeys)[number],
  typeof many
>;

export const command: Command = {
  name: 'rules',
  summary: 'list, test and add your own rules',
  help,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, {
      'dry-run': onOff,
      command: withText,
      from: withText,
      id: withText,
      why: withText,
      instead: withText,
      decision: withText,
      file: withText,
      refuses: many,
      passes: many,
      ...ofMatch,
    });
    const [word = 'list', ...more] = positionals;
    switch (word) {
      case 'list':
        noMoreWords(more);
        return list(terminal, asJson);
      case 'test': {
        const [text, ...rest] = more;
        noMoreWords(rest);
        const named = {
          ...(text === undefined ? {} : { command: text }),
          ...one('tool', values.tool),
          ...one('path', values.path),
          ...one('branch', values.branch),
        };
        return Object.keys(named).length === 0 ? testAll(terminal, asJson) : testOne(named, terminal, asJson);
      }
      case 'add':
        noMoreWords(more);
        return add(values, terminal, asJson);
      default:
        throw new UsageError(`use list, test or add, not '${word}'`);
    }
  },
};

const one = (key: string, given: readonly string[] | undefined) =>
  given?.[0] === undefined ? {} : { [key]: given[0] };

interface Here {
  readonly site: Site;
  readonly config: LoadedConfig;
  readonly at: TriedAt;
}

function here(terminal: Terminal): Here {
  const place = placeOf(terminal.cwd);
  const config = loadConfig({ env: terminal.env, place, requestedByName: false });
  return { site: siteOf(terminal), config, at: { root: place.root, home: personHome(terminal.env) } };
}

interface Listed {
  readonly id: string;
  readonly decision: string;
  readonly why: string;
  /** The file and line, the policy with its version, or the pack. */
  readonly from: string;
  readonly inEffect: boolean;
  /** Why it is not in effect. */
  readonly problem?: string;
}

async function listed({ config, at }: Here): Promise<readonly Listed[]> {
  const { failedExamples, packs, sayFailed } = await parts();
  const own = config.settings.rules.list.map((rule) => {
    const [failed] = failedExamples(rule, at);
    return {
      ...about(rule, shownOrigin(originOf(rule, config.layers), at.root)),
      inEffect: failed === undefined,
      ...(failed === undefined ? {} : { problem: sayFailed(failed) }),
    };
  });
  const gates = (await allGates()).map(({ gate }) => gate);
  const shipped = packs.flatMap(({ id, rules }) => {
    const gate = gates.find((one) => one.id === id);
    const level = gate === undefined ? 'off' : config.level(gate);
    return rules.map((rule) => ({ ...about(rule, `pack ${id} (${level})`), inEffect: level === 'enforce' }));
  });
  return [...own, ...shipped];
}

const about = ({ id, decision, why }: Rule, from: string) => ({ id, decision, why, from });

async function list(terminal: Terminal, asJson: boolean): Promise<number> {
  const rules = await listed(here(terminal));
  if (asJson) json(terminal, { rules });
  else {
    terminal.out(
      printable(
        table(rules.map(({ id, decision, from, why, inEffect }) => [inEffect ? ' ' : '!', id, decision, from, why])),
      ),
    );
    for (const { id, problem } of rules) if (problem !== undefined) terminal.err(printable(`! ${id}: ${problem}\n`));
  }
  return rules.some(({ problem }) => problem !== undefined) ? exitCodes.no : exitCodes.ok;
}

async function testAll(terminal: Terminal, asJson: boolean): Promise<number> {
  const { failedExamples, packs, sayFailed } = await parts();
  const { config, at } = here(terminal);
  const all = [...config.settings.rules.list, ...packs.flatMap(({ rules }) => rules)];
  const failed = all.flatMap((rule) =>
    failedExamples(rule, at).map((example) => ({
      id: rule.id,
      from: shownOrigin(originOf(rule, config.layers), at.root),
      problem: sayFailed(example),
    })),
  );
  const examples = all.reduce((sum, { refuses, passes }) => sum + refuses.length + passes.length, 0);
  if (asJson) json(terminal, { rules: all.length, examples, failed });
  else {
    for (const { id, from, problem } of failed) terminal.err(printable(`${from} ${id}: ${problem}\n`));
    terminal.out(`${examples} examples of ${all.length} rules, ${failed.length} failed.\n`);
  }
  return failed.length === 0 ? exitCodes.ok : exitCodes.no;
}

async function testOne(example: Exclude<Example, string>, terminal: Terminal, asJson: boolean): Promise<number> {
  const { failedExamples, matches, packs } = await parts();
  const { config, at } = here(terminal);
  const own = config.settings.rules.list.map((rule) => ({
    rule,
    from: shownOrigin(originOf(rule, config.layers), at.root),
  }));
  const shipped = packs.flatMap(({ id, rules }) => rules.map((rule) => ({ rule, from: `pack ${id}` })));
  const found = [...own, ...shipped]
    .filter(({ rule }) => matches(rule, example, at))
    .map(({ rule, from }) => ({ ...about(rule, from), inEffect: failedExamples(rule, at).length === 0 }));
  if (asJson) json(terminal, { matches: found });
  else if (found.length === 0) terminal.out('No rule matches.\n');
  else terminal.out(printable(table(found.map(({ id, decision, from, why }) => [id, decision, from, why]))));
  return found.length === 0 ? exitCodes.no : exitCodes.ok;
}

type Given = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
const texts = (value: Given[string]): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : typeof value === 'string' ? [value] : [];

async function add(given: Given, terminal: Terminal, asJson: boolean): Promise<number> {
  const { failedExamples, wouldHaveChanged, sayFailed } = await parts();
  const now = here(terminal);
  const target = targetNamed(texts(given.file)[0] ?? 'project');
  const rule = read({ ...(await proposed(given, now, terminal)), ...chosen(given) });
  const [failed] = failedExamples(rule, now.at);
  if (failed !== undefined) {
    throw new Declined(`gatehouse rules add: ${sayFailed(failed)}. Nothing was changed.`);
  }
  const file = fileOf(target, terminal.env, now.site.place);
  const would = wouldHaveChanged(rule, now.site.home, now.at.home);
  if (given['dry-run'] === true) {
    answer(terminal, asJson, { file, rule, ...would, written: false }, printable(changesText(file, rule, would)));
    return exitCodes.ok;
  }
  await requireConfirmation(terminal, 'rules add', 'add', printable(changesText(file, rule, would)));
  await writeRule(rule, target, terminal.env, now.site.place, personAt(terminal));
  noteAct(terminal, now.site, 'rule', `${rule.id} in ${path.relative(now.site.root, file)}`);
  answer(terminal, asJson, { file, rule, ...would, written: true }, printable(`The rule ${rule.id} is in ${file}.\n`));
  return exitCodes.ok;
}

/** From a decision or a command; the words of the call go before it. */
async function proposed(given: Given, { site, at }: Here, terminal: Terminal): Promise<Rule> {
  const { proposedRule, ruleForCommand } = await parts();
  const [id] = texts(given.from);
  const [text] = texts(given.command);
  if ((id === undefined) === (text === undefined)) throw new UsageError('use --command <command> or --from <decision>');
  if (id !== undefined) {
    const trace =
      id === 'last'
        ? readTraces(site.home, { limit: 1, matches: ({ event }) => event === 'PreToolUse' })[0]
        : findTrace(site.home, id);
    if (trace === undefined) throw new UsageError(`there is no decision '${id}' here; 'gatehouse explain' lists them`);
    const rule = proposedRule(trace, at.home);
    if (rule === undefined) throw new UsageError('that call was too large to keep, or runs no program');
    return rule;
  }
  const rule = ruleForCommand(text ?? '', { cwd: terminal.cwd, home: at.home });
  if (rule === undefined) throw new UsageError('the command runs no program');
  return rule;
}

function chosen(given: Given): Partial<Rule> {
  const match = matchKeys.flatMap((key) => {
    const wanted = texts(given[key]);
    return wanted.length === 0 ? [] : [[key, wanted.length === 1 ? wanted[0] : wanted] as const];
  });
  const examples = (key: 'refuses' | 'passes') => (texts(given[key]).length === 0 ? {} : { [key]: texts(given[key]) });
  return {
    ...Object.fromEntries(
      ['id', 'why', 'instead', 'decision'].flatMap((key) =>
        texts(given[key])
          .slice(0, 1)
          .map((text) => [key, text]),
      ),
    ),
    ...(match.length === 0 ? {} : { match: Object.fromEntries(match) }),
    ...examples('refuses'),
    ...examples('passes'),
  };
}

function read(rule: Rule): Rule {
  const result = RuleSchema.safeParse(rule);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const allowed = issue?.path[0] === 'decision' ? `one of ${decisions.join(', ')}` : (issue?.message ?? 'not a rule');
  throw new UsageError(`${(issue?.path ?? []).join('.')}: ${allowed}`);
}

function targetNamed(word: string): Target {
  const target = targets.find((one) => one === word);
  if (target === undefined) throw new UsageError(`--file needs one of ${targets.join(', ')}, not '${word}'`);
  return target;
}

function changesText(file: string, rule: Rule, { looked, changed }: PastChanges): string {
  const rows = changed.slice(0, 20).map((call) => changeRow(call, '  '));
  const rest = changed.length > 20 ? `  … and ${changed.length - 20} more\n` : '';
  return `${file} gets this rule:\n${withRule('', rule)}\nOf the last ${looked} recorded calls it would have changed ${changed.length}:\n${table(rows)}${rest}`;
}
