import path from 'node:path';
import { gate, changedFlags, context, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { counted } from '../../project/text';
import type { PostToolUse } from '../../protocol/call';
import { editTools, shellTools } from '../../protocol/tools';
import { type FileEdit, fileEdits } from '../../source/file-edits';
import { isOwnSource } from '../../source/file-kind';
import { untrusted } from '../../source/local-tool';
import { type Finished, noteNoRunner, runTests } from '../../test-runs/run';
import { suiteMs } from '../../test-runs/run-state';
import { suiteFor } from '../../test-runs/suites';

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
    return tested(edit, call, site);
  },
});

const shownLines = 20;

/** What the tests of the edited file's package say. */
async function tested(edit: FileEdit, call: PostToolUse, site: Site): Promise<Ruling | readonly Ruling[]> {
  const there = site.at(path.dirname(edit.kind.path));
  const found = suiteFor(edit.kind.path, edit.kind.language?.name, there);
  if (found.kind === 'none') return pass('no test suite was found for it');
  if (found.kind === 'untrusted') return untrusted(found.name, there, call.sessionId);
  if (found.kind === 'not-installed') {
    await noteNoRunner(found.name, there);
    return context(
      `${found.name} is set up here but not installed: the tests did not run, so their result is unknown.`,
      'the runner is not installed',
    );
  }
  const finished = await runTests({ suite: found.suite, call, immediately: false }, there);
  return finished === undefined ? pass('a run is in progress; another one follows for this edit') : ruling(finished);
}

function ruling(finished: Finished): Ruling | readonly Ruling[] {
  const rule = `${finished.suite}: ${finished.result}`;
  const said = sentence(finished);
  switch (finished.result) {
    case 'fail':
    case 'error':
    case 'timed-out':
      return context(`${said} The end of its output:\n${tail(finished.output)}`, rule);
    case 'pass':
      return [changedFlags(rule, { tests: 'passed' }), context(said, rule)];
    case 'no-tests':
    case 'no-runner':
    case 'cancelled':
      return context(said, rule);
  }
}

function sentence({ result, suite, failures, ms }: Finished): string {
  switch (result) {
    case 'pass':
      return `${suite} passed in ${ms} ms.`;
    case 'fail':
      return `${suite} failed: ${counted(failures, 'failing test')}.`;
    case 'error':
      return `${suite} could not run.`;
    case 'timed-out':
      return `${suite} did not finish within ${suiteMs / 60_000} minutes and was stopped.`;
    case 'no-tests':
      return `${suite} found no tests, so the result is unknown.`;
    case 'no-runner':
      return `${suite} is not installed, so the result is unknown.`;
    case 'cancelled':
      return `A person stopped ${suite}, so the result is unknown.`;
  }
}

const tail = (output: string): string => output.trimEnd().split('\n').slice(-shownLines).join('\n').slice(-4_000);
