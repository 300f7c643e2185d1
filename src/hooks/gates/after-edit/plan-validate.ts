import path from 'node:path';
import { gate, context, feedback, pass, type Ruling } from '../../pipeline/gate';
import { findPlan } from '../../plan/drift';
import { planFile } from '../../plan/plan';
import { planValidateRating, problemsOf, type Problem } from '../../plan/problems';
import { editTools, shellTools } from '../../protocol/tools';
import { fileEdits } from '../../source/file-edits';
import { counted } from '../../project/text';

/** A plan that was written is a plan that can be read. */
export const planValidate = gate({
  ...planValidateRating,
  title: 'Plan validation',
  summary: `Checks ${planFile} after every change and sends its errors back to the agent to fix.`,
  events: ['PostToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  async decide(call, site) {
    const edit = (await fileEdits(call, site)).find(({ kind }) => path.basename(kind.path) === planFile);
    if (edit === undefined) return pass(`${planFile} was not changed`);
    const found = findPlan(path.dirname(edit.kind.path));
    if (found.kind === 'missing') return pass('there is no plan');
    const problems = problemsOf(found.plan);
    const rulings: Ruling[] = [];
    const errors = problems.filter((problem) => problem.severity === 'error');
    const warnings = problems.filter((problem) => problem.severity === 'warning');
    if (errors.length > 0) {
      const text = `${planFile} has ${count(errors, 'error')} to fix:\n${list(errors)}`;
      rulings.push(feedback(text, count(errors, 'error')));
    }
    if (warnings.length > 0) {
      rulings.push(context(`${planFile}, worth a look:\n${list(warnings)}`, count(warnings, 'warning')));
    }
    return rulings.length === 0 ? pass('the plan is valid') : rulings;
  },
  // The form of the original hooks: the list on stderr, a block on stdout, exit 2.
  standaloneReply(rulings) {
    const errors = rulings.flatMap((ruling) => (ruling.kind === 'feedback' ? [ruling.text] : []));
    const advice = rulings.flatMap((ruling) => (ruling.kind === 'context' ? [ruling.text] : []));
    const stderr = [...errors, ...advice].map((text) => `${text}\n`).join('');
    if (errors.length === 0) return { stdout: '', stderr, exitCode: 0 };
    return { stdout: JSON.stringify({ decision: 'block', reason: errors.join('\n') }), stderr, exitCode: 2 };
  },
});

const list = (problems: readonly Problem[]): string =>
  problems.map((problem) => `- line ${problem.line}: ${problem.message}`).join('\n');

const count = (problems: readonly Problem[], noun: string): string => counted(problems.length, noun);
