import path from 'node:path';
import { testGateColdWarned } from '../../evidence/files/flags';
import { StrikeLog } from '../../evidence/strike-log';
import { gate, context, deny, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { editTools, shellTools } from '../../protocol/tools';
import { fileEdits } from '../../source/file-edits';
import { isProductSource } from '../../source/file-kind';
import { namesIn, readJson } from '../../project/read-file';
import { counted } from '../../project/text';
import { fieldsOf } from '../../protocol/json';

/** A failure counts for ten minutes; an older one says little about the current code. */
const freshMs = 600_000;

/** Warns about the first source edit while tests fail, and refuses further ones until they pass. */
export const testGate = gate({
  id: 'test-gate',
  title: 'Test gate',
  summary:
    'After a failed test run, warns about the first source write of a session and blocks the next ones until a run passes. Test files may always be written.',
  events: ['PreToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  level: { observe: 'observe', standard: 'warn', harness: 'enforce' },
  async decide(call, site) {
    const edit = (await fileEdits(call, site)).find(({ kind }) => isProductSource(kind));
    if (edit === undefined) return pass('no source file is written');
    return checkTests(call.sessionId, site.at(path.dirname(edit.kind.path)));
  },
});

async function checkTests(session: string, site: Site): Promise<Ruling> {
  const reading = site.evidence.tests.read();
  const strikes = new StrikeLog(site, 'test-gate', freshMs);
  switch (reading.kind) {
    case 'missing':
      return coldStart(site);
    case 'shipped':
      return pass('the test status comes with the repository, so it does not count');
    case 'corrupt':
      return escalate(
        await strikes.add(session, ''),
        `The test status cannot be read (${reading.problem})`,
        'unreadable',
      );
    case 'ok':
      break;
  }
  const { result, failures, at } = reading.value;
  if (result === 'pass') {
    await strikes.clear();
    return pass('the last test run passed');
  }
  const ageMs = site.clock.now() - at * 1000;
  if (ageMs > freshMs) return pass('the failing test run is older than ten minutes');
  if (ageMs < -60_000) return pass('the test status is dated in the future, so it does not count');
  const age = Math.max(0, Math.round(ageMs / 1000));
  const count = counted(failures, 'failing test');
  return escalate(await strikes.add(session, ''), `The last test run, ${age} s ago, left ${count}`, 'tests-failing');
}

function escalate(strike: number, found: string, rule: string): Ruling {
  if (strike < 2) {
    return context(`${found}. Fix that before writing more source: the next source write is blocked.`, found);
  }
  return deny(rule, `${found}, and this is source write ${strike} since.`, {
    instead: 'Fix the failing tests first: test files may be written, and the gate opens as soon as a run passes.',
  });
}

const suites = [
  ...['pyproject.toml', 'pytest.ini', 'tox.ini', 'setup.cfg', 'Cargo.toml', 'go.mod', 'pom.xml', 'Gemfile'],
  ...['build.gradle', 'build.gradle.kts'],
];
const configs = ['vitest.config', 'jest.config', '.mocharc'];
const endings = ['.ts', '.js', '.mjs', '.cjs', '.mts', '.cts', '.json', '.yml'];

/** No run yet: said once, if there is a suite that could run. */
async function coldStart(site: Site): Promise<Ruling> {
  if (!hasSuite(site.root)) return pass('no test results, and no test suite was found');
  const warned = testGateColdWarned(site);
  if (warned.read().kind !== 'missing') return pass('no test results yet; already reported');
  await warned.update(() => 'there');
  return context(
    'There are no test results yet in this worktree. The first run creates them; failing tests will block source writes.',
    'no test results yet',
  );
}

function hasSuite(root: string): boolean {
  const there = new Set(namesIn(root));
  const names = [...suites, ...configs.flatMap((name) => endings.map((ending) => name + ending))];
  return names.some((name) => there.has(name)) || (there.has('package.json') && hasTestScript(root));
}

function hasTestScript(root: string): boolean {
  const manifest = readJson(path.join(root, 'package.json'));
  return 'test' in fieldsOf(fieldsOf(manifest).scripts);
}
