import * as z from 'zod/mini';
import { flagWords, listed } from '../evidence/words';
import type { Site } from '../pipeline/site';
import { lazySchema } from '../project/lazy-schema';

const Told = lazySchema(() => z.object({ v: z.literal(1), kinds: z.array(z.string()) }));

/** For the person, once: which flags another tool's files call passed, and how to let them count. */
export async function unboundNotice(site: Site): Promise<string | undefined> {
  const unbound = await site.evidence.unbound();
  if (unbound.length === 0) return undefined;
  const kinds = unbound.map(({ flag }) => flag.kind);
  const book = site.own('unbound-told', Told);
  const reading = book.read();
  const told = reading.kind === 'ok' ? reading.value.kinds : [];
  if (kinds.every((kind) => told.includes(kind))) return undefined;
  await book.update((now) => ({ v: 1, kinds: [...new Set([...(now?.kinds ?? []), ...kinds])] }));
  const holding = unbound.filter(({ holds }) => holds).length;
  const action =
    holding === 0
      ? 'Files changed since, so run them again.'
      : `To accept what still holds (${holding} of ${unbound.length}): "Gatehouse: Accept Unbound Flags" in the editor, or \`gatehouse accept --all\` in your terminal.`;
  const names = listed(
    kinds.map((kind) => flagWords[kind].name),
    kinds.length,
  );
  return `Gatehouse: ${names} passed according to files that another tool wrote. Without a receipt they do not count. ${action}`;
}
