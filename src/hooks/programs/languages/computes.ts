import { wordSet } from '../../project/text';
import { tokenize, type Token } from './tokens';

const keywords = wordSet(
  'and or not in is if else elif for while break continue pass try except finally with as def return lambda True False None yield assert del raise',
);

/** Built-in functions that touch nothing outside the program. `open` has rules of its own. */
const builtins = wordSet(
  'abs all any ascii bin bool bytearray bytes callable chr compile complex dict divmod enumerate filter float format frozenset hash hex id int isinstance issubclass iter len list map max min next oct ord pow print range repr reversed round set slice sorted str sum tuple zip ' +
    'Exception ValueError KeyError TypeError IndexError AttributeError StopIteration RuntimeError ZeroDivisionError UnicodeDecodeError BrokenPipeError KeyboardInterrupt SystemExit EOFError',
);

/** Attributes of texts, numbers, collections, dates, matches, hashes and streams that are open already. */
const attributes = wordSet(
  'append add capitalize casefold center clear copy count decode difference discard elements encode end endswith expandtabs extend find findall finditer fromkeys fullmatch get group groupdict groups hexdigest digest index insert intersection isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isoformat isspace issubset istitle isupper issuperset items join keys ljust lower lstrip match most_common name number partition pop popitem pos read readline readlines removeprefix removesuffix replace reverse rfind rindex rjust rpartition rsplit rstrip search setdefault sort span split splitlines start startswith strftime strip sub subtract swapcase symmetric_difference timestamp title total_seconds translate union update upper values weekday isoweekday write writerow writerows flush year month day hour minute second days seconds date time real imag numerator denominator bit_length to_bytes now utcnow today fromtimestamp fromisoformat strptime astimezone utc major minor micro msg lineno colno args hex int zfill fieldnames getvalue buffer basename dirname splitext ' +
    'appendleft popleft quantize isprintable translate scheme netloc path query fragment hostname port origin ' +
    'exists is_file is_dir rglob glob iterdir name stem suffix parent parents parts resolve relative_to as_posix with_suffix joinpath st_size st_mtime st_mode ' +
    'body module level id attr func args targets value elts keys decorator_list bases asname returns',
);

/** Modules with the names that code may use; `*` is every name that is not a module. */
const modules: Readonly<Record<string, string>> = {
  json: 'load loads dump dumps JSONDecodeError',
  math: '*',
  cmath: '*',
  sys: 'stdin stdout stderr argv version version_info exit maxsize maxunicode platform prefix executable byteorder implementation getsizeof getrecursionlimit getdefaultencoding',
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
  ast: 'literal_eval parse walk dump unparse get_docstring iter_child_nodes iter_fields FunctionDef AsyncFunctionDef ClassDef Import ImportFrom Call Name Attribute Assign Constant Expr Return',
  calendar: 'month monthrange isleap month_name day_name timegm',
  copy: 'copy deepcopy',
  glob: 'glob iglob escape',
  gzip: 'decompress compress',
  importlib: '',
  'importlib.metadata': 'version metadata requires PackageNotFoundError',
  'importlib.util': 'find_spec',
  ipaddress: 'ip_address ip_network ip_interface',
  operator: 'itemgetter add mul sub',
  os: 'getcwd listdir walk scandir stat lstat sep linesep cpu_count uname getpid',
  'os.path':
    'join exists isfile isdir islink lexists basename dirname splitext split getsize getmtime abspath realpath relpath normpath expanduser commonpath commonprefix sep isabs samefile',
  pathlib: 'Path PurePath PurePosixPath',
  platform: 'system machine platform release version python_version python_implementation node uname',
  shutil: 'which disk_usage get_terminal_size',
  site: 'getsitepackages getusersitepackages',
  sysconfig: 'get_paths get_path get_python_version get_config_var get_platform',
  typing: 'Any Dict Iterable List Optional Set Tuple Union',
  urllib: '',
  'urllib.parse': 'quote quote_plus unquote unquote_plus urlparse urlsplit parse_qs parse_qsl urlencode urljoin',
  zlib: 'crc32 adler32 decompress compress',
  heapq: 'heappush heappop heapify nlargest nsmallest',
  bisect: 'bisect bisect_left bisect_right insort',
  pprint: 'pprint pformat',
  difflib: 'unified_diff ndiff get_close_matches SequenceMatcher',
  tomllib: 'load loads',
};

