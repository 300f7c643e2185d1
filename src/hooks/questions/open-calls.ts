import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { lazySchema } from '../project/lazy-schema';
import type { ToolCall } from '../protocol/call';

const DecidedCall = lazySchema(() =>
  z.object({
    use: z.string(),
    session: z.string(),
    at: z.number(),
    /** By question text: what was answered in the person's name. */
    answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    /** The model had filled in answers of its own: what comes back is not surely the person's word. */
    prefilled: z.boolean(),
    /** By question text: why it was asked although a preference wanted it answered. */
    askedAnyway: z.optional(z.record(z.string(), z.string())),
    /** The former name of `askedAnyway`. */
    allTheSame: z.optional(z.record(z.string(), z.string())),
    /** By workflow: the digest of its plan at the moment when a person was asked to approve one. */
    plans: z.optional(z.record(z.string(), z.string())),
  }),
);
const Calls = lazySchema(() => z.object({ v: z.literal(1), calls: z.array(DecidedCall) }));

export type Answers = z.infer<typeof DecidedCall>['answers'];
export type DecidedCall = z.infer<typeof DecidedCall>;

/** The tool waits for a person, who may be away; what is older never came back. */
const lifeMs = 24 * 60 * 60_000;
const kept = 30;

const fileOf = (site: Site) => site.own('questions-decided.json', Calls);

/** Remembers, until the tool has run, what was decided or seen before it ran. */
export async function rememberCall(
  site: Site,
  call: ToolCall,
  seen: Pick<DecidedCall, 'answers' | 'prefilled' | 'plans' | 'askedAnyway'>,
): Promise<void> {
  const use = call.toolUseId;
  if (use === undefined) return;
  const at = site.clock.now();
  await fileOf(site).update((now) => {
    const fresh = (now?.calls ?? []).filter((one) => one.use !== use && Math.abs(at - one.at) < lifeMs);
    return { v: 1, calls: [...fresh, { use, session: call.sessionId, at, ...seen }].slice(-kept) };
  });
}

/** What was remembered of this call. */
export function rememberedCall(site: Site, call: ToolCall): DecidedCall | undefined {
  const reading = fileOf(site).read();
  return reading.kind === 'ok' ? reading.value.calls.find((one) => isOf(one, call)) : undefined;
}

/** Returns what was remembered of this call and forgets it. */
export async function takeCall(site: Site, call: ToolCall): Promise<DecidedCall | undefined> {
  const found = rememberedCall(site, call);
  if (found === undefined) return undefined;
  await fileOf(site).update((now) => now && { ...now, calls: now.calls.filter((one) => !isOf(one, call)) });
  return found;
}

function isOf({ use, session }: DecidedCall, call: ToolCall): boolean {
  return use === call.toolUseId && session === call.sessionId;
}
