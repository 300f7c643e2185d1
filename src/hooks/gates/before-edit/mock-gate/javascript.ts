import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { codeView, firstArgument } from '../../../source/code-view';
import { languageOf, type Language } from '../../../source/language';
import type { Mock, MockReader } from './mock';
import { readJson } from '../../../project/read-file';

/** Replaces a whole module; its first argument says which. */
const moduleMock = /\b(?:jest|vi)\s*\.\s*(?:mock|doMock|unstable_mockModule|setMock|createMockFromModule)\s*(?:<[^()]*>)?\s*\(|\bmock\s*\.\s*module\s*\(|\btd\s*\.\s*replace(?:Esm)?\s*\(|\bproxyquire\s*\(/g; // prettier-ignore
/** Replaces a member of an object; its first argument is the object. */
const memberMock = /\b(?:jest|vi|td)\s*\.\s*(?:spyOn|replaceProperty)\s*\(|\bsinon\s*\.\s*(?:stub|mock|replace|spy)\s*\(|\bmock\s*\.\s*(?:method|getter|setter)\s*\(|(?<![.\w])spyOn\s*\(/g; // prettier-ignore
/** Gives a stand-in its behaviour; what it stands for is said elsewhere. */
const behaviour = /\.\s*mock(?:Implementation|ReturnValue|ResolvedValue|RejectedValue)(?:Once)?\s*\(/g;

/** Globals that belong to the machine, not to the project. */
const machine = new Set([
  'console', 'process', 'Date', 'Math', 'global', 'globalThis', 'window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage',
  'performance', 'crypto', 'fetch', 'XMLHttpRequest', 'WebSocket', 'Storage', 'HTMLElement', 'Element', 'Intl', 'JSON', 'timers',
]); // prettier-ignore

const typescript = languageOf('x.ts');

export const javascriptMocks: MockReader = (text, whole, root) => {
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
  // Behaviour belongs to the mocks around it; alone it stands in for something of the project's own.
  const [alone] = mocks.length === 0 && !mocksBoundary(whole, root) ? [...bare.matchAll(behaviour)] : [];
  if (alone !== undefined) mocks.push({ text: `${alone[0].trim()}…)`, of: 'inside' });
  return mocks;
};

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
  const manifest = readJson(path.join(root, 'package.json'));
  const named = typeof manifest === 'object' && manifest !== null && 'name' in manifest ? manifest.name : undefined;
  return typeof named === 'string' ? named : undefined;
}
