import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  statusLineOwner,
  withoutStatusLine,
  withStatusLine,
  statusLineShim,
  statusLineWords,
} from '../../../src/hooks/install/status-line';
import { statusLineFile } from '../../../src/hooks/session/status-line';
import { Stage } from '../cli/stage';

const script = '. /home/ada/.gatehouse/bin/gatehouse-statusline';

describe('the status line in a settings file', () => {
  for (const text of [
    '{}',
    '{ }\n',
    '{\n}\n',
    '{"a":1}',
    '{\n  "model": "opus"\n}\n',
    '{\n\t"model": "opus",\n\t// mine\n}\n',
    '{\r\n    "hooks": {}\r\n}',
    '\uFEFF{\n  "permissions": { "allow": [] }\n}\n',
  ]) {
    it(`comes and goes without a trace: ${JSON.stringify(text)}`, () => {
      const written = withStatusLine(text, script);
      assert.equal(statusLineOwner(written), 'ours');
      assert.equal(withStatusLine(written, script), written);
      assert.equal(withoutStatusLine(written, text), text);
    });
  }

  it('looks like what is there', () => {
    assert.equal(
      withStatusLine('{\n  "model": "opus"\n}\n', script),
      `{\n  "model": "opus",\n  "statusLine": {\n    "type": "command",\n    "command": "${script}"\n  }\n}\n`,
    );
  });

  it('one of another’s stays', () => {
    const text = '{ "statusLine": { "type": "command", "command": "~/mine.sh" } }';
    assert.equal(withStatusLine(text, script), text);
    assert.equal(withoutStatusLine(text), text);
    assert.equal(statusLineOwner(text), 'other');
  });

  it('ours with another path is replaced, not doubled', () => {
    const text = withStatusLine('{}', '/old/bin/gatehouse-statusline');
    assert.equal(withStatusLine(text, script).split('statusLine').length, 2);
  });
});

describe('gatehouse statusline', function () {
  if (process.platform === 'win32') return;

  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
    // What is copied is not run here.
    stage.runAs();
  });
  afterEach(() => stage.clear());
  const home = () => stage.env.GATEHOUSE_HOME!;
  const local = () => path.join(stage.root, '.claude/settings.local.json');
  const settings = () => (existsSync(local()) ? readFileSync(local(), 'utf8') : undefined);
  /** What the client is shown in a folder; no program is on the path. */
  const shown = (cwd = stage.root, env: Record<string, string> = {}) =>
    execFileSync('/bin/sh', ['-c', statusLineWords(path.join(home(), 'bin/gatehouse-statusline'))], {
      cwd,
      env: { PATH: '/nowhere', ...env },
      input: '{}',
      encoding: 'utf8',
    });

  it('prints branch, changed files and gates', async () => {
    stage.write('a.ts', 'export const a = 2;\n');
    assert.equal((await stage.run(['statusline'])).out, 'main +1 | gates on\n');
  });

  it('prints what the flags are worth, the phase and a pause', async () => {
    stage.write('.claude/.test-status', 'fail|2|1700000000\n');
    stage.write(
      'MASTER_PLAN.md',
      '# P\n\n## Phase 1: Carts\n**Status:** completed\n\n## Phase 2: Guests\n**Status:** planned\n',
    );
    stage.write('.claude/gatehouse.json', '{ "profile": "observe" }');
    const { out } = await stage.run(['statusline', '--json']);
    const { text, ...line } = JSON.parse(out) as { text: string; phase: string; gates: string };
    assert.equal(line.phase, 'Phase 2/2 Guests');
    assert.match(text, /^main \+\d+ \| tests ✗ \| Phase 2\/2 Guests \| gates on(?:ly record)?$/);
  });

  it('install shows the change, and uninstall gives the file back byte for byte', async () => {
    stage.write('.claude/settings.local.json', '{ "model": "opus" }');
    const dry = await stage.run(['statusline', 'install', '--dry-run']);
    assert.match(dry.out, /^\+.*"statusLine"/m);
    assert.equal(settings(), '{ "model": "opus" }');
    assert.equal((await stage.run(['statusline', 'install'], 'n')).code, 1);
    assert.equal((await stage.run(['statusline', 'install'], 'y')).code, 0);
    assert.match(settings() ?? '', /"statusLine":\{"type":"command","command":"\. [^"]*bin\/gatehouse-statusline"\}/);
    assert.equal((await stage.run(['statusline', 'uninstall', '--yes'])).code, 0);
    assert.equal(settings(), '{ "model": "opus" }');
  });

  it('comes and goes with the hooks, in either order', async () => {
    await stage.run(['install', '--yes', '--statusline']);
    const both = settings() ?? '';
    assert.ok(both.includes('gatehouse-hook') && both.includes('gatehouse-statusline'));
    await stage.run(['statusline', 'uninstall', '--yes']);
    assert.ok(!(settings() ?? '').includes('statusLine') && (settings() ?? '').includes('gatehouse-hook'));
    await stage.run(['statusline', 'install', '--yes']);
    await stage.run(['uninstall', '--yes']);
    assert.equal(settings(), undefined);
  });

  it('a status line of the person’s own is never replaced', async () => {
    const own = '{ "statusLine": { "type": "command", "command": "mine" } }';
    stage.write('.claude/settings.local.json', own);
    const { code, err } = await stage.run(['statusline', 'install', '--yes']);
    assert.equal(code, 1);
    assert.match(err, /already has a status line, which is kept/);
    assert.equal(settings(), own);
  });

  it('is for one person', async () => {
    assert.equal((await stage.run(['statusline', 'install', '--scope', 'project'])).code, 64);
  });

  it('the script starts no program, and finds the line of the project from below it', async () => {
    await stage.run(['statusline', 'install', '--yes']);
    mkdirSync(path.join(stage.root, 'deep/er'), { recursive: true });
    assert.match(shown(), /^main.* \| gates on\n$/);
    assert.equal(shown(path.join(stage.root, 'deep/er')), shown());
    assert.equal(shown('/', { CLAUDE_PROJECT_DIR: stage.root }), shown());
    assert.equal(shown('/'), '');
  });

  it('a hook leaves the line that holds now', async () => {
    await stage.run(['statusline', 'install', '--yes']);
    stage.write('b.ts', 'export const b = 1;\n');
    await stage.hook('UserPromptSubmit', { prompt: 'hello', session_id: 's' });
    const { out } = await stage.run(['statusline']);
    assert.equal(readFileSync(statusLineFile(home(), stage.root), 'utf8'), out);
  });

  it('nothing is left where it is not shown', async () => {
    await stage.hook('UserPromptSubmit', { prompt: 'hello', session_id: 's' });
    assert.equal(existsSync(path.join(home(), 'statusline')), false);
  });

  it('a home with a quote and a space in its name is one word to the shell', () => {
    assert.match(statusLineShim("/home/a b's/.gatehouse", 'x'), /lines='\/home\/a b'\\''s\/.gatehouse\/statusline'/);
  });
});
