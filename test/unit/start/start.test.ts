import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { freshFolder } from '../../harness/test-project';

const run = promisify(execFile);

function overwrite(file: string, at: number, size: number): void {
  const bytes = readFileSync(file);
  const start = Math.min(at, bytes.length - size);
  for (let index = start; index < start + size; index += 1) bytes[index] = bytes[index]! ^ 0xff;
  writeFileSync(file, bytes);
}

describe('starting the runner with code that an earlier run compiled', () => {
  let root: string;
  const main = (text: string) =>
    writeFileSync(
      path.join(root, 'library.js'),
      `exports.main = () => { ${text} };
       exports.judgeHook = async () => { ${text}; return { stdout: '', stderr: '', exitCode: 0 }; };`,
    );
  const cache = () => {
    const folder = path.join(root, 'home/cache');
    return existsSync(folder) ? path.join(folder, readdirSync(folder)[0] ?? '') : '';
  };
  const kept = () => (cache() === '' ? [] : readdirSync(cache()).sort());
  /** The code that was kept of a file. */
  const codeOf = (name: string) => path.join(cache(), kept().find((file) => file.startsWith(name)) ?? '');
  const start = async (...args: readonly string[]) => {
    const env = { PATH: process.env.PATH, GATEHOUSE_HOME: path.join(root, 'home') };
    const started = run(process.execPath, [path.join(root, 'runner.js'), ...args], { env });
    started.child.stdin?.end('{}');
    return (await started).stdout;
  };

  beforeEach(() => {
    root = freshFolder();
    buildSync({
      entryPoints: ['src/hooks/start.ts'],
      outfile: path.join(root, 'runner.js'),
      bundle: true,
      platform: 'node',
      define: { __non_webpack_require__: 'require' },
    });
    writeFileSync(path.join(root, 'part.js'), `exports.say = () => 'part of ' + require('node:os').EOL.length;`);
    main(`const { say } = require('../hooks/part.js'); console.log('main', say(), process.argv[2]);`);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('runs the bundle and its parts, the second time with what the first one left', async () => {
    assert.equal(await start('hook'), 'main part of 1 hook\n');
    assert.deepEqual(
      kept().map((name) => name.replace(/\.js-.*/, '')),
      ['-library', '-part'],
    );
    const before = readFileSync(codeOf('-part.js'));
    assert.equal(await start('hook'), 'main part of 1 hook\n');
    assert.deepEqual(readFileSync(codeOf('-part.js')), before);
  });

  it('keeps the code of each event apart, under no other name than an event can have', async () => {
    await start('hook', 'Stop');
    await start('hook', '../../Stop');
    assert.deepEqual(
      kept().map((name) => name.replace(/\.js-.*/, '')),
      ['-library', '-part', 'Stop-library', 'Stop-part'],
    );
  });

  it('leaves nothing behind when it is not a hook that runs', async () => {
    await start('status');
    assert.deepEqual(kept(), []);
  });

  it('runs a bundle that has changed', async () => {
    await start('hook');
    main(`console.log('changed!!');`);
    assert.equal(await start('hook'), 'changed!!\n');
    assert.equal(await start('hook'), 'changed!!\n');
    assert.deepEqual(
      kept().map((name) => name.replace(/\.js-.*/, '')),
      ['-library', '-part'],
      'the old code has gone',
    );
  });

  const damage: readonly [string, (file: string) => void][] = [
    ['is cut short', (file) => truncateSync(file, 400)],
    ['is empty', (file) => truncateSync(file, 0)],
    ['is nonsense', (file) => writeFileSync(file, 'nonsense')],
    ['has one wrong byte', (file) => overwrite(file, 4_000, 1)],
    ['has a page of zeros', (file) => overwrite(file, 256, 200)],
    ['has gone', (file) => rmSync(file)],
  ];
  for (const [name, act] of damage) {
    it(`D2 does without code that ${name}`, async () => {
      await start('hook');
      act(codeOf('-library.js'));
      assert.equal(await start('hook'), 'main part of 1 hook\n');
    });
  }

  it('D2 throws the code away when a run that used it was killed', async () => {
    await start('hook');
    const sign = path.join(cache(), 'sign');
    writeFileSync(sign, '');
    main(`process.kill(process.pid, 'SIGKILL')`);
    await assert.rejects(start('hook'));
    assert.equal(existsSync(sign), true);
    main(`console.log('alive', require('../hooks/part.js').say())`);
    assert.equal(await start('hook'), 'alive part of 1\n');
    assert.deepEqual(
      kept().map((name) => name.replace(/\.js-.*/, '')),
      ['-library', '-part'],
    );
  });

  it('does not look at code that others could have written', async () => {
    await start('hook');
    chmodSync(cache(), 0o777);
    const { ino } = statSync(codeOf('-part.js'));
    await start('hook');
    assert.notEqual(statSync(codeOf('-part.js')).ino, ino, 'it was compiled again');
  });

  it('ends with the exit code and the whole error of the bundle', async () => {
    main(`require('node:child_process').spawnSync; throw new Error('inside')`);
    await assert.rejects(start('status'), (error: Error & { code: number; stderr: string }) => {
      assert.equal(error.code, 1);
      assert.match(error.stderr, /inside/);
      return true;
    });
  });
});
