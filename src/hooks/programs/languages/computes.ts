import { tokenize, type Token } from './tokens';

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const keywords = words(
  'and or not in is if else elif for while break continue pass try except finally with as def return lambda True False None yield assert del raise', // prettier-ignore
);

/** Built-in functions that touch nothing outside the program. `open` has rules of its own. */
const builtins = words(
  'abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format frozenset hash hex id int isinstance issubclass iter len list map max min next oct ord pow print range repr reversed round set slice sorted str sum tuple zip ' +
    'Exception ValueError KeyError TypeError IndexError AttributeError StopIteration RuntimeError ZeroDivisionError UnicodeDecodeError BrokenPipeError KeyboardInterrupt SystemExit EOFError',
);

/** Attributes of texts, numbers, collections, dates, matches, hashes and streams that are open already. */
const attributes = words(
  'append add capitalize casefold center clear copy count decode difference discard elements encode end endswith expandtabs extend find findall finditer fromkeys fullmatch get group groupdict groups hexdigest digest index insert intersection isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isoformat isspace issubset istitle isupper issuperset items join keys ljust lower lstrip match most_common name number partition pop popitem pos read readline readlines removeprefix removesuffix replace reverse rfind rindex rjust rpartition rsplit rstrip search setdefault sort span split splitlines start startswith strftime strip sub subtract swapcase symmetric_difference timestamp title total_seconds translate union update upper values weekday isoweekday write writerow writerows flush year month day hour minute second days seconds date time real imag numerator denominator bit_length to_bytes now utcnow today fromtimestamp fromisoformat strptime astimezone utc major minor micro msg lineno colno args hex int zfill fieldnames getvalue buffer basename dirname splitext ' +
    'appendleft popleft quantize',
);

/** Modules with the names that code may use; `*` is every name that is not a module. */
const modules: Readonly<Record<string, string>> = {
  json: 'load loads dump dumps JSONDecodeError',
  math: '*',
  cmath: '*',
  sys: 'stdin stdout stderr argv version version_info exit maxsize platform prefix executable byteorder',
  re: 'compile search match fullmatch split findall finditer sub subn escape I M S X IGNORECASE MULTILINE DOTALL VERBOSE',
  datetime: 'datetime date time timedelta timezone UTC',
  time: 'time sleep strftime strptime localtime gmtime ctime mktime perf_counter monotonic time_ns',
  collections: 'Counter defaultdict OrderedDict deque namedtuple',
  itertools: '*',
  functools: 'reduce partial',
  hashlib: 'md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_256 new',
  base64: 'b64encode b64decode b32encode b32decode urlsafe_b64encode urlsafe_b64decode',
  binascii: 'hexlify unhexlify crc32',
  statistics: 'mean median mode stdev pstdev variance fmean quantiles',
  string: 'ascii_letters ascii_lowercase ascii_uppercase digits hexdigits punctuation whitespace printable',
  textwrap: 'wrap fill shorten indent dedent',
  decimal: 'Decimal ROUND_HALF_UP ROUND_DOWN',
  fractions: 'Fraction',
  random: 'random randint choice choices sample shuffle seed uniform randrange',
  secrets: 'token_hex token_urlsafe token_bytes choice randbelow',
  uuid: 'uuid4 uuid5 UUID NAMESPACE_DNS NAMESPACE_URL',
  html: 'escape unescape',
  unicodedata: 'name category normalize lookup',
  struct: 'pack unpack calcsize',
  csv: 'reader DictReader writer DictWriter QUOTE_ALL QUOTE_MINIMAL',
  io: 'StringIO BytesIO',
  ast: 'literal_eval',
  heapq: 'heappush heappop heapify nlargest nsmallest',
  bisect: 'bisect bisect_left bisect_right insort',
  pprint: 'pprint pformat',
  difflib: 'unified_diff ndiff get_close_matches SequenceMatcher',
  tomllib: 'loads',
};

/** Names that give access to the machine, whatever the code means by them. */
const reaching = words(
  'eval exec compile getattr setattr delattr globals locals vars breakpoint help input exit quit open super object type classmethod staticmethod property memoryview dir',
);

