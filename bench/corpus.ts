import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { levels, outcomeOf, type Level, type Outcome } from './corpus-judge';
import { quantile } from './figures';

/*
 * Judges labelled commands through the gates that the hook runs, in the place that the labels assume.
 *
 *   npm run bench:corpus -- --json <file.jsonl>… [--misses] [--level standard|strict]
 *
 * A row is {"command", "expect": "deny" | "allow" | "ask", "class"?, "category"?}. Rows without a label, {"command",
 * "source"}, are counted by where they come from: how many are refused, asked about and approved.
 */
const Row = z.object({
  command: z.string(),
  expect: z.enum(['deny', 'allow', 'ask']),
  class: z.string().optional(),
  category: z.string().optional(),
  /** Plainly read-only: a good auto-review approves it. */
  approve: z.boolean().optional(),
});
type Row = z.infer<typeof Row>;

/** A command that people or agents really ran, and where it stood. */
const Found = z.object({ command: z.string(), source: z.string() });
type Found = z.infer<typeof Found>;

/** A refusal, or a rewrite that takes the danger away, is a hit on a deny row; only a refusal loses an allow row. */
function isHit(row: Row, outcome: Outcome): boolean {
  switch (row.expect) {
    case 'deny':
      return outcome.decision === 'deny' || outcome.softened || (outcome.decision === 'ask' && askIsEnough(row));
    case 'allow':
      return outcome.decision !== 'deny';
    case 'ask':
      return outcome.decision !== 'allow';
  }
}

/** Where a person may well want it, a question that the client honours in every mode is as good as a refusal. */
const askIsEnough = ({ class: group, category }: Row): boolean =>
  group === 'extended' || /^(?:secrets|exfil|publish|db|cloud|k8s)\b/.test(category ?? '');

interface Tally {
  rows: number;
  hits: number;
  approved: number;
}

function readRows(file: string): readonly (Row | Found)[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const row = z.union([Row, Found]).safeParse(JSON.parse(line));
      if (!row.success) throw new Error(`${file}:${index + 1}: ${row.error.issues[0]?.message ?? 'not a row'}`);
      return [row.data];
    });
}

async function measure(files: readonly string[], wanted: readonly Level[], listMisses: boolean): Promise<void> {
  const times: number[] = [];
  for (const file of files) {
    const all = readRows(file);
    const rows = all.filter((row) => 'expect' in row);
    const found = all.filter((row): row is Found => !('expect' in row));
    for (const level of wanted) {
      if (found.length > 0) times.push(...(await measureSources(path.basename(file), found, level, listMisses)));
      if (rows.length === 0) continue;
      const tallies = new Map<string, Tally>();
      const wrong = { approved: 0, prompted: 0, wanted: 0 };
      for (const row of rows) {
        const outcome = await outcomeOf(row.command, level);
        times.push(outcome.ms);
        const key = `${(row.class ?? '-').padEnd(12)} ${row.expect.padEnd(5)}`;
        const tally = tallies.get(key) ?? { rows: 0, hits: 0, approved: 0 };
        tally.rows++;
        if (outcome.decision === 'allow') tally.approved++;
        if (outcome.decision === 'allow' && row.expect !== 'allow') wrong.approved++;
        if (row.approve === true) wrong.wanted++;
        if (row.approve === true && outcome.decision !== 'allow') wrong.prompted++;
        if (isHit(row, outcome)) tally.hits++;
        else if (listMisses) {
          console.log(
            `  miss ${level} ${key} ${row.category ?? ''} ${JSON.stringify(row.command).slice(0, 300)} → ${outcome.decision} ${outcome.why.slice(0, 120)}`,
          );
        }
        tallies.set(key, tally);
      }
      console.log(`\n${path.basename(file)} at ${level}`);
      for (const [key, tally] of [...tallies].sort()) {
        const share = ((100 * tally.hits) / tally.rows).toFixed(1);
        const approved = ((100 * tally.approved) / tally.rows).toFixed(1);
        console.log(
          `  ${key} ${String(tally.hits).padStart(5)}/${String(tally.rows).padEnd(5)} ${share.padStart(5)} % hit  ${String(tally.rows - tally.hits).padStart(4)} missed  ${approved.padStart(5)} % approved`,
        );
      }
      console.log(
        `  approved against the label: ${wrong.approved}; wanted approvals not given: ${wrong.prompted} of ${wrong.wanted}`,
      );
    }
  }
  const at = (share: number) => quantile(times, share).toFixed(3);
  console.log(`\n${times.length} judgements: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`);
  for (const [name, command] of long) {
    const { ms } = await outcomeOf(command, 'standard');
    console.log(`${name} (${Math.round(command.length / 1000)} kB): ${ms.toFixed(1)} ms`);
  }
}

