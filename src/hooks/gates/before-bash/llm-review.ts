import path from 'node:path';
import { approves, approvesChanges, assessAt, type Assessment } from './auto-review';
import { gate, allow, context, deny, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { planFile } from '../../plan/plan';
import type { PreToolUse } from '../../protocol/call';
import { shellCommand, shellTools } from '../../protocol/tools';
import { gitCommand } from '../../shell/effects';
import type { Consensus, Situation } from './llm-review/ask';
import { readText } from '../../project/read-file';

/** Longer commands are not sent: no model reads them with care. */
const longest = 20_000;

/** One deadline for all questions; the gate's own timeout is the fallback. */
const allMs = 8_500;

/** Asks language models about commands that auto-review left undecided. It sends commands away, so it is off by default. */
export const llmReview = gate<'PreToolUse'>({
  id: 'llm-review',
  title: 'LLM review',
  summary:
    'Asks Gemini, OpenAI, Anthropic or, if you allow it, the editor’s own models about commands that auto-review left undecided: safe ones are approved, unsafe ones are blocked if two models agree, and misaligned ones get a warning. Secrets are masked before a command is sent. Without a key or that permission the gate does nothing.',
  events: ['PreToolUse'],
  tools: [...shellTools],
  posture: 'open',
  level: { observe: 'off', standard: 'off', harness: 'enforce' },
  approves: true,
  deadlineMs: 9_500,
  async decide(call, site) {
    const command = shellCommand(call);
    if (command === undefined || command.trim() === '') return pass('no command');
    // Off by default, so these are loaded only when it is on.
    const { isSwitchedOff, reviewersAt } = await import(/* webpackChunkName: "rest" */ './llm-review/reviewers');
    const { agree, ask, Memory } = await import(/* webpackChunkName: "rest" */ './llm-review/ask');
    if (isSwitchedOff(site)) return pass('switched off by LLM_REVIEW_ENABLED=0');
    if (command.length > longest) return pass('too long to be sent');
    const review = call.tool === 'PowerShell' ? undefined : assessAt(command, site);
    if (isDecided(review, site)) return pass('auto-review approved it');
    if (review !== undefined && isGuardians(review)) return pass('commits, merges and pushes need a person’s approval');
    const reviewers = reviewersAt(site);
    if (reviewers.length === 0) return pass('no key for a model');
    const situation = situationOf(call, command, site);
    const memory = new Memory(site, situation, reviewers, !approvesChanges(site));
    const known = memory.recall();
    if (known !== undefined) return rulingOn(known, call, review, site);
    const until = site.clock.now() + allMs;
    const line = { fetch: site.fetch, left: () => until - site.clock.now(), note: (text: string) => site.note(text) };
    const finding = await agree(reviewers, (reviewer, prior) => ask(reviewer, situation, prior, line));
    await memory.keep(finding);
    return rulingOn(finding, call, review, site);
  },
});

/** Auto-review's result if it ran in this chain; if this gate runs by name, the same judgement is made here. */
function isDecided(review: Assessment | undefined, site: Site): boolean {
  const spoken = site.earlier.find(({ gate: id }) => id === 'auto-review');
  if (spoken !== undefined) return spoken.rulings.some(({ kind }) => kind === 'allow');
  return review !== undefined && approves(review.judgement, site);
}

const guardians: ReadonlySet<string | undefined> = new Set(['commit', 'merge', 'push']);

function isGuardians({ reading }: Assessment): boolean {
  return reading.invocations.some((invocation) => guardians.has(gitCommand(invocation)?.name));
}

function rulingOn(finding: Consensus, call: PreToolUse, review: Assessment | undefined, site: Site): Ruling {
  switch (finding.kind) {
    case 'silent':
      return pass('no model answered');
    case 'safe': {
      const against = reservation(call, review, site);
      return against === undefined ? allow(`called safe by ${finding.reason}`) : pass(`called safe, but ${against}`);
    }
    case 'misaligned':
      return advice(`does not seem to fit the work at hand. ${finding.reason}`, finding.reason);
    case 'disputed':
      return advice(`may be unsafe. ${finding.reason}`, finding.reason);
    case 'unsafe':
      return deny('two-models-agree', `two models call this command unsafe. ${finding.reason}`, {
        instead:
          'Do not retry this in another form; find a safer way, or ask the person: they can run it or allow it once.',
      });
  }
}

const advice = (text: string, reason: string) => context(`Gatehouse llm-review: this command ${text}`, reason);

/** Why a model's verdict is not enough to approve the command. */
function reservation(call: PreToolUse, review: Assessment | undefined, site: Site): string | undefined {
  const objected = site.earlier.find(({ rulings }) => rulings.some(({ kind }) => kind === 'deny' || kind === 'ask'));
  if (objected !== undefined) return `${objected.gate} objects`;
  if (call.input.dangerouslyDisableSandbox === true) return 'it asks to run outside the sandbox';
  if (!approvesChanges(site) && (review === undefined || hasUnknownParts(review))) {
    return 'parts of it are unknown, even to the model';
  }
  return undefined;
}

function hasUnknownParts({ reading: { unread, errors, invocations } }: Assessment): boolean {
  return (
    unread.length > 0 ||
    errors.length > 0 ||
    invocations.some(({ program, args }) => program === undefined || args.some(({ value }) => value === undefined))
  );
}

function situationOf(call: PreToolUse, command: string, { cwd, git, root }: Site): Situation {
  const { description } = call.input;
  return {
    command,
    description: typeof description === 'string' ? description : undefined,
    cwd,
    branch: git?.branch(),
    mode: call.permissionMode,
    plan: planStart(root),
  };
}

function planStart(root: string): string | undefined {
  const lines = readText(path.join(root, planFile))?.slice(0, 20_000).split('\n');
  if (lines === undefined) return undefined;
  const active = lines.findIndex((line) => /^\*\*Status:\*\*\s*in-progress/i.test(line));
  const phase = lines.slice(0, Math.max(active, 0)).findLast((line) => line.startsWith('## '));
  return [...lines.slice(0, 20), ...(phase === undefined ? [] : [phase])].join('\n').slice(0, 1_500);
}
