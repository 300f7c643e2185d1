import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { foundIn } from '../../../src/hooks/install/registration';
import { originalHooksIn, withoutOriginalHooks } from '../../../src/hooks/install/original-hooks';
import { Stage } from '../cli/stage';

const hook = (command: string, matcher?: string) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [{ type: 'command', command, timeout: 5 }],
});
const own = '~/bin/my-own-hook.sh';

const reviewState = {
  PreToolUse: [hook('"$CLAUDE_PROJECT_DIR"/.claude/hooks/pre-edit-guard.sh', 'Edit|Write')],
  PostToolUse: [
    hook('"$CLAUDE_PROJECT_DIR"/.claude/hooks/post-edit-format.sh', 'Edit|Write'),
    hook('"$CLAUDE_PROJECT_DIR"/.claude/hooks/post-tool-review-state.sh', 'Bash|mcp__codex__codex'),
    hook(own),
  ],
  Stop: [hook('"$CLAUDE_PROJECT_DIR"/.claude/hooks/stop-guard.sh')],
};
const harness = {
  SessionStart: [hook('$HOME/.claude/scripts/update-check.sh', 'startup'), hook('$HOME/.claude/hooks/session-init.sh')],
  PreToolUse: [
    {
      matcher: 'Write|Edit',
      hooks: ['test-gate', 'mock-gate', 'branch-guard', 'doc-gate', 'plan-check'].map((name) => ({
        type: 'command',
        command: `$HOME/.claude/hooks/${name}.sh`,
        timeout: 5,
      })),
    },
    hook('$HOME/.claude/hooks/guard.sh', 'Bash'),
  ],
  Stop: [hook('$HOME/.claude/hooks/surface.sh'), hook(own)],
};
const workflow = {
  PreToolUse: [hook("test -f .ship-plan-approved || { echo 'Plan first'; exit 1; }", 'Task')],
  PostToolUse: [hook('touch .ship-analysis-done', 'Task')],
  Stop: [hook('[ -f .ship-execution-done ] && echo "audit due"')],
};
const nudge = {
  PreToolUse: ['Read', 'Grep', 'Glob'].map((tool) => hook('bash ${CLAUDE_PLUGIN_ROOT}/hooks/codegraph-nudge.sh', tool)),
  PostToolUse: [hook('bash hooks/code_intelligence_turn_mark.py', 'mcp__codegraph__.*')],
};
const questions = {
  PreToolUse: [hook('/home/ada/.claude/skills/gstack/hosts/claude/hooks/question-preference-hook', 'AskUserQuestion')],
  PostToolUse: [
    hook('/home/ada/.claude/skills/gstack/hosts/claude/hooks/question-log-hook', 'AskUserQuestion'),
    hook('/home/ada/.claude/skills/gstack/hosts/claude/hooks/auq-error-fallback-hook', 'AskUserQuestion'),
  ],
};

describe('hooks of other sets in a settings file', () => {
  const text = (hooks: object) => `${JSON.stringify({ model: 'opus', hooks }, null, 2)}\n`;
  for (const [what, hooks, count] of [
    ['review-state', reviewState, 4],
    ['harness', harness, 9],
    ['workflow', workflow, 3],
    ['nudge', nudge, 4],
    ['questions', questions, 3],
  ] as const) {
    it(`${what}: finds ${count}, and takes out those and nothing else`, () => {
      const found = originalHooksIn(text(hooks));
      assert.deepEqual([found.length, new Set(found.map(({ hookSet }) => hookSet))], [count, new Set([what])]);
      const left = withoutOriginalHooks(text(hooks));
      assert.deepEqual(originalHooksIn(left), []);
      assert.equal(left.includes(own), text(hooks).includes(own));
      assert.equal((JSON.parse(left) as { model: string }).model, 'opus');
    });
  }

  it('names the workflow of a phase file', () => {
    const names = originalHooksIn(text({ Stop: [hook('test -f .my-skill-execution-done')] })).map(
      ({ workflows }) => workflows,
    );
    assert.deepEqual(names, [['my-skill']]);
  });

  for (const command of ['~/hooks/guard.sh', 'npm run lint', 'hooks/track.sh --all', 'echo stop-guard', './lint.sh'])
    it(`"${command}" alone is the person’s own`, () =>
      assert.deepEqual(originalHooksIn(text({ PreToolUse: [hook(command, 'Bash')] })), []));
});

