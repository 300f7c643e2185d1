import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LatencyStage } from './latency-stage';

/** Starts a program so many times in a row, and prints the microseconds of each. A shell starts others faster than node. */
const session = `
input=$1 count=$2
shift 2
for ((turn = 0; turn < count; turn++)); do
  begin=$EPOCHREALTIME
  "$@" <"$input" >/dev/null 2>&1
  end=$EPOCHREALTIME
  echo $((\${end/./} - \${begin/./}))
done
`;

/** Several sessions at once, each a light process of its own; the milliseconds of all their calls. */
export async function crowd(
  stage: LatencyStage,
  sessions: number,
  calls: number,
  call: { readonly file: string; readonly args: readonly string[]; readonly input: string },
): Promise<readonly number[]> {
  const input = path.join(stage.root, 'payload.json');
  writeFileSync(input, call.input);
  const words = ['-c', session, 'session', input, String(calls), call.file, ...call.args];
  const ended = await Promise.all(Array.from({ length: sessions }, () => stage.time('bash', words, '')));
  return ended.flatMap(({ stdout }) =>
    stdout
      .trim()
      .split('\n')
      .map((micros) => Number(micros) / 1000),
  );
}
