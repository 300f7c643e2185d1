import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectHome } from '../../../src/hooks/project/home';
import { isHousekeepingDue, keepHouse } from '../../../src/hooks/session/housekeeping';
import { RealHooks } from '../bounds/real-hooks';
import { Stage } from '../host/stage';

const dayMs = 24 * 3_600_000;
const aDayLater = { NODE_OPTIONS: `--require=${path.resolve(__dirname, '../../fixtures/a-day-later.cjs')}` };

describe('what sessions leave behind', () => {
  let hooks: RealHooks;
  beforeEach(() => {
    hooks = new RealHooks();
    hooks.write('a.ts', 'export const a = 1;\n');
  });
  afterEach(() => hooks.clear());

  async function work(session: string): Promise<void> {
    const tool_input = { file_path: path.join(hooks.project, 'a.ts'), old_string: '1', new_string: '2' };
    for (const event of [
      { hook_event_name: 'SessionStart', source: 'startup' },
      { hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
      { hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input, tool_response: {} },
    ]) {
      const ran = await hooks.call({ ...event, session_id: session });
      assert.equal(ran.code, 0, ran.stderr);
    }
  }

  const end = (session: string) => hooks.call({ hook_event_name: 'SessionEnd', reason: 'other', session_id: session });
  const startLater = (session: string) =>
    hooks.call({ hook_event_name: 'SessionStart', source: 'startup', session_id: session }, aDayLater);

  /** Files and folders whose names speak of these sessions. */
  const left = (start: string) =>
    [hooks.home, path.join(hooks.project, '.claude')].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(start)),
    );

  it('D8 twelve sessions without an end leave nothing a day later', async () => {
    hooks.configure({ profile: 'harness' });
    await hooks.startHost();
    for (let count = 0; count < 12; count += 1) await work(`killed-${count}`);
    await hooks.stopHost();
    assert.ok(left('killed-').length >= 48, String(left('killed-').length));
    await startLater('next');
    assert.deepEqual(left('killed-'), []);
    const book = path.join(projectHome(hooks.env, hooks.project), 'sessions');
    assert.match(readFileSync(book, 'utf8'), /^next\|[^\n]*\n$/);
  });

  it('D8 a session that ends takes its files and their locks along', async () => {
    hooks.configure({ profile: 'harness' });
    await work('ended');
    assert.notDeepEqual(left('ended'), []);
    await end('ended');
    assert.deepEqual(left('ended'), []);
  });

  it('D8 a session that is at work keeps its files, however old they are', async () => {
    hooks.configure({ profile: 'harness' });
    await work('busy');
    const old = (Date.now() - 3 * dayMs) / 1000;
    const own = ['.session-changes-busy', '.prompt-count-busy'].map((name) =>
      path.join(hooks.project, '.claude', name),
    );
    for (const file of own) utimesSync(file, old, old);
    const removed = keepHouse(hooks.home, Date.now());
    assert.deepEqual([removed, own.map(existsSync)], [0, [true, true]]);
  });

  it('D8 it is done once a day', async () => {
    await work('one');
    const state = projectHome(hooks.env, hooks.project);
    assert.equal(isHousekeepingDue(hooks.home, Date.now()), false);
    assert.equal(isHousekeepingDue(hooks.home, Date.now() + dayMs), true);
    const rest = path.join(state, 'receipts.json.tmp-1-abc');
    writeFileSync(rest, '');
    await startLater('two');
    assert.equal(existsSync(rest), false);
  });

  it('D8 doctor --fix does it too, and tells how much went', async () => {
    await work('one');
    const rest = path.join(hooks.home, 'config.json.tmp-1-abc');
    writeFileSync(rest, '');
    utimesSync(rest, 1, 1);
    assert.match((await hooks.cli('doctor', '--fix')).stdout, /Removed 1 unused file or folder\./);
    assert.equal(existsSync(rest), false);
  });

  it('D8 nothing that git tracks, and nothing behind a link', () => {
    const tracked = hooks.write('.claude/.session-changes-shipped', 'a.ts\n');
    hooks.git('add', '-f', '.');
    const elsewhere = path.join(hooks.root, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(path.join(elsewhere, 'x.tmp-1-abc'), '');
    symlinkSync(elsewhere, path.join(hooks.home, 'told'));
    utimesSync(path.join(elsewhere, 'x.tmp-1-abc'), 1, 1);
    utimesSync(tracked, 1, 1);
    keepHouse(hooks.home, Date.now());
    assert.deepEqual([existsSync(tracked), readdirSync(elsewhere)], [true, ['x.tmp-1-abc']]);
  });
});

