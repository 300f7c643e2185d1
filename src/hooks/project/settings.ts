import * as z from 'zod/mini';

/**
 * The one schema of `gatehouse.json` and `~/.gatehouse/config.json`. The JSON Schema for editors is generated from it.
 * Every value has a safe default; a section belongs to the gates that read it.
 */
const words = (fallback: readonly string[]) => z._default(z.array(z.string()), [...fallback]);

export const Settings = z.object({
  profile: z._default(z.enum(['observe', 'standard', 'harness']), 'standard'),
  /** Level by gate id. */
  gates: z._default(z.record(z.string(), z.enum(['off', 'observe', 'warn', 'enforce'])), {}),
  planes: z._default(z.object({ doc: words(['md', 'mdx']) }), { doc: ['md', 'mdx'] }),
  branches: z._default(z.object({ protected: words(['main', 'master']) }), { protected: ['main', 'master'] }),
  evidence: z._default(z.object({ requireReceipts: z._default(z.boolean(), false) }), { requireReceipts: false }),
  tests: z._default(z.object({ command: z.optional(z.string()) }), {}),
});
export type Settings = z.infer<typeof Settings>;
