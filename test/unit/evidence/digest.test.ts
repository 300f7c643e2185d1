import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plane } from '../../../src/hooks/evidence/evidence';
import { planeOfPath } from '../../../src/hooks/evidence/digest/content';
import { EvidenceRig } from './rig';

describe('the digest of a plane', () => {
  let shop: EvidenceRig;
  afterEach(() => shop.clear());

  async function digest(plane: Plane = 'code'): Promise<string> {
    const found = await shop.evidence().digest(plane);
    assert.equal(found.kind, 'whole', found.kind === 'partial' ? found.reason : '');
    return found.value;
  }

  async function partial(): Promise<string> {
    const found = await shop.evidence().digest('code');
    assert.equal(found.kind, 'partial');
    return found.reason;
  }

  const files = { 'a.ts': 'one\n', 'src/b.ts': 'two\n', 'README.md': 'hello\n' };

  it('is the same for the same content in another clone', async () => {
    shop = EvidenceRig.repository(files);
    const here = await digest();
    const other = EvidenceRig.repository(files);
    const there = await other.evidence().digest('code');
    other.clear();
    assert.deepEqual(there, { kind: 'whole', value: here });
  });

  it('changes with an edit by hand and comes back when the edit is taken back', async () => {
    shop = EvidenceRig.repository(files);
    const before = await digest();
    shop.write('a.ts', 'other\n');
    assert.notEqual(await digest(), before);
    shop.write('a.ts', 'one\n');
    assert.equal(await digest(), before);
  });

  it('does not care whether content is in the worktree, in the index or in a commit', async () => {
    shop = EvidenceRig.repository(files);
    shop.write('a.ts', 'changed\n');
    shop.write('new.ts', 'new\n');
    const dirty = await digest();
    shop.git('add', '-A');
    assert.equal(await digest(), dirty);
    shop.git('commit', '-qm', 'second');
    assert.equal(await digest(), dirty);
  });

  it('comes back with git stash pop', async () => {
    shop = EvidenceRig.repository(files);
    shop.write('a.ts', 'changed\n');
    shop.write('new.ts', 'new\n');
    const dirty = await digest();
    shop.git('stash', '-u');
    assert.notEqual(await digest(), dirty);
    shop.git('stash', 'pop');
    assert.equal(await digest(), dirty);
  });

  it('comes back with git revert', async () => {
    shop = EvidenceRig.repository(files);
    const before = await digest();
    shop.write('a.ts', 'changed\n');
    shop.git('commit', '-qam', 'second');
    assert.notEqual(await digest(), before);
    shop.git('revert', '--no-edit', 'HEAD');
    assert.equal(await digest(), before);
  });

  it('leaves the repository alone: index, objects and status stay unchanged', async () => {
    shop = EvidenceRig.repository(files);
    shop.write('a.ts', 'changed\n');
    shop.write('new.ts', 'never stored\n');
    const index = statSync(shop.at('.git/index')).mtimeMs;
    const objects = shop.git('count-objects', '-v');
    await digest();
    assert.equal(statSync(shop.at('.git/index')).mtimeMs, index);
    assert.equal(shop.git('count-objects', '-v'), objects);
  });

  describe('planes', () => {
    const docs = ['README.md', 'docs/guide.mdx', 'NOTES.MD', 'docs/UPPER.MDX'];
    const code = ['Dockerfile', 'schema.sql', 'app.vue', 'main.TS', 'package.json', 'notes.txt', 'md', 'a.md.ts'];
    for (const [plane, names] of [
      ['doc', docs],
      ['code', code],
    ] as const) {
      for (const name of names) {
        it(`${name} belongs to ${plane}`, () => assert.equal(planeOfPath(name, ['md', 'mdx']), plane));
      }
    }

    it('an extension that the configuration names belongs to doc, with or without its dot', () => {
      assert.equal(planeOfPath('a.adoc', ['md', '.ADOC']), 'doc');
    });

    it('do not disturb each other', async () => {
      shop = EvidenceRig.repository(files);
      const before = { code: await digest('code'), doc: await digest('doc') };
      shop.write('README.md', 'other\n');
      assert.equal(await digest('code'), before.code);
      const changed = await digest('doc');
      assert.notEqual(changed, before.doc);
      shop.write('a.ts', 'other\n');
      assert.equal(await digest('doc'), changed);
      assert.notEqual(await digest('code'), before.code);
    });
  });

  describe('sees', () => {
    const changes: readonly [string, () => void][] = [
      ['a new file that is not added', () => shop.write('new.ts', 'x\n')],
      ['a new empty file', () => shop.write('empty.ts', '')],
      ['a deleted file', () => shop.remove('a.ts')],
      ['a file taken out of the index and off the disk', () => shop.git('rm', '-q', 'a.ts')],
      ['a renamed file', () => renameSync(shop.at('a.ts'), shop.at('c.ts'))],
      ['a rename in the index', () => shop.git('mv', 'a.ts', 'c.ts')],
      ['a file that becomes executable', () => chmodSync(shop.at('a.ts'), 0o755)],
      ['a name with a space', () => shop.write('with space.ts', 'x\n')],
      ['a name with a line break', () => shop.write('line\nbreak.ts', 'x\n')],
      ['a name that begins with a quote', () => shop.write('"quoted".ts', 'x\n')],
      ['a name outside ASCII', () => shop.write('größe-日本.ts', 'x\n')],
      [
        'an edit of a file that git was told not to watch',
        () => {
          shop.git('update-index', '--assume-unchanged', 'a.ts');
          shop.write('a.ts', 'hidden\n');
        },
      ],
      [
        'an edit of a file under skip-worktree',
        () => {
          shop.git('update-index', '--skip-worktree', 'a.ts');
          shop.write('a.ts', 'hidden\n');
        },
      ],
    ];
    for (const [name, change] of changes) {
      it(name, async () => {
        shop = EvidenceRig.repository(files);
        const before = await digest();
        change();
        assert.notEqual(await digest(), before);
      });
    }

    it('a second edit of the same length within the same tick of the clock', async () => {
      shop = EvidenceRig.repository(files);
      shop.write('a.ts', 'two\n');
      const second = await digest();
      shop.write('a.ts', 'six\n');
      assert.notEqual(await digest(), second);
    });

    it('an edit whose modification time was set back', async () => {
      shop = EvidenceRig.repository(files);
      const { atime, mtime } = statSync(shop.at('a.ts'));
      const before = await digest();
      shop.write('a.ts', 'ONE\n');
      utimesSync(shop.at('a.ts'), atime, mtime);
      assert.notEqual(await digest(), before);
    });
  });

  describe('does not see', () => {
    const quiet: readonly [string, () => void][] = [
      [
        'an ignored file',
        () => {
          shop.write('ignored.log', 'x\n');
        },
      ],
      ['the review state', () => shop.write('.claude_review_state.json', '{}\n')],
      ['the test status', () => shop.write('.claude/.test-status', 'pass|0|1\n')],
      ["a session's list of changes", () => shop.write('.claude/.session-changes-abc', 'x\n')],
      ['a state file put aside', () => shop.write('.claude/.plan-drift.corrupt-2026-01-01T00-00-00-000Z', 'x\n')],
      ["a workflow's phase file", () => shop.write('.feature-plan-approved', '')],
      ["the person's own settings of the agent", () => shop.write('.claude/settings.local.json', '{}\n')],
      ['a touched file with the same content', () => utimesSync(shop.at('a.ts'), 1, 1)],
      ['a switch to another branch with the same content', () => shop.git('checkout', '-q', '-b', 'other')],
    ];
    for (const [name, change] of quiet) {
      it(name, async () => {
        shop = EvidenceRig.repository({ ...files, '.gitignore': '*.log\n' });
        const before = await digest();
        change();
        assert.equal(await digest(), before);
      });
    }

    it('another worktree of the same repository inside this one', async () => {
      shop = EvidenceRig.repository(files);
      const before = await digest();
      shop.git('worktree', 'add', '-q', '.claude/worktrees/feature', '-b', 'feature');
      assert.equal(await digest(), before);
    });
  });

  it('knows a symbolic link by its target, also after it is committed', async () => {
    shop = EvidenceRig.repository(files);
    symlinkSync('a.ts', shop.at('link'));
    const toA = await digest();
    shop.git('add', 'link');
    shop.git('commit', '-qm', 'link');
    assert.equal(await digest(), toA);
    shop.remove('link');
    symlinkSync('src/b.ts', shop.at('link'));
    assert.notEqual(await digest(), toA);
  });

  it('counts line endings as git would record them', async () => {
    shop = EvidenceRig.repository({ ...files, '.gitattributes': '*.ts text\n' });
    const before = await digest();
    shop.write('a.ts', 'one\r\n');
    assert.equal(await digest(), before);
  });

  it('sees a name that would be a trap for an object of JavaScript', async () => {
    shop = EvidenceRig.repository(files);
    shop.write('__proto__', 'x\n');
    const first = await digest();
    shop.write('__proto__', 'y\n');
    assert.notEqual(await digest(), first);
  });

  describe('submodules', () => {
    async function withSubmodule(): Promise<void> {
      shop = EvidenceRig.repository(files);
      const library = path.join(shop.base, 'library');
      mkdirSync(library);
      shop.gitIn(library, 'init', '-q', '-b', 'main');
      writeFileSync(path.join(library, 'lib.ts'), 'lib\n');
      shop.gitIn(library, 'add', '-A');
      shop.gitIn(library, 'commit', '-qm', 'lib');
      shop.git('submodule', '--quiet', 'add', library, 'vendor/library');
      shop.git('commit', '-qm', 'submodule');
      await Promise.resolve();
    }

    it('count by the commit they stand on, before and after that is recorded', async () => {
      await withSubmodule();
      const before = await digest();
      const inside = shop.at('vendor/library');
      shop.write('vendor/library/lib.ts', 'lib 2\n');
      shop.gitIn(inside, 'commit', '-qam', 'lib 2');
      const moved = await digest();
      assert.notEqual(moved, before);
      shop.git('commit', '-qam', 'take lib 2');
      assert.equal(await digest(), moved);
    });

    it('with changes of their own make the digest partial', async () => {
      await withSubmodule();
      shop.write('vendor/library/lib.ts', 'not committed\n');
      assert.equal(await partial(), 'the submodule vendor/library has changes of its own');
    });
  });

  it('is partial during a conflict, and names the file', async () => {
    shop = EvidenceRig.repository(files);
    shop.startConflict('a.ts');
    assert.equal(await partial(), 'a.ts has an unresolved conflict');
  });

  it('is partial outside a repository', async () => {
    shop = new EvidenceRig();
    assert.equal(await partial(), 'there is no git repository here');
  });

  it('is partial where the index cannot be read', async () => {
    shop = EvidenceRig.repository(files);
    shop.write('.git/index', 'not an index');
    assert.equal(await partial(), 'git says: .git/index: index file smaller than expected');
  });

  it('works before the first commit', async () => {
    shop = new EvidenceRig();
    shop.git('init', '-q', '-b', 'main');
    shop.write('a.ts', 'one\n');
    const loose = await digest();
    shop.git('add', '-A');
    assert.equal(await digest(), loose);
    shop.git('commit', '-qm', 'first');
    assert.equal(await digest(), loose);
  });

  it('is the same from every sub-directory, and each worktree has its own', async () => {
    shop = EvidenceRig.repository(files);
    const top = await digest();
    assert.deepEqual(await shop.evidence({ directory: shop.at('src') }).digest('code'), { kind: 'whole', value: top });
    const linked = path.join(shop.base, 'linked');
    shop.git('worktree', 'add', '-q', linked, '-b', 'linked');
    writeFileSync(path.join(linked, 'a.ts'), 'in the other worktree\n');
    const home = path.join(shop.gatehouse, 'projects', 'linked');
    assert.notDeepEqual(await shop.evidence({ directory: linked, home }).digest('code'), { kind: 'whole', value: top });
    assert.equal(await digest(), top);
  });

  it('survives a damaged cache of its own', async () => {
    shop = EvidenceRig.repository(files);
    shop.write('a.ts', 'changed\n');
    const before = await digest();
    for (const name of ['file-ids.json', 'digests.json']) {
      mkdirSync(shop.state, { recursive: true });
      writeFileSync(path.join(shop.state, name), '{"v":1,"files":{"a.ts":[1');
    }
    assert.equal(await digest(), before);
  });
});
