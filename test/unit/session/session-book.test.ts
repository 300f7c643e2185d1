import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Site, siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { changeSession, othersAtWork, sessionEntry } from '../../../src/hooks/session/sessions';
import { freshFolder } from '../../harness/test-project';

const day = 24 * 60 * 60_000;

describe('the book of sessions', () => {
  let home = '';
  let now = 1_000;
  let site: Site;
  beforeEach(() => {
    home = freshFolder();
    now = 1_000;
    site = siteAt({ env: { GATEHOUSE_HOME: home }, clock: { now: () => now }, requestedByName: false }, placeOf(home));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const file = () => path.join(site.home, 'sessions');

  it('has a line for each session, for the person alone', async () => {
    await changeSession(site, 'ada', (entry) => ({ ...entry, told: true, reminded: ['35 prompts', '45 minutes'] }));
    now = 2_000;
    await changeSession(site, 'bob', (entry) => ({ ...entry, ended: true }));
    assert.equal(readFileSync(file(), 'utf8'), 'ada|1000|1000|1|0|35 prompts;45 minutes\nbob|2000|2000|0|1|\n');
    assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it('knows a session again whatever its id is made of', async () => {
    const id = 'a|b\nc';
    await changeSession(site, id, (entry) => ({ ...entry, told: true }));
    assert.equal(sessionEntry(site, id)?.told, true);
    assert.deepEqual([...othersAtWork(site, id)], []);
  });

  it('does not count a session that ended, or that was silent for a day', async () => {
    await changeSession(site, 'silent', (entry) => entry);
    now += day;
    await changeSession(site, 'ended', (entry) => ({ ...entry, ended: true }));
    await changeSession(site, 'at work', (entry) => entry);
    assert.deepEqual([...othersAtWork(site, 'ada')], ['at work']);
  });

  it('keeps the newest fifty', async () => {
    for (let n = 0; n < 53; n += 1) await changeSession(site, `session ${n}`, (entry) => entry);
    assert.equal(sessionEntry(site, 'session 2'), undefined);
    assert.equal(sessionEntry(site, 'session 3')?.session, 'session 3');
  });

  for (const line of ['', 'ada', 'ada|x|1|0|0|', 'ada|1|1|yes|0|', 'ada|1|1|0|2|', '{"v":1}']) {
    it(`believes no line that is not whole: ${JSON.stringify(line)}`, async () => {
      await changeSession(site, 'bob', (entry) => entry);
      writeFileSync(file(), `${line}\n${readFileSync(file(), 'utf8')}`);
      assert.equal(sessionEntry(site, 'ada'), undefined);
      assert.equal(sessionEntry(site, 'bob')?.session, 'bob');
    });
  }
});
