import * as z from 'zod/mini';
import { evidenceKinds } from '../evidence/evidence';
import { lazySchema } from '../project/lazy-schema';

/** https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md */
export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'https://github.com/gatehouse-guard/gatehouse/blob/main/docs/attestation.md#v1';

const AttestedReceipt = lazySchema(() =>
  z.looseObject({
    kind: z.enum(evidenceKinds),
    verdict: z.enum(['pass', 'fail']),
    /** What was read or run: a rule, a command, a reviewer. */
    program: z.string(),
    /** ISO 8601. */
    at: z.string(),
    /** The content of its plane that the verdict was earned on. */
    content: z.object({ sha256: z.string() }),
    /** Who said it, where a person did. */
    person: z.optional(z.string()),
  }),
);
export type AttestedReceipt = z.infer<typeof AttestedReceipt>;

/** An in-toto statement about one git tree. Newer writers keep these keys and may add others. */
export const Statement = lazySchema(() =>
  z.looseObject({
    _type: z.literal(statementType),
    subject: z.array(z.looseObject({ name: z.optional(z.string()), digest: z.record(z.string(), z.string()) })),
    predicateType: z.literal(predicateType),
    predicate: z.looseObject({
      tool: z.looseObject({ name: z.string(), version: z.string() }),
      at: z.string(),
      /** The commit that was attested; another one of the same tree is attested with it. */
      commit: z.string(),
      /** The digests of the tree's code and documents, and which extensions are documents. */
      content: z.object({ code: z.string(), doc: z.string(), docExtensions: z.array(z.string()) }),
      receipts: z.array(AttestedReceipt),
    }),
  }),
);
export type Statement = z.infer<typeof Statement>;

export const subjectTree = ({ subject }: Statement): string | undefined => subject[0]?.digest.gitTree;

/** The statements of a note: one a line, so that notes of two clones can be joined. Foreign lines are passed over. */
export function statementsIn(note: string): readonly Statement[] {
  return note.split('\n').flatMap((line) => {
    try {
      const statement = Statement.safeParse(JSON.parse(line));
      return statement.success ? [statement.data] : [];
    } catch {
      return [];
    }
  });
}
