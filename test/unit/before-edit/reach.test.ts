import assert from 'node:assert/strict';
import { Rig } from '../review/rig';

/** 16.10: what the gates before an edit see, whichever tool writes and wherever the file lies. */
describe('the reach of the gates before an edit', () => {
  let rig: Rig;
  before(() => {
    rig = new Rig();
    rig.git('worktree', 'add', '-q', '.claude/worktrees/till', '-b', 'till');
  });
  after(() => rig.clear());

  const text = 'let a = 1;\n';
  async function judged(gate: string, tool: string, input: Readonly<Record<string, unknown>>): Promise<string> {
    const { stdout } = await rig.hook('PreToolUse', { tool_name: tool, tool_input: input }, gate);
    return stdout.includes('"permissionDecision":"deny"') ? 'deny' : stdout === '' ? 'pass' : 'advice';
  }

  const ways: readonly (readonly [string, (file: string) => Readonly<Record<string, unknown>>])[] = [
    ['Write', (file) => ({ file_path: file, content: text })],
    ['Edit', (file) => ({ file_path: file, old_string: 'a', new_string: text })],
    ['MultiEdit', (file) => ({ file_path: file, edits: [{ old_string: 'a', new_string: text }] })],
    ['NotebookEdit', (file) => ({ notebook_path: file.replace(/\w+$/, 'ipynb'), new_source: text })],
    ['Bash by a redirect', (file) => ({ command: `cat > '${file}' <<'END'\n${text}END` })],
    ['Bash by tee', (file) => ({ command: `echo 'let a' | tee '${file}'` })],
  ];
  for (const [way, input] of ways) {
    const [tool = ''] = way.split(' ');
    it(`16.10 ${way} meets branch-guard`, async () =>
      assert.equal(await judged('branch-guard', tool, input(rig.at('src/app.ts'))), 'deny'));
  }

  const files = [
    'src/builder.ts', 'src/distance.ts', 'src/rebuild/x.ts', 'src/vendors.ts', '.github/tool.ts', 'src/a.mjs', 'src/a.cts',
    'src/A.TS', 'src/A.vue', 'src/a.svelte', 'src/a.sql', 'src/a.lua', 'src/a.dart', 'src/a.ps1', 'src/a.kts',
  ]; // prettier-ignore
  for (const file of files) {
    it(`16.10 ${file} is source`, async () =>
      assert.equal(await judged('branch-guard', 'Write', { file_path: rig.at(file), content: text }), 'deny'));
  }

  it('16.10 a worktree below .claude has its gates', async () => {
    const file = rig.at('.claude/worktrees/till/src/new.ts');
    assert.equal(await judged('doc-gate', 'Write', { file_path: file, content: text }), 'deny');
    assert.equal(await judged('plan-check', 'Write', { file_path: file, content: text.repeat(40) }), 'deny');
  });

  it('vendored and built files stay out of it', async () => {
    for (const file of ['dist/a.ts', 'node_modules/a/i.ts', 'src/a.generated.ts']) {
      assert.equal(await judged('branch-guard', 'Write', { file_path: rig.at(file), content: text }), 'pass', file);
    }
  });
});
