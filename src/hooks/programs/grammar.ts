import { wordSet } from '../project/text';
import type { ShellWord } from '../shell/invocation';
import { dropStart } from '../shell/reader/words';

/** What the value of an option, or an operand, is to the program. */
export type Role =
  /** Words that name nothing of this machine: a pattern, a number, a format. */
  | 'text'
  /** A file whose content it reads. */
  | 'read'
  /** A file whose content it uses and does not show: a key, a file to count or to compare. */
  | 'use'
  /** A file or directory of which it shows names, sizes or dates. */
  | 'list'
  | 'write'
  | 'append'
  | 'edit'
  | 'create'
  | 'delete'
  /** Text that it hands to a shell. */
  | 'shell'
  /** A program that it starts. */
  | 'program'
  /** A file or module whose code it loads: a plugin, a configuration that is code. */
  | 'load'
  /** An address that it fetches from. */
  | 'fetch'
  /** Text that it sends away; `@file` is read first where the program does that. */
  | 'send'
  /** A file that it sends away. */
  | 'upload';

const roles = wordSet('text read use list write append edit create delete shell program load fetch send upload');

/**
 * How a program reads its words.
 *
 *   gnu     `-abc`, `--long[=value]`, abbreviations; options may follow operands
 *   strict  the same, but options end at the first operand (wrappers, interpreters, subcommands)
 *   single  long options start with one dash and are not abbreviated (`java`, `openssl`, `terraform`)
 *   slash   `/s /q`, in any case (programs of Windows)
 *   git     like gnu, and `--no-force` takes `--force` back
 */
export type Style = 'gnu' | 'strict' | 'single' | 'slash' | 'git';

interface OptionRule {
  /** The last of its names: `-n,--dry-run` is `--dry-run`. */
  readonly name: string;
  /** `digits`: only digits that follow at once are its value, as in `perl -0777ne`. */
  readonly value: 'none' | 'required' | 'optional' | 'digits';
  readonly role: Role;
  /** False for the form that takes it back: `--no-force`. */
  readonly on: boolean;
  /** Only operands follow it and its value. */
  readonly last: boolean;
}

