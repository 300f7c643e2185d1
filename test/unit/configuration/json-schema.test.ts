import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allGates } from '../../../src/hooks/pipeline/catalog';
import { gate, pass } from '../../../src/hooks/pipeline/gate';
import { jsonSchema } from '../../../src/hooks/configuration/json-schema';

const file = path.resolve(__dirname, '../../../schemas/gatehouse.schema.json');

describe('the JSON Schema for editors', () => {
  it('is the one that the settings and the catalog make (node scripts/run.mjs schema)', async () => {
    const gates = (await allGates()).map((housed) => housed.gate);
    const made: unknown = JSON.parse(JSON.stringify(jsonSchema(gates)));
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), made);
  });

  it('offers a gate’s levels and, beside a level, its options', () => {
    const tests = gate({
      id: 'tests',
      title: 'Tests',
      summary: 'Runs them.',
      events: ['Stop'],
      posture: 'open',
      level: { observe: 'observe', standard: 'warn', harness: 'enforce' },
      decide: () => pass('nothing'),
    });
    const { properties } = jsonSchema([tests]) as { properties: { gates: { properties: Record<string, unknown> } } };
    assert.deepEqual(properties.gates.properties.tests, {
      description: 'Tests: Runs them.',
      default: 'warn',
      anyOf: [
        { enum: ['off', 'observe', 'warn', 'enforce'] },
        {
          type: 'object',
          properties: {
            level: { enum: ['off', 'observe', 'warn', 'enforce'] },
            command: {
              description:
                'How to run the tests; detected automatically if not set. In a repository’s own files it counts only while you trust them.',
              type: 'string',
              minLength: 1,
            },
          },
          additionalProperties: false,
        },
      ],
    });
  });
});
