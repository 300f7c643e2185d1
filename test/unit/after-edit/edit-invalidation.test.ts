import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { passedFlag, Rig, stateWith } from '../review/rig';

const allPassed = stateWith({ code_review: passedFlag, doc_review: passedFlag, precommit: passedFlag });

describe('edit-invalidation', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
    rig.setState(allPassed);
  });
  afterEach(() => rig.clear());

  const flags = () => {
    const { has_code_change, has_doc_change, code_review, doc_review, precommit } = rig.state;
    return [has_code_change, has_doc_change, code_review.passed, doc_review.passed, precommit.passed];
  };
  const untouched = [false, false, true, true, true];
  const codeChanged = [true, false, false, true, false];
  const docChanged = [false, true, true, false, true];

  describe('Fix 2: edit-time invalidation', () => {
    it('editing a .js file after a review pass resets code_review.passed and precommit.passed', async () => {
      await rig.edit('src/app.js', 'export const a = 2;\n');
      assert.deepEqual(flags(), codeChanged);
    });

    it('editing a .md file after a doc review pass resets doc_review.passed', async () => {
      await rig.edit('README.md', '# Changed\n');
      assert.deepEqual(flags(), docChanged);
    });

    it('preserves executed and last_run', async () => {
      await rig.edit('src/app.js', 'export const a = 2;\n');
      await rig.edit('README.md', '# Changed\n');
      for (const kind of ['code_review', 'doc_review', 'precommit'] as const) {
        assert.deepEqual(rig.state[kind], { executed: true, passed: false, last_run: passedFlag.last_run });
      }
    });

    it('says on stderr what the seed says', async () => {
      const code = await rig.edit('src/app.js', 'export const a = 2;\n');
      assert.match(code.stderr, /\[Edit Hook\] Code change detected: src\/app\.js\n/);
      assert.match(code.stderr, /Invalidated code_review \+ precommit passed/);
      const doc = await rig.edit('README.md', '# Changed\n');
      assert.match(doc.stderr, /\[Edit Hook\] Doc change detected: README\.md\n.*Invalidated doc_review passed/);
      assert.deepEqual([code.stdout, doc.stdout, code.exitCode, doc.exitCode], ['', '', 0, 0]);
    });

    it('starts a state file where there is none', async () => {
      rig.git('clean', '-fdxq');
      await rig.edit('src/app.js', 'export const a = 2;\n');
      assert.deepEqual(flags(), [true, false, false, false, false]);
    });
  });

  describe('8.25 every file that git would track counts, by plane', () => {
    const code = ['run.sh', 'a.ipynb', 'a.vue', 'a.svelte', 'a.sql', 'a.mts', 'a.TS', 'Dockerfile', 'a.json', 'a.yaml'];
    for (const name of code) {
      it(`${name} is code`, async () => {
        await rig.edit(name, 'x\n');
        assert.deepEqual(flags(), codeChanged);
      });
    }
    for (const name of ['a.md', 'a.mdx', 'a.MD', 'docs/deep/Guide.Md']) {
      it(`${name} is documentation`, async () => {
        await rig.edit(name, 'x\n');
        assert.deepEqual(flags(), docChanged);
      });
    }
    for (const name of [
      'a&b.ts',
      'x;y.ts',
      'a|b.ts',
      'app/(auth)/page.tsx',
      '$(touch x).ts',
      '`x`.ts',
      'ünï cödé.ts',
      'a\nb.ts',
    ]) {
      it(`${JSON.stringify(name)} is a legal name`, async () => {
        await rig.edit(name, 'x\n');
        assert.deepEqual(flags(), codeChanged);
      });
    }
  });

  for (const [tool, input] of [
    ['Write', { content: 'x\n' }],
    ['MultiEdit', { edits: [{ old_string: 'a', new_string: 'b' }] }],
  ] as const) {
    it(`${tool} counts as an edit`, async () => {
      rig.write('src/app.js', 'x\n');
      await rig.tool(tool, { file_path: rig.at('src/app.js'), ...input }, {}, 'edit-invalidation');
      assert.deepEqual(flags(), codeChanged);
    });
  }

  it('8.25 NotebookEdit counts as an edit', async () => {
    await rig.tool('NotebookEdit', { notebook_path: rig.at('a.ipynb'), new_source: 'x' }, {}, 'edit-invalidation');
    assert.deepEqual(flags(), codeChanged);
  });

  it('P1-12 the person may say what a document is', async () => {
    rig.write('../home/.gatehouse/config.json', JSON.stringify({ planes: { doc: ['md', 'rst'] } }));
    rig.write('guide.RST', 'x\n');
    await rig.hook('PostToolUse', {
      tool_name: 'Edit',
      tool_input: { file_path: rig.at('guide.RST') },
      tool_response: {},
    });
    assert.deepEqual(flags(), docChanged);
  });

  describe('what is not the project’s work changes nothing', () => {
    it('8.22 a .md outside the repository', async () => {
      await rig.edit('../elsewhere/notes.md', 'x\n');
      assert.deepEqual(flags(), untouched);
    });

    for (const name of [
      'node_modules/x.js',
      'packages/a/node_modules/x.js',
      'src/../node_modules/x.js',
      'dist/bundle.js',
      'vendor/x.go',
      'py/__pycache__/x.py',
      '.git/config',
      '.claude_review_state.json.tmp-1',
      '.claude/.test-status',
    ]) {
      it(`8.23 ${name}`, async () => {
        const input = { file_path: `${rig.root}/${name}`, content: 'x' };
        await rig.tool('Write', input, {}, 'edit-invalidation');
        assert.deepEqual(flags(), untouched);
      });
    }

    it('a file that git ignores', async () => {
      rig.write('.gitignore', '*.log\ngenerated/\n');
      await rig.edit('a.log', 'x');
      await rig.edit('src/generated/a.ts', 'x');
      assert.deepEqual(flags(), untouched);
    });

    it('a link that leads out of the repository', async () => {
      mkdirSync(rig.at('../outside'));
      symlinkSync(rig.at('../outside'), rig.at('link'));
      await rig.edit('link/a.ts', 'x');
      assert.deepEqual(flags(), untouched);
    });

    it('an edit without a file', async () => {
      await rig.tool('Edit', {}, {}, 'edit-invalidation');
      assert.deepEqual(flags(), untouched);
    });
  });

  it('8.21 from a sub-directory the state is the root’s', async () => {
    rig.write('src/app.js', 'x\n');
    const fields = { cwd: rig.at('src'), tool_name: 'Edit', tool_input: { file_path: rig.at('src/app.js') } };
    await rig.hook('PostToolUse', { ...fields, tool_response: {} }, 'edit-invalidation');
    assert.deepEqual(flags(), codeChanged);
  });

  it('8.17 a zero-byte state file is kept aside and does not hide the edit', async () => {
    rig.setState('');
    await rig.edit('src/app.js', 'x\n');
    assert.deepEqual(flags(), [true, false, false, false, false]);
  });

  for (const broken of ['{"code_review":', '[]', '42', '{"has_code_change":"yes"}']) {
    it(`8.18 the state ${broken} does not hide the edit`, async () => {
      rig.setState(broken);
      await rig.edit('src/app.js', 'x\n');
      assert.deepEqual(flags(), [true, false, false, false, false]);
    });
  }

  it('keeps keys that are not ours', async () => {
    rig.setState({ ...allPassed, review_phase: 'idle' });
    await rig.edit('src/app.js', 'x\n');
    assert.equal((rig.state as unknown as Record<string, unknown>).review_phase, 'idle');
  });

  describe('Bash writes are edits too', () => {
    const bash = (command: string, event = 'PostToolUse') =>
      rig.hook(
        event,
        { tool_name: 'Bash', tool_input: { command }, tool_response: { stdout: '' }, error: 'Exit code 1' },
        'edit-invalidation',
      );

    for (const [command, expected] of [
      ['echo x > src/app.js', codeChanged],
      ['printf x >> README.md', docChanged],
      [`sed -i 's/1/2/' src/app.js`, codeChanged],
      [`sed -i 's/1/2/' src/*.js`, codeChanged],
      ['cat > docs/a.md <<EOF\nx\nEOF', docChanged],
      ['cp src/app.js src/b.js', codeChanged],
      ['mv README.md NOTES.md', docChanged],
      ['rm src/app.js', codeChanged],
      ['git checkout -- src/app.js', codeChanged],
      ['cd src && tee app.js < /dev/null', codeChanged],
      ['ls -la', untouched],
      ['cat src/app.js', untouched],
      ['echo "a > b"', untouched],
      ['echo x > /tmp/out.txt', untouched],
      ['npm test > /dev/null 2>&1', untouched],
      ['echo x > node_modules/y.js', untouched],
      ['git status', untouched],
    ] as const) {
      it(`${JSON.stringify(command)} → ${JSON.stringify(expected)}`, async () => {
        await bash(command);
        assert.deepEqual(flags(), expected);
      });
    }

    it('also when the command failed in the end', async () => {
      await bash('echo x > src/app.js; false', 'PostToolUseFailure');
      assert.deepEqual(flags(), codeChanged);
    });

    it('P0-4 what the words do not say, the content does', async () => {
      rig.setState(stateWith({}));
      await rig.review('✅ Ready');
      await bash('make nothing');
      assert.equal(rig.state.code_review.passed, true);
      rig.write('src/app.js', 'export const a = 3;\n');
      await bash('make generated');
      assert.deepEqual([rig.state.has_code_change, rig.state.code_review.passed], [true, false]);
    });
  });
});
