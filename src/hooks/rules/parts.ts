/** What the command line and the editor use of this folder; it parses commands, so it is loaded on demand. */
export { failedExamples, matches, wouldHaveChanged, sayFailed } from './examples';
export { packs } from './packs';
export { proposedRule, ruleForCommand } from './propose';
