/**
 * Calls that the plugin's mod asked the host about and that were let through. Where another mod keeps our hook from being
 * started nothing else is left of them. They live as long as the host does.
 */
const asked = new Map<string, unknown>();
const most = 1_000;

const keyOf = (session: string, toolUseId: string): string => `${session} ${toolUseId}`;

export function noteAsked(session: string, toolUseId: string, input: unknown): void {
  asked.set(keyOf(session, toolUseId), input);
  const [oldest] = asked.keys();
  if (asked.size > most && oldest !== undefined) asked.delete(oldest);
}

/** The input that the mod asked about; undefined where it did not. */
export function askedInput(session: string, toolUseId: string): unknown {
  return asked.get(keyOf(session, toolUseId));
}
