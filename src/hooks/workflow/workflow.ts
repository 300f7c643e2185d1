import path from 'node:path';
import * as z from 'zod/mini';
import { phaseFile, type PhaseSuffix } from '../evidence/files/flags';
import type { Site } from '../pipeline/site';
import type { Config } from '../configuration/load-config';
import { lazyObject } from '../project/lazy-schema';
import { readBytes } from '../project/read-file';
import type { Settings } from '../configuration/settings';
import { sha256 } from '../project/sha256';
import type { Answered } from '../questions/answers';
import { type Question, bareLabel } from '../questions/question';
import { fresh, type WorkflowEvent, next, type Phase, type Role, roles, WorkflowState } from './machine';

export type WorkflowSettings = Settings['workflow']['workflows'][number];

/** Where workflows are: a gate's site is one, and so is a folder that a window shows. */
export interface WorkflowSite extends Pick<Site, 'root' | 'place' | 'home' | 'clock' | 'own' | 'dry'> {
  readonly config: Pick<Config, 'settings'>;
}

/** The plan's text and the digest that an approval is bound to. */
export interface PlanText {
  readonly text: string;
  readonly digest: string;
}

/** The plan as it was when a person last approved one, for a look at what changed since. */
const Approved = lazyObject(() => ({ v: z.literal(1), at: z.number(), by: z.string(), text: z.string() }));
export type Approved = z.infer<typeof Approved>;

const kept = 200;

/** One configured workflow in one worktree. Its state is one document; the seed's phase files follow it. */
export class Workflow {
  constructor(
    readonly settings: WorkflowSettings,
    private readonly site: WorkflowSite,
  ) {}

  get name(): string {
    return this.settings.name;
  }

  roleOf(agent: string): Role | undefined {
    return roles.find((role) => this.settings.agents[role].some((name) => name.toLowerCase() === agent.toLowerCase()));
  }

  /** Where it stands, with an approval that no longer fits the plan already void. */
  state(): WorkflowState {
    const stored = this.stored();
    if (stored.approval === undefined || stored.approval.plan === this.planDigest()) return stored;
    const moved = next(stored, { kind: 'plan-changed' }, this.settings.retries);
    return moved === undefined
      ? stored
      : { ...stored, phase: moved.phase, retries: moved.retries, approval: undefined };
  }

  /** Writes the phase again if the plan changed after its approval, for the other programs that read the phase files. */
  async settle(): Promise<void> {
    if (this.stored().phase === this.state().phase) return;
    await this.file.update(() => {
      const { phase: from } = this.stored();
      const now = this.state();
      if (from === now.phase) return undefined;
      const step = {
        at: this.site.clock.now(),
        from,
        to: now.phase,
        why: 'the plan changed after it was approved',
        by: 'a change of the plan',
      };
      return { ...now, history: [...now.history, step].slice(-kept) };
    });
    await this.writePhaseFiles(this.state().phase, { kind: 'plan-changed' });
  }

  /** Moves to the phase that the event leads to; returns it, or undefined if nothing moves. */
  async take(event: WorkflowEvent, by: string): Promise<Phase | undefined> {
    let reached: Phase | undefined;
    await this.settle();
    await this.file.update(() => {
      const now = this.state();
      const moved = next(now, event, this.settings.retries);
      if (moved === undefined) return undefined;
      reached = moved.phase;
      const at = this.site.clock.now();
      const holds = moved.phase === 'approved' || moved.phase === 'executed';
      const approval = event.kind === 'approved' ? { by, at, plan: event.plan } : holds ? now.approval : undefined;
      const step = { at, from: now.phase, to: moved.phase, why: moved.why, by };
      return {
        v: 1,
        phase: moved.phase,
        retries: moved.retries,
        approval,
        history: [...now.history, step].slice(-kept),
      };
    });
    if (reached === undefined) return undefined;
    if (event.kind === 'approved') await this.keepApproved(by);
    await this.writePhaseFiles(reached, event);
    return reached;
  }

  get planFile(): string {
    return path.join(this.site.root, this.settings.plan);
  }

  /** The current plan; undefined if there is none. */
  plan(): PlanText | undefined {
    const bytes = readBytes(this.planFile);
    if (bytes === undefined) return undefined;
    return { text: bytes.toString('utf8'), digest: sha256(bytes) };
  }

  /** The plan's content, as the approval is bound to it. */
  planDigest(): string | undefined {
    return this.plan()?.digest;
  }

  /** What a person approved last, also if that approval is void by now. */
  lastApproved(): Approved | undefined {
    return this.approvedFile.value();
  }

  private async keepApproved(by: string): Promise<void> {
    const plan = this.plan();
    if (plan === undefined) return;
    await this.approvedFile.update(() => ({ v: 1, at: this.site.clock.now(), by, text: plan.text }));
  }

  private stored(): WorkflowState {
    const reading = this.file.read();
    return reading.kind === 'ok' ? reading.value : reading.kind === 'missing' ? this.fromPhaseFiles() : fresh;
  }

  private get file() {
    return this.site.own(`workflow-${this.fileName}.json`, WorkflowState, { sealed: true });
  }

  private get approvedFile() {
    return this.site.own(`workflow-${this.fileName}-approved.json`, Approved, { sealed: true });
  }

  /** What its state is kept under. */
  get fileName(): string {
    return this.name.replace(/[^\w-]/g, '_');
  }

