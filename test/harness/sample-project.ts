import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Env = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, string>>;

/** The sample's history, oldest commit first. */
const history: readonly { readonly message: string; readonly files: Files }[] = [
  {
    message: 'Start a till',
    files: {
      'README.md': '# Till\n\nAdds up what is in a basket.\n',
      'package.json':
        '{\n  "name": "till",\n  "private": true,\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n',
      '.gitignore': 'node_modules/\n',
      // Whose reviews count: the project names the reviewer.
      '.mcp.json': '{ "mcpServers": { "codex": { "command": "codex", "args": ["mcp-server"] } } }\n',
      'src/basket.js':
        'export function total(items) {\n  return items.reduce((sum, item) => sum + item.price * item.count, 0);\n}\n',
    },
  },
  {
    message: 'Test the sum',
    files: {
      'test/basket.test.js':
        "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { total } from '../src/basket.js';\n\ntest('an empty basket costs nothing', () => assert.equal(total([]), 0));\n",
    },
  },
  {
    message: 'Say how discounts will work',
    files: { 'docs/discounts.md': '# Discounts\n\nThree of a kind: the cheapest is free.\n' },
  },
];

/** Runs git as a person that exists nowhere. */
export function git(folder: string, env: Env, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, env, encoding: 'utf8' });
}

export function writeFiles(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** A real git repository with a few commits, clean, on branch `main`. */
export function makeSampleProject(folder: string, env: Env): string {
  mkdirSync(folder, { recursive: true });
  git(folder, env, 'init', '--quiet', '--initial-branch=main');
  for (const { message, files } of history) {
    writeFiles(folder, files);
    git(folder, env, 'add', '.');
    git(folder, env, 'commit', '--quiet', '-m', message);
  }
  return folder;
}
