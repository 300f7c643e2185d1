import { createHash } from 'node:crypto';
import path from 'node:path';

/** Names the folder below which failed tests leave pictures and logs. */
export const failuresVariable = 'GATEHOUSE_FAILURES';

/** Where the pictures and logs of one failed test are. */
export function failureFolder(title, below = process.env[failuresVariable] ?? path.resolve('out/failures')) {
  const words = title.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 60);
  return path.join(below, `${words}-${createHash('sha256').update(title).digest('hex').slice(0, 6)}`);
}
