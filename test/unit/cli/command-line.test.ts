import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { commands, groups } from '../../../src/hooks/cli/commands';
import { wantsColors } from '../../../src/hooks/cli/command';
import { suggestionFor } from '../../../src/hooks/cli/words';
import { isNewer } from '../../../src/hooks/version';
import manifest from '../../../package.json';
import { skip } from '../../harness/skip';
import { Stage } from './stage';

describe('the command line for people', () => {
  let stage: Stage;
  before(() => (stage = new Stage()));
  after(() => stage.clear());

  it('says its version', async () => {
    for (const word of ['--version', '-V', 'version'])
      assert.equal((await stage.run([word])).out, `${manifest.version}\n`);
  });

  it('lists the commands in groups, with exit codes and environment', async () => {
    assert.deepEqual(
      Object.values(groups)
        .flat()
        .filter((name) => commands[name] === undefined),
      [],
    );
    const { out } = await stage.run(['help']);
    for (const title of [...Object.keys(groups), 'Exit codes', 'Environment', 'Files'])
      assert.ok(out.includes(`${title}:\n`), title);
    assert.equal((await stage.run(['help', 'status'])).out, (await stage.run(['status', '--help'])).out);
  });

  const meant: readonly (readonly [args: string[], says: RegExp])[] = [
    [['stauts'], /there is no command 'stauts'. Did you mean 'status'\?/],
    [['instal'], /Did you mean 'install'\?/],
    [['rest'], /Did you mean 'reset'\?/],
    [['status', '--jsn'], /Unknown option '--jsn'. Did you mean '--json'\?/],
    [['status', 'test'], /there is no flag 'test'; .*Did you mean 'tests'\?/],
    [['install', '--dryrun'], /there is no option '--dryrun'. Did you mean '--dry-run'\?/],
    [['completion', 'fsh'], /name a shell: bash, zsh or fish. Did you mean 'fish'\?/],
  ];
  for (const [args, says] of meant) {
    it(`suggests the word that was meant by: ${args.join(' ')}`, async () => {
      const { code, err } = await stage.run(args);
      assert.equal(code, 64);
      assert.match(err, says);
    });
  }

  it('suggests nothing for a word that is like no other', () => {
    assert.equal(suggestionFor('frobnicate', Object.keys(commands)), undefined);
    assert.equal(suggestionFor('x', Object.keys(commands)), undefined);
  });

  const colored: readonly (readonly [isTTY: boolean, env: Record<string, string>, colors: boolean])[] = [
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ];
  for (const [isTTY, env, colors] of colored) {
    it(`${colors ? 'colours' : 'does not colour'} ${isTTY ? 'a terminal' : 'a pipe'} with ${JSON.stringify(env)}`, () => {
      assert.equal(wantsColors(isTTY, env), colors);
    });
  }

  const versions: readonly (readonly [string, string, boolean])[] = [
    ['0.2.0', '0.1.9', true],
    ['0.10.0', '0.9.0', true],
    ['1.0.0', '1.0.0', false],
    ['1.0.0', '1.0.0-rc.1', true],
    ['1.0.0-rc.2', '1.0.0-rc.10', false],
    ['1.0.0-rc.1', '1.0.0-beta.3', true],
  ];
  for (const [one, other, newer] of versions) {
    it(`${one} ${newer ? 'is' : 'is not'} newer than ${other}`, () => assert.equal(isNewer(one, other), newer));
  }

  describe('completion', () => {
    const completed = (script: string, ...typed: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gatehouse; echo "\${COMPREPLY[*]}"`,
          '_',
          ...typed,
        ],
        { encoding: 'utf8' },
      ).trim();

    it('bash: commands, options, words and values', async () => {
      const { out } = await stage.run(['completion', 'bash']);
      assert.equal(completed(out, 'gatehouse', 'un'), 'uninstall');
      assert.equal(completed(out, 'gatehouse', 'install', '--d'), '--dry-run');
      assert.equal(completed(out, 'gatehouse', 'install', '--scope', ''), 'local project user');
      assert.equal(completed(out, 'gatehouse', 'host', 'st'), 'start stop status');
      assert.equal(completed(out, 'gatehouse', 'status', 'p'), 'precommit proof');
      assert.equal(completed(out, 'gatehouse', 'help', 'do'), 'doctor');
    });

    it('knows every option that a help page names in its usage', async () => {
      const { out } = await stage.run(['completion', 'fish']);
      for (const load of Object.values(commands)) {
        const { name, help } = await load();
        const [usage = ''] = help.trim().split('\n\n');
        for (const [option] of usage.matchAll(/--[a-z][\w-]*/g)) {
          assert.ok(out.includes(`from ${name}' -l ${option.slice(2)}`), `${name} ${option}`);
        }
      }
    });

    for (const shell of ['zsh', 'fish']) {
      it(`${shell}: the shell can read it`, async function () {
        if (spawnSync(shell, ['--version']).status !== 0) skip(this, `${shell} is not here`);
        const { out } = await stage.run(['completion', shell]);
        const checked = spawnSync(shell, ['-n', stage.write(`completion.${shell}`, out)], { encoding: 'utf8' });
        assert.equal(checked.stderr, '');
      });
    }
  });
});
