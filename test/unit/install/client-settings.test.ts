import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import {
  clientEntries,
  clientFile,
  clientRegistrations,
  lacksOf,
  otherClients,
  registersItself,
  scopesOf,
  type OtherClient,
} from '../../../src/hooks/install/client-settings';
import { isOurs, type Form } from '../../../src/hooks/install/entry';
import { foundIn, statusOf } from '../../../src/hooks/install/registration';
import type { Scope } from '../../../src/hooks/install/scope';
import { carryOut } from '../../../src/hooks/install/settings-file';
import { allGates } from '../../../src/hooks/pipeline/catalog';

const surroundings = freshEnvironment('client-settings');
const { env } = surroundings;
const home = path.join(surroundings.folder, 'gatehouse');
const own: Form = { kind: 'own', bin: path.join(home, 'bin') };

/** What may stand in a client’s file before us. */
const befores: readonly (readonly [name: string, text: string | undefined])[] = [
  ['no file', undefined],
  ['an empty object', '{}\n'],
  ['settings without hooks', '{\n    "theme": "dark"\n}'],
  [
    'a hook of another’s',
    '{\r\n\t"version": 1,\r\n\t"hooks": {\r\n\t\t"preToolUse": [{ "command": "./mine.sh" }],\r\n\t\t"BeforeTool": []\r\n\t}\r\n}\r\n',
  ],
  ['one line', '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./mine.sh"}]}]}}'],
];

async function entriesOf(client: OtherClient, form = own) {
  const gates = (await allGates()).map(({ gate }) => gate);
  return clientEntries(client, gates, (gate) => gate.level.standard, form);
}

let count = 0;

/** A fresh project, and the file that a client reads there. */
function placed(client: OtherClient, scope: Scope, text: string | undefined): { project: string; file: string } {
  const project = path.join(surroundings.folder, `p${++count}`);
  mkdirSync(path.join(project, '.git'), { recursive: true });
  const file = clientFile(client, scope, project, env)!;
  for (const name of ['.codex', '.copilot', '.config', '.gemini', '.cursor'])
    rmSync(path.join(env.HOME, name), { recursive: true, force: true });
  rmSync(path.join(home, 'install'), { recursive: true, force: true });
  if (text !== undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { project, file };
}

describe('the settings of other clients', () => {
  after(() => surroundings.clear());

  for (const client of otherClients) {
    for (const scope of scopesOf(client)) {
      for (const [name, text] of client.registration.form === 'plugin' ? befores.slice(0, 1) : befores) {
        it(`${client.name}, ${scope}, ${name}: registered once, and gone without a trace`, async () => {
          const { file, project } = placed(client, scope, text);
          const entries = await entriesOf(client);
          const settings = { file, home, env };
          const { after } = await carryOut(settings, { kind: 'install', entries });
          assert.deepEqual(
            new Set(statusOf(after ?? '', entries).map(({ status }) => status)),
            new Set(['registered']),
          );
          assert.equal(text?.includes('./mine.sh') ?? false, after?.includes('./mine.sh'));
          assert.equal((await carryOut(settings, { kind: 'install', entries })).after, after);
          await carryOut(settings, { kind: 'uninstall' });
          assert.equal(existsSync(file) ? readFileSync(file, 'utf8') : undefined, text);
          const top = path.relative(scope === 'user' ? env.HOME : project, file).split(path.sep, 1)[0]!;
          if (text === undefined)
            assert.equal(existsSync(path.join(scope === 'user' ? env.HOME : project, top)), false);
        });
      }

      it(`${client.name}, ${scope}: what another wrote since stays`, async () => {
        if (client.registration.form === 'plugin') return;
        const { file } = placed(client, scope, '{ "theme": "dark" }\n');
        const settings = { file, home, env };
        await carryOut(settings, { kind: 'install', entries: await entriesOf(client) });
        writeFileSync(file, readFileSync(file, 'utf8').replace('dark', 'light'));
        await carryOut(settings, { kind: 'uninstall' });
        const left = readFileSync(file, 'utf8');
        assert.match(left, /light/);
        assert.deepEqual(foundIn(left), []);
      });
    }

    it(`${client.name} starts the shim with the event and its own name`, async () => {
      for (const { event, handler } of await entriesOf(client)) {
        const name = client.name === 'vscode' ? 'copilot' : client.name;
        assert.equal(handler.command, `${path.join(home, 'bin/gatehouse-hook')} ${event} --client ${name}`);
        assert.ok(isOurs({ command: handler.command }));
      }
    });

    it(`${client.name} is told before tools, after them, and at the end of a turn`, async () => {
      const events = (await entriesOf(client)).map(({ event }) => event);
      for (const event of ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart'] as const)
        assert.ok(events.includes(event));
    });

    it(`what ${client.name} cannot do is said`, () => assert.ok(lacksOf(client).length > 0));
  }

  it('a shared file is has no effect where Gatehouse is missing', async () => {
    const [entry] = await entriesOf(
      otherClients.find(({ name }) => name === 'codex')!,
      { kind: 'shared' },
    );
    assert.match(entry!.handler.command, /\[ -x "\$h" \] && exec "\$h" \w+ --client codex; cat >\/dev\/null$/);
    assert.ok(isOurs(entry!.handler));
  });

  it('a plugin file of another’s is refused and stays', async () => {
    const opencode = otherClients.find(({ name }) => name === 'opencode')!;
    const { file } = placed(opencode, 'project', 'export const Mine = async () => ({});\n');
    const entries = await entriesOf(opencode);
    await assert.rejects(carryOut({ file, home, env }, { kind: 'install', entries }), /not Gatehouse’s/);
    assert.match(readFileSync(file, 'utf8'), /Mine/);
  });

  it('the entry of Claude Code’s settings steps back where a client has its own', async () => {
    const codex = otherClients.find(({ name }) => name === 'codex')!;
    const { project, file } = placed(codex, 'project', undefined);
    assert.equal(registersItself('codex', 'PreToolUse', project, env), false);
    await carryOut({ file, home, env }, { kind: 'install', entries: await entriesOf(codex) });
    assert.equal(registersItself('codex', 'PreToolUse', project, env), true);
    assert.equal(registersItself('gemini', 'PreToolUse', project, env), false);
    const registered = clientRegistrations(project, env).map(({ client, scope }) => [client.name, scope]);
    assert.deepEqual(registered, [['codex', 'project']]);
  });
});