/** One entry of a grammar. */
function ruleOf(entry: string): OptionRule {
  const [names = '', value] = entry.split('=');
  const name = (names.split(',').at(-1) ?? '').replace('[no-]', '');
  const role = value?.replace(/^[?#]|!$/g, '') ?? '';
  if (role !== '' && !roles.has(role)) throw new Error(`no role is called ${role}: ${entry}`);
  return {
    // `+e` takes `-e` back.
    name: name.startsWith('+') ? `-${name.slice(1)}` : name,
    value: valueOf(value),
    role: role === '' ? 'text' : (role as Role),
    on: !name.startsWith('+'),
    last: value?.endsWith('!') === true,
  };
}

const valueOf = (value: string | undefined): OptionRule['value'] =>
  value === undefined ? 'none' : value === '#' ? 'digits' : value.startsWith('?') ? 'optional' : 'required';

/** An option as it was given. */
export interface GivenOption {
  readonly name: string;
  readonly on: boolean;
  readonly value: ShellWord | undefined;
  readonly role: Role;
  readonly word: ShellWord;
  /** Only operands follow it. */
  readonly last?: boolean;
}

export interface ReadWords {
  readonly given: readonly GivenOption[];
  readonly operands: readonly ShellWord[];
  /** Operands after `--`. */
  readonly afterDashes: readonly ShellWord[] | undefined;
  /** Options that the grammar does not know: they may or may not take a value. */
  readonly foreign: readonly ShellWord[];
  /** Options that an open grammar does not list. */
  readonly unlisted: readonly ShellWord[];
  /** How many words stand before the first operand of a strict reading. */
  readonly consumed: number;
  /** Gives the name under which an option is recorded. */
  readonly grammar: Pick<Grammar, 'canonical'>;
}

/** What one reading has found so far. */
interface Found {
  readonly given: GivenOption[];
  readonly foreign: ShellWord[];
  readonly unlisted: ShellWord[];
}

/**
 * The options of a program, from one line of text. This is the whole notation:
 *
 *   -a                 a switch
 *   -n,--dry-run       a switch with two names; a definition may ask for either
 *   -o,--output=write  takes a value: here the name of a file that the program writes (the words are those of `Role`)
 *   -e=                takes a value that is just text
 *   --color=?          takes a value only in the same word: `--color=always`
 *   --color=?write     the same, with a role
 *   -c=!               takes a value, and everything after it is an operand; `-c=shell!` with a role
 *   -0=#               takes the digits in the same word: `-0777`
 *   --[no-]force       a switch; `--no-force` takes it back
 *   +e                 takes `-e` back
 *   -#                 a number as an option: `head -5`
 *   *                  options that are not listed are switches. If the program can do more than read, such an option
 *                      adds the effect `unknown`, and the command is not approved
 *   **                 the same without that effect: the definition looks at the words itself
 */
export class Grammar {
  /** The entries, with one space before, between and after them. */
  private readonly entries: string;
  /** The same; in lower case if the style ignores case. */
  private readonly names: string;
  private readonly known = new Map<string, OptionRule | undefined>();
  private readonly numbers: boolean;
  /** Unlisted options are switches. */
  readonly open: boolean;
  /** Unlisted options add no effect. */
  private readonly free: boolean;
  /** Options end at the first operand. */
  private readonly stops: boolean;

  constructor(
    source: string,
    readonly style: Style,
    hasSubcommands = false,
  ) {
    const entries = ` ${source.trim().replace(/\s+/g, ' ')} `;
    this.open = / \*{1,2} /.test(entries);
    this.free = entries.includes(' ** ');
    this.numbers = entries.includes(' -# ');
    this.entries = entries.replace(' -# ', ' ');
    this.names = style === 'slash' ? this.entries.toLowerCase() : this.entries;
    this.stops = style === 'strict' || (style === 'single' && hasSubcommands);
  }

  /** No option does more than read. */
  get onlyReads(): boolean {
    return !/=(?![?#]?(?:text|read|use|list)?!? )/.test(this.entries);
  }

  /** The rule of an option by its exact name. A command uses few of the options, and only those are parsed. */
  private rule(name: string): OptionRule | undefined {
    const known = this.known.get(name);
    if (known !== undefined || this.known.has(name) || /[ ,=[]/.test(name)) return known;
    const rule = this.listed(name) ?? (name.startsWith('--') ? this.switched(name) : undefined);
    // A command can make up any number of names: only so many are kept.
    if (rule !== undefined || this.known.size < 500) this.known.set(name, rule);
    return rule;
  }

  /** `--force` and `--no-force` of `--[no-]force`. */
  private switched(name: string): OptionRule | undefined {
    const rule = this.listed(`--[no-]${name.slice('--'.length)}`);
    if (rule !== undefined || !name.startsWith('--no-')) return rule;
    const opposite = this.listed(`--[no-]${name.slice('--no-'.length)}`);
    return opposite && { ...opposite, value: 'none', on: false };
  }

  /** The name under which an option is recorded, from any of its names. */
  canonical(name: string): string {
    return this.rule(name)?.name ?? name;
  }

  /** Every long name, in order. */
  private get longNames(): readonly string[] {
    const names = this.entries.match(/(?<=[ ,])--[^ ,=]+/g) ?? [];
    return names.flatMap((name) => [
      name.replace('[no-]', ''),
      ...(name.includes('[no-]') ? [name.replace('[no-]', 'no-')] : []),
    ]);
  }

  /** The entry that lists the name; of several, the last one counts. */
  private listed(name: string): OptionRule | undefined {
    for (let at = this.names.lastIndexOf(name); at > 0; at = this.names.lastIndexOf(name, at - 1)) {
      const before = this.names[at - 1];
      const after = this.names[at + name.length];
      if ((before !== ' ' && before !== ',') || (after !== ' ' && after !== ',' && after !== '=')) continue;
      const start = this.entries.lastIndexOf(' ', at) + 1;
      return ruleOf(this.entries.slice(start, this.entries.indexOf(' ', at)));
    }
    return undefined;
  }

  /**
   * Reads a program's words. An option that is not listed may or may not take the next word as its value: both readings
   * can be asked for.
   */
  read(words: readonly ShellWord[], foreignTakesValue = false): ReadWords {
    const found: Found = { given: [], foreign: [], unlisted: [] };
    const operands: ShellWord[] = [];
    let afterDashes: readonly ShellWord[] | undefined;
    let at = 0;
    for (; at < words.length; at++) {
      const word = words[at];
      if (word === undefined) break;
      const { text } = word;
      if (text === '--' && word.value !== undefined && this.style !== 'slash') {
        at++;
        afterDashes = words.slice(at);
        operands.push(...afterDashes);
        break;
      }
      if (!this.isOption(word)) {
        if (this.stops) break;
        operands.push(word);
        continue;
      }
      const taken = this.option(word, words[at + 1], found, foreignTakesValue);
      at += taken;
      if (found.given.at(-1)?.last === true) {
        operands.push(...words.slice(at + 1));
        return this.result(found, operands, words.slice(at + 1), at + 1);
      }
    }
    if (this.stops && afterDashes === undefined) operands.push(...words.slice(at));
    return this.result(found, operands, afterDashes, at);
  }

  private result(
    found: Found,
    operands: readonly ShellWord[],
    afterDashes: readonly ShellWord[] | undefined,
    consumed: number,
  ): ReadWords {
    const { given, foreign, unlisted } = found;
    return { given, foreign, unlisted, operands, afterDashes, consumed, grammar: this };
  }

  private isOption({ text, parts }: ShellWord): boolean {
    if (text.length < 2 || parts[0]?.kind === 'unknown') return false;
    if (text.startsWith('-')) return true;
    if (this.style === 'slash') return /^\/[A-Za-z?]/.test(text) && !text.slice(1).includes('/');
    return text.startsWith('+') && this.rule(text.slice(0, 2)) !== undefined;
  }

  /** Records one option; returns how many of the words after it are its value. */
  private option(word: ShellWord, next: ShellWord | undefined, found: Found, foreignTakesValue: boolean): number {
    const { text } = word;
    const { given } = found;
    const long = text.startsWith('--') || this.style === 'single' || this.style === 'slash';
    if (!long) return this.cluster(word, next, found, foreignTakesValue);
    const separator = this.style === 'slash' ? /[:=]/.exec(text)?.index : text.indexOf('=');
    const equals = separator === undefined || separator < 0 ? -1 : separator;
    const name = equals < 0 ? text : text.slice(0, equals);
    const rule = this.lookUp(name);
    const attached = equals < 0 ? undefined : dropStart(word, equals + 1);
    if (rule === undefined) {
      if (this.style === 'single' && /^-[A-Za-z]{2,}$/.test(name) && this.isCluster(text)) {
        return this.cluster(word, next, found, foreignTakesValue);
      }
      if (!(this.numbers && /^--?\d+$/.test(name))) this.note(word, found);
      given.push({ name, on: true, value: attached, role: 'text', word });
      return attached === undefined && foreignTakesValue && !this.open ? 1 : 0;
    }
    if (attached !== undefined || rule.value !== 'required') {
      given.push({ name: rule.name, on: rule.on, value: attached, role: rule.role, word });
      return 0;
    }
    given.push({ name: rule.name, on: rule.on, value: next, role: rule.role, word, last: rule.last });
    return 1;
  }

  /** Records an option that no entry lists. */
  private note(word: ShellWord, { foreign, unlisted }: Found): void {
    const place = this.open ? unlisted : foreign;
    if (!this.free && !place.includes(word)) place.push(word);
  }

  private isCluster(text: string): boolean {
    return Array.from(text.slice(1)).every((letter) => this.rule(`-${letter}`) !== undefined);
  }

  private cluster(word: ShellWord, next: ShellWord | undefined, found: Found, foreignTakesValue: boolean): number {
    const { text } = word;
    const { given } = found;
    const sign = text[0] ?? '-';
    const whole = this.rule(text);
    // A single-dash word that is listed whole (`-iname`) is not a cluster of letters.
    if (whole !== undefined && text.length > 2) {
      given.push({
        name: whole.name,
        on: whole.on,
        value: whole.value === 'required' ? next : undefined,
        role: whole.role,
        word,
      });
      return whole.value === 'required' ? 1 : 0;
    }
    for (let at = 1; at < text.length; at++) {
      const rule = this.rule(`${sign}${text[at] ?? ''}`);
      if (rule === undefined) {
        if (this.numbers && /^\d+$/.test(text.slice(at))) {
          given.push({ name: '-#', on: true, value: undefined, role: 'text', word });
          return 0;
        }
        this.note(word, found);
        given.push({ name: `${sign}${text[at] ?? ''}`, on: true, value: undefined, role: 'text', word });
        if (at === text.length - 1 && foreignTakesValue && !this.open) return 1;
        continue;
      }
      const rest = at + 1 < text.length;
      if (rule.value === 'digits') at += /^\d*/.exec(text.slice(at + 1))?.[0].length ?? 0;
      if (rule.value === 'none' || rule.value === 'digits' || (rule.value === 'optional' && !rest)) {
        given.push({ name: rule.name, on: rule.on, value: undefined, role: rule.role, word });
        continue;
      }
      given.push({
        name: rule.name,
        on: rule.on,
        value: rest ? dropStart(word, at + 1) : next,
        role: rule.role,
        word,
        last: rule.last,
      });
      return rest ? 0 : 1;
    }
    return 0;
  }

  /** The rule of a long option: its own, or the one that an abbreviation can mean. */
  private lookUp(name: string): OptionRule | undefined {
    const own = this.rule(this.style === 'slash' ? name.toLowerCase() : name);
    // Programs with long options of one dash take two dashes as well.
    if (own === undefined && this.style === 'single' && name.startsWith('--')) return this.rule(name.slice(1));
    if (own !== undefined || this.style === 'single' || this.style === 'slash' || name.length < 3) return own;
    const fits = this.longNames.filter((long) => long.startsWith(name) && long !== '--help');
    const meant = new Set(fits.map((long) => this.rule(long)?.name));
    const first = fits[0];
    if (meant.size === 1 && first !== undefined) return this.rule(first);
    // git refuses an abbreviation that fits several options. An older git may know only one of them: the one that does most counts.
    if (this.style === 'git' && first !== undefined) {
      return this.rule(fits.find((long) => !/^(?:text|read|use|list)$/.test(this.rule(long)?.role ?? '')) ?? first);
    }
    if (this.style !== 'git' || !name.startsWith('--no-')) return undefined;
    const opposite = this.lookUp(`--${name.slice('--no-'.length)}`);
    return opposite && { ...opposite, value: 'none', on: !opposite.on };
  }
}
