/** What the command line and the editor take of this room; it reads commands, so it is loaded when it is needed. */
export { failedExamples, matches, sayFailed } from './examples';
export { packs } from './packs';
export { proposedRule, ruleForCommand } from './propose';
export { rehearsed } from './rehearsal';
