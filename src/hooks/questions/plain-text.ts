/** Text as a reader sees it: one spelling of each letter, nothing invisible. */
export function visible(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}\u00ad]/gu, '')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[‘’‛`´]/g, "'");
}

/** Lower case, words parted by one space: what two spellings of the same text have in common. */
export function words(text: string): string {
  return visible(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