describe('gatehouse import', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
    stage.runAs();
  });
  afterEach(() => stage.clear());
  const file = (name: string) => path.join(stage.root, name);
  const read = (name: string) => readFileSync(file(name), 'utf8');
  const put = (name: string, hooks: object) =>
    stage.write(name, `{\n  // mine\n  "model": "opus",\n  "hooks": ${JSON.stringify(hooks)}\n}\n`);
  const registered = (name: string) => new Set(foundIn(read(name)).map(({ event }) => event));

  it('finds nothing where there is nothing', async () => {
    const { code, out } = await stage.run(['import', '--yes']);
    assert.equal(code, 0);
    assert.match(out, /No hooks that Gatehouse can replace/);
  });

  it('shows what it would do, and does nothing without a yes', async () => {
    put('.claude/settings.json', reviewState);
    stage.write('.claude_review_state.json', '{}');
    const before = read('.claude/settings.json');
    const { code, out } = await stage.run(['import', '--dry-run']);
    assert.equal(code, 0);
    assert.match(out, /line 4 +PreToolUse +.*pre-edit-guard\.sh +→ sensitive-path/);
    assert.match(out, /Kept and still used: \.claude_review_state\.json/);
    assert.match(out, /^-.*pre-edit-guard\.sh/m);
    assert.match(out, /^\+.*gatehouse-hook/m);
    assert.equal((await stage.run(['import'], 'n')).code, 1);
    const scripted = await stage.run(['import']);
    assert.deepEqual([scripted.code, scripted.err], [1, "Nothing was changed. To do it: 'gatehouse import --yes'\n"]);
    assert.equal(read('.claude/settings.json'), before);
  });

  it('takes the hooks out, registers Gatehouse in their place, and goes back byte for byte', async () => {
    put('.claude/settings.json', reviewState);
    const before = read('.claude/settings.json');
    const { code, out } = await stage.run(['import'], 'y');
    assert.equal(code, 0);
    assert.match(out, /To go back: gatehouse import --undo\n$/);
    const after = read('.claude/settings.json');
    assert.ok(after.includes('// mine') && after.includes(own) && !after.includes('stop-guard.sh'));
    assert.ok(registered('.claude/settings.json').has('Stop'));
    assert.match((await stage.run(['import', '--yes'])).out, /No hooks that Gatehouse can replace/);
    assert.equal((await stage.run(['import', '--undo'])).code, 0);
    assert.equal(read('.claude/settings.json'), before);
    assert.equal((await stage.run(['import', '--undo'])).code, 70);
  });

  it('uninstalling afterwards brings the old hooks not back', async () => {
    put('.claude/settings.local.json', reviewState);
    await stage.run(['import', '--yes']);
    await stage.run(['uninstall', '--yes']);
    assert.ok(!read('.claude/settings.local.json').includes('stop-guard.sh'));
    assert.ok(read('.claude/settings.local.json').includes(own));
  });

  it('the harness of a person becomes their profile, with the events that it asks for', async () => {
    const settings = path.join(stage.env.CLAUDE_CONFIG_DIR ?? path.join(stage.env.HOME!, '.claude'), 'settings.json');
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ hooks: harness }));
    await stage.run(['import', '--yes']);
    assert.deepEqual(JSON.parse(readFileSync(path.join(stage.env.GATEHOUSE_HOME!, 'config.json'), 'utf8')), {
      profile: 'harness',
    });
    const events = new Set(foundIn(readFileSync(settings, 'utf8')).map(({ event }) => event));
    assert.ok(events.has('SubagentStop') && events.has('PreCompact'));
    assert.ok(readFileSync(settings, 'utf8').includes(own));
    assert.equal((await stage.run(['import', '--undo'])).code, 0);
    assert.equal(existsSync(path.join(stage.env.GATEHOUSE_HOME!, 'config.json')), false);
  });

  it('phase files become a configured workflow that stands where they say', async () => {
    put('.claude/settings.json', workflow);
    stage.write('.ship-analysis-done', '');
    const { out } = await stage.run(['import', '--yes']);
    assert.match(out, /Put the names of your own sub-agents/);
    assert.match(read('.claude/gatehouse.json'), /"name": "ship"/);
    assert.ok(existsSync(file('.claude/agents/ship-executor.md')));
    assert.match((await stage.run(['workflow', 'status', 'ship'])).out, /^ship: analysed/);
    assert.equal((await stage.run(['config'])).code, 0);
  });

  it('where Gatehouse is registered already, it stays there', async () => {
    await stage.run(['install', '--yes', '--scope', 'local']);
    put('.claude/settings.json', questions);
    await stage.run(['import', '--yes']);
    assert.ok(registered('.claude/settings.local.json').size > 0);
    assert.equal(registered('.claude/settings.json').size, 0);
  });

  it('a file that changed since is left alone, and said', async () => {
    put('.claude/settings.json', reviewState);
    await stage.run(['import', '--yes']);
    writeFileSync(file('.claude/settings.json'), `${read('.claude/settings.json')}\n`);
    const { code, err } = await stage.run(['import', '--undo']);
    assert.equal(code, 1);
    assert.match(err, /settings\.json changed since the import and was left alone/);
  });

  it('tells it as JSON', async () => {
    put('.claude/settings.json', nudge);
    const { out } = await stage.run(['import', '--yes', '--json']);
    const { found, changed, undo } = JSON.parse(out) as { found: unknown[]; changed: boolean; undo: string };
    assert.deepEqual([found.length, changed, undo], [4, true, 'gatehouse import --undo']);
    assert.deepEqual(found[0], {
      hookSet: 'nudge',
      file: file('.claude/settings.json'),
      line: 4,
      event: 'PreToolUse',
      command: 'bash ${CLAUDE_PLUGIN_ROOT}/hooks/codegraph-nudge.sh',
      gates: ['code-index-nudge'],
    });
  });
});
