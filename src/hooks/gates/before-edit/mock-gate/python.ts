import { existsSync } from 'node:fs';
import path from 'node:path';
import { codeView, firstArgument } from '../../../source/code-view';
import { languageOf } from '../../../source/language';
import type { Mock, MockReader } from './mock';
import { readText } from '../../../project/read-file';

const patch = /\b(?:mock\s*\.\s*|mocker\s*\.\s*|um\s*\.\s*)?patch(?:\.dict|\.multiple)?\s*\(|\bmonkeypatch\s*\.\s*(?:setattr|delattr)\s*\(|\bmocker\s*\.\s*(?:spy|stub)\s*\(/g; // prettier-ignore
const patchObject = /\bpatch\s*\.\s*object\s*\(|\bmocker\s*\.\s*patch\s*\.\s*object\s*\(/g;
const standIn = /\b(?:MagicMock|AsyncMock|NonCallableMock|PropertyMock|create_autospec|Mock)\s*\(/g;

/** Modules of the standard library and packages whose job is the outside world. */
const boundary = new Set([
  'os', 'sys', 'io', 'time', 'datetime', 'random', 'socket', 'ssl', 'http', 'urllib', 'smtplib', 'imaplib', 'ftplib', 'subprocess', 'shutil', 'tempfile',
  'pathlib', 'builtins', 'logging', 'signal', 'threading', 'asyncio', 'uuid', 'secrets', 'getpass', 'platform', 'webbrowser', 'sqlite3', 'zipfile', 'glob',
  'requests', 'httpx', 'aiohttp', 'httplib2', 'urllib3', 'redis', 'psycopg', 'psycopg2', 'asyncpg', 'sqlalchemy', 'pymongo', 'motor', 'mysql', 'MySQLdb',
  'pymysql', 'boto3', 'botocore', 'google', 'azure', 'paramiko', 'psutil', 'stripe', 'twilio', 'openai', 'anthropic', 'kafka', 'pika', 'celery', 'grpc',
]); // prettier-ignore

const python = languageOf('x.py');

export const pythonMocks: MockReader = (text, whole, root) => {
  if (python === undefined) return [];
  const { code, bare } = codeView(text, python);
  const imports = importsOf(codeView(whole, python).code);
  const mocks: Mock[] = [];
  for (const pattern of [patch, patchObject]) {
    for (const match of bare.matchAll(pattern)) {
      const { literal, expression } = firstArgument(code, match.index + match[0].length - 1);
      const name = expression?.split('.')[0] ?? '';
      const target = literal ?? imports.get(name) ?? expression;
      mocks.push({
        text: `${match[0]}${literal === undefined ? (expression ?? '…') : `'${literal}'`})`,
        of: sideOf(target, root),
      });
    }
  }
  // A stand-in object without any patch takes the place of one of the project's own.
  const [alone] = mocks.length === 0 ? [...bare.matchAll(standIn)] : [];
  if (alone !== undefined && usesMocks(whole)) mocks.push({ text: `${alone[0]}…)`, of: 'inside' });
  return mocks;
};

function usesMocks(whole: string): boolean {
  return /\b(?:unittest|mock|mocker|pytest_mock)\b/.test(whole);
}

function importsOf(code: string): ReadonlyMap<string, string> {
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
function sideOf(target: string | undefined, root: string): Mock['of'] {
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
