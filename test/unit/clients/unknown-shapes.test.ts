import assert from 'node:assert/strict';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import { answerHook } from '../../../src/hooks/pipeline/hook';
import { before, type Act } from '../protocol/client-payloads';
import { columns } from './table';

type Json = Readonly<Record<string, unknown>>;

const strange: readonly unknown[] = [undefined, null, 7, true, [], {}, '', { a: 1 }];
const dangers: readonly (readonly [what: string, act: Act])[] = [
  ['rm -rf ~', { shell: 'rm -rf ~' }],
  ['.env', { write: ['.env', 'TOKEN=1'] }],
];
/** Fields of other clients that may stand beside a client's own. */
const foreign = ['tool_input', 'toolArgs', 'toolCalls', 'sessionId', 'turn_id', 'conversation_id', 'mcp_context'];

/** Where a value stands in a payload, and what could stand there instead. */
function* shapesOf(payload: Json): Generator<readonly [how: string, shape: unknown]> {
  yield ['in a list', [payload]];
  yield ['wrapped', { data: payload }];
  for (const name of foreign) {
    if (name in payload) continue;
    for (const value of [null, 'x', {}, { command: 'ls' }, []])
      yield [`with ${name} ${JSON.stringify(value)}`, { ...payload, [name]: value }];
  }
  for (const [key, value] of Object.entries(payload)) {
    if (key === 'cwd' || key === 'workspace_roots') continue;
    for (const other of othersOf(value)) yield [`${key} as ${JSON.stringify(other)}`, { ...payload, [key]: other }];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const [inner, said] of Object.entries(value as Json)) {
      for (const other of othersOf(said))
        yield [`${key}.${inner} as ${JSON.stringify(other)}`, { ...payload, [key]: { ...value, [inner]: other } }];
    }
  }
}

function othersOf(value: unknown): readonly unknown[] {
  const said = typeof value === 'string' ? value.toUpperCase() : JSON.stringify(value);
  return [...strange, [value], { value }, said];
}

describe('a payload of a shape that no table has', () => {
  const surroundings = freshEnvironment('shapes');
  const cwd = surroundings.folder;
  after(() => surroundings.clear());

  for (const client of columns) {
    for (const [what, act] of dangers) {
      it(`${client}: whatever still says ${what} is refused or put to the person`, async () => {
        const passed: string[] = [];
        for (const [how, shape] of shapesOf({ ...before(client, act), cwd })) {
          const payload = JSON.stringify(shape);
          const args = ['PreToolUse', ...(client === 'claude' ? [] : ['--client', client])];
          const { reply, finish } = await answerHook({ args, payload, env: surroundings.env, cwd, via: 'warm' });
          finish();
          const stopped = reply.exitCode === 2 || /"(?:deny|ask)"/.test(reply.stdout);
          if (!stopped && payload.includes(what)) passed.push(`${how}: ${reply.stdout.slice(0, 100)}`);
        }
        assert.deepEqual(passed, []);
      });
    }
  }
});
