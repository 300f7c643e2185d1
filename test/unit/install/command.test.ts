import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../../src/hooks/cli/commands';
import { deploy, writeManifest } from '../../../src/hooks/install/deploy';
import { deployedBuild } from '../../../src/hooks/install/deployed-files';
import { findRuntime } from '../../../src/hooks/install/runtime';
import { settingsPath } from '../../../src/hooks/install/scope';
import { execIn } from '../../../src/hooks/project/exec';
import { version } from '../../../src/hooks/version';
import { freshFolder } from '../../harness/test-project';

describe('installing from the command line', () => {
  let root: string;
  let project: string;
  let argv1: string | undefined;
  const said = { out: '', err: '' };

  beforeEach(() => {
    root = freshFolder();
    project = path.join(root, 'project');
    mkdirSync(path.join(root, 'dist'));
    writeFileSync(path.join(root, 'dist/runner.js'), '// runs\n');
    execFileSync('git', ['init', '-q', project], { env: { PATH: process.env.PATH, HOME: root } });
    argv1 = process.argv[1];
    process.argv[1] = path.join(root, 'dist/runner.js');
    said.out = said.err = '';
  });
  afterEach(() => {
    process.argv[1] = argv1 ?? '';
    rmSync(root, { recursive: true, force: true });
  });

  const env = () => ({ PATH: process.env.PATH ?? '', HOME: root });
  const gatehouse = (words: string, answer?: string) =>
    runCommand(words.split(' '), {
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      env: env(),
      cwd: project,
      isTTY: answer !== undefined,
      ask: () => Promise.resolve(answer ?? ''),
    });
  const local = () => path.join(project, '.claude/settings.local.json');
  const put = (text: string) => {
    mkdirSync(path.dirname(local()), { recursive: true });
    writeFileSync(local(), text);
  };

  it('registers in the file of the scope, from anywhere in the project', () => {
    mkdirSync(path.join(project, 'deep/er'), { recursive: true });
    assert.equal(settingsPath('local', path.join(project, 'deep/er'), env()), local());
    assert.equal(settingsPath('project', project, env()), path.join(project, '.claude/settings.json'));
    assert.equal(settingsPath('user', project, env()), path.join(root, '.claude/settings.json'));
    assert.equal(settingsPath('user', project, { CLAUDE_CONFIG_DIR: '/c' }), '/c/settings.json');
  });

  it('G22 comes and goes, and leaves the file as it was', async () => {
    put('{\n  "model": "opus"\n}');
    assert.equal(await gatehouse('install --scope local --yes'), 0);
    assert.equal(existsSync(path.join(root, '.gatehouse/bin/gatehouse-hook')), true);
    assert.equal(await gatehouse('uninstall --yes'), 0);
    assert.equal(readFileSync(local(), 'utf8'), '{\n  "model": "opus"\n}');
  });

  it('changes nothing with --dry-run, not even in its own home', async () => {
    put('{ "env": { "KEY": "sk-1" } }');
    assert.equal(await gatehouse('install --dry-run'), 0);
    assert.doesNotMatch(said.out, /sk-1/);
    assert.equal(readFileSync(local(), 'utf8'), '{ "env": { "KEY": "sk-1" } }');
    assert.equal(existsSync(path.join(root, '.gatehouse')), false);
  });

  it('G23 shows every hook before it writes, also those that may refuse', async () => {
    put('{}');
    await gatehouse('install --dry-run');
    const shown = said.out;
    await gatehouse('install --yes');
    const written = readFileSync(local(), 'utf8').split('\n');
    assert.ok(written.some((line) => line.includes('"PreToolUse"')));
    assert.deepEqual(
      written.slice(1, -1).filter((line) => !shown.includes(`+${line}\n`)),
      [],
    );
  });

  it('G24 installs nothing for a person who does not say yes', async () => {
    put('{}');
    for (const answer of ['', 'no']) await gatehouse('install', answer);
    assert.equal(readFileSync(local(), 'utf8'), '{}');
    assert.equal(existsSync(path.join(root, '.gatehouse/bin')), false);
  });

  for (const words of ['install', 'install --json']) {
    it(`G2 shows the change and writes nothing without a terminal and --yes: ${words}`, async () => {
      put('{}');
      assert.equal(await gatehouse(words), 1);
      assert.equal(readFileSync(local(), 'utf8'), '{}');
      assert.match(said.out, /PreToolUse/);
      assert.equal(
        said.err,
        'Nothing was changed: there is no terminal to ask for confirmation. Use --yes to write without asking.\n',
      );
    });
  }

  it('refuses a file that it cannot read, and says which line', async () => {
    put('{\n  "model": \n}');
    assert.equal(await gatehouse('install --yes'), 70);
    assert.match(said.err, /line 3.*Nothing was changed/);
    assert.equal(readFileSync(local(), 'utf8'), '{\n  "model": \n}');
  });

  it('answers in JSON where it is asked to', async () => {
    put('{}');
    await gatehouse('install --json --yes');
    const answer = JSON.parse(said.out) as { file: string; scope: string };
    assert.deepEqual([answer.file, answer.scope], [local(), 'local']);
  });

  it('takes its own folder along with --purge alone', async () => {
    await gatehouse('install --yes');
    await gatehouse('uninstall --yes');
    assert.equal(existsSync(path.join(root, '.gatehouse')), true);
    await gatehouse('uninstall --yes --purge');
    assert.equal(existsSync(path.join(root, '.gatehouse')), false);
  });

  for (const words of ['install --scope team', 'install --force', 'uninstall --scope', 'host', 'host dance']) {
    it(`does not take '${words}', and never ends with 2`, async () => {
      assert.equal(await gatehouse(words), 64);
    });
  }

  it('says that no host is running', async () => {
    assert.equal(await gatehouse('host status'), 1);
    assert.equal(said.out, 'No host is running.\n');
  });
});

