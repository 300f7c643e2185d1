import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { skip } from '../../harness/skip';
import { inPlugin } from '../../../src/hooks/install/opencode-plugin';
import { freshFolder } from '../../harness/test-project';

type Hook = (input: object, output: object) => Promise<void>;
interface Plugin {
  readonly Gatehouse: (context: object) => Promise<Readonly<Record<string, Hook>>>;
}

/** The plugin as opencode loads it, in front of a shim that answers what a test says. */
describe('the plugin for opencode', () => {
  const folder = freshFolder();
  const prompts: object[] = [];
  let hooks: Readonly<Record<string, Hook>>;
  const shim = path.join(folder, 'bin/gatehouse-hook');
  const answers = (script: string) => {
    writeFileSync(shim, `#!/bin/sh\ncat > ${folder}/payload\n${script}\n`);
    chmodSync(shim, 0o755);
  };

  before(async function () {
    if (process.platform === 'win32') skip(this, 'the stand-in for the shim is a shell script');
    mkdirSync(path.dirname(shim));
    const entries = (['PreToolUse', 'PostToolUse', 'Stop'] as const).map((event) => ({
      event,
      lane: 'sync' as const,
      handler: { command: `${shim} ${event} --client opencode`, timeout: 30, plugin: true },
    }));
    const file = path.join(folder, 'gatehouse.mjs');
    writeFileSync(file, inPlugin('', entries));
    const { Gatehouse } = (await import(pathToFileURL(file).href)) as Plugin;
    const client = { session: { prompt: (asked: object) => Promise.resolve(prompts.push(asked)) } };
    hooks = await Gatehouse({ client, directory: folder });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const call = { tool: 'bash', sessionID: 's', callID: 'c' };
  const runs = async (args: object) => {
    await hooks['tool.execute.before']!(call, { args });
    return args;
  };

  it('throws what is refused', async () => {
    answers(`echo '{"deny":"not that"}'`);
    await assert.rejects(runs({ command: 'rm -rf /' }), /^Error: not that$/);
  });

  it('says what a server’s tool gave back, and changes its text alone', async () => {
    answers(`echo '{"output":"masked","append":"told"}'`);
    const image = { type: 'image', data: 'x', mimeType: 'image/png' };
    const result = { content: [{ type: 'text', text: 'one' }, image, { type: 'text', text: 'two' }] };
    await hooks['tool.execute.after']!({ ...call, tool: 'server_tool', args: {} }, result);
    const { tool_response: said } = JSON.parse(readFileSync(path.join(folder, 'payload'), 'utf8')) as Record<
      string,
      unknown
    >;
    assert.deepEqual(said, { output: 'one\ntwo' });
    assert.deepEqual(result.content, [image, { type: 'text', text: 'masked' }, { type: 'text', text: 'told' }]);
  });

  it('throws where the hook fails, is missing or cannot be read', async () => {
    answers('echo broken >&2; exit 2');
    await assert.rejects(runs({ command: 'ls' }), /broken/);
    answers('exit 7');
    await assert.rejects(runs({ command: 'ls' }), /ended with 7/);
    answers('echo no json');
    await assert.rejects(runs({ command: 'ls' }), /cannot be read/);
    rmSync(shim);
    await assert.rejects(runs({ command: 'ls' }), /ended with 127/);
  });

  it('lets the rest run, rewritten where it was', async () => {
    answers('');
    assert.deepEqual(await runs({ command: 'ls' }), { command: 'ls' });
    answers(`echo '{"input":{"command":"ls -a"}}'`);
    assert.deepEqual(await runs({ command: 'ls', timeout: 1 }), { command: 'ls -a', timeout: 1 });
  });

  it('puts what the model should know behind the output', async () => {
    answers(`echo '{"output":"masked","append":"Mend this."}'`);
    const result = { title: '', output: 'secret', metadata: { exit: 0 } };
    await hooks['tool.execute.after']!({ ...call, args: { command: 'ls' } }, result);
    assert.equal(result.output, 'masked\n\nMend this.');
  });

  it('has the model go on when it may not stop, three times at most', async () => {
    answers(`echo '{"goOn":"Review it."}'`);
    for (let turn = 0; turn < 5; turn += 1) {
      await hooks.event!({ event: { type: 'session.idle', properties: { sessionID: 's' } } }, {});
    }
    assert.equal(prompts.length, 3);
    assert.match(JSON.stringify(prompts[0]), /Review it\./);
  });
});
