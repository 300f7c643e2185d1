import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '../../..');

interface Source {
  /** From the repository's top, with forward slashes. */
  readonly file: string;
  readonly lines: number;
  /** What it imports: paths from the repository's top for our own files, names for packages. */
  readonly imports: readonly string[];
  /** The files of src that it needs at run time: imports of types alone are left out. */
  readonly needs: readonly string[];
}

const sources: readonly Source[] = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read(path.posix.join('src', name.split(path.sep).join('/'))));

function read(file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8');
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('.') ? path.posix.join(path.posix.dirname(file), fileName) : fileName,
    );
  return { file, lines: text.trimEnd().split('\n').length, imports, needs: neededBy(file, text) };
}

function neededBy(file: string, text: string): readonly string[] {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    const from = (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;
    if (from === undefined || from === false || !ts.isStringLiteral(from) || !from.text.startsWith('.')) return [];
    const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    const typesOnly = ts.isImportDeclaration(statement)
      ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : statement.isTypeOnly;
    if (
      typesOnly ||
      (named !== undefined && ts.isNamedImports(named) && named.elements.every((one) => one.isTypeOnly))
    ) {
      return [];
    }
    return [path.posix.join(path.posix.dirname(file), from.text)];
  });
}

/** The first way from a file back to itself along what files need, or undefined. */
function cycle(): readonly string[] | undefined {
  const done = new Set<string>();
  const find = (name: string) =>
    sources.find(({ file }) => file === `${name}.ts` || file === `${name}/index.ts` || file === name);
  const walk = (source: Source, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(source.file)) return [...way.slice(way.indexOf(source.file)), source.file];
    if (done.has(source.file)) return undefined;
    for (const name of source.needs) {
      const next = find(name);
      const found = next && walk(next, [...way, source.file]);
      if (found !== undefined) return found;
    }
    done.add(source.file);
    return undefined;
  };
  for (const source of sources) {
    const found = walk(source, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `file imports thing`, for every import in `folder` that breaks a rule. */
function breaches(folder: string, broken: (imported: string, source: Source) => boolean): readonly string[] {
  return sources
    .filter(({ file }) => file.startsWith(folder))
    .flatMap((source) =>
      source.imports.filter((name) => broken(name, source)).map((name) => `${source.file} imports ${name}`),
    );
}

const ours = (imported: string) => imported.startsWith('src/');
const gates = 'src/hooks/gates/';

/** `src/hooks/gates/<group>/<gate>` of a path below it: a gate may be one file or a folder of its own. */
function gateOf(file: string): string {
  const [group, gate] = file.slice(gates.length).split('/');
  return `${group}/${gate?.replace(/\.ts$/, '')}`;
}

describe('the layers of the code', () => {
  it('reads the sources it judges', () => {
    assert.ok(sources.length > 20);
    assert.ok(sources.some(({ file, imports }) => file === 'src/hooks/main.ts' && imports.length > 0));
  });

  it('keeps the editor out of everything below src/extension', () => {
    assert.deepEqual(
      breaches('src/hooks/', (name) => name === 'vscode'),
      [],
    );
  });

  it('lets the extension import the hooks, never the hooks the extension', () => {
    assert.deepEqual(
      breaches('src/hooks/', (name) => name.startsWith('src/extension')),
      [],
    );
  });

  it('lets the protocol import no other folder', () => {
    const outside = (name: string) => ours(name) && !name.startsWith('src/hooks/protocol/');
    assert.deepEqual(breaches('src/hooks/protocol/', outside), []);
  });

  it('lets no gate import another gate', () => {
    const another = (name: string, { file }: Source) => {
      if (!name.startsWith(gates)) return false;
      // Other models are asked about what auto-review leaves open.
      if (gateOf(file) === 'before-bash/llm-review' && name === `${gates}before-bash/auto-review`) return false;
      return gateOf(name) !== gateOf(file);
    };
    assert.deepEqual(breaches(gates, another), []);
  });

  it('lets only the catalog import gates, and what the editor takes from the runner', () => {
    const doors = ['src/hooks/pipeline/catalog.ts', 'src/hooks/library.ts'];
    const gate = (name: string, { file }: Source) =>
      name.startsWith('src/hooks/gates') && !file.startsWith(gates) && !doors.includes(file);
    assert.deepEqual(breaches('src/hooks/', gate), []);
  });

  it('has no circle of files that need one another', () => {
    assert.equal(cycle()?.join(' → '), undefined);
  });

  it('lets the entry of the runner, which every hook loads, need no module of Node that takes long to load', () => {
    const entry = new Set(['src/hooks/start']);
    for (const name of entry) {
      for (const needed of sources.find(({ file }) => file === `${name}.ts`)?.needs ?? []) entry.add(needed);
    }
    const modules = sources
      .filter(({ file }) => entry.has(file.replace(/\.ts$/, '')))
      .flatMap(({ imports }) => imports.filter((name) => name.startsWith('node:')));
    assert.deepEqual([...new Set(modules)].sort(), [
      'node:buffer',
      'node:fs',
      'node:os',
      'node:path',
      'node:util',
      'node:vm',
    ]);
  });

  it('bundles every package, so that nothing but the editor and Node is asked for at run time', () => {
    const declared = Object.keys(
      (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { devDependencies: object })
        .devDependencies,
    );
    const known = (name: string) =>
      ours(name) ||
      name === 'vscode' ||
      name.startsWith('node:') ||
      // The version, which the bundler writes in.
      name === 'package.json' ||
      declared.some((one) => name === one || name.startsWith(`${one}/`));
    assert.deepEqual(
      breaches('src/', (name) => !known(name)),
      [],
    );
    assert.deepEqual(
      breaches('src/', (name) => builtinModules.includes(name)),
      [],
      'built-in modules carry node:',
    );
  });

  it('packs every name of zod that the hooks use', () => {
    const packed = readFileSync(path.join(root, 'src/hooks/zod.ts'), 'utf8');
    const names = sources
      .filter(({ file, imports }) => file.startsWith('src/hooks/') && imports.includes('zod/mini'))
      .flatMap(({ file }) => [
        ...readFileSync(path.join(root, file), 'utf8').matchAll(/\bz\.(?!(?:infer|core)\b)([a-z_]\w*)/g),
      ])
      .map(([, name]) => name);
    assert.ok(names.length > 100);
    assert.deepEqual(
      [...new Set(names)].filter((name) => !new RegExp(`^  ${name},$`, 'm').test(packed)),
      [],
    );
  });

  it('has every folder in the map of ARCHITECTURE.md, and no other', () => {
    const map = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').split('```')[3] ?? '';
    const [hooks = '', extension = ''] = map.split('src/extension/');
    const onMap = (part: string) => [...part.matchAll(/^ {2}([\w-]+)\/ /gm)].map(([, name]) => name).sort();
    const folders = (folder: string) =>
      readdirSync(path.join(root, folder), { withFileTypes: true })
        .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
        .sort();
    assert.deepEqual(onMap(hooks), folders('src/hooks'));
    assert.deepEqual(onMap(extension), folders('src/extension'));
  });

  it('finds every file that ARCHITECTURE.md answers a question with', () => {
    const page = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');
    const rows = page.split('## Where to look')[1]?.split('\n## ')[0] ?? '';
    const named = [...rows.matchAll(/`((?:hooks|extension)\/[\w./-]+)`/g)].map(([, file = '']) => file);
    assert.ok(named.length > 15);
    assert.deepEqual(
      named.filter((file) => !existsSync(path.join(root, 'src', file))),
      [],
    );
  });

  it('keeps activate() a parts list under 120 lines', () => {
    const entry = sources.find(({ file }) => file === 'src/extension/extension.ts');
    assert.ok(entry, 'src/extension/extension.ts exists');
    assert.ok(entry.lines < 120, `${entry.lines} lines`);
  });
});
