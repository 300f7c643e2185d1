import { gate } from '../../pipeline/gate';
import { pass } from '../../pipeline/ruling';
import { editTools, shellTools } from '../../protocol/tools';
import { fileEdits } from '../../source/file-edits';
import { isOwnSource } from '../../source/file-kind';

/** The project's own linter reads every edited file, and its words go back to the agent. */
export const lint = gate({
  id: 'lint',
  title: 'Lint',
  summary:
    'Runs the project’s own linter on an edited file and shows the agent its findings; only if installed, for twenty seconds at most.',
  events: ['PostToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  level: { observe: 'off', standard: 'off', harness: 'enforce' },
  deadlineMs: 20_000,
  async decide(call, site) {
    const edits = (await fileEdits(call, site)).filter(({ kind }) => isOwnSource(kind));
    if (edits.length === 0) return pass('no source file was written');
    const { linted } = await import(/* webpackChunkName: "rest" */ './lint/linted');
    return linted(edits, call.sessionId, site);
  },
  // The form of the original hooks: the findings on stderr, exit 2.
  standaloneReply(rulings) {
    const found = rulings.flatMap((ruling) => (ruling.kind === 'feedback' ? [ruling.text] : []));
    return found.length === 0 ? undefined : { stdout: '', stderr: `${found.join('\n')}\n`, exitCode: 2 };
  },
});
