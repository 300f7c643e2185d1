/**
 * Twelve hexadecimal digits that tell paths apart (two 32-bit FNV-1a sums, 24 bits of each). Loading node's crypto takes
 * longer than everything else a quiet hook does, and nothing here has to withstand an attacker.
 */
export function shortHash(text: string): string {
  return `${sum(text, 0x811c9dc5)}${sum(text, 0x2f0b4a27)}`;
}

function sum(text: string, seed: number): string {
  let hash = seed;
  for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return ((hash ^ (hash >>> 24)) & 0xffffff).toString(16).padStart(6, '0');
}
