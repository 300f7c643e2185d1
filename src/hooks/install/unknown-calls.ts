import { rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { writeWhole } from '../evidence/atomic-file';
import { gatehouseHome, type Env } from '../project/home';
import { lazySchema } from '../project/lazy-schema';
import { readJson, namesIn } from '../project/read-file';
import { firstTelling } from '../project/told-once';

const UnknownCall = lazySchema(() =>
  z.object({ at: z.number(), client: z.string(), event: z.string(), why: z.string(), session: z.string() }),
);
/** The last call that no dialect explains. */
export type UnknownCall = z.infer<typeof UnknownCall>;

const folderOf = (env: Env): string => path.join(gatehouseHome(env), 'unknown');

/** Keeps it for `doctor`, each cause once in a session. Never fails, never matters to the call. */
export function noteUnknown(env: Env, call: UnknownCall): void {
  try {
    if (!firstTelling(env, call.session, `unknown ${call.client} ${call.why}`)) return;
    const name = call.client.replace(/[^\w.-]+/g, '_').slice(0, 60);
    const home = gatehouseHome(env);
    const modes = { mode: 0o600, directoryMode: 0o700, durable: false };
    writeWhole(
      path.join(folderOf(env), `${name}.json`),
      JSON.stringify(call),
      { boundary: home, ...modes },
      () => true,
    );
  } catch {
    // The decision log has it too.
  }
}

export function unknownCalls(env: Env): readonly UnknownCall[] {
  const names = namesIn(folderOf(env)).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => {
    const call = UnknownCall.safeParse(readJson(path.join(folderOf(env), name)));
    return call.success ? [call.data] : [];
  });
}

/** A person has read them. */
export function forgetUnknownCalls(env: Env): void {
  rmSync(folderOf(env), { recursive: true, force: true });
}
