import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StrikeLog } from '../../../src/hooks/evidence/strike-log';
import { carryOut } from '../../../src/hooks/install/settings-file';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { sampleEntries } from '../install/sample';
import { eventually } from '../../harness/eventually';
import { freshFolder } from '../../harness/test-project';
import { RealHooks, ways } from './real-hooks';

for (const way of ways) {
  describe(`the decision log, ${way}`, () => {
    let hooks: RealHooks;
    before(async () => {
      hooks = new RealHooks();
      if (way === 'warm') await hooks.startHost();
      await hooks.bash('git push --force');
      // The answer goes out before the log is written.
      await eventually(() => assert.equal(existsSync(log()), true));
    });
    after(() => hooks.clear());

    const log = () => {
      const projects = path.join(hooks.home, 'projects');
      const [folder = ''] = existsSync(projects)
        ? readdirSync(projects).filter((name) => name.startsWith('project-'))
        : [];
      return path.join(projects, folder, 'decisions.jsonl');
    };

    // The command line asks no host.
    if (way === 'cold') {
      it('D11 of hundreds of megabytes is explained in a bounded memory', async () => {
        const line = Buffer.from(`${JSON.stringify({ v: 1, strange: 'x'.repeat(2_000) })}\n`.repeat(10_000));
        const before = readFileSync(log());
        writeFileSync(log(), 'half a line of many megabytes'.repeat(1_000_000));
        for (let count = 0; count < 10; count++) appendFileSync(log(), line);
        appendFileSync(log(), before);
        const { stdout, code } = await hooks.cli('explain');
        assert.equal(code, 0);
        assert.match(stdout, /git push --force/);
      });
    }

    it('D11 that is a pipe or a device keeps nothing waiting', async () => {
      for (const make of [
        (file: string) => execFileSync('mkfifo', [file]),
        (file: string) => execFileSync('ln', ['-s', '/dev/tty', file]),
      ]) {
        const file = log();
        rmSync(file, { force: true });
        make(file);
        assert.match((await hooks.bash('rm -rf ~/')).stdout, /"permissionDecision":"deny"/);
        assert.notEqual((await hooks.cli('explain')).code, null);
        rmSync(file);
        writeFileSync(file, '');
      }
    });
  });
}

describe('small things that disagreed', () => {
  let root: string;
  beforeEach(() => void (root = freshFolder()));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('D11 the public count of strikes is the sum of the private ones, however many write at once', async () => {
    const env = { HOME: root, GATEHOUSE_HOME: path.join(root, 'home') };
    const project = path.join(root, 'project');
    mkdirSync(project);
    const book = () =>
      new StrikeLog(siteAt({ env, clock: Date, requestedByName: false }, placeOf(project)), 'mock-gate');
    const strikes = Array.from({ length: 60 }, (_, at) => book().add(`s${at % 3}`, `file${at % 7}`));
    await Promise.all(strikes);
    const sum = book()
      .entries()
      .reduce((all, { count }) => all + count, 0);
    const [shown] = readFileSync(path.join(project, '.claude/.mock-gate-strikes'), 'utf8').split('|');
    assert.deepEqual([sum, shown], [60, '60']);
  });

  it('D11 install keeps an edit that was made while it worked out its own', async () => {
    const file = path.join(root, '.claude', 'settings.json');
    mkdirSync(path.dirname(file));
    writeFileSync(file, '{ "model": "first" }\n');
    let edits = 0;
    const entries = sampleEntries();
    const wish = {
      kind: 'install' as const,
      get entries() {
        if (edits++ < 3) writeFileSync(file, `{ "model": "edit ${edits}" }\n`);
        return entries;
      },
    };
    await carryOut({ file, home: path.join(root, 'home') }, wish);
    const { model, hooks } = JSON.parse(readFileSync(file, 'utf8')) as { model: string; hooks: object };
    assert.equal(model, 'edit 3');
    assert.ok(Object.keys(hooks).length > 0);
  });

  it('D11 install gives up, and says so, where the file never stands still', async () => {
    const file = path.join(root, '.claude', 'settings.json');
    mkdirSync(path.dirname(file));
    let edits = 0;
    const wish = {
      kind: 'install' as const,
      get entries() {
        writeFileSync(file, `{ "model": "edit ${++edits}" }\n`);
        return sampleEntries();
      },
    };
    writeFileSync(file, '{}\n');
    await assert.rejects(carryOut({ file, home: path.join(root, 'home') }, wish), /keeps changing/);
    assert.equal(readFileSync(file, 'utf8'), `{ "model": "edit ${edits}" }\n`);
  });
});
