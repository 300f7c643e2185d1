import { gate, context, message, pass } from '../../pipeline/gate';

/** A misspelled workflow blocks nothing, so the person is told before the work begins. */
export const workflowCheck = gate({
  id: 'workflow-check',
  title: 'Workflow check',
  summary:
    'Reports mistakes in a workflow’s configuration at the start of a session: unknown keys, and agents that are not defined.',
  events: ['SessionStart'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(_call, site) {
    const problems = site.config.problems.filter(({ key }) => key.startsWith('workflow'));
    if (problems.length === 0) return pass('the workflows are configured correctly, or there are none');
    const lines = problems.map(({ file, line, key, message: text }) => `${file}:${line} ${key}: ${text}`).join('\n');
    return [
      message(`A workflow is misconfigured and may block nothing:\n${lines}`, `${problems.length} problems`),
      context(
        `The configuration of a workflow has mistakes, so its phases may not be enforced. Tell the person, who has to correct it:\n${lines}`,
        `${problems.length} problems`,
      ),
    ];
  },
});
