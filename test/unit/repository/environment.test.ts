import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment, temporary } from '../../../scripts/environment.mjs';
import { skip } from '../../harness/skip';
import { differences, footprint } from '../../../scripts/footprint.mjs';

describe('the environment of a test', () => {
  it('hold PATH and fresh folders, and nothing of the person’s environment', () => {
    process.env.CLAUDE_CODE_SESSION_ID = 'a session that runs the tests';
    const { env, folder, clear } = freshEnvironment('test');
    try {
      const seen = execFileSync(process.execPath, ['-p', 'Object.keys(process.env).sort().join()'], {
        env,
        encoding: 'utf8',
      });
      assert.equal(seen.trim(), 'CI,CLAUDE_CONFIG_DIR,GATEHOUSE_HOME,GATEHOUSE_HOST,HOME,LANG,PATH,TMPDIR');
      for (const name of ['HOME', 'TMPDIR', 'GATEHOUSE_HOME', 'CLAUDE_CONFIG_DIR'] as const) {
        assert.ok(env[name].startsWith(folder + path.sep) && existsSync(env[name]), name);
      }
      assert.ok(folder.startsWith(temporary() + path.sep));
    } finally {
      delete process.env.CLAUDE_CODE_SESSION_ID;
      clear();
    }
    assert.equal(existsSync(folder), false);
  });

  it('are those of this very process: the home that tests see is not the person’s', function () {
    if (process.env.GATEHOUSE_REPORT === undefined)
      skip(this, 'mocha was started by hand, in the environment of a person');
    assert.match(process.env.HOME ?? '', /gh-unit-/);
    assert.deepEqual(
      Object.keys(process.env).filter((name) => /^(CLAUDE|ANTHROPIC)/.test(name)),
      ['CLAUDE_CONFIG_DIR'],
    );
  });
});

describe('the footprint of a run', () => {
  const written: readonly (readonly [what: string, file: string, line: RegExp])[] = [
    ['settings of the agent', '.claude/settings.json', /^\+ ~\/\.claude\/settings\.json /],
    ['a shim', '.gatehouse/bin/gatehouse-hook', /^\+ ~\/\.gatehouse\/bin\/gatehouse-hook /],
    ['state of a project', '.gatehouse/projects/till-0123456789ab/log.jsonl', /^\+ ~\/\.gatehouse\/projects\/till/],
    ['an editor’s data', '.config/code-server/config.yaml', /^\+ ~\/\.config\/code-server\/config\.yaml /],
    ['anything new at the top', '.surprise', /^\+ ~\/\.surprise$/],
  ];
  for (const [what, file, line] of written) {
    it(`shows ${what} written at home`, () => {
      const { env, clear } = freshEnvironment('footprint');
      const before = footprint(env.HOME);
      mkdirSync(path.dirname(path.join(env.HOME, file)), { recursive: true });
      writeFileSync(path.join(env.HOME, file), 'x');
      const found = differences(before, footprint(env.HOME));
      clear();
      assert.ok(
        found.some((one) => line.test(one)),
        found.join('\n'),
      );
    });
  }

  it('is the same when nothing was written', () => {
    const { env, clear } = freshEnvironment('footprint');
    const found = differences(footprint(env.HOME), footprint(env.HOME));
    clear();
    assert.deepEqual(found, []);
  });
});
