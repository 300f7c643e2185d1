import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import type { Reply } from '../../../src/hooks/protocol/reply';
import { Rig } from '../review/rig';

describe('sensitive-path', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const write = (file: string, tool = 'Write') =>
    rig.hook('PreToolUse', { tool_name: tool, tool_input: { file_path: file, notebook_path: file } }, 'sensitive-path');
  const bash = (command: string) =>
    rig.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command } }, 'sensitive-path');
  const denied = (reply: Reply) => reply.exitCode === 2;

  it('looks at every file that the editor’s own agent changes in one call', async () => {
    const payload = (second: string) => ({
      hookEventName: 'PreToolUse',
      tool_name: 'multi_replace_string_in_file',
      tool_input: {
        replacements: [rig.at('src/app.js'), rig.at(second)].map((filePath) => ({
          filePath,
          oldString: 'a',
          newString: 'b',
        })),
      },
    });
    assert.ok(denied(await rig.hook('PreToolUse', payload('.env'), 'sensitive-path')));
    assert.ok(!denied(await rig.hook('PreToolUse', payload('src/b.js'), 'sensitive-path')));
  });

  describe('P1-17 paths by segment, in any case', () => {
    for (const name of [
      '.env',
      '.ENV',
      '.Env.Local',
      'packages/a/.env.production',
      '.envrc',
      '.env.example.local',
      'secrets/id_rsa',
      'deploy/ID_ED25519',
      'server.pem',
      'certs/Server.KEY',
      'tls.crt',
      'store.p12',
      '.git/config',
      '.GIT/hooks/pre-commit',
      'sub/.git/HEAD',
      '.git',
      '.netrc',
      '.ssh/config',
    ]) {
      it(`denies ${name}`, async () => {
        assert.ok(denied(await write(rig.at(name))));
      });
    }

    for (const name of [
      '.env.example',
      '.env.local.sample',
      '.ENV.EXAMPLE',
      'src/app.envelope.ts',
      'config/.environment/x',
      'a&b.ts',
      'x;y.ts',
      'app/(auth)/page.tsx',
      '.gitignore',
      '.github/workflows/ci.yml',
      'id_rsa.pub',
      'src/keys.ts',
      'monkey.ts',
      'docs/env.md',
    ]) {
      it(`allows ${name}`, async () => {
        const reply = await write(rig.at(name));
        assert.deepEqual([reply.exitCode, reply.stdout, reply.stderr], [0, '', '']);
      });
    }

    for (const tool of ['Edit', 'MultiEdit', 'NotebookEdit']) {
      it(`judges ${tool} too`, async () => {
        assert.ok(denied(await write(rig.at('.env'), tool)));
      });
    }

    it('judges where a link leads', async () => {
      mkdirSync(rig.at('conf'));
      rig.write('.env', 'A=1\n');
      symlinkSync('../.env', rig.at('conf/settings.txt'));
      assert.ok(denied(await write(rig.at('conf/settings.txt'))));
    });

    it('judges where a link leads that has no target yet', async () => {
      symlinkSync('.env', rig.at('settings.txt'));
      assert.ok(denied(await write(rig.at('settings.txt'))));
    });

    it('judges a path that goes round', async () => {
      assert.ok(denied(await write(`${rig.root}/src/../.env`)));
    });

    it('judges files outside the project by all of their path', async () => {
      assert.ok(denied(await write('/home/someone/.ssh/config')));
    });
  });

  describe('files that a command writes', () => {
    for (const [command, expected] of [
      ['echo A=1 > .env', true],
      ['cp a .env.local', true],
      ['tee certs/server.key < x', true],
      ['sed -i s/a/b/ .git/config', true],
      ['echo A=1 > .e"n"v', true],
      ['echo A=1 > .e\\nv', true],
      ['N=nv; echo A=1 > .e$N', true],
      ['touch {.en,x}v', true],
      ["echo x > id_'rsa'", true],
      ['cat .env', false],
      ['git add .env.example', false],
      ['echo "do not touch .env"', false],
      ['echo A= > .env.example', false],
      ['git commit -m "rotate server.key"', false],
    ] as const) {
      it(`${command} → ${expected ? 'denied' : 'allowed'}`, async () => {
        assert.equal(denied(await bash(command)), expected);
      });
    }
  });

  describe('GUARD_EXTRA_PATTERNS', () => {
    const withPatterns = (patterns: string) => {
      rig.clear();
      rig = new Rig({ GUARD_EXTRA_PATTERNS: patterns });
    };

    it('adds the person’s own paths', async () => {
      withPatterns('secrets/|private-[0-9]+');
      assert.ok(denied(await write(rig.at('secrets/a.txt'))));
      assert.ok(denied(await write(rig.at('Private-12.txt'))));
      assert.ok(!denied(await write(rig.at('src/app.js'))));
    });

    it('knows the classes of extended expressions', async () => {
      withPatterns('vault[[:digit:]]+$');
      assert.ok(denied(await write(rig.at('vault42'))));
      assert.ok(!denied(await write(rig.at('vault'))));
    });

    it('an invalid pattern closes the gate and says so', async () => {
      withPatterns('(unclosed');
      const reply = await write(rig.at('src/app.js'));
      assert.ok(denied(reply));
      assert.match(reply.stderr, /GUARD_EXTRA_PATTERNS \(\(unclosed\) is not a valid pattern/);
    });

    it('a class that does not exist is invalid, not ignored', async () => {
      withPatterns('[[:secret:]]');
      assert.ok(denied(await write(rig.at('src/app.js'))));
    });

    it('judges commands too', async () => {
      withPatterns('secrets/');
      assert.ok(denied(await bash('echo x > secrets/a.txt')));
      assert.ok(!denied(await bash('ls secrets/')));
    });
  });

  it('answers scripts by exit 2 and stderr, and the client by its own schema', async () => {
    const reply = await write(rig.at('.env'));
    const wire = JSON.parse(reply.stdout) as { hookSpecificOutput: { permissionDecision: string } };
    assert.equal(wire.hookSpecificOutput.permissionDecision, 'deny');
    assert.match(reply.stderr, /^\[Edit Guard\] .*\.env may hold secrets/);
    assert.match(reply.stderr, /\.env\.example/);
  });

  for (const input of [{}, { file_path: 7 }, { file_path: '' }]) {
    it(`lets ${JSON.stringify(input)} to the client’s own check`, async () => {
      const reply = await rig.hook('PreToolUse', { tool_name: 'Write', tool_input: input }, 'sensitive-path');
      assert.equal(reply.exitCode, 0);
    });
  }
});
