import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deploy } from '../../../src/hooks/install/deploy';
import { entriesFor, type Handler } from '../../../src/hooks/install/entry';
import { formOf } from '../../../src/hooks/install/scope';
import { allGates } from '../../../src/hooks/pipeline/catalog';
import { bundleRunner } from '../host/real-runner';

describe('E5 Windows, simulated: the command line that each scope registers refuses what must not run', () => {
  let folder: string;
  let platform: PropertyDescriptor;
  const env = () => ({ PATH: process.env.PATH ?? '', HOME: path.join(folder, 'home') });
  const project = () => path.join(folder, 'project');

  before(() => {
    platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-windows-')));
    mkdirSync(project());
    bundleRunner(path.join(folder, 'dist'));
  });
  afterEach(() => Object.defineProperty(process, 'platform', platform));
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function registered(scope: 'local' | 'project' | 'user'): Promise<Handler> {
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    const home = path.join(env().HOME, '.gatehouse');
    const deployed = deploy(path.join(folder, 'dist'), home, { node: process.execPath }, env());
    const gates = (await allGates()).map(({ gate }) => gate);
    const entries = entriesFor(gates, (gate) => gate.level.standard, formOf(scope, deployed, process.execPath));
    Object.defineProperty(process, 'platform', platform);
    return entries.find(({ event, handler }) => event === 'PreToolUse' && !JSON.stringify(handler).includes('--brief'))!
      .handler;
  }

  for (const scope of ['local', 'project', 'user'] as const) {
    it(`${scope} scope denies rm -rf /etc`, async () => {
      const { command, args } = await registered(scope);
      const call = {
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: project(),
        tool_name: 'Bash',
        tool_input: { command: 'rm -rf /etc' },
      };
      const options = { cwd: project(), env: env(), input: JSON.stringify(call), encoding: 'utf8' as const };
      const ran =
        args === undefined ? spawnSync('/bin/sh', ['-c', command], options) : spawnSync(command, [...args], options);
      assert.equal(ran.status, 0, ran.stderr);
      assert.match(ran.stdout, /"permissionDecision":"deny","permissionDecisionReason":"Gatehouse guard \[/);
    });
  }
});
