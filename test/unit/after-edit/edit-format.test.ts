import assert from 'node:assert/strict';
import { chmodSync, symlinkSync } from 'node:fs';
import { Rig } from '../review/rig';

/** A formatter that appends a line, or does what its script says. */
const appends = (text = '// formatted') => `for last; do :; done\nprintf '%s\\n' '${text}' >> "$last"\n`;

describe('edit-format', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  function program(relative: string, script: string): void {
    rig.write(relative, `#!/bin/sh\nprintf '%s\\n' "$*" >> "${rig.at('../calls.txt')}"\n${script}`);
    chmodSync(rig.at(relative), 0o755);
  }

  const calls = () => {
    try {
      return rig.read('../calls.txt');
    } catch {
      return '';
    }
  };

  const format = async (name: string, text = 'x\n') => {
    const { stdout } = await rig.edit(name, text, 'edit-format');
    if (stdout === '') return undefined;
    return JSON.parse(stdout) as { systemMessage?: string; hookSpecificOutput?: { additionalContext: string } };
  };

  describe('P1-16 only what is installed, never the network', () => {
    it('nothing is installed: nothing happens', async () => {
      rig.write('.prettierrc', '{}');
      assert.equal(await format('a.ts'), undefined);
      assert.equal(rig.read('a.ts'), 'x\n');
    });

    it('the project’s prettier runs on the file alone, behind --', async () => {
      program('node_modules/.bin/prettier', appends());
      const reply = await format('src/a file.ts');
      assert.equal(calls(), `--write --ignore-unknown -- ${rig.at('src/a file.ts')}\n`);
      assert.equal(rig.read('src/a file.ts'), 'x\n// formatted\n');
      assert.match(reply?.hookSpecificOutput?.additionalContext ?? '', /prettier reformatted src\/a file\.ts/);
    });

    it('a package’s own prettier goes before the root’s', async () => {
      program('node_modules/.bin/prettier', appends('// root'));
      program('packages/a/node_modules/.bin/prettier', appends('// package'));
      await format('packages/a/x.ts');
      assert.equal(rig.read('packages/a/x.ts'), 'x\n// package\n');
    });

    it('a file that needs no change is not spoken of', async () => {
      program('node_modules/.bin/prettier', 'exit 0\n');
      assert.equal(await format('a.ts'), undefined);
    });

    it('a formatter that fails is not in the way', async () => {
      program('node_modules/.bin/prettier', 'echo broken >&2; exit 2\n');
      assert.equal(await format('a.ts'), undefined);
    });

    for (const [name, config, file, args] of [
      ['biome', 'biome.json', 'a.ts', 'format --write --no-errors-on-unmatched -- FILE'],
      ['ruff', 'ruff.toml', 'a.py', 'format -- FILE'],
      ['gofmt', 'go.mod', 'a.go', '-w FILE'],
      ['rustfmt', 'Cargo.toml', 'a.rs', '--edition 2024 -- FILE'],
    ] as const) {
      it(`${name} from PATH, where the project uses it`, async () => {
        program(`../bin/${name}`, appends());
        rig = withPath(rig);
        rig.write(config, name === 'rustfmt' ? '[package]\nedition = "2024"\n' : '');
        await format(file);
        assert.equal(calls(), `${args.replace('FILE', rig.at(file))}\n`);
      });
    }

    it('ruff and prettier from PATH stay away from a project that does not ask for them', async () => {
      program('../bin/ruff', appends());
      program('../bin/prettier', appends());
      rig = withPath(rig);
      await format('a.py');
      await format('a.ts');
      assert.equal(calls(), '');
    });

    it('a mention in pyproject.toml asks for ruff', async () => {
      program('../bin/ruff', appends());
      rig = withPath(rig);
      rig.write('pyproject.toml', '[tool.ruff]\n');
      await format('a.py');
      assert.match(calls(), /^format -- /);
    });

    it('HOOK_NO_FORMAT=1 turns it off', async () => {
      program('node_modules/.bin/prettier', appends());
      Object.assign(rig.env, { HOOK_NO_FORMAT: '1' });
      await format('a.ts');
      assert.equal(calls(), '');
    });

    it('files outside, of tools, ignored ones and links are left alone', async () => {
      program('node_modules/.bin/prettier', appends());
      rig.write('.gitignore', 'ignored.ts\n');
      rig.write('real.txt', '');
      symlinkSync('real.txt', rig.at('link.ts'));
      for (const name of ['../outside.ts', 'dist/a.ts', 'ignored.ts', 'link.ts', 'a.bin']) await format(name);
      assert.equal(calls(), '');
    });
  });

  describe('P1-16 formatting after a pass does not break it', () => {
    it('the pass is bound to the formatted content', async () => {
      program('node_modules/.bin/prettier', 'exit 0\n');
      rig.write('.gitignore', 'node_modules/\n');
      await rig.edit('src/app.js', 'export const a = 2;\n');
      await rig.review('✅ Ready');
      await rig.bash('/precommit', '## Overall: ✅ PASS');
      program('node_modules/.bin/prettier', appends());
      await format('src/app.js', 'export const a = 2;\n');
      assert.equal(rig.read('src/app.js'), 'export const a = 2;\n// formatted\n');
      Object.assign(rig.env, { STOP_GUARD_MODE: 'strict' });
      assert.equal((await rig.stop()).exitCode, 0);
    });

    it('a pass that the edit took is not given back', async () => {
      program('node_modules/.bin/prettier', 'exit 0\n');
      rig.write('.gitignore', 'node_modules/\n');
      await rig.edit('src/app.js', 'export const a = 2;\n');
      await rig.review('✅ Ready');
      await rig.bash('/precommit', '## Overall: ✅ PASS');
      program('node_modules/.bin/prettier', appends());
      await format('src/app.js', 'export const a = 3;\n');
      Object.assign(rig.env, { STOP_GUARD_MODE: 'strict' });
      assert.equal((await rig.stop()).exitCode, 2);
    });
  });
});

/** The same project, with its own `bin` folder on the PATH. */
function withPath(rig: Rig): Rig {
  rig.env.PATH = `${rig.at('../bin')}:${rig.env.PATH}`;
  return rig;
}
