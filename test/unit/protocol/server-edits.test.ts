import assert from 'node:assert/strict';
import { shellFormOf } from '../../../src/hooks/protocol/shell-form';
import { mayHaveShellForm, serverEdits } from '../../../src/hooks/protocol/tools';
import { callOf } from '../before-bash/judging';

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

describe('the shell command that does the same as a tool', () => {
  const formOf = (tool: string, input: Readonly<Record<string, unknown>>) => {
    const call = callOf(input, '/p', tool);
    return mayHaveShellForm(call) ? shellFormOf(call)?.input.command : undefined;
  };
  const rows: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>, command?: string])[] = [
    ['mcp__shell__execute_command', { command: 'rm -rf ~/' }, 'rm -rf ~/'],
    ['mcp__shell__execute_command', { command: ['rm', '-r', 'a b'], cwd: '/srv' }, "cd /srv\nrm -r 'a b'"],
    ['mcp__cli__run', { command: 'rm', args: ['-r', 'a'] }, 'rm -r a'],
    ['mcp__wcgw__BashCommand', { action_json: { command: 'ls' } }, 'ls'],
    ['mcp__ssh__exec', { host: 'web', command: 'ls' }, 'ssh web ls'],
    ['mcp__tmux__send-keys', { pane: '1', keys: 'ls\n' }, 'ls\n'],
    ['mcp__ide__executeCode', { code: 'a()' }, "python3 -c 'a()'\nnode -e 'a()'"],
    [
      'mcp__ide__executeCode',
      { code: 'if x:\n  !rm -r a\n' },
      "rm -r a\npython3 -c 'if x:\n  pass\n'\nnode -e 'if x:\n  !rm -r a\n'",
    ],
    ['mcp__jupyter__append_execute_code_cell', { cell_source: '%%bash\nrm -r a' }, "rm -r a\npython3 -c ''"],
    ['mcp__code-runner__run-code', { languageId: 'shellscript', code: 'a' }, 'a'],
    ['mcp__applescript__run', { script: 'do shell script "a"' }, `osascript -e 'do shell script "a"'`],
    ['mcp__repl__run', { language: 'python', code: 'a()' }, "python3 -c 'a()'"],
    ['mcp__db__query', { sql: 'DROP TABLE a' }, "psql -c 'DROP TABLE a'"],
    ['mcp__fs__delete_directory', { path: '~/my files' }, "rm -rf ~'/my files'"],
    ['mcp__fs__move_file', { source: 'a', destination: 'b' }, 'mv a b'],
    ['mcp__git__git_commit', { repo_path: '/p', message: 'x' }, 'cd /p\ngit commit -m x'],
    [
      'mcp__gitkraken__git_add_or_commit',
      { action: 'commit', directory: '/p', message: 'x' },
      'cd /p\ngit commit -m x',
    ],
    ['mcp__gitkraken__git_add_or_commit', { action: 'add', directory: '/p', files: ['a'] }, 'cd /p\ngit add a'],
    ['mcp__git__git_push', { remote: 'up', branch: 'main', force: true }, 'git push --force up main'],
    ['mcp__git__git_force_push', { branch: 'main' }, 'git push --force origin main'],
    ['mcp__git__git_reset', { mode: 'hard', target: 'HEAD~1' }, "git reset --hard 'HEAD~1'"],
    ['mcp__git__git_clean', { force: true, directories: true }, 'git clean --force -d'],
    ['mcp__git__git_delete_branch', { name: 'a', force: true }, 'git branch --delete --force a'],
    ['mcp__git__git_branch', { operation: 'delete', branchName: 'a' }, 'git branch --delete a'],
    ['mcp__git__git_stash', { mode: 'clear' }, 'git stash clear'],
    ['mcp__git__git_worktree', { mode: 'remove', force: true }, 'git worktree remove --force'],
    ['mcp__git__git_cherry_pick', { commit: 'a1' }, 'git cherry-pick a1'],
    ['mcp__git__git_config', { key: 'core.hooksPath', value: 'x' }, 'git config core.hooksPath x'],
    ['mcp__vcs__git', { args: ['reset', '--hard'] }, 'git reset --hard'],
    ['mcp__git__run', { command: 'push -f' }, 'git push -f'],
    ['mcp__git__git_diff', { target: 'main' }],
    ['mcp__git__git_status', { repo_path: '/p' }],
    ['mcp__github__push_files', { owner: 'a', repo: 'b', branch: 'main', files: [] }],
    ['mcp__fetch__fetch', { url: 'http://a.example/' }, 'curl http://a.example/'],
    ['mcp__github__merge_branch', { owner: 'a', repo: 'b', branch: 'c' }],
    [
      'Agent',
      { prompt: 'x', description: 'y', mode: 'bypassPermissions' },
      'claude --permission-mode bypassPermissions',
    ],
    ['Agent', { prompt: 'x', description: 'y' }],
    ['Config', { setting: 'disableAllHooks', value: true }, 'claude config set disableAllHooks true'],
    ['Config', { setting: 'theme' }],
    ['Write', { file_path: '/p/.vscode/tasks.json', content: '{}' }, "printf %s '{}' > /p/.vscode/tasks.json"],
    ['WebFetch', { url: 'http://a.example/', prompt: 'x' }, 'curl http://a.example/'],
    ['ExitWorktree', { action: 'remove', discard_changes: true }, 'git worktree remove --force .'],
    ['ExitWorktree', { action: 'remove' }],
    ['ExitWorktree', { action: 'keep', discard_changes: true }],
    ['Write', { file_path: '/etc/x', content: 'a' }, 'printf %s a > /etc/x'],
    ['Edit', { file_path: '../x', old_string: 'a', new_string: 'b' }, 'printf %s b >> ../x'],
    ['Write', { file_path: '/p/.claude/settings.json', content: '{}' }, "printf %s '{}' > /p/.claude/settings.json"],
    ['Write', { file_path: '/p/a.ts', content: 'a' }],
    ['mcp__db__query', { sql: 'SELECT 1' }],
    ['mcp__github__create_issue', { title: 'x', body: 'rm -rf ~' }],
    ['mcp__github__delete_file', { owner: 'a', repo: 'b', path: 'c' }],
    ['mcp__memory__search', { query: 'drop zone' }],
    ['mcp__github__search_code', { query: 'drop table a' }],
    ['Read', { file_path: '/etc/passwd' }],
  ];
  for (const [tool, input, command] of rows) {
    it(`${tool} ${JSON.stringify(input)}`, () => assert.equal(formOf(tool, input), command));
  }
});
