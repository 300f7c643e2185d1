import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type Caller, noteClient, checkedAgainstKnown } from '../../../src/hooks/person/caller';
import type { Process } from '../../../src/hooks/person/ancestry';
import { freshFolder } from '../../harness/test-project';

const today = () => Date.now() - 60_000;
const made = (fields: Partial<Process>): Process => ({ pid: 9, name: '', args: [], env: {}, session: 9, ...fields });
const claude = (file: string, more: Partial<Process> = {}): Process =>
  made({ name: 'claude', file, args: ['claude'], ...more });
const byNode = (script: string): Process => made({ name: 'node', file: '/usr/bin/node', args: ['node', script] });

const terminal = [made({ name: 'bash' }), made({ name: 'xterm', pid: 8 })];
const editor = [made({ name: 'code', args: ['code', '--type=utility'] })];
const system = [made({ name: 'systemd', pid: 1 })];

const own = '/home/ada/.local/share/claude/versions';
const extension = (version: string) => `/home/ada/.vscode/extensions/anthropic.claude-code-${version}/native/claude`;

describe('which client of the person reports', () => {
  let env: Readonly<Record<string, string>>;
  beforeEach(() => void (env = { GATEHOUSE_HOME: freshFolder() }));
  afterEach(() => rmSync(env.GATEHOUSE_HOME ?? '', { recursive: true }));

  const from = (client: Process, ancestors: readonly Process[]): Caller => ({ kind: 'client', client, ancestors });
  const begin = (client: Process, ancestors = system) =>
    noteClient(env, checkedAgainstKnown(env, from(client, ancestors)));
  const says = (client: Process, ancestors: readonly Process[]) => {
    const caller = checkedAgainstKnown(env, from(client, ancestors));
    return 'why' in caller ? caller.why : caller.kind;
  };

  const unknown = 'where no client of the person was before, reported it';
  for (const [title, client, ancestors, expected] of [
    ['the one of the first session', claude(`${own}/2.1.326`), system, 'client'],
    ['its next version', claude(`${own}/2.1.327`, { writtenAt: today() }), system, 'client'],
    ['a program of an earlier day under its name', claude('/tmp/x/claude'), system, `/tmp/x/claude, ${unknown}`],
    ['a script of an earlier day under its name', byNode('/tmp/x/claude'), system, `/usr/bin/node, ${unknown}`],
    ['another client that a person starts', claude('/opt/codex/codex', { name: 'codex' }), terminal, 'client'],
    ['another client in the editor', claude(extension('2.1.326')), editor, 'client'],
    [
      'a program of today that a terminal starts',
      claude('/tmp/x/claude', { writtenAt: today() }),
      terminal,
      '/tmp/x/claude, which was written today where no client was before, reported it',
    ],
  ] as const) {
    // prettier-ignore
    it(`${title}: ${expected}`, async () => {
      await begin(claude(`${own}/2.1.326`));
      assert.equal(says(client, ancestors), expected);
    });
  }

  it('the first one of all is taken as it comes', () => assert.equal(says(claude('/tmp/x/claude'), system), 'client'));

  it('an update of the editor’s client is the client, and only there', async () => {
    await begin(claude(extension('2.1.326')), editor);
    const update = claude(extension('2.1.327'), { writtenAt: today() });
    assert.equal(says(update, editor), 'client');
    assert.match(says(update, system), /where no client of the person was before/);
  });

  it('one that a person started counts from then on', async () => {
    await begin(claude(`${own}/2.1.326`));
    await begin(claude('/opt/codex/codex', { name: 'codex' }), terminal);
    assert.equal(says(claude('/opt/codex/codex', { name: 'codex' }), system), 'client');
  });
});
