import * as z from 'zod/mini';
import { lazyObject } from '../project/lazy-schema';

/** What is over. `start` is nothing yet; after a passed audit the next run starts there again. */
export const phases = ['start', 'analysed', 'planned', 'approved', 'executed'] as const;
export type Phase = (typeof phases)[number];

/** What an agent of a workflow does. */
export const roles = ['analysis', 'planning', 'execution', 'verification'] as const;
export type Role = (typeof roles)[number];

const Step = lazyObject(() => ({ at: z.number(), from: z.string(), to: z.string(), why: z.string(), by: z.string() }));

/** One workflow in one worktree: where it stands, what was approved, and who moved it when. */
export const WorkflowState = lazyObject(() => ({
  v: z.literal(1),
  phase: z.enum(phases),
  /** How often an audit has sent the execution back since the approval. */
  retries: z.number(),
  approval: z.optional(z.object({ by: z.string(), at: z.number(), plan: z.optional(z.string()) })),
  history: z.array(Step),
}));
export type WorkflowState = z.infer<typeof WorkflowState>;

export const fresh: WorkflowState = { v: 1, phase: 'start', retries: 0, history: [] };

export type WorkflowEvent =
  /** An agent of this role came to its end. */
  | { readonly kind: 'finished'; readonly role: Exclude<Role, 'verification'> }
  | { readonly kind: 'audited'; readonly passed: boolean }
  | { readonly kind: 'approved'; readonly plan: string | undefined }
  | { readonly kind: 'plan-changed' }
  /** A person wants an earlier phase done again. */
  | { readonly kind: 'back'; readonly to: Phase }
  | { readonly kind: 'reset' };

/** Which phase each event needs, and which it leads to; in other phases it changes nothing. */
export function next(
  state: WorkflowState,
  event: WorkflowEvent,
  most: number,
): (Pick<WorkflowState, 'phase' | 'retries'> & { why: string }) | undefined {
  const { phase, retries } = state;
  switch (event.kind) {
    case 'finished':
      if (event.role === 'analysis' && phase === 'start')
        return { phase: 'analysed', retries: 0, why: 'the analysis is done' };
      if (event.role === 'planning' && phase === 'analysed')
        return { phase: 'planned', retries: 0, why: 'the plan is written' };
      if (event.role === 'execution' && phase === 'approved')
        return { phase: 'executed', retries, why: 'the execution is done' };
      return undefined;
    case 'approved':
      return phase === 'planned' ? { phase: 'approved', retries: 0, why: 'a person approved the plan' } : undefined;
    case 'plan-changed':
      return phase === 'approved' || phase === 'executed'
        ? { phase: 'planned', retries: 0, why: 'the plan changed after it was approved' }
        : undefined;
    case 'audited':
      if (phase !== 'executed') return undefined;
      if (event.passed) return { phase: 'start', retries: 0, why: 'the audit passed' };
      return retries + 1 > most
        ? { phase: 'planned', retries: 0, why: `the audit failed ${retries + 1} times: a person has to step in` }
        : { phase: 'approved', retries: retries + 1, why: 'the audit failed: back to the execution' };
    case 'back':
      return phases.indexOf(event.to) < phases.indexOf(phase)
        ? { phase: event.to, retries: 0, why: 'a person returned to an earlier phase' }
        : undefined;
    case 'reset':
      return phase === 'start' ? undefined : { phase: 'start', retries: 0, why: 'a person restarted it' };
  }
}

const needed: Readonly<Record<Role, Phase>> = {
  analysis: 'start',
  planning: 'analysed',
  execution: 'approved',
  verification: 'executed',
};

const missing: Readonly<Record<Phase, string>> = {
  start: '',
  analysed: 'the analysis has not been done',
  planned: 'no plan has been written',
  approved: 'no person has approved the current plan',
  executed: 'nothing has been executed yet',
};

/** Why an agent of this role may not start yet; undefined if it may. */
export function objection(role: Role, phase: Phase): string | undefined {
  if (role === 'verification') return phase === 'executed' ? undefined : missing.executed;
  return phases.indexOf(phase) >= phases.indexOf(needed[role]) ? undefined : missing[needed[role]];
}

/** What ends a phase and opens the next one. */
export function opensNext(
  phase: Phase,
  { agents, plan }: { readonly agents: Readonly<Record<Role, readonly string[]>>; readonly plan: string },
): string {
  const end = (role: Role) =>
    `the end of ${agents[role].join(' or ') || `an agent for the ${role}, which is not configured`}`;
  switch (phase) {
    case 'start':
      return `${end('analysis')} completes the analysis`;
    case 'analysed':
      return `${end('planning')} makes the plan wait for approval`;
    case 'planned':
      return `a person approves ${plan} ('approve the plan' in a prompt, in the editor, or gatehouse workflow approve)`;
    case 'approved':
      return `${end('execution')} completes the execution`;
    case 'executed':
      return `${end('verification')} with a passed audit completes the workflow`;
  }
}
