import type { PreToolUse } from '../../../protocol/call';
import { context, type Context } from '../../../pipeline/gate';
import type { Site } from '../../../pipeline/site';
import { type Content, shownPath } from '../../../rescue/content';
import { keepSnapshot, lossesOf, type Loss } from '../../../rescue/snapshot';
import { CannotHold } from '../../../rescue/worktree-files';
import { maskedUpTo } from '../../../secrets/masking';
import { rescuePolicy, type Threats } from './threats';
import type { RuledObjection } from './rule';
import { counted, clipped } from '../../../project/text';

export interface Question {
  readonly threats: Threats;
  /** What the guard objects to unless a snapshot is taken. */
  readonly objection: RuledObjection | undefined;
  readonly command: string;
  readonly call: PreToolUse;
  readonly site: Site;
}

type Outcome =
  | { readonly kind: 'harmless'; readonly reason: string }
  | { readonly kind: 'saved'; readonly context: Context }
  | { readonly kind: 'refused'; readonly objection: RuledObjection };

/** Takes a snapshot of what the command is about to remove. */
export async function rescue(question: Question): Promise<Outcome> {
  const { threats, objection, site } = question;
  if (objection !== undefined && threats.unclear !== undefined) return cannotKeep(question, threats.unclear);
  try {
    const losses = await lossesOf(threats.all, (directory) => site.at(directory).git);
    if (losses.length > 0) return await settle(question, losses);
    // Without a threat git was not called yet: this throws where there is no repository.
    if (threats.all.length === 0) await site.git?.ask(['rev-parse', '--git-dir']);
    return { kind: 'harmless', reason: 'nothing would be lost: git holds all of it' };
  } catch (error) {
    if (error instanceof CannotHold) return cannotKeep(question, error.message);
    if (objection !== undefined) return { kind: 'refused', objection };
    return { kind: 'harmless', reason: 'what would be lost cannot be determined' };
  }
}

async function settle({ objection, command, call, site }: Question, losses: readonly Loss[]): Promise<Outcome> {
  const what = losses.map(({ gathered }) => shown(gathered.content)).join('; ');
  if (rescuePolicy(site) === 'refuse') {
    return objection === undefined
      ? { kind: 'harmless', reason: `it discards ${what}; only discards by git commands are blocked` }
      : { kind: 'refused', objection: { ...objection, why: `${objection.why} Here: ${what}.` } };
  }
  if (site.dry === true) {
    const reason = `a snapshot would keep ${what}`;
    return {
      kind: 'saved',
      context: context(`Gatehouse would save what this command discards (${what}) in a snapshot.`, reason),
    };
  }
  const occasion = { at: site.clock.now(), session: call.sessionId, command: maskedUpTo(command, 2_000) };
  const kept = [];
  for (const loss of losses) kept.push(await keepSnapshot(loss, occasion));
  const ids = kept.map(({ id }) => id).join(', ');
  const [first] = kept;
  return {
    kind: 'saved',
    context: context(
      `Gatehouse saved what this command discards (${what}) in the rescue snapshot ${ids}. The person can restore it in the editor's Rescue view or with \`gatehouse rescue restore ${first?.id ?? ''}\`.`,
      `kept ${what} in ${ids}`,
    ),
  };
}

function cannotKeep({ objection, command }: Question, why: string): Outcome {
  const refused = objection ?? {
    rule: 'rescue',
    part: clipped(command, 160),
    why: 'It discards work of which there is no other copy.',
    instead: 'Commit it or move it aside first.',
  };
  return { kind: 'refused', objection: { ...refused, why: `${refused.why} Gatehouse cannot save it first: ${why}.` } };
}

/** `12 files (a.ts, b.ts, …), 2 stashes, the branch topic` */
function shown({ files, index, stashes, refs, worktree }: Content): string {
  const paths = [...new Set([...files, ...index].map(({ path }) => shownPath(path)))];
  const some = paths.slice(0, 3).join(', ');
  const parts = [
    ...(paths.length > 0 ? [`${counted(paths.length, 'file')} (${some}${paths.length > 3 ? ', …' : ''})`] : []),
    ...(stashes.length > 0 ? [stashes.length === 1 ? '1 stash' : `${stashes.length} stashes`] : []),
    ...refs.slice(0, 3).map(({ name }) => name.replace(/^refs\/(?:heads|tags)\//, '')),
    ...(worktree === true ? ['the worktree'] : []),
  ];
  return parts.join(', ');
}
