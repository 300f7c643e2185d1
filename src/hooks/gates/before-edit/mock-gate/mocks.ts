import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { readJson, readText } from '../../../project/read-file';
import { fieldsOf, stringOf } from '../../../protocol/json';
import { commentsOf } from '../../../source/comments';
import { contentAfter, type FileEdit } from '../../../source/file-edits';
import { type Language, languageOf } from '../../../source/file-kind';
import { wordSet } from '../../../project/text';

/** A mock that a test sets up, and what it replaces. */
export interface Mock {
  /** As written: `jest.mock('./db')`. */
  readonly text: string;
  /** Inside the project, or behind its outer boundary (network, clock, file system, third parties). */
  readonly of: 'inside' | 'boundary';
}

/** Reads the mocks of one test text. `whole` is the file around it, for its imports. */
type MockReader = (text: string, whole: string, root: string) => readonly Mock[];

/** An exemption counts only with a reason. */
const exempt = /@mock-exempt\s*:\s*\S.{2,}/;

/** The mocks in what an edit writes; undefined in a language that is not read. */
export function mocksIn(edit: FileEdit, root: string): readonly Mock[] | undefined {
  const reader = readers[edit.kind.language?.name ?? ''];
  if (reader === undefined) return undefined;
  const text = (edit.texts ?? []).join('\n');
  const whole = contentAfter(edit) ?? text;
  return exempt.test(whole) || exempt.test(text) ? [] : reader(text, whole, root);
}

/** Languages whose mock libraries replace interfaces of the project: the form alone tells. */
interface Forms {
  readonly extension: string;
  readonly inside: RegExp;
  /** What stands for the outside world where the form names it. */
  readonly boundary?: RegExp;
}

