import type { PreToolUse, ToolInput } from '../../../src/hooks/protocol/call';
import type { Ruling } from '../../../src/hooks/pipeline/gate';
import { guard } from '../../../src/hooks/gates/before-bash/guard';
import { assumedSite, type Assumptions } from '../../../bench/corpus-site';
import type { Site } from '../../../src/hooks/pipeline/site';
import { defaultSettings } from '../../../src/hooks/configuration/settings';

export interface Judgement {
  readonly kind: Ruling['kind'];
  /** The rule that refused. */
  readonly rule: string | undefined;
  readonly reason: string;
  readonly instead: string | undefined;
  /** The input after rewriting. */
  readonly input: ToolInput | undefined;
  readonly command: string | undefined;
}

export const callOf = (input: ToolInput, cwd: string, tool = 'Bash', scratchpadDir?: string): PreToolUse => ({
  event: 'PreToolUse',
  tool,
  input,
  cwd,
  sessionId: 's',
  dialect: 'claude',
  raw: {},
  scratchpadDir,
});

/** What the guard says at a site. */
export async function judgeAt(site: Site, input: ToolInput, tool = 'Bash', scratchpadDir?: string): Promise<Judgement> {
  const answer = await guard.decide(callOf(input, site.cwd, tool, scratchpadDir), site);
  const ruling = ('kind' in answer ? answer : answer[0])!;
  const rewritten = ruling.kind === 'rewrite' ? ruling.input : undefined;
  return {
    kind: ruling.kind,
    rule: ruling.kind === 'deny' || ruling.kind === 'ask' ? ruling.rule : undefined,
    reason: ruling.reason,
    instead: ruling.kind === 'deny' ? ruling.instead : undefined,
    input: rewritten,
    command: typeof rewritten?.command === 'string' ? rewritten.command : undefined,
  };
}

/** What the guard says in the assumed place. */
export const judge = (command: string, assumed: Assumptions = {}): Promise<Judgement> =>
  judgeAt(assumedSite(assumed), { command });

export const strict: Assumptions = { settings: { guard: { ...defaultSettings().guard, strictness: 'strict' } } };