describe('putting the runner in place', () => {
  let root: string;
  let home: string;
  beforeEach(() => {
    root = freshFolder();
    home = path.join(root, '.gatehouse');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const put = (text: string) => {
    const source = path.join(root, 'dist');
    mkdirSync(source, { recursive: true });
    writeFileSync(path.join(source, 'runner.js'), text);
    return deploy(source, home, { node: process.execPath, bash: '/bin/bash' }, { HOME: root });
  };

  it('outlives the folder it came from', () => {
    const { runner } = put('// one');
    rmSync(path.join(root, 'dist'), { recursive: true });
    assert.equal(readFileSync(runner, 'utf8'), '// one');
  });

  it('names a build by its content and keeps the two before', () => {
    const builds = ['// 1', '// 2', '// 3', '// 4', '// 4'].map((text) => put(text).build);
    assert.equal(new Set(builds).size, 4);
    assert.equal(readdirSync(path.join(home, 'runner')).length, 3);
    assert.equal(deployedBuild(home), builds[4]);
  });

  it('mends a copy that was damaged', () => {
    const { runner } = put('// one');
    writeFileSync(runner, 'broken');
    put('// one');
    assert.equal(readFileSync(runner, 'utf8'), '// one');
  });

  it('says again what kind of modules the copy holds, where that was lost', () => {
    const { runner } = put('// one');
    const kind = path.join(path.dirname(runner), 'package.json');
    rmSync(kind);
    put('// one');
    assert.deepEqual(JSON.parse(readFileSync(kind, 'utf8')), { type: 'commonjs', version });
  });

  it('leaves a newer version in place, unchanged, and says which', () => {
    const { runner, build } = put('// newer');
    const folder = path.dirname(runner);
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "commonjs", "version": "99.0.0" }');
    writeManifest(folder, ['runner.js', 'package.json']);
    const older = put('// older');
    assert.deepEqual([older.kept, older.build], ['99.0.0', build]);
    writeFileSync(runner, 'broken');
    assert.equal(put('// older').kept, undefined);
    assert.notEqual(deployedBuild(root), build);
  });

  it('makes the shim executable again', () => {
    const { bin } = put('// one');
    chmodSync(path.join(bin, 'gatehouse-hook'), 0o600);
    put('// one');
    assert.equal(statSync(path.join(bin, 'gatehouse-hook')).mode & 0o777, 0o755);
  });

  it('does not put programs where others may write', () => {
    mkdirSync(home);
    chmodSync(home, 0o777);
    assert.throws(() => put('// one'), /can be written by other people/);
  });
});

describe('finding a node', () => {
  let root: string;
  beforeEach(() => void (root = freshFolder()));
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const nodeAt = (folder: string, version: string, real = path.join(root, folder, 'node')) => {
    mkdirSync(path.join(root, folder), { recursive: true });
    const script = `#!/bin/sh\necho '${JSON.stringify([version, real])}'\n`;
    writeFileSync(path.join(root, folder, 'node'), script, { mode: 0o755 });
    return path.join(root, folder);
  };
  const find = (folders: readonly string[], editor?: string) => {
    const env = { PATH: folders.join(':') };
    return findRuntime(env, execIn(env), editor).then(({ node }) => path.relative(root, node));
  };

  it('takes the first on the PATH that is new enough and runs', async () => {
    const broken = path.join(root, 'broken');
    mkdirSync(broken);
    writeFileSync(path.join(broken, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    assert.equal(await find([broken, nodeAt('old', '18.20.1'), nodeAt('new', '22.1.0')]), 'new/node');
  });

  it('looks behind the launcher of a version manager', async () => {
    const real = path.join(nodeAt('versions/22', '22.1.0'), 'node');
    assert.equal(await find([nodeAt('shims', '22.1.0', real)]), 'versions/22/node');
  });

  it('takes the runtime of the editor where no node is left', async () => {
    assert.equal(await find([nodeAt('old', '18.0.0')], path.join(root, 'code')), 'code');
  });

  it('says what it tried', async () => {
    await assert.rejects(find([nodeAt('old', '16.3.0')]), /No node 20 or newer.*old\/node is version 16.*Install node/);
  });
});