/**
 * The modules that Python code loads, if it provably only computes, prints, and reads standard input or files that it
 * names. Undefined if a name or a form is not on the lists.
 */
export function computesWith(code: string): readonly string[] | undefined {
  if (code.length > 20_000 || /__|\r|[\uE000-\uF8FF]/.test(code)) return undefined;
  const tokens = tokenize('python', code);
  const proof = new Proof();
  return tokens.length < 4000 && proof.holds(tokens) ? [...new Set(proof.modules.values())] : undefined;
}

/** Facts about node, or a JSON file, which `require` also finds as a folder of code of that name. */
const source = /(?:process\.(?:versions?|arch|platform)|require\((['"])(\.{1,2}\/[\w@./-]+\.json)\1\))/.source;
/** Parts of a value, and methods that make another of it. */
const literal = /(?:'[^'\\]*'|"[^"\\]*"|-?\d+)/.source;
const method = /(?:at|includes|indexOf|join|padEnd|padStart|replace|replaceAll|reverse|slice|sort|split|startsWith|toFixed|toString|toUpperCase|toLowerCase|trim)/.source; // prettier-ignore
const parts = `(?:\\??\\.${method}\\((?:${literal}(?:, ?${literal})*)?\\)|\\??\\.[A-Za-z_]\\w*|\\[${literal}\\])*`;
const shown = new RegExp(`^(?:${source})${parts}$`);
const around = new RegExp(
  `^(?:console\\.log|JSON\\.stringify|Object\\.(?:keys|values|entries))\\(([^]*?)(?:, ?null, ?\\d)?\\)${parts}$`,
);

/** Does code for node only show such a value: `require('./package.json').version`? */
export function showsValue(code: string, isFile: (path: string) => boolean): boolean {
  if (code.length > 500) return false;
  let value = code.trim().replace(/;$/, '');
  for (let inner = around.exec(value)?.[1]; inner !== undefined; inner = around.exec(value)?.[1]) value = inner.trim();
  const found = shown.exec(value);
  return found !== null && (found[2] === undefined || isFile(found[2]));
}

class Proof {
  /** By their names in the code. */
  readonly modules = new Map<string, string>();
  private readonly bound = new Set<string>();

  holds(tokens: readonly Token[]): boolean {
    const rest = this.imports(tokens);
    if (rest === undefined) return false;
    for (const name of boundIn(rest)) this.bound.add(name);
    for (const name of this.bound) if (reaching.has(name)) return false;
    return rest.every((token, at) => this.allows(token, at, rest));
  }

  private allows(token: Token, at: number, tokens: readonly Token[]): boolean {
    switch (token.kind) {
      case 'number':
        return true;
      case 'mark':
        // A non-ASCII letter may be part of a name.
        return /^[ -~]+$/.test(token.text);
      case 'shell':
      case 'words':
        return false;
      case 'string':
        return (token.pieces ?? []).every((piece) =>
          typeof piece === 'string' ? !/[{}]/.test(piece) : this.allowsInside(piece.code),
        );
      case 'name':
        return this.allowsName(token.text, at, tokens);
    }
  }

  private allowsInside(code: string): boolean {
    const tokens = tokenize('python', code);
    for (const name of boundIn(tokens)) this.bound.add(name);
    return tokens.every((token, at) => this.allows(token, at, tokens));
  }

  private allowsName(name: string, at: number, tokens: readonly Token[]): boolean {
    const follows = tokens[at - 1]?.text === '.' && tokens[at - 1]?.kind === 'mark';
    if (follows) {
      const owner = tokens[at - 2];
      const module = tokens[at - 3]?.text === '.' || owner?.kind !== 'name' ? undefined : this.modules.get(owner.text);
      // A format made from pieces can read any attribute.
      if (name === 'format') return owner?.kind === 'string' && tokens[at - 3]?.kind !== 'string' && tokens[at - 3]?.text !== '.'; // prettier-ignore
      return module === undefined ? attributes.has(name) : offers(module, name);
    }
    // A module itself must not be passed on: only its listed names may be used.
    if (this.modules.has(name)) return tokens[at + 1]?.text === '.' && !this.bound.has(name);
    if (name === 'open') return opensToRead(tokens, at + 1);
    if (reaching.has(name)) return false;
    return keywords.has(name) || builtins.has(name) || this.bound.has(name);
  }

  /** Reads the imports; what is left of the code, or undefined if one is not on the list. */
  private imports(tokens: readonly Token[]): readonly Token[] | undefined {
    const rest: Token[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at];
      if (token === undefined) break;
      const begins = token.first || tokens[at - 1]?.text === ';' || tokens[at - 1]?.text === ':';
      if (token.kind !== 'name' || (token.text !== 'import' && !(token.text === 'from' && begins))) {
        rest.push(token);
        continue;
      }
      const end = endOfStatement(tokens, at);
      if (
        !this.understands(
          tokens
            .slice(at, end)
            .map(({ text }) => text)
            .join(' '),
        )
      )
        return undefined;
      at = end - 1;
    }
    return rest;
  }

  private understands(statement: string): boolean {
    const from = /^from (\w+) import ([\w ,]+)$/.exec(statement);
    const pieces = (from?.[2] ?? /^import ([\w ,]+)$/.exec(statement)?.[1])?.split(' , ');
    if (pieces === undefined) return false;
    return pieces.every((piece) => {
      const [name = '', as, alias, ...more] = piece.trim().split(' ');
      if (more.length > 0 || (as !== undefined && (as !== 'as' || alias === undefined))) return false;
      const known = alias ?? name;
      const module = from?.[1] ?? name;
      if (!Object.hasOwn(modules, module)) return false;
      if (from === null) this.modules.set(known, module);
      else {
        this.bound.add(known);
        this.modules.set(` ${module}`, module);
      }
      return from === null || offers(module, name);
    });
  }
}

function offers(module: string, name: string): boolean {
  const names = Object.hasOwn(modules, module) ? modules[module] : undefined;
  return names === '*' ? /^[a-z]\w*$/.test(name) : names?.split(' ').includes(name) === true;
}

/** `open('a.json')`, `open('a.json', 'rb', encoding='utf-8')`: with a literal name and mode. */
function opensToRead(tokens: readonly Token[], at: number): boolean {
  const texts: string[] = [];
  for (let index = at; index < at + 12; index++) {
    const token = tokens[index];
    if (token === undefined) return false;
    if (token.text === ')' && token.kind === 'mark')
      return /^\( "path"( , "mode")?( , (?:encoding|errors|newline) = "text")*$/.test(texts.join(' '));
    if (token.kind !== 'string') texts.push(token.text);
    else if (token.pieces !== undefined || tokens[index + 1]?.kind === 'string') return false;
    else if (texts.length === 1) texts.push('"path"');
    else texts.push(tokens[index - 1]?.text === '=' ? '"text"' : /^r[bt]?$/.test(token.text) ? '"mode"' : '"other"');
  }
  return false;
}

/** The names that the code defines. */
function boundIn(tokens: readonly Token[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (token: Token | undefined): void => {
    if (token?.kind === 'name' && !keywords.has(token.text)) found.add(token.text);
  };
  tokens.forEach((token, at) => {
    const after = tokens[at + 1];
    if (token.kind === 'name' && after?.kind === 'mark' && /^(?:=|:=|[-+*/|]=)$/.test(after.text)) {
      for (let back = at; back >= 0; back -= 2) {
        add(tokens[back]);
        if (tokens[back - 1]?.text !== ',') break;
      }
    }
    if (token.kind !== 'name') return;
    if (token.text === 'as') add(after);
    const end = token.text === 'for' ? 'in' : token.text === 'lambda' || token.text === 'def' ? ':' : undefined;
    if (end === undefined) return;
    for (let next = at + 1; next < tokens.length && tokens[next]?.text !== end; next++) add(tokens[next]);
  });
  return found;
}

function endOfStatement(tokens: readonly Token[], from: number): number {
  const end = tokens.findIndex((token, at) => at > from && (token.first || token.text === ';'));
  return end < 0 ? tokens.length : end;
}
