import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceKind } from '../../../src/hooks/evidence/evidence';
import { samples, type Sample } from './samples';
import { EvidenceRig } from './rig';

const mutations = process.env.GATEHOUSE_STRESS === '1' ? 20_000 : 250;

/** A generator that gives the same numbers for the same seed, so that a failure can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const scraps = [
  '|',
  '\n',
  '"',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '0',
  '-1',
  'pass',
  'true',
  'null',
  '\\',
  '\u0000',
  '__proto__',
  '1e999',
  'ü',
];

function mutated(text: string, roll: (sides: number) => number): Buffer {
  let bytes = Buffer.from(text);
  for (let edits = 1 + roll(3); edits > 0; edits--) {
    const at = roll(bytes.length + 1);
    const end = Math.min(bytes.length, at + 1 + roll(12));
    switch (roll(5)) {
      case 0:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([roll(256)]), bytes.subarray(at + 1)]);
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
        break;
      case 2:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(scraps[roll(scraps.length)] ?? ''),
          bytes.subarray(at),
        ]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(at, end), bytes.subarray(end)]);
        break;
      default:
        bytes = bytes.subarray(0, at);
    }
  }
  return bytes;
}

/** What a strict reader of the format would call a pass: written apart from the product's own. */
const strictPass: Readonly<Record<string, { kind: EvidenceKind; isPass(text: string): boolean }>> = {
  '.claude_review_state.json': {
    kind: 'code_review',
    isPass: (text) => {
      try {
        const state = JSON.parse(text) as { code_review?: { passed?: unknown } };
        return state.code_review?.passed === true;
      } catch {
        return false;
      }
    },
  },
  '.claude/.test-status': {
    kind: 'tests',
    isPass: (text) => /^\s*pass\s*\|\s*0+\s*\|\s*\d+\s*(?:\||\r?\n|$)/.test(text),
  },
  '.claude/.proof-status': { kind: 'proof', isPass: (text) => /^\s*verified\s*(?:\||\r?\n|$)/.test(text) },
};

describe(`${mutations} random mutations of each state file: no crash, no silent pass, nothing foreign lost`, () => {
  let shop: EvidenceRig;
  beforeEach(() => void (shop = new EvidenceRig()));
  afterEach(() => shop.clear());

  const aside = (file: string): string[] => {
    const start = `${path.basename(file)}.corrupt-`;
    return readdirSync(path.dirname(file))
      .filter((name) => name.startsWith(start))
      .map((name) => path.join(path.dirname(file), name));
  };

  async function attack(sample: Sample, round: number): Promise<void> {
    const bytes = mutated(sample.before, dice(round * 7919 + sample.path.length));
    const file = shop.at(sample.path);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    const shelf = shop.source();
    const reading = sample.read(shelf);
    const pass = strictPass[sample.path];
    if (pass !== undefined) {
      const { trusted } = await shop.evidence().status(pass.kind);
      if (trusted) assert.equal(pass.isPass(bytes.toString('utf8')), true, 'a pass out of nothing');
    }
    await sample.change(shelf).catch((error: unknown) => {
      // A change that needs a value has none to start from in a corrupt file.
      assert.ok(reading.kind === 'corrupt' && error instanceof TypeError, String(error));
    });
    if (reading.kind === 'ok') {
      assert.deepEqual(aside(file), []);
      if (bytes.includes(sample.foreign))
        assert.ok(readFileSync(file, 'utf8').includes(sample.foreign), 'foreign text is gone');
    } else {
      const kept = [file, ...aside(file)].some((name) => readFileSync(name).equals(bytes));
      assert.equal(kept, true, 'the corrupt text is gone');
    }
    for (const name of aside(file)) rmSync(name);
  }

  for (const sample of samples) {
    it(sample.path, async () => {
      for (let round = 0; round < mutations; round++) {
        try {
          await attack(sample, round);
        } catch (error) {
          throw new Error(
            `mutation ${String(round)}: ${JSON.stringify(mutated(sample.before, dice(round * 7919 + sample.path.length)).toString('latin1'))}`,
            { cause: error },
          );
        }
      }
    });
  }
});
