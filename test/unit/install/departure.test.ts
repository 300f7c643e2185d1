import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import { runCommand } from '../../../src/hooks/cli/commands';
import { runHook } from '../../../src/hooks/pipeline/hook';
import { treeOf } from '../../harness/tree';
import { otherClients, scopesOf } from '../../../src/hooks/install/client-settings';
import { settingsFileOf } from '../../../src/hooks/install/install';

describe('leaving for good', () => {
  const surroundings = freshEnvironment('leave');
  const root = realpathSync(surroundings.folder);
  const home = path.join(root, 'home');
  const [one, two] = [path.join(home, 'work/one'), path.join(home, 'work/two')];
  const env = {
    PATH: `${home}/.local/bin:${surroundings.env.PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    GATEHOUSE_HOST: 'off',
  };
  const argv1 = process.argv[1];
  const said = { out: '', err: '' };

  before(() => {
    mkdirSync(path.join(root, 'dist'));
    writeFileSync(path.join(root, 'dist/runner.js'), '// runs\n');
    process.argv[1] = path.join(root, 'dist/runner.js');
  });
  beforeEach(() => {
    rmSync(home, { recursive: true, force: true });
    for (const project of [one, two]) {
      mkdirSync(project, { recursive: true });
      execFileSync('git', ['init', '-q'], { cwd: project, env });
      writeFileSync(path.join(project, 'a.ts'), 'export const a = 1;\n');
    }
    mkdirSync(path.join(home, '.local/bin'), { recursive: true });
    mkdirSync(path.join(home, '.claude'));
    writeFileSync(path.join(home, '.claude/settings.json'), '{\r\n\t"model": "opus", // mine\r\n\t"hooks": {}\r\n}');
    said.out = said.err = '';
  });
  after(() => {
    process.argv[1] = argv1 ?? '';
    surroundings.clear();
  });

  const gatehouse = (words: string, cwd = one, answer?: string) =>
    runCommand(words.split(' '), {
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      env,
      cwd,
      isTTY: answer !== undefined,
      ask: () => Promise.resolve(answer ?? ''),
    });
  const session = async (cwd: string) => {
    const at = { session_id: 's1', cwd };
    for (const [event, fields] of [
      ['SessionStart', { source: 'startup' }],
      ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'rm -rf ~/' } }],
      [
        'PostToolUse',
        { tool_name: 'Write', tool_input: { file_path: path.join(cwd, 'a.ts'), content: '' }, tool_response: {} },
      ],
      ['UserPromptSubmit', { prompt: 'go on' }],
    ] as const) {
      await runHook({
        event,
        payload: JSON.stringify({ hook_event_name: event, ...at, ...fields }),
        env,
        via: 'cold',
        cwd,
      });
    }
  };

  it('restores home and projects, whatever was registered and whatever sessions left', async () => {
    const before = treeOf(home);
    for (const [words, cwd] of [
      ['install --yes --link', one],
      ['install --yes --scope user --statusline', one],
      ['install --yes --scope project', two],
      ['install --yes', two],
    ] as const) {
      assert.equal(await gatehouse(words, cwd), 0, said.err);
    }
    for (const project of [one, two]) await session(project);
    assert.ok(existsSync(path.join(one, '.claude_review_state.json')), 'a session leaves state');
    assert.ok(existsSync(path.join(home, '.local/bin/gatehouse')));
    said.out = '';
    assert.equal(await gatehouse('uninstall --everywhere', one, 'y'), 0, said.out);
    assert.deepEqual(treeOf(home), before);
    assert.match(said.out, /^restored +hooks +\S+\/home\/\.claude\/settings\.json +\(byte for byte as it was\)$/m);
    assert.match(said.out, /^Gatehouse is removed\.$/m);
  });

  for (const client of otherClients) {
    it(`leaves nothing in the settings of ${client.title}`, async () => {
      const before = treeOf(home);
      for (const scope of scopesOf(client)) {
        assert.equal(await gatehouse(`install --yes --agent ${client.name} --scope ${scope}`), 0, said.err);
      }
      assert.equal(await gatehouse('uninstall --everywhere --yes', two), 0, said.out);
      assert.deepEqual(treeOf(home), before);
    });
  }

  it('keeps what others wrote into the files since, and what the person configured', async () => {
    await gatehouse('install --yes');
    const file = path.join(one, '.claude/settings.local.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{\n  "model": "opus",'));
    writeFileSync(path.join(one, '.claude/gatehouse.json'), '{}');
    assert.equal(await gatehouse('uninstall --everywhere', one), 0, said.out);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { model: 'opus' });
    assert.match(said.out, /^kept +configuration +\S+gatehouse\.json/m);
    assert.equal(existsSync(path.join(home, '.gatehouse')), false);
  });

  it('says what it could not reach, and keeps the program that is still named there', async () => {
    await gatehouse('install --yes');
    await gatehouse('install --yes', two);
    const file = path.join(two, '.claude/settings.local.json');
    writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from([0xff])]));
    writeFileSync(path.join(home, '.bashrc'), 'export PATH="$HOME/.gatehouse/bin:$PATH"\n');
    assert.equal(await gatehouse('uninstall --everywhere', one), 1);
    assert.match(said.out, /^not reached +hooks +\S+two\/\.claude\/settings\.local\.json +\(.*not UTF-8/m);
    assert.match(said.out, /^not reached +PATH +\S+\.bashrc:1 +\(remove this line\)$/m);
    assert.match(
      said.out,
      /^not reached +home +\S+\.gatehouse +\(.*two\/\.claude\/settings\.local\.json may still start/m,
    );
    assert.equal(existsSync(path.join(home, '.gatehouse/bin/gatehouse-hook')), true);
    assert.equal(existsSync(path.join(one, '.claude')), false);
  });

  it('finds what 0.1 registered in a project that it knows', async () => {
    await gatehouse('install --yes', two);
    await session(two);
    const book = path.join(home, '.gatehouse/install');
    for (const name of readdirSync(book)) {
      const record = JSON.parse(readFileSync(path.join(book, name), 'utf8')) as Record<string, unknown>;
      writeFileSync(path.join(book, name), JSON.stringify({ ...record, file: undefined }));
    }
    assert.equal(await gatehouse('uninstall --everywhere', one), 0, said.out);
    assert.equal(existsSync(settingsFileOf({ scope: 'local', directory: two, env }).file), false);
  });

  it('changes nothing with --dry-run or without a yes', async () => {
    await gatehouse('install --yes');
    chmodSync(path.join(home, '.gatehouse'), 0o700);
    const before = treeOf(home);
    assert.equal(await gatehouse('uninstall --everywhere --dry-run'), 0);
    assert.match(said.out, /^would be restored +hooks/m);
    assert.equal(await gatehouse('uninstall --everywhere', one, 'n'), 1);
    assert.deepEqual(treeOf(home), before);
  });
});
