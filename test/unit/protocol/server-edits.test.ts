import assert from 'node:assert/strict';
import { serverEdits } from '../../../src/hooks/protocol/tools';

const files = (tool: string, input: Readonly<Record<string, unknown>>) =>
  serverEdits(`mcp__files__${tool}`, input).map(({ path, extent }) => `${extent} ${path}`);

describe('the files that a server’s tool changes', () => {
  const rows: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>, files: readonly string[]])[] =
    [
      ['write_file', { path: '.env', content: 'x' }, ['whole .env']],
      ['writeFile', { filePath: 'a.ts', content: 'x' }, ['whole a.ts']],
      ['edit_file', { path: 'a.ts', edits: [{ oldText: 'a', newText: 'b' }] }, ['part a.ts']],
      ['replace_regex', { relative_path: 'a.ts', regex: 'a', repl: 'b' }, ['part a.ts']],
      ['move_file', { source: 'a', destination: 'b' }, ['part a', 'part b']],
      ['copy_file', { source: '.env.example', destination: 'b' }, ['part b']],
      [
        'write_files',
        {
          files: [
            { path: 'a', content: '1' },
            { path: 'b', content: '2' },
          ],
        },
        ['part a', 'part b'],
      ],
      ['delete_paths', { paths: ['a', 'file:///p/b'] }, ['part a', 'part /p/b']],
      ['read_file', { path: '.env' }, []],
      ['list_directory', { path: '.' }, []],
      ['get_settings', { file: 'a' }, []],
      ['create_issue', { title: 'x', body: 'y' }, []],
      ['download', { url: 'https://example.org/a', path: 'b' }, ['part b']],
    ];
  for (const [tool, input, expected] of rows) {
    it(`${tool} ${JSON.stringify(input)}`, () => assert.deepEqual(files(tool, input), expected));
  }
});
