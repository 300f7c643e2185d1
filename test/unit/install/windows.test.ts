import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { deploy } from '../../../src/hooks/install/deploy';
import { entriesFor, type Handler } from '../../../src/hooks/install/entry';
import { formOf } from '../../../src/hooks/install/scope';
import { allGates } from '../../../src/hooks/pipeline/catalog';
import { bundleRunner } from '../host/real-runner';
import { freshFolder } from '../../harness/test-project';

describe('E5 Windows, simulated: the command line that each scope registers refuses what must not run', () => {
  let folder: string;
  let platform: PropertyDescriptor;
  const env = () => ({ PATH: process.env.PATH ?? '', HOME: path.join(folder, 'home'), GATEHOUSE_HOST: 'off' });
  const project = () => path.join(folder, 'project');

  before(() => {
    platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
    folder = freshFolder();
    mkdirSync(project());
    bundleRunner(path.join(folder, 'dist'));
  });
  afterEach(() => Object.defineProperty(process, 'platform', platform));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** What an installation on Windows writes for a home. */
  async function registered(scope: 'local' | 'project' | 'user', home = path.join(env().HOME, '.gatehouse')) {
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    const deployed = deploy(path.join(folder, 'dist'), home, { node: process.execPath }, env());
    const gates = (await allGates()).map(({ gate }) => gate);
    const entries = entriesFor(gates, (gate) => gate.level.standard, formOf(scope, deployed.bin, process.execPath));
    Object.defineProperty(process, 'platform', platform);
    return entries.find(({ event, handler }) => event === 'PreToolUse' && !JSON.stringify(handler).includes('--brief'))!
      .handler;
  }

  const call = () =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: project(),
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf /etc' },
    });
  const run = ({ command, args }: Pick<Handler, 'command' | 'args'>, more: Readonly<Record<string, string>> = {}) => {
    const options = { cwd: project(), env: { ...env(), ...more }, input: call(), encoding: 'utf8' as const };
    return args === undefined ? spawnSync('/bin/sh', ['-c', command], options) : spawnSync(command, [...args], options);
  };
  const refused = /"permissionDecision":"deny","permissionDecisionReason":"Gatehouse guard \[/;

  for (const scope of ['local', 'project', 'user'] as const) {
    it(`${scope} scope denies rm -rf /etc`, async () => {
      const ran = run(await registered(scope));
      assert.equal(ran.status, 0, ran.stderr);
      assert.match(ran.stdout, refused);
    });
  }

  for (const name of ['An na', "O'Brien", 'a&b (100%)', 'Ünï^code', '$HOME']) {
    it(`a home named ${name} is quoted for every shell`, async () => {
      const home = path.join(folder, name, '.gatehouse');
      const own = await registered('local', home);
      assert.deepEqual(own.args?.slice(0, 3), [path.join(home, 'bin/gatehouse-hook.cjs'), 'hook', 'PreToolUse']);
      assert.match(run(own, { GATEHOUSE_HOME: home }).stdout, refused);
      assert.match(run(await registered('project', home), { GATEHOUSE_HOME: home }).stdout, refused);
      const command = readFileSync(path.join(home, 'bin/gatehouse.cmd'), 'utf8');
      assert.ok(command.includes(`set "GATEHOUSE_HOME=${home.replaceAll('%', '%%')}"\r\n`), command);
      assert.ok(command.endsWith(`"${process.execPath}" "%runner%" %*\r\n`), command);
    });
  }

  it('a client that ignores the words and runs the bare program is answered by an error', async () => {
    const { command } = await registered('local');
    const ran = run({ command, args: [] });
    assert.notEqual(ran.status, 0);
    assert.match(ran.stderr, /SyntaxError/);
  });

  it('without any shell that knows it, the shared line fails, and the client blocks what a failed hook should judge', async () => {
    assert.equal((await registered('project')).onFailure, 'block');
    assert.equal((await registered('local')).onFailure, 'block');
  });
});
