import { gate } from '../../pipeline/gate';
import { pass } from '../../pipeline/ruling';
import { editTools, shellTools } from '../../protocol/tools';
import { fileEdits } from '../../source/file-edits';
import { isOwnSource } from '../../source/file-kind';
import { suiteMs } from '../../test-runs/run-state';

/** After an edit the tests of its package run beside the agent, and their result is evidence for the content they ran on. */
export const testRunner = gate({
  id: 'test-runner',
  title: 'Test runner',
  summary:
    'Runs the tests of the edited file’s package in the background once edits have settled, and records the result for the content that was tested.',
  events: ['PostToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  level: { observe: 'off', standard: 'off', harness: 'enforce' },
  lane: 'async',
  deadlineMs: suiteMs + 60_000,
  async decide(call, site) {
    const edit = (await fileEdits(call, site)).find(({ kind }) => isOwnSource(kind));
    if (edit === undefined) return pass('no source file was written');
    const { tested } = await import(/* webpackChunkName: "rest" */ './test-runner/tested');
    return tested(edit, call, site);
  },
});
