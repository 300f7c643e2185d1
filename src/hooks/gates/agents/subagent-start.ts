import { gate, context, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import type { SubagentStart } from '../../protocol/call';
import { agentRoles, playsRole, agentEnded, agentStarted, type AgentRole } from '../../session/agent-check';
import {
  failingLine,
  gitFacts,
  type GitFacts,
  gitLine,
  expectsPlan,
  isProtected,
  planLine,
  testsFacts,
  worktreeLines,
} from '../../session/facts';
import { researchLines } from '../../session/preserved';
import { inline, contextText, wordSet } from '../../project/text';

/** Tells a sub-agent, which does not know the conversation, where it works and what its role is. */
export const subagentStart = gate({
  id: 'subagent-start',
  title: 'Sub-agent start',
  summary:
    'Tells a sub-agent the state of git and the plan, and tells the harness’s planner, implementer and guardian their role.',
  events: ['SubagentStart', 'SubagentStop'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    if (call.event === 'SubagentStop') {
      await agentEnded(call, site);
      return pass('noted the end of the agent');
    }
    await agentStarted(call, site);
    return started(call, site);
  },
});

const light = wordSet('Bash Explore');

async function started({ agentType }: SubagentStart, site: Site): Promise<Ruling> {
  const [git, tests] = await Promise.all([gitFacts(site), testsFacts(site)]);
  const line = git === undefined ? undefined : gitLine(git);
  if (light.has(agentType)) return toContext([line]);
  const role = agentType === '' ? undefined : agentRoles.find((known) => playsRole(known, agentType, site));
  const shared = [line, ...(git === undefined ? [] : worktreeLines(git, site.root)), planLine(site)];
  // Roles belong to the harness; other projects may use the same names for other agents.
  if (role === undefined || !expectsPlan(site)) {
    const other =
      role === undefined && site.requestedByName ? `Agent type: ${inline(agentType) || 'unknown'}.` : undefined;
    return toContext([...shared, failingLine(tests), other]);
  }
  const failing = role === 'planner' ? undefined : failingLine(tests);
  const research = role === 'guardian' ? [] : researchText(role, site);
  return toContext([...shared, ...partOf(role, git, site), failing, ...research]);
}

function toContext(lines: readonly (string | undefined)[]): Ruling {
  const text = contextText(lines);
  return text === '' ? pass('nothing to say about this folder') : context(text, 'told where it works');
}

function researchText(role: AgentRole, site: Site): readonly string[] {
  const lines = researchLines(site.root);
  return lines.length === 0 && role === 'planner'
    ? ['Research log: nothing in .claude/research-log.md yet; findings about the options belong there.']
    : lines;
}

function partOf(role: AgentRole, git: GitFacts | undefined, site: Site): readonly string[] {
  switch (role) {
    case 'planner':
      return [
        'Part: planner. The result is MASTER_PLAN.md, before any source: the original intent, phases with a status, each decision (DEC-…) with its rationale, issues or tasks per phase, and the worktree each phase is worked in.',
      ];
    case 'implementer': {
      const needs = git !== undefined && !git.linked && (git.worktrees.length === 0 || isProtected(git.branch, site));
      return [
        'Part: implementer. Tests come first; the work stays in a worktree with a branch of its own, never on a protected branch; source files of 50 lines and more carry a @decision with its rationale.',
        ...(needs && git.worktrees.length === 0
          ? ['No linked worktree exists: source waits until there is one (git worktree add <folder> -b <branch>).']
          : []),
        ...(needs && git.worktrees.length > 0
          ? ['This folder has a protected branch checked out: the work belongs in one of the worktrees above.']
          : []),
        'Before a commit, the tests must pass on exactly that content, and a person must confirm that the feature works.',
      ];
    }
    case 'guardian':
      return [
        'Part: guardian. MASTER_PLAN.md changes at phase boundaries only (status and Decision Log); anything else becomes an issue. Before a commit or merge: decisions are annotated, no secrets are in the change, the tests pass, and the person approved.',
      ];
  }
}