describe('what is kept in the home', () => {
  let stage: Stage;
  beforeEach(() => void (stage = new Stage()));
  afterEach(() => stage.clear());

  function put(relative: string, days: number): void {
    const file = path.join(stage.home, relative);
    mkdirSync(path.dirname(file), { recursive: true });
    if (relative.endsWith('/')) mkdirSync(file, { recursive: true });
    else writeFileSync(file, '');
    const at = Date.now() / 1000 - days * 86_400 - 60;
    utimesSync(file, at, at);
  }

  const rows: readonly (readonly [name: string, days: number])[] = [
    ['locks/own-file/', 1],
    ['told/0123456789ab', 1],
    ['heartbeat/Stop.foreign.json', 90],
    ['cache/v20.1.0-x64-abcdef/', 30],
    ['runner/0123456789abcdef/', 30],
    ['runner/0123456789abcdef.tmp-12', 1],
    ['cache/v20.1.0-x64-abcdef/tmp-12', 1],
    ['config.json.corrupt-2026-01-01', 30],
  ];
  for (const [name, days] of rows) {
    it(`D8 ${name} stays for less than ${days} ${days === 1 ? 'day' : 'days'} and then goes`, () => {
      put(name, days - 0.5);
      keepHouse(stage.home, Date.now());
      assert.equal(existsSync(path.join(stage.home, name)), true);
      put(name, days);
      keepHouse(stage.home, Date.now());
      assert.equal(existsSync(path.join(stage.home, name)), false);
    });
  }

  it('D8 the runner that the hooks start stays however old it is', () => {
    const [build = ''] = readdirSync(path.join(stage.home, 'runner'));
    put(`runner/${build}/`, 400);
    keepHouse(stage.home, Date.now());
    assert.deepEqual(readdirSync(path.join(stage.home, 'runner')), [build]);
  });

  it('D8 of 1,200 fresh notices the newest 1,000 stay', () => {
    for (let count = 0; count < 1_200; count += 1) put(`told/${count.toString(16).padStart(12, '0')}`, count / 1e6);
    keepHouse(stage.home, Date.now());
    const names = readdirSync(path.join(stage.home, 'told')).sort();
    assert.deepEqual([names.length, names[0], names.at(-1)], [1_000, '000000000000', '0000000003e7']);
  });

  const record = (root: string) => `${JSON.stringify({ ...sample, root })}\n`;
  const sample = { v: 1, id: 'a', at: 1, ms: 1, via: 'cold', event: 'Stop', session: 's', cwd: '/', subject: '' };

  function state(name: string, root: string | undefined, days: number): string {
    const folder = path.join(stage.home, 'projects', `${name}-0123456789ab`);
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'decisions.jsonl');
    if (root !== undefined) writeFileSync(file, record(root).replace('}\n', ',"gates":[],"verdict":{}}\n'));
    const at = Date.now() / 1000 - days * 86_400 - 60;
    for (const one of root === undefined ? [folder] : [file, folder]) utimesSync(one, at, at);
    return folder;
  }

  it('D8 the state of a project goes a week after the project, or after half a year without a call', () => {
    const stays = [
      state('gone-lately', '/gone/away', 6),
      state('still-there', stage.root, 179),
      state('unknown', undefined, 179),
    ];
    const goes = [
      state('gone', '/gone/away', 7),
      state('long-ago', stage.root, 180),
      state('unknown-long-ago', undefined, 180),
    ];
    keepHouse(stage.home, Date.now());
    assert.deepEqual([stays.map(existsSync), goes.map(existsSync)], [stays.map(() => true), goes.map(() => false)]);
  });

  it("D8 a person's preferences of a project stay as long as the project", () => {
    const folder = state('liked', stage.root, 400);
    const wishes = path.join(folder, 'question-preferences.json');
    writeFileSync(wishes, '{}');
    for (const one of [wishes, folder]) utimesSync(one, 1, 1);
    keepHouse(stage.home, Date.now());
    assert.equal(existsSync(wishes), true);
  });
});