const forms: Readonly<Record<string, Forms>> = {
  go: { extension: 'x.go', inside: /\bgomock\s*\.|\bmockgen\b|\bNewMock\w*\s*\(|\.EXPECT\s*\(\s*\)|\bmock\s*\.\s*Mock\b|\.On\s*\(\s*"/g },
  java: { extension: 'x.java', inside: /\bMockito\s*\.|@(?:Mock|MockBean|MockitoBean|InjectMocks|Spy)\b|(?<![.\w])(?:mock|spy)\s*\(\s*\w+\s*\.\s*class\b/g },
  kotlin: { extension: 'x.kt', inside: /\bmockk\s*[<(]|@MockK\b|(?<![.\w])(?:every|coEvery)\s*\{|\bMockito\s*\./g },
  ruby: {
    extension: 'x.rb',
    inside: /\b(?:allow|expect|allow_any_instance_of)\s*\(\s*[\w:@.]+\s*\)\s*\.(?:to|not_to)\s+receive\b|\b(?:instance_double|class_double|double)\s*\(/g,
    boundary: /\b(?:allow|expect)\s*\(\s*(?:Net::|Faraday|HTTParty|RestClient|Excon|File\b|Dir\b|IO\b|Time\b|Date\b|Process\b|Kernel\b|ENV\b|Open3|Aws::|Stripe::|Redis\b|SecureRandom)/,
  },
  rust: { extension: 'x.rs', inside: /#\[(?:cfg_attr\(\s*test\s*,\s*)?(?:mockall::)?automock\b|\bmock!\s*[{(]|\bMock\w+::(?:new|default)\s*\(/g },
}; // prettier-ignore

function compiledMocks(kind: keyof typeof forms): MockReader {
  const form = forms[kind];
  const language = form && languageOf(form.extension);
  return (text) => {
    if (form === undefined || language === undefined) return [];
    const { bare, code } = codeView(text, language);
    return [...bare.matchAll(form.inside)].map((match): Mock => {
      const line = code.slice(match.index, match.index + 120).split('\n')[0] ?? '';
      return { text: match[0].trim(), of: form.boundary?.test(line) === true ? 'boundary' : 'inside' };
    });
  };
}

const readers: Readonly<Record<string, MockReader>> = {
  TypeScript: javascriptMocks,
  JavaScript: javascriptMocks,
  Vue: javascriptMocks,
  Svelte: javascriptMocks,
  Python: pythonMocks,
  Go: compiledMocks('go'),
  Java: compiledMocks('java'),
  Scala: compiledMocks('java'),
  Kotlin: compiledMocks('kotlin'),
  Ruby: compiledMocks('ruby'),
  Rust: compiledMocks('rust'),
};

/** Replaces a whole module; its first argument says which. */
const moduleMock =
  /\b(?:jest|vi)\s*\.\s*(?:mock|doMock|unstable_mockModule|setMock|createMockFromModule)\s*(?:<[^()]*>)?\s*\(|\bmock\s*\.\s*module\s*\(|\btd\s*\.\s*replace(?:Esm)?\s*\(|\bproxyquire\s*\(/g;
/** Replaces a member of an object; its first argument is the object. */
const memberMock =
  /\b(?:jest|vi|td)\s*\.\s*(?:spyOn|replaceProperty)\s*\(|\bsinon\s*\.\s*(?:stub|mock|replace|spy)\s*\(|\bmock\s*\.\s*(?:method|getter|setter)\s*\(|(?<![.\w])spyOn\s*\(/g;
/** Gives a stand-in its behaviour; what it stands for is said elsewhere. */
const behaviour = /\.\s*mock(?:Implementation|ReturnValue|ResolvedValue|RejectedValue)(?:Once)?\s*\(/g;

/** Globals that belong to the machine, not to the project. */
const machine = wordSet(
  'console process Date Math global globalThis window document navigator location localStorage sessionStorage ' +
    'performance crypto fetch XMLHttpRequest WebSocket Storage HTMLElement Element Intl JSON timers',
);

const typescript = languageOf('x.ts');

function javascriptMocks(text: string, whole: string, root: string): readonly Mock[] {
  if (typescript === undefined) return [];
  const { code, bare } = codeView(text, typescript);
  const imports = importsOf(whole, typescript);
  const mocks: Mock[] = [];
  for (const match of bare.matchAll(moduleMock)) {
    const { literal } = firstArgument(code, match.index + match[0].length - 1);
    // A computed name cannot be told: it counts as inside.
    const of = literal === undefined ? 'inside' : sideOf(literal, root);
    mocks.push({ text: `${match[0]}${literal === undefined ? '…' : `'${literal}'`})`, of });
  }
  for (const match of bare.matchAll(memberMock)) {
    const { expression = '' } = firstArgument(code, match.index + match[0].length - 1);
    const owner = expression.split('.')[0] ?? '';
    const source = imports.get(owner);
    const outside = machine.has(owner) || (source !== undefined && sideOf(source, root) === 'boundary');
    mocks.push({ text: `${match[0]}${expression})`, of: outside ? 'boundary' : 'inside' });
  }
  // Behaviour belongs to a mock nearby; alone it replaces something of the project.
  const [alone] = mocks.length === 0 && !mocksBoundary(whole, root) ? [...bare.matchAll(behaviour)] : [];
  if (alone !== undefined) mocks.push({ text: `${alone[0].trim()}…)`, of: 'inside' });
  return mocks;
}

function mocksBoundary(whole: string, root: string): boolean {
  if (typescript === undefined) return false;
  const { code, bare } = codeView(whole, typescript);
  const targets = [...bare.matchAll(moduleMock)].map(
    (match) => firstArgument(code, match.index + match[0].length - 1).literal,
  );
  return targets.length > 0 && targets.every((target) => target !== undefined && sideOf(target, root) === 'boundary');
}

/** Which module each imported name comes from. */
function importsOf(whole: string, language: Language): ReadonlyMap<string, string> {
  const { code } = codeView(whole, language);
  const found = new Map<string, string>();
  for (const [, names = '', source = ''] of code.matchAll(
    /\bimport\s+(?:type\s+)?([\w$*{},\s]+?)\s+from\s*['"]([^'"\n]+)['"]/g,
  )) {
    for (const name of names.match(/[\w$]+/g) ?? []) found.set(name, source);
  }
  for (const [, names = '', source = ''] of code.matchAll(
    /\b(?:const|let|var)\s+([\w$]+|\{[^}]*\})\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*['"]([^'"\n]+)['"]/g,
  )) {
    // prettier-ignore
    for (const name of names.match(/[\w$]+/g) ?? []) found.set(name, source);
  }
  return found;
}

/** A relative path, an alias or the project's own package is inside; built-ins and other packages are the boundary. */
function sideOf(specifier: string, root: string): Mock['of'] {
  if (/^(?:[./~]|@\/|#)/.test(specifier)) return 'inside';
  if (isBuiltin(specifier)) return 'boundary';
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  if (name === ownName(root)) return 'inside';
  const folders = [path.join(root, name), path.join(root, 'src', name)];
  // `services/orders` under a base URL looks like a package; a folder of that name says it is none.
  const installed = existsSync(path.join(root, 'node_modules', name));
  return !installed && folders.some((folder) => existsSync(folder)) ? 'inside' : 'boundary';
}

function ownName(root: string): string | undefined {
  const { name } = fieldsOf(readJson(path.join(root, 'package.json')));
  return stringOf(name);
}

const patch =
  /\b(?:mock\s*\.\s*|mocker\s*\.\s*|um\s*\.\s*)?patch(?:\.dict|\.multiple)?\s*\(|\bmonkeypatch\s*\.\s*(?:setattr|delattr)\s*\(|\bmocker\s*\.\s*(?:spy|stub)\s*\(/g;
const patchObject = /\bpatch\s*\.\s*object\s*\(|\bmocker\s*\.\s*patch\s*\.\s*object\s*\(/g;
const standIn = /\b(?:MagicMock|AsyncMock|NonCallableMock|PropertyMock|create_autospec|Mock)\s*\(/g;

/** Modules of the standard library and packages whose job is the outside world. */
const boundary = wordSet(
  'os sys io time datetime random socket ssl http urllib smtplib imaplib ftplib subprocess shutil tempfile ' +
    'pathlib builtins logging signal threading asyncio uuid secrets getpass platform webbrowser sqlite3 zipfile ' +
    'glob requests httpx aiohttp httplib2 urllib3 redis psycopg psycopg2 asyncpg sqlalchemy pymongo motor mysql ' +
    'MySQLdb pymysql boto3 botocore google azure paramiko psutil stripe twilio openai anthropic kafka pika celery ' +
    'grpc',
);

const python = languageOf('x.py');

function pythonMocks(text: string, whole: string, root: string): readonly Mock[] {
  if (python === undefined) return [];
  const { code, bare } = codeView(text, python);
  const imports = pythonImportsOf(codeView(whole, python).code);
  const mocks: Mock[] = [];
  for (const pattern of [patch, patchObject]) {
    for (const match of bare.matchAll(pattern)) {
      const { literal, expression } = firstArgument(code, match.index + match[0].length - 1);
      const name = expression?.split('.')[0] ?? '';
      const target = literal ?? imports.get(name) ?? expression;
      mocks.push({
        text: `${match[0]}${literal === undefined ? (expression ?? '…') : `'${literal}'`})`,
        of: pythonSideOf(target, root),
      });
    }
  }
  // A stand-in object without any patch takes the place of one of the project's own.
  const [alone] = mocks.length === 0 ? [...bare.matchAll(standIn)] : [];
  if (alone !== undefined && usesMocks(whole)) mocks.push({ text: `${alone[0]}…)`, of: 'inside' });
  return mocks;
}

function usesMocks(whole: string): boolean {
  return /\b(?:unittest|mock|mocker|pytest_mock)\b/.test(whole);
}

function pythonImportsOf(code: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, module = '', names = ''] of code.matchAll(/^[ \t]*from\s+([\w.]+)\s+import\s+\(?([\w ,\t]+)/gm)) {
    for (const part of names.split(',')) {
      const [name, as] = part.trim().split(/\s+as\s+/);
      if (name !== undefined && name !== '') found.set(as ?? name, `${module}.${name}`);
    }
  }
  for (const [, names = ''] of code.matchAll(/^[ \t]*import\s+([\w., \t]+)/gm)) {
    for (const part of names.split(',')) {
      const [name, as] = part.trim().split(/\s+as\s+/);
      if (name !== undefined && name !== '') found.set(as ?? name.split('.')[0] ?? name, name);
    }
  }
  return found;
}

/** The first component decides: `myapp.requests.submit` is the project's own, however the rest is called. */
function pythonSideOf(target: string | undefined, root: string): Mock['of'] {
  const top = target?.split('.')[0];
  if (top === undefined || top === '') return 'inside';
  const own = [top, path.join('src', top)].some(
    (name) => existsSync(path.join(root, name)) || existsSync(path.join(root, `${name}.py`)),
  );
  if (own) return 'inside';
  return boundary.has(top) || declared(top, root) ? 'boundary' : 'inside';
}

/** Named among the project's dependencies. */
function declared(top: string, root: string): boolean {
  const name = new RegExp(`(?:^|["'\\s])${top.replace(/_/g, '[-_]')}\\b`, 'im');
  return ['requirements.txt', 'pyproject.toml', 'setup.cfg', 'Pipfile'].some((file) => {
    return name.test((readText(path.join(root, file)) ?? '').replace(/^\s*name\s*=.*$/m, ''));
  });
}

/** A source text as code: comments gone, and once more with the insides of strings gone too. Offsets stay. */
interface CodeView {
  /** Comments are spaces. */
  readonly code: string;
  /** Comments and the insides of strings are spaces: what is found here is code. */
  readonly bare: string;
}

function codeView(text: string, language: Language): CodeView {
  const code = commentsOf(text, language).reduceRight(
    (view, comment) => blank(view, comment.offset, comment.offset + comment.mark.length + comment.text.length),
    text,
  );
  return { code, bare: withoutStrings(code, language) };
}

function withoutStrings(code: string, language: Language): string {
  const marks = language.strings;
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < code.length;) {
    const mark = marks.find((candidate) => code.startsWith(candidate, at));
    if (mark === undefined) {
      at += 1;
      continue;
    }
    const start = at + mark.length;
    const end = closing(code, start, mark);
    pieces.push(code.slice(from, start), code.slice(start, end).replace(/[^\n]/g, ' '));
    from = end;
    at = Math.min(code.length, end + mark.length);
  }
  return pieces.join('') + code.slice(from);
}

function closing(code: string, start: number, mark: string): number {
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code.startsWith(mark, at)) return at;
    else if (mark.length === 1 && mark !== '`' && code[at] === '\n') return at;
  }
  return code.length;
}

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to);
}

/** The first argument of a call whose bracket opens at `open`: the text of a plain string, or the expression. */
function firstArgument(code: string, open: number): { literal?: string; expression?: string } {
  const rest = code.slice(open + 1, open + 400);
  const quoted = /^\s*(?:import\s*\(\s*)?(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/.exec(rest);
  if (quoted?.[2] !== undefined && !(quoted[1] === '`' && quoted[2].includes('${'))) return { literal: quoted[2] };
  const name = /^\s*([\w$.]+)/.exec(rest)?.[1];
  return name === undefined ? {} : { expression: name };
}
