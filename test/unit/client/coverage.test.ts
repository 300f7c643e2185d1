import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { coverageGaps } from '../../../src/hooks/client/coverage';
import { skip } from '../../harness/skip';
import { Stage } from '../cli/stage';

const hearingRunner = "process.stdout.write('{}');";

describe('E3 sessions in which tools ran and no hook fired', () => {
  let stage: Stage;
  /** The hooks were registered before this. */
  const later = () => Date.now() + 60_000;

  beforeEach(async () => {
    stage = new Stage();
    stage.runAs(hearingRunner);
    mkdirSync(path.join(stage.root, 'src'));
    await stage.run(['install', '--yes']);
  });
  afterEach(() => stage.clear());

  const file = (directory: string, session: string) =>
    path.join(stage.env.CLAUDE_CONFIG_DIR!, 'projects', directory.replace(/[^A-Za-z0-9]/g, '-'), `${session}.jsonl`);

  /** A transcript as the client writes it: the calls ended unless told otherwise. */
  function transcript(
    calls: readonly (readonly [id: string, tool: string, result?: string])[],
    { at = later(), directory = stage.root, session = 'aaaaaaaa-1', entrypoint = 'sdk-cli' } = {},
  ): void {
    const common = { cwd: directory, sessionId: session, entrypoint, timestamp: new Date(at).toISOString() };
    const lines = [
      { type: 'queue-operation', sessionId: session },
      { ...common, type: 'user', message: { role: 'user', content: 'go' } },
      ...calls.flatMap(([id, name, result = 'ok']) => [
        { ...common, type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input: {} }] } },
        ...(result === ''
          ? []
          : [
              {
                ...common,
                type: 'user',
                message: { content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
              },
            ]),
      ]),
    ];
    stage.write(file(directory, session), lines.map((line) => JSON.stringify(line)).join('\n'));
  }
  const gaps = (lookedAt = 0) =>
    coverageGaps(stage.root, stage.env, Date.now(), lookedAt).map(({ session, calls, reason, repair }) =>
      [
        session,
        calls,
        reason.replaceAll(path.dirname(stage.root), ''),
        repair.replaceAll(path.dirname(stage.root), ''),
      ].join(' | '),
    );
  const judged = (id: string) =>
    stage.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: id });

  const flags =
    'the client was started with --bare, --safe-mode, --setting-sources or --settings that leave the hooks out | Start the client without these options.';

  it('names the session, its calls and the likely flags', () => {
    transcript([
      ['t1', 'Bash'],
      ['t2', 'Write'],
    ]);
    assert.deepEqual(gaps(), [`aaaaaaaa-1 | 2 | ${flags}`]);
  });

  it('none where every call was judged', async () => {
    await judged('t1');
    transcript([['t1', 'Bash']]);
    assert.deepEqual(gaps(), []);
  });

  for (const [title, call] of [
    ['that has not ended', ['t1', 'Bash', '']],
    ['of a tool that is not judged', ['t1', 'Read']],
    ['whose input was wrong', ['t1', 'Bash', '<tool_use_error>InputValidationError']],
  ] as const) {
    it(`none for a call ${title}`, () => {
      transcript([call]);
      assert.deepEqual(gaps(), []);
    });
  }

  it('none for calls before the hooks were registered, and none that a person has looked at', () => {
    transcript([['t1', 'Bash']], { at: Date.now() - 60_000 });
    assert.deepEqual(gaps(), []);
    transcript([['t1', 'Bash']]);
    assert.deepEqual(gaps(later() + 60_000), []);
  });

  it('none without a registration, and none in a broken transcript', () => {
    writeFileSync(stage.write(file(stage.root, 'x'), ''), '{"cwd": 5}\n\u0000{{{\n[]\n');
    assert.deepEqual(gaps(), []);
  });

  it('says that a session was started in a subdirectory that does not read the project settings', async () => {
    await stage.run(['uninstall', '--yes']);
    await stage.run(['install', '--scope', 'project', '--yes']);
    transcript([['t1', 'Bash']], { directory: path.join(stage.root, 'src') });
    assert.deepEqual(gaps(), [
      'aaaaaaaa-1 | 1 | it was started in /project/src, where the client does not read /project/.claude/settings.json | Start the client in /project.',
    ]);
  });

  it('says which file holds disableAllHooks', () => {
    stage.write('.claude/settings.json', '{ "disableAllHooks": true }');
    transcript([['t1', 'Bash']]);
    assert.deepEqual(gaps(), [
      'aaaaaaaa-1 | 1 | disableAllHooks in /project/.claude/settings.json | Remove disableAllHooks from /project/.claude/settings.json.',
    ]);
  });

  it('says that a script emptied the settings', () => {
    stage.write('.claude/settings.local.json', '{}');
    transcript([['t1', 'Bash']]);
    assert.deepEqual(gaps(), ['aaaaaaaa-1 | 1 | the hooks were removed from the settings | gatehouse install']);
  });

  it('says that a mod kept some calls from being judged, and whose it is', async () => {
    await judged('t1');
    stage.write(path.join(stage.env.CLAUDE_CONFIG_DIR!, 'skills/quiet/.claude-plugin/plugin.json'), '{"name":"quiet"}');
    stage.write(path.join(stage.env.CLAUDE_CONFIG_DIR!, 'skills/quiet/hooks/hooks.json'), '{"modules":["./a.js"]}');
    stage.write(
      path.join(stage.env.CLAUDE_CONFIG_DIR!, 'skills/quiet/hooks/a.js'),
      "export const register = (on) => { on('classic.PreToolUse', () => ({})) }",
    );
    transcript([
      ['t1', 'Bash'],
      ['t2', 'Bash'],
    ]);
    assert.deepEqual(gaps(), [
      'aaaaaaaa-1 | 1 | the mod of quiet@skills-dir kept the hooks from starting | Disable that plugin: claude plugin disable.',
    ]);
  });

  it('says that the folder is not trusted in a session at a terminal', () => {
    transcript([['t1', 'Bash']], { entrypoint: 'cli' });
    assert.match(gaps()[0]!, /the client was not told to trust \/project \|/);
    stage.write(
      path.join(stage.env.CLAUDE_CONFIG_DIR!, '.claude.json'),
      JSON.stringify({ projects: { [stage.root]: { hasTrustDialogAccepted: true } } }),
    );
    assert.deepEqual(gaps(), [`aaaaaaaa-1 | 1 | ${flags}`]);
  });

  it('says which flag it was while the client runs', function () {
    if (process.platform !== 'linux') return skip(this, 'the system does not say how a process was started');
    const client = spawn('/bin/sh', ['-c', 'read -r line', 'claude', '--setting-sources', 'user']);
    try {
      const running = { pid: client.pid, sessionId: 'aaaaaaaa-1' };
      stage.write(path.join(stage.env.CLAUDE_CONFIG_DIR!, `sessions/${client.pid}.json`), JSON.stringify(running));
      transcript([['t1', 'Bash']]);
      assert.deepEqual(gaps(), [
        'aaaaaaaa-1 | 1 | the client was started with --setting-sources user | Start the client without --setting-sources.',
      ]);
    } finally {
      client.kill();
    }
  });

  it('is told by doctor and at the start of the next session, until a person clears it', async () => {
    transcript([['t1', 'Bash']]);
    const line = `Session aaaaaaaa in ${stage.root} ran 1 call and no hook fired`;
    const bad = async () => {
      const { out } = await stage.run(['doctor', '--json']);
      const { results } = JSON.parse(out) as { results: { check: string; message: string }[] };
      return results.filter(({ check }) => check === 'coverage' || check === 'alarms').map(({ message }) => message);
    };
    assert.equal((await bad()).filter((message) => message.startsWith(line)).length, 1);
    const told = () => stage.hook('SessionStart', { source: 'startup', session_id: 'bbbbbbbb-2' });
    const first = await told();
    assert.ok(first.includes('ran 1 call and no hook fired: the client was started with --bare'), first);
    assert.ok(!(await told()).includes('no hook fired'), 'once');
    assert.match((await stage.run(['alarms'])).out, /no hook fired\. Likely cause: the client was started with/);
    assert.equal((await bad()).length, 1, 'one line for both');
  });
});
