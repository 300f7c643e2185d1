/** One module per public state file, in the place and format that other tools know. */
export { agentFindings, type AgentFinding } from './agent-findings';
export { auditLog, type AuditEntry } from './audit-log';
export { lintBreaker, lintCache, type LintBreaker } from './lint';
export { llmReviewCache, type CachedReview } from './llm-review-cache';
export { phaseFile, testGateColdWarned, testRunnerLastRun, testRunnerLock, type PhaseSuffix } from './markers';
export { planDrift, type PlanDrift } from './plan-drift';
export { preservedContext, type PreservedContext } from './preserved-context';
export { proofStatus } from './proof-status';
export { freshReviewState, readReviewTime, reviewState, reviewTime } from './review-state';
export { promptCount, sessionChanges, sessionStartEpoch } from './session';
export { statuslineCache, StatuslineCache } from './statusline-cache';
export { strikes, type Strikes } from './strikes';
export { subagentTracker, type TrackedAgent } from './subagent-tracker';
export { testStatus } from './test-status';
export { turnState, TurnState } from './turn-state';
export { updateStatus, type UpdateStatus } from './update-status';
