import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ModelServer, type Answer } from '../../../src/extension/host/model-server';
import { llmReview } from '../../../src/hooks/gates/before-bash/llm-review';
import { freshToken, publish, readEndpoint, endpointFile } from '../../../src/hooks/host/endpoint';
import type { GateResult } from '../../../src/hooks/pipeline/merge';
import { deny, type Ruling } from '../../../src/hooks/pipeline/gate';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { freshFolder } from '../../harness/test-project';
import { callOf } from './judging';
import { Models, verdict } from './models';

describe('llm-review by the editor’s own models', () => {
  let folder: string;
  let home: string;
  let root: string;
  let door: ModelServer | undefined;
  let asked: { system: string; user: string }[];
  const file = () => endpointFile(home, 'editor-models');

  beforeEach(() => {
    folder = freshFolder();
    home = path.join(folder, 'own');
    root = path.join(folder, 'project');
    mkdirSync(root);
    mkdirSync(home, { mode: 0o700 });
    execFileSync('git', ['init', '-q', '-b', 'topic', root], { env: { PATH: process.env.PATH, HOME: folder } });
    asked = [];
  });
  afterEach(() => {
    door?.close();
    door = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  const says =
    (word: string): Answer =>
    (question) => {
      asked.push(question);
      return Promise.resolve(JSON.stringify({ verdict: word, reason: `because ${word}` }));
    };
  async function open(answer: Answer): Promise<void> {
    door = await ModelServer.open(home, '1.0.0', answer);
  }
  async function review(
    command = 'todo.sh list',
    {
      env = {},
      earlier = [],
      notes = [],
    }: { env?: Record<string, string>; earlier?: readonly GateResult[]; notes?: string[] } = {},
  ): Promise<Ruling> {
    const all = { HOME: folder, GATEHOUSE_HOME: home, PATH: process.env.PATH, ...env };
    const base = siteAt({ env: all, clock: { now: () => Date.now() }, requestedByName: true }, placeOf(root));
    const site = { ...base, earlier, note: (line: string) => notes.push(line) };
    const answer = await llmReview.decide(callOf({ command }, root), site);
    if (!('kind' in answer)) throw new Error('llm-review gives one ruling');
    return answer;
  }

  it('no model is asked while no editor offers one', async () => {
    assert.match((await review()).reason, /no key for a model/);
  });

  it('a command that is left undecided is put to the model, with its secrets masked', async () => {
    await open(says('safe'));
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    assert.equal((await review(`todo.sh --token ${token}`)).kind, 'allow');
    assert.match(asked[0]?.system ?? '', /You review shell commands/);
    assert.match(asked[0]?.user ?? '', /todo\.sh/);
    assert.doesNotMatch(asked[0]?.user ?? '', /a1B2c3D4e5/);
  });

  it('what one model calls unsafe is advice, never a refusal', async () => {
    await open(says('unsafe'));
    const ruling = await review();
    assert.equal(ruling.kind, 'context');
    assert.match(ruling.reason, /The editor’s model: because unsafe \(no second opinion\)/);
  });

  it('an answer in another form is no answer', async () => {
    await open(() => Promise.resolve('It looks safe to me.'));
    assert.match((await review()).reason, /no model answered/);
  });

  it('its word never outweighs the guard’s', async () => {
    await open(says('safe'));
    const earlier: readonly GateResult[] = [{ gate: 'guard', level: 'observe', rulings: [deny('delete-files', 'no')] }];
    const ruling = await review('todo.sh list', { earlier });
    assert.equal(ruling.kind, 'pass');
    assert.match(ruling.reason, /guard objects/);
  });

  it('a key of the person’s goes first', async () => {
    await open(says('safe'));
    const models = await Models.start();
    try {
      models.gemini = verdict('misaligned');
      const env = { GEMINI_API_KEY: 'k', LLM_REVIEW_GEMINI_BASE_URL: models.url };
      assert.equal((await review('todo.sh list', { env })).kind, 'context');
      assert.equal(asked.length, 0);
    } finally {
      await models.stop();
    }
  });

  it('of several windows the last that the person came to is asked; another that closes takes nothing along', async () => {
    await open(says('misaligned'));
    const other = await ModelServer.open(home, '1.0.0', says('safe'));
    assert.equal((await review('todo.sh one')).kind, 'allow');
    door?.advertise();
    assert.equal((await review('todo.sh two')).kind, 'context');
    other.close();
    assert.equal((await review('todo.sh three')).kind, 'context');
  });

  it('a model that fails leaves the question open', async () => {
    await open(() => Promise.reject(new Error('no consent')));
    const notes: string[] = [];
    assert.match((await review('todo.sh list', { notes })).reason, /no model answered/);
    assert.deepEqual(notes, ['The editor’s model: HTTP 503']);
  });

  it('the repository cannot name the place where the door is looked for', async () => {
    await open(says('safe'));
    mkdirSync(path.join(root, '.claude'));
    writeFileSync(path.join(root, '.claude/settings.json'), JSON.stringify({ env: { GATEHOUSE_HOME: home } }));
    assert.match((await review()).reason, /no key for a model/);
  });

  describe('the door', () => {
    const met = () => {
      const endpoint = readEndpoint(home, 'editor-models');
      assert.ok(!('problem' in endpoint));
      return endpoint;
    };
    const send = (where: string, token: string, body?: string) =>
      fetch(`http://127.0.0.1:${met().port}${where}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body }),
      });

    it('leaves its tokens in a file for the person alone, and takes it away', async () => {
      await open(says('safe'));
      assert.equal(statSync(file()).mode & 0o777, 0o600);
      assert.match(readFileSync(file(), 'utf8'), /^gatehouse1 1\.0\.0 \d+ \d+ [\w-]{22} [\w-]{22}\n$/);
      door?.close();
      assert.equal(existsSync(file()), false);
    });

    it('answers no request without the token', async () => {
      await open(says('safe'));
      assert.equal((await send('/hello', freshToken())).status, 401);
      assert.equal((await send('/review', '', '{"system":"","user":""}')).status, 401);
      assert.equal(await (await send('/hello', met().clientToken)).text(), met().hostToken);
      assert.equal(asked.length, 0);
    });

    it('takes no question in another form or without end', async () => {
      await open(says('safe'));
      const { clientToken } = met();
      assert.equal((await send('/review', clientToken, '{"user":1}')).status, 400);
      assert.equal((await send('/review', clientToken, 'x')).status, 503);
      assert.equal(
        (await send('/review', clientToken, 'x'.repeat(300_000)).catch(() => ({ status: 503 }))).status,
        503,
      );
      assert.equal((await send('/other', clientToken)).status, 404);
      assert.equal(asked.length, 0);
    });

    it('gets no question when another program answers on its port', async () => {
      await open(says('safe'));
      publish(home, { ...met(), hostToken: freshToken() }, 'editor-models');
      const notes: string[] = [];
      await review('todo.sh list', { notes });
      assert.deepEqual(notes, ['The editor’s model: another program answered at its address']);
      assert.equal(asked.length, 0);
    });

    it('is not believed when others could have written the file', async () => {
      await open(says('safe'));
      chmodSync(file(), 0o644);
      assert.match((await review()).reason, /no key for a model/);
    });

    it('ends the question when the answer is no longer awaited', async () => {
      const ended = new Promise<void>((resolve) => {
        const waiting = new AbortController();
        const model = (_: unknown, signal: AbortSignal) =>
          new Promise<never>(() => {
            signal.addEventListener('abort', () => resolve());
            waiting.abort();
          });
        void open(model).then(async () => {
          const { port, clientToken } = met();
          const headers = { authorization: `Bearer ${clientToken}` };
          const request = { method: 'POST', headers, body: '{"system":"","user":""}', signal: waiting.signal };
          await fetch(`http://127.0.0.1:${port}/review`, request).catch(() => undefined);
        });
      });
      await ended;
    });
  });
});
