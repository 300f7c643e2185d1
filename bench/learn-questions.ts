import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { actScore } from '../src/hooks/questions/door';
import { featuresOf, slots, slotsOf, type Weights } from '../src/hooks/questions/risk';
import { sha256 } from '../src/hooks/project/sha256';
import { table } from './figures';
import { examplesIn } from './question-examples';

/*
 * Learns from labelled questions how one reads whose answer cannot be undone, and writes src/hooks/questions/weights.json.
 *
 *   npm run learn:questions
 *
 * The weights are those of a logistic regression. Each file of examples is also judged by what the others alone teach:
 * that is how a question fares whose like was never seen.
 */
const tables = path.join(__dirname, 'questions');
const passes = 20;
const step = 0.3;
const decay = 3e-4;
/** What a single question has says nothing of others. */
const fewest = 2;
const largest = 31;

interface Row {
  readonly oneWay: boolean;
  readonly slots: readonly number[];
}

const files = readdirSync(tables)
  .sort()
  .map((name) => ({ name, path: path.join(tables, name) }));
const rows = new Map(
  files.map(({ name, path }) => [
    name,
    examplesIn(path).map(({ oneWay, question }): Row => ({ oneWay, slots: [...slotsOf(featuresOf(question))] })),
  ]),
);

function learn(from: readonly Row[]): Float64Array {
  const weights = new Float64Array(slots);
  const slopes = new Float64Array(slots).fill(1e-6);
  const uses = new Uint32Array(slots);
  for (const slot of from.flatMap((row) => row.slots)) uses[slot] = (uses[slot] ?? 0) + 1;
  for (let visit = 0; visit < passes * from.length; visit += 1) {
    // A prime stride mixes the rows, which are sorted in their files.
    const row = from[(visit * 7_919) % from.length];
    if (row === undefined) continue;
    const share = 1 / Math.sqrt(row.slots.length);
    const wrong = 1 / (1 + Math.exp(-score(weights, row))) - Number(row.oneWay);
    for (const slot of row.slots) {
      if ((uses[slot] ?? 0) < fewest) continue;
      const slope = wrong * share + decay * (weights[slot] ?? 0);
      slopes[slot] = (slopes[slot] ?? 0) + slope * slope;
      weights[slot] = (weights[slot] ?? 0) - (step * slope) / Math.sqrt(slopes[slot]);
    }
  }
  return weights;
}

const score = (weights: Float64Array, row: Row): number =>
  row.slots.reduce((sum, slot) => sum + (weights[slot] ?? 0), 0) / Math.sqrt(row.slots.length);

/** Small whole numbers, which take less room; the few largest are cut. */
function packed(weights: Float64Array): Weights {
  const sizes = [...weights].map(Math.abs).sort((one, other) => other - one);
  const unit = (sizes[Math.floor(slots / 2_000)] ?? 1) / largest;
  const bytes = Int8Array.from(weights, (weight) => Math.max(-largest, Math.min(largest, Math.round(weight / unit))));
  const examples = sha256(files.map(({ path }) => readFileSync(path, 'utf8')).join(''));
  return { examples, unit, weights: brotliCompressSync(bytes).toString('base64') };
}

const answered = (weights: Float64Array, some: readonly Row[]): string =>
  `${some.filter((row) => score(weights, row) < actScore).length} of ${some.length}`;

const figures = [...rows].map(([name, left]) => {
  const weights = learn([...rows].flatMap(([other, some]) => (other === name ? [] : some)));
  const [oneWay, twoWay] = [true, false].map((kind) => left.filter((row) => row.oneWay === kind));
  return [name, answered(weights, twoWay ?? []), answered(weights, oneWay ?? [])];
});
process.stdout.write(`${table(['answered, learned from the others', 'two-way', 'one-way'], figures)}\n`);
writeFileSync(
  path.resolve(__dirname, '../src/hooks/questions/weights.json'),
  `${JSON.stringify(packed(learn([...rows.values()].flat())), null, 2)}\n`,
);
