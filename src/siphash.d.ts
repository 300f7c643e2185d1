declare module 'siphash' {
  /** SipHash-2-4 of 64 bits, as 16 hexadecimal digits. */
  export function hash_hex(key: Uint32Array, text: string): string;
}
