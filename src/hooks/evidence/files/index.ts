/** One module per public state file, in the place and format that other tools know. */
export { agentFindings, type AgentFinding } from './agent-findings';
export { auditLog } from './audit-log';
export { lintBreaker, lintCache } from './lint';
export { llmReviewCache } from './llm-review-cache';
export { phaseFile, testGateColdWarned, testRunnerLastRun, testRunnerLock, type PhaseSuffix } from './markers';
export { planDrift, type PlanDrift } from './plan-drift';
export { preservedContext, type PreservedContext } from './preserved-context';
export { proofStatus } from './proof-status';
export { reviewState } from './review-state';
export { promptCount, sessionChanges, sessionStartEpoch } from './session';
export { statuslineCache } from './statusline-cache';
export { strikes } from './strikes';
export { subagentTracker } from './subagent-tracker';
export { testStatus } from './test-status';
export { turnState, TurnState } from './turn-state';
export { updateStatus, type UpdateStatus } from './update-status';
