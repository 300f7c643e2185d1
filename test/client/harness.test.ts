import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { checkout, clientVersions } from './harness/client-package';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

const denial = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'not on this path',
  },
});

clientSuite('the harness', clientVersions, (client) => {
  let session: Session;
  let elsewhere: string;

  before(async () => {
    elsewhere = mkdtempSync('/tmp/somebody-elses-');
    const look = 'env > hook-env; ls -a /tmp > hook-tmp; tail -n +2 /proc/net/route > hook-routes';
    const scratch = `touch '${checkout}/written-by-a-session' /written-by-a-session 2> hook-writes; true`;
    session = await runSession({
      client,
      settings: {
        hooks: {
          SessionStart: [{ hooks: [{ type: 'command', command: `${look}; ${scratch}` }] }],
          PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `echo '${denial}'` }] }],
        },
      },
      servers: { codex: { codex: ['first reply', { error: 'second reply' }] } },
      env: { CHOSEN: 'yes' },
      watch: ['b.txt'],
      turns: ({ project }) => [
        use('Bash', { command: 'touch ran', description: 'leave a mark' }),
        use('Write', { file_path: `${project}/b.txt`, content: 'beta\n' }),
        use('mcp__codex__codex', { prompt: 'one' }),
        use('mcp__codex__codex', { prompt: 'two' }, { meanwhile: { 'b.txt': 'changed by a person\n' } }),
        say('Finished.'),
      ],
    });
  });
  after(() => {
    session.cleanup();
    rmdirSync(elsewhere);
  });

  it('plays the script to its end in the real client', () => {
    assert.equal(session.exitCode, 0, session.stderr);
    assert.equal(session.result, 'Finished.');
    assert.equal(session.events.find((event) => event.subtype === 'init')?.claude_code_version, client);
  });

  it('a hook of the project runs in the client and its denial reaches the model', () => {
    assert.match(session.toolResults[0]!.text, /not on this path/);
    assert.ok(session.modelSaw.some((text) => text.includes('not on this path')));
    assert.equal(session.toolResults[0]!.isError, true);
    assert.equal(session.readFile('ran'), undefined);
    assert.deepEqual(
      session.hookResponses.map(({ name, stdout }) => `${name} ${stdout.trim()}`.trim()),
      ['SessionStart:startup', `PreToolUse:Bash ${denial}`],
    );
  });

  it('the MCP stand-in gives its replies in order', () => {
    const [one, two] = session.toolResults.filter(({ name }) => name === 'mcp__codex__codex');
    assert.equal(one!.text, 'first reply');
    assert.match(two!.text, /^second reply/);
    assert.deepEqual([one!.isError, two!.isError], [false, true]);
  });

  it('every payload of the session is kept', () => {
    const told = session.payloads.map(({ hook_event_name, tool_name }) =>
      [hook_event_name, tool_name].join(' ').trim(),
    );
    for (const expected of [
      ...['SessionStart', 'UserPromptSubmit', 'PreToolUse Bash', 'PreToolUse Write', 'PostToolUse Write'],
      ...['PostToolUse mcp__codex__codex', 'PostToolUseFailure mcp__codex__codex', 'Stop', 'SessionEnd'],
    ]) {
      assert.ok(told.includes(expected), `${expected} in ${told.join(', ')}`);
    }
  });

  it('watched files are kept at each request to the model', () => {
    assert.deepEqual(
      session.exchanges.map(({ files }) => files['b.txt']),
      [null, null, 'beta\n', 'beta\n', 'changed by a person\n'],
    );
  });

  it('the client and its hooks know nothing of this machine', () => {
    const variables = Object.fromEntries(
      session
        .readFile('hook-env')!
        .split('\n')
        .map((line) => [line.split('=', 1)[0]!, line.slice(line.indexOf('=') + 1)]),
    );
    assert.equal(variables.HOME, session.folders.home);
    assert.equal(variables.CLAUDE_CONFIG_DIR, session.folders.claudeHome);
    assert.equal(variables.ANTHROPIC_API_KEY, 'test');
    assert.match(variables.ANTHROPIC_BASE_URL!, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(variables.CHOSEN, 'yes');
    assert.equal(session.readFile('hook-routes'), '', 'no route leads out');
    assert.ok(!session.readFile('hook-tmp')!.includes(path.basename(elsewhere)), 'the machine’s own /tmp is not seen');
  });

  it('nothing but the session’s own folder can be written', () => {
    assert.equal(session.readFile('hook-writes')!.match(/Read-only file system/g)?.length, 2);
  });

  it('leaves this machine’s own agent configuration alone', () => {
    const file = path.join(homedir(), '.claude.json');
    const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
    assert.ok(!known.includes(session.folders.base));
    assert.ok(!existsSync(path.join(homedir(), '.claude/projects', session.project.replaceAll(/[^\w]/g, '-'))));
  });
});
