/** The public state files, in the places and formats that other tools know. */
export { lintBreaker, lintCache, llmReviewCache, preservedContext, statuslineCache, subagentTracker } from './caches';
export { updateStatus, type PreservedContext, type UpdateStatus } from './caches';
export { agentFindings, phaseFile, proofStatus, reviewState, strikes, testStatus } from './flags';
export { testGateColdWarned, testRunnerLastRun, testRunnerLock, type AgentFinding, type PhaseSuffix } from './flags';
export { auditLog, planDrift, promptCount, sessionChanges, sessionStartEpoch, turnState } from './session';
export { TurnState, type PlanDrift } from './session';
