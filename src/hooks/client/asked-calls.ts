/**
 * Calls that passed when the plugin's mod asked the host. If another mod keeps the hook from starting, this is their
 * only trace. Kept in memory.
 */
const asked = new Map<string, unknown>();
const most = 1_000;

const keyOf = (session: string, toolUseId: string): string => `${session} ${toolUseId}`;

export function noteAsked(session: string, toolUseId: string, input: unknown): void {
  asked.set(keyOf(session, toolUseId), input);
  const [oldest] = asked.keys();
  if (asked.size > most && oldest !== undefined) asked.delete(oldest);
}

/** The input that the mod asked about; undefined if it did not. */
export const askedInput = (session: string, toolUseId: string): unknown => asked.get(keyOf(session, toolUseId));
