import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { sessionChanges } from '../../../src/hooks/evidence/files/session';
import { strikes } from '../../../src/hooks/evidence/files/flags';
import { withLock } from '../../../src/hooks/state/lock';
import { freshFolder } from '../../harness/test-project';
import { EvidenceRig } from '../evidence/rig';

const stress = process.env.GATEHOUSE_STRESS === '1';

describe('P0-5 writing state', () => {
  let shop: EvidenceRig;
  beforeEach(() => void (shop = new EvidenceRig()));
  afterEach(() => shop.clear());

  const bundle = freshFolder();
  const program = path.join(bundle, 'writer.js');
  before(() =>
    build({
      entryPoints: [path.join(__dirname, 'writer.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      logLevel: 'error',
    }),
  );
  after(() => rmSync(bundle, { recursive: true, force: true }));

  function start(task: string, name: string, rounds = 1) {
    const args = [program, task, shop.root, shop.state, name, String(rounds)];
    return spawn(process.execPath, args, { env: shop.env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async function run(task: string, name: string, rounds?: number): Promise<void> {
    const child = start(task, name, rounds);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0, errors);
  }

  const reviewed = () => JSON.parse(shop.read('.claude_review_state.json')) as Record<string, unknown>;
  const flag = (name: string) => reviewed()[name] as { passed: boolean };

  const crowd = stress ? { processes: 40, updates: 25, rounds: 20 } : { processes: 8, updates: 25, rounds: 1 };
  it(`${crowd.processes} processes × ${crowd.updates} updates of different fields lose none, ${crowd.rounds} rounds in a row`, async () => {
    for (let round = 0; round < crowd.rounds; round++) {
      shop.write('.claude_review_state.json', '{"foreign":{"kept":[1,2]}}');
      await Promise.all(
        Array.from({ length: crowd.processes }, (_, writer) => run('fields', String(writer), crowd.updates)),
      );
      const state = reviewed();
      const last = Array.from({ length: crowd.processes }, (_, writer) => state[`writer-${String(writer)}`]);
      assert.deepEqual(
        last,
        Array.from({ length: crowd.processes }, () => crowd.updates),
      );
      assert.equal(state.total, crowd.processes * crowd.updates);
      assert.deepEqual(state.foreign, { kept: [1, 2] });
    }
  });

  it('15 four hooks at the same time lose no update', async () => {
    for (let trial = 0; trial < (stress ? 40 : 3); trial++) {
      shop.remove('.claude_review_state.json');
      await Promise.all([run('pass', 'doc'), run('edit', 'code'), run('fields', 'a'), run('pass', 'precommit')]);
      assert.equal(flag('doc_review').passed, true);
      assert.equal(reviewed().has_code_change, true);
      assert.equal(existsSync(shop.at('.claude_review_state.json')), true);
    }
  });

  it('16 a code edit and a doc edit at the same time leave no pass standing', async () => {
    const passed = { executed: true, passed: true, last_run: '2026-11-18T12:00:00Z' };
    for (let trial = 0; trial < (stress ? 40 : 3); trial++) {
      shop.write(
        '.claude_review_state.json',
        JSON.stringify({ code_review: passed, doc_review: passed, precommit: passed }),
      );
      await Promise.all([run('edit', 'code'), run('edit', 'doc')]);
      const left = ['code_review', 'doc_review', 'precommit'].filter((name) => flag(name).passed);
      assert.deepEqual(left, []);
    }
  });

  it('K-7 ten strikes at the same time are ten strikes', async () => {
    await Promise.all(Array.from({ length: 10 }, () => run('strike', '')));
    assert.equal(shop.read('.claude/.mock-gate-strikes'), '10|1\n');
  });

  const kills = stress ? 300 : 10;
  it(`kill -9 at ${kills} random moments leaves every file whole and no lock behind`, async () => {
    for (let kill = 0; kill < kills; kill++) {
      const child = start('churn', '');
      await once(child.stdout, 'data');
      await sleep(Math.random() * 40);
      child.kill('SIGKILL');
      await once(child, 'close');
      const evidence = shop.evidence();
      for (const file of [evidence.review, evidence.tests, evidence.proof, sessionChanges(shop.source(), 'stress')]) {
        const reading = file.read();
        assert.ok(reading.kind === 'ok' || reading.kind === 'missing', `${file.path}: ${JSON.stringify(reading)}`);
      }
      await evidence.invalidate('code');
    }
    const shelf = shop.source();
    await Promise.all([
      shop.evidence().record('tests', { verdict: 'pass', rule: 'last' }),
      shop.evidence().record('proof', { verdict: 'pass', rule: 'last' }),
      sessionChanges(shelf, 'stress').update((now) => [...(now ?? []), 'last.ts']),
    ]);
    const receipts = JSON.parse(readFileSync(path.join(shop.state, 'receipts.json'), 'utf8')) as {
      receipts: unknown[];
    };
    assert.ok(receipts.receipts.length > 0);
    const left = [shop.root, shop.at('.claude'), shop.state].flatMap((folder) =>
      readdirSync(folder).filter((name) => name.includes('.tmp-') || name.includes('.corrupt-')),
    );
    assert.deepEqual(left, []);
  });

  it('a reader in between always finds a whole file', async () => {
    const child = start('churn', '');
    await once(child.stdout, 'data');
    const seen = new Set<string>();
    const end = Date.now() + (stress ? 10_000 : 500);
    const { tests, review } = shop.evidence();
    while (Date.now() < end) {
      seen.add(tests.read().kind).add(review.read().kind);
      await sleep(0);
    }
    child.kill('SIGKILL');
    await once(child, 'close');
    assert.equal(seen.has('ok'), true);
    assert.equal(seen.has('corrupt'), false);
  });

  describe('a lock', () => {
    const lock = () => path.join(shop.state, 'locks', 'one');

    it('of a process that is gone is taken over at once', async () => {
      mkdirSync(lock(), { recursive: true });
      const child = spawn(process.execPath, ['-e', '0'], { env: shop.env });
      await once(child, 'close');
      writeFileSync(
        path.join(lock(), '7'),
        JSON.stringify({ pid: child.pid, start: '', host: hostname(), at: Date.now() }),
      );
      assert.equal(await withLock(lock(), (lease) => lease.inherited, 500), true);
      assert.deepEqual(readdirSync(lock()), ['8.free']);
    });

    it('of a process number that was used again is taken over', async () => {
      mkdirSync(lock(), { recursive: true });
      writeFileSync(
        path.join(lock(), '7'),
        JSON.stringify({ pid: process.pid, start: '1', host: hostname(), at: Date.now() }),
      );
      if (process.platform !== 'linux') return;
      assert.equal(await withLock(lock(), (lease) => lease.inherited, 500), true);
    });

    it('of a living process is waited for, and the wait has an end that says what to do', async () => {
      mkdirSync(lock(), { recursive: true });
      const owner = { pid: process.pid, start: '', host: hostname(), at: Date.now() };
      writeFileSync(path.join(lock(), '7'), JSON.stringify(owner));
      await assert.rejects(
        withLock(lock(), () => undefined, 50),
        {
          message: `Another process has kept ${lock()} locked for 50 ms. Try again. If it stays locked, delete that folder.`,
        },
      );
      assert.deepEqual(readdirSync(lock()), ['7']);
    });

    it('that its holder kept for too long is taken over, and the holder notices', async () => {
      mkdirSync(lock(), { recursive: true });
      let noticed: boolean | undefined;
      await withLock(lock(), (lease) => {
        const file = path.join(lock(), readdirSync(lock())[0] ?? '');
        const owner = JSON.parse(readFileSync(file, 'utf8')) as { at: number };
        writeFileSync(file, JSON.stringify({ ...owner, at: owner.at - 11_000 }));
        writeFileSync(path.join(lock(), '2'), JSON.stringify(owner));
        noticed = lease.held();
      });
      assert.equal(noticed, false);
    });
  });

  describe('through a symbolic link', () => {
    it('is refused for the file, dangling or not, and nothing outside is created or changed', async () => {
      const outside = path.join(shop.base, 'outside');
      symlinkSync(outside, shop.at('.claude_review_state.json'));
      await assert.rejects(
        shop.evidence().invalidate('code'),
        /is a symbolic link, and Gatehouse never writes state through links/,
      );
      assert.equal(existsSync(outside), false);
      writeFileSync(outside, 'mine');
      await assert.rejects(shop.evidence().invalidate('code'), /symbolic link/);
      assert.equal(readFileSync(outside, 'utf8'), 'mine');
    });

    it('is refused for the folder', async () => {
      mkdirSync(path.join(shop.base, 'outside'));
      symlinkSync(path.join(shop.base, 'outside'), shop.at('.claude'));
      await assert.rejects(shop.evidence().record('tests', { verdict: 'pass', rule: 'x' }), /symbolic link/);
      assert.deepEqual(readdirSync(path.join(shop.base, 'outside')), []);
    });

    it('is no way to read a pass either', async () => {
      writeFileSync(path.join(shop.base, 'outside'), `pass|0|${String(Math.floor(shop.time / 1000))}\n`);
      mkdirSync(shop.at('.claude'));
      symlinkSync(path.join(shop.base, 'outside'), shop.at('.claude/.test-status'));
      const status = await shop.evidence().status('tests');
      assert.deepEqual([status.status, status.trusted], ['unknown', false]);
    });
  });

  it('keeps the mode of a file that is there', async () => {
    shop.write('.claude/.test-status', 'fail|1|5\n');
    chmodSync(shop.at('.claude/.test-status'), 0o640);
    await shop.evidence().record('tests', { verdict: 'pass', rule: 'x' });
    assert.equal(statSync(shop.at('.claude/.test-status')).mode & 0o777, 0o640);
  });

  it("keeps Gatehouse's own files to the person alone", async () => {
    await shop.evidence().record('tests', { verdict: 'pass', rule: 'x' });
    assert.equal(statSync(path.join(shop.state, 'receipts.json')).mode & 0o777, 0o600);
    assert.equal(statSync(shop.state).mode & 0o777, 0o700);
  });

  it('puts a corrupt file aside under its name and starts from nothing', async () => {
    shop.write('.claude/.test-gate-strikes', 'not a strike');
    await strikes(shop.source(), 'test-gate').update((now) => ({ count: (now?.count ?? 0) + 1, at: 5 }));
    assert.equal(shop.read('.claude/.test-gate-strikes'), '1|5\n');
    const aside = readdirSync(shop.at('.claude')).filter((name) => name.startsWith('.test-gate-strikes.corrupt-'));
    assert.equal(aside.length, 1);
    assert.equal(shop.read(`.claude/${aside[0] ?? ''}`), 'not a strike');
  });

  it('K-8 the first write keeps git status clean, once, and keeps what stood in info/exclude', async () => {
    shop.clear();
    shop = EvidenceRig.repository({ 'a.ts': 'x\n' });
    shop.write('.git/info/exclude', '# mine\n*.mine');
    await shop.evidence().record('tests', { verdict: 'pass', rule: 'x' });
    await shop.evidence().invalidate('code');
    await sessionChanges(shop.source(), 'a b/../c').update(() => ['a.ts']);
    shop.write('.claude/.plan-drift.corrupt-2026-11-18T12-00-00-000Z', 'x');
    assert.equal(shop.git('status', '--porcelain', '-uall'), '');
    const excluded = shop.read('.git/info/exclude');
    assert.equal(excluded.startsWith('# mine\n*.mine\n# Gatehouse'), true);
    assert.equal(excluded.split('\n').filter((line) => line === '/.claude/.test-status*').length, 1);
    shop.write('.claude/settings.json', '{}');
    assert.equal(shop.git('status', '--porcelain', '-uall'), '?? .claude/settings.json\n');
  });

  it('K-8 a line of info/exclude that is not UTF-8 stays unchanged', async () => {
    shop.clear();
    shop = EvidenceRig.repository({ 'a.ts': 'x\n' });
    const mine = Buffer.from('caf\xe9\n', 'latin1');
    writeFileSync(shop.at('.git/info/exclude'), mine);
    await shop.evidence().record('tests', { verdict: 'pass', rule: 'x' });
    assert.deepEqual(readFileSync(shop.at('.git/info/exclude')).subarray(0, mine.length), mine);
  });

  it('K-8 holds in a linked worktree, whose exclude file is the common one', async () => {
    shop.clear();
    shop = EvidenceRig.repository({ 'a.ts': 'x\n' });
    const linked = path.join(shop.base, 'linked');
    shop.git('worktree', 'add', '-q', linked, '-b', 'linked');
    await shop.evidence({ directory: linked }).record('tests', { verdict: 'pass', rule: 'x' });
    assert.equal(shop.gitIn(linked, 'status', '--porcelain', '-uall'), '');
  });
});
