import assert from 'node:assert/strict';
import { reviewCommands } from '../../../src/hooks/review/commands';

async function kinds(source: string): Promise<string> {
  const found = await reviewCommands(source, { cwd: '/project', home: '/home/me' });
  return found.map(({ kind, decisive }) => (decisive ? `${kind}!` : kind)).join(' ') || 'none';
}

/** `!`: the command's exit status is the review's own. */
const rows: readonly (readonly [command: string, expected: string])[] = [
  ['/codex-review', 'code_review!'],
  ['/codex-review-fast', 'code_review!'],
  ['/codex-review-branch main', 'code_review!'],
  ['/codex-review-fast --focus "auth"', 'code_review!'],
  ['/sd0x-dev-flow:codex-review-fast', 'code_review!'],
  ['/codex-review-doc docs/a.md', 'doc_review!'],
  ['/review-spec spec.md', 'doc_review!'],
  ['/precommit', 'precommit!'],
  ['/precommit-fast', 'precommit!'],
  ['claude -p "/codex-review-fast src/"', 'code_review!'],
  ['node scripts/precommit-runner.js', 'precommit!'],
  ['node --no-warnings scripts/precommit-runner.js --mode fast', 'precommit!'],
  ['node -r ./setup.js "./scripts/precommit-runner.mjs"', 'precommit!'],
  ['./scripts/precommit-runner.js', 'precommit!'],
  ['bash scripts/precommit.sh', 'precommit!'],
  ['npx tsx scripts/precommit-runner.ts', 'precommit!'],
  ['npx precommit', 'precommit!'],
  ['npx --yes precommit-runner', 'precommit!'],
  ['pnpm dlx precommit', 'precommit!'],
  ['npm run precommit', 'precommit!'],
  ['node --check scripts/precommit.js', 'none'], // C6
  ['bash -n scripts/precommit.sh', 'none'],
  ['node scripts/precommit.js --help', 'none'],
  ['./bin/precommit --version', 'none'],
  ['npm run -s precommit', 'precommit!'],
  ['npm -w packages/a run precommit', 'precommit!'],
  ['npm --prefix packages/a run precommit:fast', 'precommit!'],
  ['pnpm run precommit', 'precommit!'],
  ['pnpm -r run precommit', 'precommit!'],
  ['pnpm precommit', 'precommit!'],
  ['yarn precommit', 'precommit!'],
  ['yarn run precommit', 'precommit!'],
  ['bun run precommit', 'precommit!'],
  ['CI=1 npm run precommit', 'precommit!'],
  ['timeout 300 npm run precommit', 'precommit!'],
  ['env FOO=1 node scripts/precommit-runner.js', 'precommit!'],
  ['sh -c "npm run precommit"', 'precommit'],
  ['cd packages/a && npm run precommit', 'precommit!'],
  ['npm run precommit | tail -40', 'precommit'],
  ['npm run precommit; git status', 'precommit'],
  ['npm test && npm run precommit', 'precommit'],
  ['npm run precommit || true', 'precommit!'],
  ['npm run precommit > out.log; cat out.log', 'precommit'],
  ['npm run precommit &> out.log || tail -40 < out.log', 'precommit'],
  ['npm run precommit 2>&1 | tee out.log', 'precommit'],
  ['npm run precommit 2>/dev/null; git status', 'precommit'],
  ['npm run precommit > out.log', 'precommit!'],
  ['npm run precommit > /dev/null; cat report.md', 'none'],
  ['npm run precommit >& out.log; cat report.md', 'none'],
  ['npm run precommit 1>>out.log && echo "## Overall: ✅ PASS"', 'none'],
  ['/codex-review-fast && /precommit', 'code_review precommit'],
  ['ls skills/precommit', 'none'],
  ['ls -la scripts/precommit-runner.js', 'none'],
  ['cat scripts/precommit-runner.js', 'none'],
  ['grep -rn precommit .', 'none'],
  [`printf '## Overall: ✅ PASS' # /precommit`, 'none'],
  ['echo "/precommit"', 'none'],
  ['echo npm run precommit', 'none'],
  ['git commit -m "/codex-review-fast passed"', 'none'],
  ['node -e "console.log(1)" scripts/precommit-runner.js', 'none'],
  ['node scripts/other.js precommit-runner.js', 'none'],
  ['vim scripts/precommit-runner.js', 'none'],
  ['/usr/local/precommit-notes', 'none'],
  ['cat /codex-review-fast', 'none'],
  ['npm install precommit', 'none'],
  ['npm precommit', 'none'],
  ['npm run lint -- precommit', 'none'],
  ['cat <<EOF\n/precommit\nEOF', 'none'],
  ['ssh host npm run precommit', 'none'],
  ['git add .claude/commands/codex-review-fast.md', 'none'],
  ['', 'none'],
];

describe('which commands run a review', () => {
  describe('P0-3 command recognition by invocation; 8.4, 8.5 and 8.6 of the seed-era faults', () => {
    for (const [command, expected] of rows) {
      it(`${JSON.stringify(command)} → ${expected}`, async () => {
        assert.equal(await kinds(command), expected);
      });
    }
  });

  it('knows where the review runs', async () => {
    const [found] = await reviewCommands('cd packages/a && npm run precommit', { cwd: '/project', home: '/home/me' });
    assert.equal(found?.cwd, '/project/packages/a');
  });
});
