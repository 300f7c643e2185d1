import type { Invocation, ShellWord } from '../shell/invocation';
import { readOptions, type Options, type OptionSpec } from '../shell/options';
import { local, reads, risky, unknown, type Judgement } from './judgement';

/*
 * How the tables say what a program's words mean. A table is data: program or verb names, several to a key, against
 *
 *   read()                          reads whatever it is told
 *   read({ risky: ['-o'] })         reads, unless told otherwise
 *   change('adds to the index')     a local change that can be taken back
 *   stop('deletes files')           never approved
 *   verbs({ 'list ls': read() })    it depends on the word that comes first
 *   judged((words) => …)            anything else
 */
export type Rule = OptionRule | VerbRule | JudgedRule;

/** Why an option is not harmless, by option; a list gives the option itself as the reason. */
type Reasons = readonly string[] | Readonly<Record<string, string>>;

interface Restrictions {
  /** Options with a value. */
  readonly takes?: OptionSpec;
  /** With one of these it only reads: `--dry-run`, `--list`. */
  readonly read?: readonly string[];
  /** With one of these it changes something of the project. */
  readonly local?: Reasons;
  readonly risky?: Reasons;
  /** No options but these, those of `takes` and the ones above. */
  readonly only?: readonly string[];
  /** At most so many operands. */
  readonly operands?: number;
  /** What the operands say; undefined where they are harmless. */
  readonly judge?: (read: Options, on: Invocation) => Judgement | undefined;
  /** Every word must be known: what is sent away has to be seen. */
  readonly known?: boolean;
  /** Long options are never abbreviated. */
  readonly exact?: boolean;
}

interface OptionRule extends Restrictions {
  readonly kind: 'options';
  readonly base: Judgement;
}

interface VerbRule {
  readonly kind: 'verbs';
  readonly verbs: Lookup;
  /** Options in front of the verb. */
  readonly takes?: OptionSpec | undefined;
  /** Switches in front of the verb. */
  readonly switches?: readonly string[] | undefined;
  /** Without a verb. */
  readonly bare?: Rule | undefined;
  /** A verb that is not in the table. */
  readonly other?: Rule | undefined;
}

interface JudgedRule {
  readonly kind: 'judged';
  readonly judge: (words: readonly ShellWord[], on: Invocation) => Judgement;
}

export type Table = Readonly<Record<string, Rule>>;

export const read = (restrictions: Restrictions = {}): Rule => ({ kind: 'options', base: reads, ...restrictions });
export const change = (why: string, restrictions: Restrictions = {}): Rule => ({
  kind: 'options',
  base: local(why),
  ...restrictions,
});
export const stop = (why: string, restrictions: Restrictions = {}): Rule => ({
  kind: 'options',
  base: risky(why),
  ...restrictions,
});
export const judged = (judge: JudgedRule['judge']): Rule => ({ kind: 'judged', judge });
export const verbs = (
  table: Table,
  more: { takes?: OptionSpec; switches?: readonly string[]; bare?: Rule; other?: Rule } = {},
): Rule => ({ kind: 'verbs', verbs: new Lookup(table), ...more });

/**
 * Rules by name; names that stand together in a key get the same one. The tables are long and a command names few of
 * them, so a key is taken apart when somebody asks: for one name, and for all of them once a name was in none.
 */
export class Lookup {
  private readonly known = new Map<string, Rule>();
  private whole = false;

  constructor(private readonly table: Table) {}

  get(name: string): Rule | undefined {
    const known = this.known.get(name);
    if (known !== undefined || this.whole || name === '' || name.includes(' ')) return known;
    const found = Object.entries(this.table).find(([names]) => ` ${names} `.includes(` ${name} `))?.[1];
    if (found === undefined) this.takeApart();
    else this.known.set(name, found);
    return found;
  }

  private takeApart(): void {
    for (const [names, rule] of Object.entries(this.table)) {
      for (const name of names.split(' ')) this.known.set(name, rule);
    }
    this.whole = true;
  }
}

export function judgeBy(rule: Rule, words: readonly ShellWord[], on: Invocation): Judgement {
  switch (rule.kind) {
    case 'judged':
      return rule.judge(words, on);
    case 'verbs':
      return judgeVerb(rule, words, on);
    case 'options':
      return judgeOptions(rule, words, on);
  }
}