  /** A setup that only knows the seed's files goes on where they say. */
  private fromPhaseFiles(): WorkflowState {
    // A tracked file speaks for the repository, and a folder of that name for no one.
    const there = (suffix: PhaseSuffix) => phaseFile(this.site, this.name, suffix).read().kind === 'ok';
    const phase: Phase = there('execution-done')
      ? 'executed'
      : there('plan-approved')
        ? 'approved'
        : there('analysis-done')
          ? 'analysed'
          : 'start';
    return { ...fresh, phase };
  }

  private async writePhaseFiles(phase: Phase, event: WorkflowEvent): Promise<void> {
    const reached: Readonly<Record<Phase, readonly PhaseSuffix[]>> = {
      start: [],
      analysed: ['analysis-done'],
      planned: ['analysis-done'],
      approved: ['analysis-done', 'plan-approved'],
      executed: ['analysis-done', 'plan-approved', 'execution-done'],
    };
    const failed = event.kind === 'audited' && !event.passed;
    const wanted = new Set<PhaseSuffix>([...reached[phase], ...(failed ? (['audit-failed'] as const) : [])]);
    for (const suffix of [
      'analysis-done',
      'plan-approved',
      'execution-done',
      'audit-passed',
      'audit-failed',
    ] as const) {
      const file = phaseFile(this.site, this.name, suffix);
      if (wanted.has(suffix)) await file.update(() => 'there');
      else if (file.read().kind !== 'missing') await file.remove();
    }
  }
}

/**
 * Every workflow that is configured here, the person's own first. Phase files alone activate none, and no call adds a
 * second one that would move the state of the first.
 */
export function workflowsOf(site: WorkflowSite): readonly Workflow[] {
  const known = new Map<string, Workflow>();
  for (const settings of site.config.settings.workflow.workflows) {
    const workflow = new Workflow(settings, site);
    const key = workflow.fileName.toLowerCase();
    if (!known.has(key)) known.set(key, workflow);
  }
  return [...known.values()];
}

/** An auditor's own words: the last line that says one or the other, and nothing if none does. */
export function auditVerdict(message: string): 'pass' | 'fail' | undefined {
  const prose = message.replace(/```[\s\S]*?(?:```|$)/g, '');
  for (const line of prose.split('\n').reverse()) {
    const fail =
      /\b(?:audit|verdict|result|verification|status)\b[^\n]{0,40}\b(?:FAIL(?:ED|S)?)\b|^\W*(?:FAIL(?:ED)?)\b|⛔|❌/i.test(
        line,
      );
    const pass =
      /\b(?:audit|verdict|result|verification|status)\b[^\n]{0,40}\bPASS(?:ED|ES)?\b|^\W*PASS(?:ED)?\b|✅/i.test(line);
    // A line that offers both is a legend.
    if (fail !== pass) return fail ? 'fail' : 'pass';
  }
  return undefined;
}

const asks = [
  /\b(?:approve|sign off on|accept|(?:give|have) (?:me )?your approval (?:of|for))\b[^\n]{0,60}\bplan\b/i,
  /\b(?:is|does|do|has)\b[^\n]{0,40}\bplan\b[^\n]{0,40}\b(?:approved|approval|sign-?off)\b[^\n]*\?/i,
];
const otherwise =
  /\b(?:not|n't|without|discard|reject|cancel|reset|drop|abandon|skip|revoke|withdraw|void|ignore|bypass|instead)\b/i;

/** Does a question ask a person to approve a plan? One sentence must ask for it and have no word that reverses it. */
export function asksForApproval({ text }: Question): boolean {
  const sentences = text.split(/(?<=[.!?;])\s+|\n/);
  return sentences.some((sentence) => asks.some((form) => form.test(sentence)) && !otherwise.test(sentence));
}

const yes =
  /^\W*(?:yes|yep|yeah|i approve|approved?|accept(?:ed)?|go ahead|proceed|lgtm|looks good|ok(?:ay)?|sign(?:ed)? off)\b/i;
const condition =
  /\b(?:no|not|don'?t|but|except|only|part(?:ly|ial|s)?|after|later|unless|until|if|when|once|without|revis\w*|chang\w*|modif\w*|edit\w*|reject\w*|cancel\w*|hold|wait|first|draft)\b/i;

const approves =
  /^\s*(?:\/approve-plan\b|(?:yes,?\s+)?(?:i\s+)?approve\s+(?:the\s+|this\s+)?plan\b|(?:the\s+)?plan\s+(?:is\s+)?approved\b)/i;

/** Does a prompt begin with an approval of a plan, and is it one with no if and no but? */
export function approvalIn(prompt: string): 'none' | 'conditional' | 'plain' {
  const [approval] = approves.exec(prompt) ?? [];
  if (approval === undefined) return 'none';
  const [sentence = ''] = prompt.trim().split(/(?<=[.!?;])\s+|\n/);
  const rest = sentence.slice(approval.trimStart().length);
  return condition.test(rest) || rest.includes('?') ? 'conditional' : 'plain';
}

/** Is this workflow meant where words may name one? Words that name none mean each. */
export function isMeant(name: string, all: readonly string[], text: string): boolean {
  const words = text.toLowerCase().split(/[^\w.-]+/);
  const says = (one: string) => words.includes(one.toLowerCase()) || words.includes(`${one.toLowerCase()}.`);
  return says(name) || !all.some(says);
}

/** Does an answer say yes, with no if and no but? */
export function saysYes({ labels, freeText }: Pick<Answered, 'labels' | 'freeText'>): boolean {
  const said = [...labels.map(bareLabel), ...(freeText === undefined ? [] : [freeText])];
  return said.length === 1 && said.every((text) => yes.test(text) && !condition.test(text));
}
