import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import { appendTrace, decisionLogFile, decisionLogFiles, readTraces } from '../../../src/hooks/pipeline/decision-log';
import type { Trace } from '../../../src/hooks/pipeline/trace';

function trace(id: string, more: Partial<Trace> = {}): Trace {
  return {
    v: 1,
    id,
    at: 1_000,
    ms: 1,
    via: 'cold',
    event: 'PreToolUse',
    tool: 'Bash',
    session: 's',
    cwd: '/p',
    root: '/p',
    subject: 'git status',
    gates: [],
    verdict: {},
    ...more,
  };
}

const surroundings = freshEnvironment('log');
const { env, folder } = surroundings;
let home: string;
let log: string;

describe('the decision log', () => {
  let count = 0;
  beforeEach(() => {
    home = path.join(folder, `home-${count++}`);
    log = path.join(home, decisionLogFile);
  });
  after(() => surroundings.clear());
  const ids = (query?: Parameters<typeof readTraces>[1]) => readTraces(home, query).map(({ id }) => id);

  it('is for its owner alone', () => {
    appendTrace(home, trace('a'));
    assert.equal(statSync(home).mode & 0o777, 0o700);
    assert.equal(statSync(log).mode & 0o777, 0o600);
  });

  it('is read newest first, from a moment on, up to a number, and by what is asked for', () => {
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) appendTrace(home, trace(id, { at: index }));
    assert.deepEqual(ids(), ['d', 'c', 'b', 'a']);
    assert.deepEqual(ids({ since: 2 }), ['d', 'c']);
    assert.deepEqual(ids({ limit: 1 }), ['d']);
    assert.deepEqual(ids({ matches: ({ id }) => id < 'c' }), ['b', 'a']);
  });

  it('that is not there has no records', () => assert.deepEqual(ids(), []));

  it('passes over torn lines, foreign lines and bytes, and finds the record behind a torn one', () => {
    appendTrace(home, trace('a'));
    appendFileSync(log, '{"v":1,"id":"torn","at":5,"sub');
    appendTrace(home, trace('b'));
    appendFileSync(log, 'not json\n[]\n{"v":1}\n\u0000\u0001\n\n{"v":1,"id":"end');
    assert.deepEqual(ids(), ['b', 'a']);
  });

  it('reads records of a newer version', () => {
    mkdirSync(home);
    writeFileSync(log, `${JSON.stringify({ ...trace('new'), v: 2, more: { colour: 'red' } })}\n`);
    assert.deepEqual(ids(), ['new']);
  });

  it('masks what gates quote, what was said, and the recorded call’s subject', () => {
    appendTrace(
      home,
      trace('a', {
        gates: [
          {
            id: 'guard',
            level: 'enforce',
            ms: 1,
            rulings: [
              {
                kind: 'rewrite',
                reason: 'saw --password hunter2',
                part: 'PGPASSWORD=hunter2',
                input: { command: 'tool --password hunter2' },
              },
            ],
            notes: ['read DB_PASSWORD=hunter2'],
            failure: 'postgres://a:hunter2@b',
          },
        ],
        verdict: { reason: '--token hunter2', context: 'Authorization: Bearer hunter2', message: 'x_password=hunter2' },
        problem: 'API_TOKEN=hunter2',
      }),
    );
    const text = readFileSync(log, 'utf8');
    assert.ok(!text.includes('hunter2'), text);
    assert.equal(text.split('«').length - 1, 9);
  });

  it('cuts what gates said at length', () => {
    appendTrace(home, trace('a', { verdict: { context: 'word '.repeat(100_000) } }));
    assert.ok(statSync(log).size < 10_000);
  });

  it('keeps five files of 5 MB, the newest records in the first', () => {
    for (let index = 0; index < 7; index++) {
      mkdirSync(home, { recursive: true });
      const full = `${JSON.stringify(trace(`old${index}`, { subject: 'x'.repeat(5 * 1024 * 1024) }))}\n`;
      appendFileSync(log, full);
      appendTrace(home, trace(`new${index}`));
    }
    assert.deepEqual(
      decisionLogFiles(home).map((file) => existsSync(file)),
      [false, true, true, true, true],
    );
    assert.equal(existsSync(`${log}.5`), false);
    assert.deepEqual(ids(), ['new6', 'old6', 'new5', 'old5', 'new4', 'old4', 'new3', 'old3']);
    appendTrace(home, trace('last'));
    assert.deepEqual(ids({ limit: 2 }), ['last', 'new6']);
  });

  it('loses and mixes nothing when many processes write at once, over a rotation', async () => {
    const stress = process.env.GATEHOUSE_STRESS === '1';
    const [writers, each, size] = stress ? [40, 200, 2_000] : [4, 200, 9_000];
    const script = path.join(folder, 'writer.cjs');
    const source = path.resolve(__dirname, '../../../src/hooks/pipeline/decision-log.ts');
    writeFileSync(
      script,
      `const { appendTrace } = require(${JSON.stringify(source)});
       const [, , home, name] = process.argv;
       for (let i = 0; i < ${each}; i++) appendTrace(home, { ...${JSON.stringify(trace('x'))}, id: name + '-' + i, subject: 's'.repeat(${size}) });`,
    );
    const codes = await Promise.all(Array.from({ length: writers }, (_, index) => run(script, home, `w${index}`)));
    assert.deepEqual(new Set(codes), new Set([0]));
    const found = new Set(ids());
    const expected = Array.from({ length: writers * each }, (_, at) => `w${Math.floor(at / each)}-${at % each}`);
    assert.deepEqual(
      expected.filter((id) => !found.has(id)),
      [],
    );
    assert.ok(existsSync(`${log}.1`));
    for (const file of decisionLogFiles(home).filter((one) => existsSync(one))) {
      for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) JSON.parse(line);
    }
  });

  it('blocks no call when it cannot be written', () => {
    mkdirSync(log, { recursive: true });
    appendTrace(home, trace('a'));
    rmSync(log, { recursive: true });
    symlinkSync(path.join(folder, 'elsewhere'), log);
    appendTrace(home, trace('a'));
    assert.equal(existsSync(path.join(folder, 'elsewhere')), false);
  });
});

function run(script: string, ...args: string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const tsx = path.resolve(__dirname, '../../../node_modules/tsx/dist/loader.mjs');
    const child = spawn(process.execPath, ['--import', tsx, script, ...args], { env, stdio: 'inherit' });
    child.on('close', resolve);
  });
}