function judgeVerb(rule: VerbRule, words: readonly ShellWord[], on: Invocation): Judgement {
  const front = readOptions(words, { ...rule.takes, strict: true });
  const [first] = words;
  if (
    asksForHelp(words) ||
    first?.value === '-help' ||
    (first?.value === '-h' && rule.takes?.short?.includes('h') !== true)
  )
    return reads;
  for (const option of front.options) {
    const given = option.word.text.includes('=') || option.value !== undefined;
    // `git reflog -5`: how many to show, where the tool shows something without a subcommand.
    if (rule.bare !== undefined && /^-\d$/.test(option.name)) continue;
    if (!given && rule.switches?.includes(option.name) !== true) return unknown(`${option.name} is not known here`);
  }
  const [verb, ...rest] = front.operands;
  if (verb === undefined) return rule.bare === undefined ? unknown('no subcommand') : judgeBy(rule.bare, [], on);
  if (verb.value === undefined) return unknown(`what ${verb.raw} stands for is not known`);
  const inner = rule.verbs.get(verb.value) ?? rule.other;
  if (inner === undefined) return unknown(`${verb.value} is not known to be safe`);
  return judgeBy(inner, inner === rule.other ? front.operands : rest, on);
}

function judgeOptions(rule: OptionRule, words: readonly ShellWord[], on: Invocation): Judgement {
  const options = readOptions(words, rule.takes);
  if (asksForHelp(words)) return reads;
  const dangerous = firstOf(rule.risky, options, rule);
  if (dangerous !== undefined) return risky(dangerous);
  const restricted = rule.risky !== undefined || rule.local !== undefined || rule.only !== undefined;
  for (const word of words) {
    if (word.value !== undefined || options.afterDashes?.includes(word) === true) continue;
    if (rule.known === true || (restricted && word.parts[0]?.kind === 'unknown' && !isItem(word))) {
      return unknown(`what ${word.raw} stands for is not known`);
    }
  }
  const judgement = rule.judge?.(options, on);
  if (judgement !== undefined) return judgement;
  if (rule.operands !== undefined && options.operands.length > rule.operands) {
    return unknown(`${options.operands.at(rule.operands)?.raw ?? ''} is more than reading needs`);
  }
  const foreign = rule.only === undefined ? undefined : options.options.find((option) => !covers(rule, option.name));
  if (foreign !== undefined) return unknown(`${foreign.name} is not known here`);
  if (rule.read !== undefined && options.has(...rule.read)) return reads;
  const changing = firstOf(rule.local, options, rule);
  return changing === undefined ? rule.base : local(changing);
}

/** A path that `find` hands over begins with the folder it searched, and `<(…)` is a path of the shell: never an option. */
function isItem(word: ShellWord): boolean {
  const part = word.parts[0];
  return part?.kind === 'unknown' && ((part.why === 'argument' && part.text === '{}') || part.text.startsWith('<('));
}

/** A word that may be the value of the option before it asks for nothing. */
function asksForHelp(words: readonly ShellWord[]): boolean {
  const at = words.findIndex(({ value }) => value === '--help');
  if (at >= 0 && !words.slice(0, at).some(({ text }) => text.startsWith('-'))) return true;
  return words.length === 1 && words[0]?.value === '--version';
}

function covers(rule: OptionRule, name: string): boolean {
  const bare = name.replace(/^--?/, '');
  return (
    rule.only?.some((other) => other === name || abbreviates(name, other, rule)) === true ||
    rule.read?.includes(name) === true ||
    namesOf(rule.local).includes(name) ||
    (name.startsWith('--') || bare.length > 1
      ? rule.takes?.long?.includes(bare) === true
      : rule.takes?.short?.includes(bare) === true)
  );
}

function namesOf(reasons: Reasons | undefined): readonly string[] {
  return reasons === undefined ? [] : isList(reasons) ? reasons : Object.keys(reasons);
}

function isList(reasons: Reasons): reasons is readonly string[] {
  return Array.isArray(reasons);
}

/** The reason of the first option that has one. An abbreviation counts as what it may stand for. */
function firstOf(reasons: Reasons | undefined, options: Options, rule: OptionRule): string | undefined {
  if (reasons === undefined) return undefined;
  const names = namesOf(reasons);
  for (const { name, value } of options.options) {
    if (reasons === rule.local && value?.value === '/dev/null') continue;
    const found = names.find((other) => other === name || abbreviates(name, other, rule));
    if (found !== undefined) return isList(reasons) ? `${found} does more than read` : reasons[found];
  }
  return undefined;
}

function abbreviates(given: string, name: string, rule: OptionRule): boolean {
  if (rule.exact === true || given.length < 3 || !given.startsWith('--') || !name.startsWith(given)) return false;
  return rule.takes?.long?.includes(given.slice(2)) !== true && rule.only?.includes(given) !== true;
}
