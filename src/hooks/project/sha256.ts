import { createHash } from 'node:crypto';

/** The SHA-256 of a text or of bytes, in hexadecimal digits. Not in `text.ts`: the runner's entry holds that, and would load `crypto` for every hook. */
export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