/** What the gates make of commands without a label, by where they stood. */
async function measureSources(
  name: string,
  found: readonly Found[],
  level: Level,
  list: boolean,
): Promise<readonly number[]> {
  const times: number[] = [];
  const sources = new Map<string, Record<'rows' | Outcome['decision'], number>>();
  for (const { command, source } of found) {
    const { decision, why, ms } = await outcomeOf(command, level);
    times.push(ms);
    const count = sources.get(source) ?? { rows: 0, deny: 0, ask: 0, allow: 0, none: 0 };
    count.rows++;
    count[decision]++;
    sources.set(source, count);
    if (list && (decision === 'deny' || decision === 'ask')) {
      console.log(`  ${decision} ${level} ${source} ${JSON.stringify(command).slice(0, 300)} → ${why.slice(0, 120)}`);
    }
  }
  console.log(`\n${name} at ${level}\n  ${'source'.padEnd(14)}  commands  refused   asked   approved`);
  for (const [source, { rows, deny, ask, allow }] of [...sources].sort(([, one], [, other]) => other.rows - one.rows)) {
    const share = `${((100 * allow) / rows).toFixed(1)} %`;
    console.log(
      `  ${source.padEnd(14)} ${[rows, deny, ask, allow].map((count) => String(count).padStart(9)).join('')}  ${share.padStart(6)}`,
    );
  }
  return times;
}

/** What a tool call may bring at worst. */
const long: readonly (readonly [name: string, command: string])[] = [
  ['2,000 segments', Array.from({ length: 2_000 }, (_, at) => `echo "${at}" | sed -n 's/${at}/x/p'`).join(' && ')],
  ['2,000 git commands', Array.from({ length: 2_000 }, (_, at) => `git add src/file-${at}.ts`).join('; ')],
  ['one heredoc', `cat > notes.md <<'EOF'\n${'a line of prose, with $(a) and `b`\n'.repeat(6_800)}EOF`],
  ['one word', `echo "${'x'.repeat(230_000)}"`],
  ['one list of words', `rm -f ${Array.from({ length: 15_000 }, (_, at) => `build/out-${at}`).join(' ')}`],
  ['nested substitutions', `echo ${'$(echo '.repeat(150)}x${')'.repeat(150)}`],
  ['assignments', Array.from({ length: 4_000 }, (_, at) => `VALUE_${at}=$VALUE_${at - 1}${at}`).join('; ')],
];

function words(args: readonly string[], name: string): readonly string[] {
  const at = args.indexOf(name);
  if (at < 0) return [];
  const rest = args.slice(at + 1);
  const end = rest.findIndex((word) => word.startsWith('--'));
  return end < 0 ? rest : rest.slice(0, end);
}

const args = process.argv.slice(2);
const files = words(args, '--json');
const level = words(args, '--level')[0];
if (files.length === 0) {
  console.error(
    'Say which files to judge: npm run bench:corpus -- --json <file.jsonl>… [--misses] [--level standard|strict]',
  );
  process.exitCode = 1;
} else {
  void measure(files, level === 'strict' || level === 'standard' ? [level] : levels, args.includes('--misses'));
}
