import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkout, clientCommand, clientVersions } from '../client/harness/client-package';
import { runSession, say, use } from '../client/harness/session';
import { clientSuite } from '../client/harness/suite';
import { treeOf } from '../harness/tree';

const [newest] = clientVersions;
const plugin = path.join(checkout, 'dist/plugin');
const installed = [
  ['plugin', 'marketplace', 'add', plugin],
  ['plugin', 'install', 'gatehouse@gatehouse'],
];
const remove = use('Bash', { command: 'rm -rf ~/keep', description: 'a step' });

/** What a session's own commits do not touch, to the byte. */
const filesOf = (project: string) =>
  Object.entries(treeOf(project)).filter(
    ([name]) => !name.startsWith('.git/') || /^\.git\/(?:hooks|info)\b/.test(name),
  );

clientSuite('the plugin from a local marketplace', [newest], (client) => {
  it('refuses without any installation, answers its slash commands, passes doctor and leaves nothing', async () => {
    const session = await runSession({
      client,
      clientCommands: installed,
      home: { 'keep/work.txt': 'an hour\n' },
      files: { 'a.txt': 'one\n' },
      inputs: [{ user: 'go' }, { user: '/gatehouse:why' }, { user: '/gatehouse:reset tests' }],
      turns: [remove, say('Refused.'), say('Told.'), say('Done.')],
    });
    try {
      const { folders } = session;
      assert.ok(existsSync(path.join(folders.home, 'keep/work.txt')));
      assert.match(session.toolResults[0]?.text ?? '', /Gatehouse guard \[[a-z-]+\]: \S/);
      const answer = session.modelSaw.find((text) => text.includes('Gatehouse answers /gatehouse:why. Show'));
      assert.match(answer ?? '', /rm -rf ~\/keep/);
      const told = session.hookResponses.map(({ stdout }) => stdout).join('\n');
      assert.match(told, /does not accept \/gatehouse:reset: [^"]*not started for a conversation\. Use /);

      const bin = path.join(folders.base, 'bin');
      mkdirSync(bin);
      symlinkSync(clientCommand(client)!.at(-1)!, path.join(bin, 'claude'));
      const { home: HOME, claudeHome: CLAUDE_CONFIG_DIR, gatehouseHome: GATEHOUSE_HOME } = folders;
      const env = {
        HOME,
        CLAUDE_CONFIG_DIR,
        GATEHOUSE_HOME,
        PATH: `${bin}:${process.env.PATH ?? ''}`,
        DISABLE_AUTOUPDATER: '1',
      };
      const gatehouse = (...words: string[]) =>
        spawnSync(process.execPath, [path.join(plugin, 'runner/runner.js'), ...words], {
          cwd: session.project,
          env,
          encoding: 'utf8',
        });
      const doctor = gatehouse('doctor');
      assert.equal(doctor.status, 0, doctor.stdout);
      assert.match(doctor.stdout, /ok {4}registration +the plugin gatehouse@gatehouse registers the hooks/);
      const gone = gatehouse('uninstall', '--everywhere', '--yes');
      assert.equal(gone.status, 0, gone.stdout + gone.stderr);
      assert.match(gone.stdout, /^removed +plugin +gatehouse@gatehouse/m);
      // The client keeps its own notes of the session, which name the plugin's commands.
      const left = readdirSync(HOME, { recursive: true, encoding: 'utf8' });
      assert.deepEqual(
        left.filter((name) => !name.startsWith('.claude/projects/') && path.basename(name).includes('gatehouse')),
        [],
      );
      const fresh = path.join(folders.base, 'fresh');
      spawnSync('git', ['init', '-q', fresh], { env });
      writeFileSync(path.join(fresh, 'a.txt'), 'one\n');
      assert.deepEqual(filesOf(session.project), filesOf(fresh));
    } finally {
      session.cleanup();
    }
  });

  it('decides once where the hooks are registered in settings too', async () => {
    const session = await runSession({
      client,
      install: { scope: 'local' },
      clientCommands: installed,
      home: { 'keep/work.txt': 'an hour\n' },
      turns: [remove, say('Refused.')],
    });
    try {
      const { id } = session.toolResults[0]!;
      const records = session.decisions.filter(({ toolUseId, event }) => toolUseId === id && event === 'PreToolUse');
      assert.deepEqual(
        records.map(({ verdict }) => verdict.decision),
        ['deny'],
      );
    } finally {
      session.cleanup();
    }
  });
});
