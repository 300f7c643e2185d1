import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { backlogFile } from '../../../src/hooks/fleet/backlog';
import { Fleet } from '../../../src/hooks/fleet/exporter';
import { Receipts } from '../../../src/hooks/evidence/receipts';
import { appendTrace, decisionLogFiles } from '../../../src/hooks/pipeline/decision-log';
import type { Trace } from '../../../src/hooks/pipeline/trace';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import { Collector } from '../../harness/collector';
import { eventually } from '../../harness/eventually';

describe('a team’s collector', () => {
  const surroundings = freshEnvironment('fleet');
  const home = surroundings.env.GATEHOUSE_HOME;
  const open: Fleet[] = [];
  let collector: Collector;
  let state: string;
  let projects = 0;

  beforeEach(async () => {
    state = path.join(home, 'projects', `p-${(projects += 1)}`);
    mkdirSync(state, { recursive: true });
    collector = new Collector();
    await collector.start();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((fleet) => fleet.close(0)));
    await collector.stop();
  });
  after(() => surroundings.clear());

  const fleet = (more: Partial<ConstructorParameters<typeof Fleet>[0]> = {}) => {
    const pace = { soonMs: 1, idleMs: 5, requestMs: 500, retryMs: [5, 20] as const };
    const made = new Fleet({
      ...{ home, endpoint: collector.endpoint, headers: { 'x-team': 'payments' }, subjects: true, pace },
      ...{ log: () => undefined, busy: () => false },
      ...more,
    });
    open.push(made);
    return made;
  };
  const decide = (id: string, more: Partial<Trace> = {}) =>
    appendTrace(state, {
      ...{
        v: 1,
        id,
        at: Date.now(),
        ms: 3,
        via: 'warm',
        event: 'PreToolUse',
        tool: 'Bash',
        session: 's1',
        cwd: '/w',
        root: '/w',
      },
      ...{ subject: 'ls', gates: [], verdict: {} },
      ...more,
    });

  it('gets each decision with what decided it, and counts them', async () => {
    const verdict = { decision: 'deny', gate: 'guard', rule: 'rm-home', reason: 'It removes the home folder.' };
    decide('a1', { subject: 'rm -rf ~/', verdict });
    decide('a2');
    fleet();
    await eventually(() => assert.equal(collector.sums.get('gatehouse.decisions PreToolUse pass'), 1));
    const [refused, passed] = collector.records;
    assert.deepEqual([refused?.name, refused?.body, refused?.severity], ['gatehouse.decision', 'deny Bash', 'WARN']);
    assert.equal(refused!.attributes['gatehouse.gate'], 'guard');
    assert.equal(refused!.attributes['gatehouse.subject'], 'rm -rf ~/');
    assert.equal(refused!.attributes['gatehouse.reason'], 'It removes the home folder.');
    assert.equal(refused!.resource['service.name'], 'gatehouse');
    assert.equal(passed?.body, 'pass Bash');
    assert.equal(collector.sums.get('gatehouse.decisions PreToolUse deny'), 1);
    assert.equal(collector.headers[0]?.['x-team'], 'payments');
  });

  it('gets the changes of flags, and acts of people', async () => {
    await new Receipts(state).add({
      kind: 'tests',
      verdict: 'fail',
      session: 's1',
      rule: 'npm test',
      at: Date.now(),
      digest: 'd',
    });
    decide('b1', { event: 'PersonAct', act: { act: 'reset', target: 'tests', by: 'anna', from: 'editor' } });
    fleet();
    await eventually(() => assert.equal(collector.records.length, 2));
    assert.deepEqual(
      collector.records.map(({ name, body }) => [name, body]),
      [
        ['gatehouse.flag', 'tests fail'],
        ['gatehouse.act', 'reset tests'],
      ],
    );
  });

  it('gets secrets masked as the log has them, and no text where the person wants none sent', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const verdict = { decision: 'deny', gate: 'secrets', reason: `The token ${token} would leave.` };
    decide('c1', { verdict });
    fleet({ subjects: false });
    await eventually(() => assert.ok(collector.ids().has('c1')));
    const sent = JSON.stringify(collector.records);
    assert.ok(!sent.includes(token) && !sent.includes('would leave'));
  });

  it('loses none of 1,000 decisions while it is restarted three times, and none comes after it was marked as sent', async () => {
    const sending = fleet();
    const ids = Array.from({ length: 1_000 }, (_, index) => `d${index}`);
    for (const [index, id] of ids.entries()) {
      decide(id);
      sending.noted();
      if (index % 250 !== 249) continue;
      await collector.stop();
      await new Promise((resolve) => setImmediate(resolve));
      await collector.start();
    }
    await eventually(() => assert.deepEqual(collector.missing(ids), []));
    await sending.close(1_000);
    collector.records.length = 0;
    decide('after');
    fleet();
    await eventually(() => assert.deepEqual([...collector.ids()], ['after']));
  });

  it('gets what another host could not send, across a log that made room', async () => {
    await collector.stop();
    const first = fleet();
    const large = 'x'.repeat(1_900);
    for (let index = 0; index < 3_000; index += 1) decide(`e${index}`, { subject: large });
    assert.ok(readFileSync(decisionLogFiles(state)[1] ?? '').length > 0, 'the log made room');
    await first.close(0);
    await collector.start();
    fleet();
    await eventually(() => assert.equal([...collector.ids()].length, 3_000));
    assert.ok(!collector.records.some(({ name }) => name === 'gatehouse.gap'));
  });

  it('is told how much the log threw away before it could be sent', async () => {
    decide('f1');
    fleet();
    await eventually(() => assert.ok(collector.ids().has('f1')));
    await Promise.all(open.splice(0).map((one) => one.close(0)));
    const book = JSON.parse(readFileSync(backlogFile(home), 'utf8')) as { projects: Record<string, object> };
    book.projects[path.basename(state)] = { 'a file that is gone': { sent: 100, seen: 5_100 } };
    writeFileSync(backlogFile(home), JSON.stringify(book));
    decide('f2');
    fleet();
    await eventually(() => assert.ok(collector.ids().has('f2')));
    const gap = collector.records.find(({ name }) => name === 'gatehouse.gap');
    assert.equal(gap?.attributes['gatehouse.lost_bytes'], 5_000);
  });

  it('is not sent again what it refused, and gets what comes behind', async () => {
    collector.refuses = (text) => text.includes('poison');
    decide('h1', { subject: 'poison' });
    const sending = fleet();
    await eventually(() => assert.equal(collector.headers.length > 0, true));
    decide('h2');
    sending.noted();
    await eventually(() => assert.ok(collector.ids().has('h2')));
    assert.ok(!collector.ids().has('h1'));
  });

  for (const [what, text] of [
    ['is not JSON', '{'],
    ['is of a newer version', '{"v":2}'],
    ['is a list', '[]'],
  ] as const) {
    it(`gets everything again where the book ${what}`, async () => {
      decide('g1');
      writeFileSync(backlogFile(home), text);
      fleet();
      await eventually(() => assert.ok(collector.ids().has('g1')));
    });
  }
});