/** Names that give access to the machine, whatever the code means by them. */
const reaching = wordSet(
  'eval exec getattr setattr delattr globals locals vars breakpoint help input exit quit open super object type classmethod staticmethod property memoryview dir',
);

/**
 * The modules that Python code loads, if it provably only computes, prints, and reads standard input or files that it
 * names. Undefined if a name or a form is not on the lists.
 */
export function computesWith(code: string): readonly string[] | undefined {
  if (code.length > 20_000 || /__|\r|[\uE000-\uF8FF]/.test(code)) return undefined;
  const tokens = tokenize('python', code);
  const proof = new Proof();
  if (tokens.length >= 4000 || !proof.holds(tokens)) return undefined;
  return [...new Set([...proof.modules.values()].map((module) => module.replace(/\..*/, '')))];
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
      const module = this.moduleAt(at - 2, tokens);
      // A format made from pieces can read any attribute.
      if (name === 'format') {
        return owner?.kind === 'string' && tokens[at - 3]?.kind !== 'string' && tokens[at - 3]?.text !== '.';
      }
      if (module !== undefined) {
        return offers(module, name) || (this.moduleAt(at, tokens) !== undefined && tokens[at + 1]?.text === '.');
      }
      if (name === 'read_text' || name === 'read_bytes') return this.readsPath(at, tokens);
      // A path has a method of this name, too, which moves the file.
      return attributes.has(name) && !(name === 'replace' && this.knows('pathlib'));
    }
    // A module itself must not be passed on: only its listed names may be used.
    if (this.modules.has(name)) return tokens[at + 1]?.text === '.' && !this.bound.has(name);
    if (name === 'open') return opensToRead(tokens, at + 1);
    if (reaching.has(name)) return false;
    return keywords.has(name) || builtins.has(name) || this.bound.has(name);
  }

  /** The module that a name stands for: `os`, `os.path`. */
  private moduleAt(at: number, tokens: readonly Token[]): string | undefined {
    const token = tokens[at];
    if (token?.kind !== 'name') return undefined;
    if (tokens[at - 1]?.text !== '.') return this.bound.has(token.text) ? undefined : this.modules.get(token.text);
    const inner = `${this.moduleAt(at - 2, tokens) ?? ''}.${token.text}`;
    return Object.hasOwn(modules, inner) ? inner : undefined;
  }

  private knows(module: string): boolean {
    return [...this.modules.values()].includes(module);
  }

  /** `Path('a.md').read_text()`: with a literal name. */
  private readsPath(at: number, tokens: readonly Token[]): boolean {
    const [path, open, text, close] = tokens.slice(at - 5, at - 1);
    const literal = text?.kind === 'string' && text.pieces === undefined;
    return this.knows('pathlib') && path?.text === 'Path' && open?.text === '(' && literal && close?.text === ')';
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
            .join(' ')
            .replace(/ \. /g, '.'),
        )
      ) {
        return undefined;
      }
      at = end - 1;
    }
    return rest;
  }

  private understands(statement: string): boolean {
    const from = /^from ([\w.]+) import ([\w ,]+)$/.exec(statement);
    const pieces = (from?.[2] ?? /^import ([\w. ,]+)$/.exec(statement)?.[1])?.split(' , ');
    if (pieces === undefined) return false;
    return pieces.every((piece) => {
      const [name = '', as, alias, ...more] = piece.trim().split(' ');
      if (more.length > 0 || (as !== undefined && (as !== 'as' || alias === undefined))) return false;
      const known = alias ?? name;
      const module = from?.[1] ?? name;
      if (!Object.hasOwn(modules, module)) return false;
      if (from === null && alias === undefined) this.modules.set(name.replace(/\..*/, ''), module.replace(/\..*/, ''));
      else if (from === null) this.modules.set(known, module);
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
    if (token.text === ')' && token.kind === 'mark') {
      return /^\( "path"( , "mode")?( , (?:encoding|errors|newline) = "text")*$/.test(texts.join(' '));
    }
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
