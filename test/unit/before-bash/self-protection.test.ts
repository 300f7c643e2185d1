import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runHook } from '../../../src/hooks/pipeline/hook';
import { freshFolder } from '../../harness/test-project';

const hook = '"command":"/home/me/.gatehouse/bin/gatehouse-hook","args":["PreToolUse"],"timeout":30';
const registered = `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{"type":"command",${hook}}] }]
  }
}
`;

interface Reply {
  readonly decision: 'deny' | 'pass';
  readonly reason: string;
}

describe('self-protection', () => {
  const base = freshFolder();
  const home = path.join(base, 'person');
  let root: string;
  let env: Record<string, string>;
  let project = 0;

  beforeEach(() => {
    root = path.join(base, `project-${String(project++)}`);
    mkdirSync(path.join(root, '.claude'), { recursive: true });
    mkdirSync(path.join(home, '.gatehouse'), { recursive: true });
    env = { PATH: process.env.PATH ?? '', HOME: home, GATEHOUSE_HOME: path.join(home, '.gatehouse') };
    env.CLAUDE_CONFIG_DIR = path.join(home, '.claude');
    repository(root);
    file('.claude/.test-status', 'fail|1|1795003200\n');
    file('.claude/.proof-status', 'pending|1795003200\n');
    file('.claude_review_state.json', '{}\n');
    file('.claude/settings.json', registered);
  });
  after(() => rmSync(base, { recursive: true, force: true }));

  function file(name: string, text: string): void {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }

  /** As much of a repository as its finder looks at. */
  function repository(folder: string): void {
    mkdirSync(path.join(folder, '.git'), { recursive: true });
    writeFileSync(path.join(folder, '.git/HEAD'), 'ref: refs/heads/feature\n');
  }

  async function ask(tool: string, input: object, cwd = root): Promise<Reply> {
    const payload = { session_id: 's', cwd, hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input };
    const reply = await runHook({
      event: 'PreToolUse',
      only: ['self-protection'],
      payload: JSON.stringify(payload),
      env,
      cwd,
      via: 'cold',
    });
    if (reply.stdout === '') return { decision: 'pass', reason: '' };
    const { hookSpecificOutput: said } = JSON.parse(reply.stdout) as {
      hookSpecificOutput: { permissionDecision?: string; permissionDecisionReason?: string };
    };
    // A gate that breaks denies as well.
    assert.doesNotMatch(said.permissionDecisionReason ?? '', /could not check/);
    return {
      decision: said.permissionDecision === 'deny' ? 'deny' : 'pass',
      reason: said.permissionDecisionReason ?? '',
    };
  }

  const bash = (command: string, cwd?: string) => ask('Bash', { command }, cwd);

  describe('an edit tool may not touch', () => {
    const guarded = [
      '.claude_review_state.json',
      '.claude/.test-status',
      '.claude/.proof-status',
      '.claude/.test-gate-strikes',
      '.claude/.mock-gate-strikes',
      '.claude/.session-changes-abc',
      '.claude/.prompt-count-abc',
      '.claude/.plan-drift',
      '.claude/.agent-findings',
      '.claude/.preserved-context',
      '.claude/.audit-log',
      '.claude/.llm-review-cache',
      '.claude/.update-status',
      '.claude/.lint-cache',
      '.claude/.lint-breaker',
      '.claude/.subagent-tracker',
      '.claude/.statusline-cache',
      '.claude/codegraph-turn-state.json',
      '.feature-plan-approved',
      '.feature-audit-passed',
      '.claude/gatehouse.json',
      '.claude/gatehouse.local.json',
      '.CLAUDE/.Proof-Status',
      'src/../.claude/.proof-status',
    ];
    for (const name of guarded) {
      it(name, async () => {
        for (const [tool, input] of [
          ['Write', { file_path: path.join(root, name), content: 'x' }],
          ['Edit', { file_path: `${root}/${name}`, old_string: 'a', new_string: 'b' }],
          ['MultiEdit', { file_path: `${root}/${name}`, edits: [{ old_string: 'a', new_string: 'b' }] }],
          ['NotebookEdit', { notebook_path: `${root}/${name}`, new_source: 'x' }],
          ['Write', { file_path: name, content: 'x' }],
        ] as const) {
          assert.equal((await ask(tool, input)).decision, 'deny', tool);
        }
      });
    }

    it("Gatehouse's own folder, wherever it lies", async () => {
      for (const name of ['config.json', 'projects/p-0123456789ab/receipts.json', 'bin/gatehouse-hook', 'new/file']) {
        const target = path.join(home, '.gatehouse', name);
        assert.equal((await ask('Write', { file_path: target, content: 'x' })).decision, 'deny', name);
      }
      env.GATEHOUSE_HOME = path.join(base, 'moved');
      assert.equal((await ask('Write', { file_path: path.join(base, 'moved/x'), content: 'x' })).decision, 'deny');
      assert.equal((await ask('Write', { file_path: '~/.gatehouse/config.json', content: 'x' })).decision, 'deny');
    });

    it('a guarded file by way of a link to it or to its folder', async () => {
      symlinkSync(path.join(root, '.claude'), path.join(root, 'harmless'));
      symlinkSync(path.join(root, '.claude/.proof-status'), path.join(root, 'notes.txt'));
      symlinkSync(path.join(root, '.claude/.mock-gate-strikes'), path.join(root, 'dangling.txt'));
      for (const name of ['harmless/.test-status', 'notes.txt', 'dangling.txt']) {
        assert.equal((await ask('Write', { file_path: path.join(root, name), content: 'x' })).decision, 'deny', name);
      }
    });

    it('the state of another worktree', async () => {
      const other = path.join(base, 'other');
      mkdirSync(path.join(other, '.claude'), { recursive: true });
      repository(other);
      const target = path.join(other, '.claude/.test-status');
      assert.equal((await ask('Write', { file_path: target, content: 'x' })).decision, 'deny');
    });
  });

  describe('a patch in a file', () => {
    const patch = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`;
    for (const command of ['git apply p.diff', 'patch -p1 < p.diff', 'patch -p1 -i p.diff', 'cat p.diff | git apply']) {
      it(`may change the project, not the evidence: ${command}`, async () => {
        file('p.diff', patch('.claude/.proof-status'));
        assert.equal((await bash(command)).decision, 'deny');
        file('p.diff', patch('src/a.ts'));
        assert.equal((await bash(command)).decision, 'pass');
      });
    }
  });

  describe('files inside Gatehouse’s folder, and the folder itself, may not be', () => {
    for (const command of [
      'chmod a-x ~/.gatehouse/bin/*',
      'truncate -s 0 ~/.gatehouse/runner/*/core.js',
      'sudo mount -t tmpfs none ~/.gatehouse',
      'mount --bind /srv/x ~/.gatehouse/bin',
    ]) {
      it(`changed by ${command}`, async () => assert.equal((await bash(command)).decision, 'deny'));
    }
    it('changed by nothing that only names its neighbours', async () => {
      assert.equal((await bash('mount -t tmpfs none ~/scratch; chmod a-x ~/bin/*')).decision, 'pass');
    });
  });

  describe('an edit tool may write', () => {
    for (const name of [
      'src/a.ts',
      '.claude/commands/review.md',
      '.claude/research-log.md',
      '.claude/agents/x.md',
      'docs/.claude_review_state.json.md',
      'test/fixtures/.claude/.test-status',
      'gatehouse.json',
      '.env.example',
      'src/settings.json',
      '.feature-plan.md',
    ]) {
      it(name, async () => {
        assert.deepEqual(await ask('Write', { file_path: path.join(root, name), content: 'x' }), {
          decision: 'pass',
          reason: '',
        });
      });
    }
  });

  describe('plugins, whose mods stand above every hook', () => {
    const agent = path.join(home, '.claude');
    for (const name of [
      'dev-mods/s1/quiet/hooks/register.js',
      'plugins/cache/m/quiet/0.1.0/hooks/register.js',
      'plugins/installed_plugins.json',
      'skills/quiet/.claude-plugin/plugin.json',
      'skills/quiet/hooks/hooks.json',
    ]) {
      it(`${name} is not the agent's to write`, async () => {
        const file_path = path.join(agent, name);
        assert.match(
          (await ask('Write', { file_path, content: 'x' })).reason,
          /a plugin's mod can override every hook/,
        );
        assert.equal((await bash(`mkdir -p ${path.dirname(file_path)}; echo x > ${file_path}`)).decision, 'deny');
        assert.equal((await bash(`cat ${file_path}`)).decision, 'pass');
      });
    }

    it('of a skill in the project neither, but the skill itself', async () => {
      for (const [name, decision] of [
        ['.claude/skills/quiet/.claude-plugin/plugin.json', 'deny'],
        ['.claude/skills/quiet/hooks/register.js', 'deny'],
        ['.claude/skills/quiet/SKILL.md', 'pass'],
        ['src/skills/quiet/hooks/a.js', 'pass'],
      ] as const) {
        assert.equal((await ask('Write', { file_path: path.join(root, name), content: 'x' })).decision, decision, name);
      }
    });

    it('settings of a project without hooks may not enable one either', async () => {
      const file_path = path.join(root, '.claude/settings.local.json');
      const content = '{"enabledPlugins":{"quiet@market":true}}';
      assert.equal((await ask('Write', { file_path, content })).decision, 'deny');
      assert.equal((await bash(`echo '${content}' > .claude/settings.local.json`)).decision, 'deny');
    });

    for (const [command, decision] of [
      ['claude plugin install quiet@market', 'deny'],
      ['claude plugins i quiet@market --scope local', 'deny'],
      ['/usr/local/bin/claude plugin enable quiet', 'deny'],
      ['cd src && claude plugin marketplace add ./market', 'deny'],
      ['npx -y @anthropic-ai/claude-code@latest plugin install quiet@market', 'deny'],
      ['sh -c "claude plugin init quiet"', 'deny'],
      ['claude --plugin-dir ./quiet -p hi', 'deny'],
      ['claude plugin disable gatehouse@gatehouse', 'deny'],
      ['claude plugin disable quiet@market', 'pass'],
      ['claude plugin list', 'pass'],
      ['claude plugin install --help', 'pass'],
      ['claude plugin validate ./quiet', 'pass'],
      ['claude -p "how do I install a plugin"', 'pass'],
      ['git commit -m "claude plugin install quiet"', 'pass'],
    ] as const) {
      it(`${decision} ${command}`, async () => assert.equal((await bash(command)).decision, decision));
    }

    it('in PowerShell too', async () => {
      const command = 'claude plugin install quiet@market';
      assert.equal((await ask('PowerShell', { command })).decision, 'deny');
    });
  });

  describe('settings that hold our hooks', () => {
    const settings = () => path.join(root, '.claude/settings.json');
    const write = (content: string) => ask('Write', { file_path: settings(), content });
    const edit = (old_string: string, new_string: string, more: object = {}) =>
      ask('Edit', { file_path: settings(), old_string, new_string, ...more });

    const kept: readonly [string, () => Promise<Reply>][] = [
      ['another model', () => edit('"opus"', '"sonnet"')],
      [
        'a further hook of another tool',
        () => edit('"hooks": {', '"hooks": { "Stop": [{"hooks":[{"type":"command","command":"say done"}]}],'),
      ],
      ['the same entries in another layout', () => write(JSON.stringify(JSON.parse(registered)))],
      ['a permission', () => edit('"model"', '"permissions": {"allow":["Bash(ls)"]}, "model"')],
      ['an edit whose text is not there', () => edit('nowhere', 'x')],
      ['a plugin that is off', () => edit('"model"', '"enabledPlugins": {"quiet@market":false}, "model"')],
      ['a variable that is not ours', () => edit('"model"', '"env": {"CI":"1"}, "model"')],
    ];
    for (const [name, act] of kept) {
      it(`may get ${name}`, async () => assert.deepEqual(await act(), { decision: 'pass', reason: '' }));
    }

    const lost: readonly [string, () => Promise<Reply>][] = [
      ['all hooks', () => write('{}')],
      ['our entry', () => edit(`{"type":"command",${hook}}`, '')],
      ["our entry's command", () => edit('bin/gatehouse-hook', 'bin/true')],
      ["our entry's matcher", () => edit('"Bash"', '"Nothing"')],
      ["our entry's timeout", () => edit('"timeout":30', '"timeout":1')],
      ['its JSON', () => edit('"model"', 'model')],
      ['hooks by a switch', () => edit('"model"', '"disableAllHooks": true, "model"')],
      ['gates by a variable', () => edit('"model"', '"env": {"GATEHOUSE_DISABLE":"1"}, "model"')],
      ['the stop guard by a variable', () => edit('"model"', '"env": {"HOOK_BYPASS":"1"}, "model"')],
      ['its place by a plugin', () => edit('"model"', '"enabledPlugins": {"quiet@market":true}, "model"')],
      ['its place by the order of plugins', () => edit('"model"', '"prependPlugins": ["quiet@market"], "model"')],
      ['every occurrence', () => edit('gatehouse', 'x', { replace_all: true })],
    ];
    for (const [name, act] of lost) {
      it(`may not lose ${name}`, async () => {
        const { decision, reason } = await act();
        assert.equal(decision, 'deny');
        assert.match(reason, /gatehouse uninstall/);
      });
    }

    it('of the person, in their own folder, are guarded as well', async () => {
      const own = path.join(home, '.claude/settings.json');
      mkdirSync(path.dirname(own), { recursive: true });
      writeFileSync(own, registered);
      assert.equal((await ask('Write', { file_path: own, content: '{}' })).decision, 'deny');
      assert.equal((await bash(`rm ${own}`)).decision, 'deny');
      rmSync(own);
    });

    it('without Gatehouse entries are free, except for the switch that stops all hooks', async () => {
      file('.claude/settings.local.json', '{"model":"opus"}');
      const local = path.join(root, '.claude/settings.local.json');
      assert.equal((await ask('Write', { file_path: local, content: '{}' })).decision, 'pass');
      assert.equal((await bash('rm .claude/settings.local.json')).decision, 'pass');
      assert.equal((await bash("sed -i 's/opus/sonnet/' .claude/settings.local.json")).decision, 'pass');
      assert.equal((await ask('Write', { file_path: local, content: '{"disableAllHooks":true}' })).decision, 'deny');
      assert.equal((await bash(`echo '{"disableAllHooks":true}' > .claude/settings.local.json`)).decision, 'deny');
      assert.equal((await bash(`jq '.disableAllHooks=true' a > .claude/settings.local.json`)).decision, 'deny');
    });

    it('may be replaced by a command whose text can be seen and keeps them', async () => {
      const text = JSON.stringify({ ...(JSON.parse(registered) as object), model: 'sonnet' });
      assert.equal((await bash(`cat > .claude/settings.json <<'EOF'\n${text}\nEOF`)).decision, 'pass');
      assert.equal((await bash("cat > .claude/settings.json <<'EOF'\n{}\nEOF")).decision, 'deny');
      file('next.json', text);
      assert.equal((await bash('cp next.json .claude/settings.json')).decision, 'pass');
      file('bare.json', '{}');
      assert.equal((await bash('mv bare.json .claude/settings.json')).decision, 'deny');
    });
  });

  describe('a shell command may not', () => {
    const denied: readonly string[] = [
      'echo "pass|0|1795003200" > .claude/.test-status',
      'echo verified >> .claude/.proof-status',
      ': > .claude/.proof-status',
      '> .claude_review_state.json',
      'echo verified | tee .claude/.proof-status',
      'echo verified | tee -a notes .claude/.proof-status >/dev/null',
      'cp good .claude/.test-status',
      'cp -r evil/. .claude',
      'mv good .claude/.test-status',
      'mv .claude/.test-status /tmp/x',
      'mv .claude elsewhere',
      'ln -sf /dev/null .claude/.test-status',
      'ln -s .claude/.proof-status notes',
      'ln .claude/.proof-status notes',
      'ln -s .claude shortcut',
      "sed -i 's/fail/pass/' .claude/.test-status",
      "perl -pi -e 's/fail/pass/' .claude/.test-status",
      'rm .claude/.test-status',
      'rm -f .claude/.mock-gate-strikes .claude/.test-gate-strikes',
      'rm -rf .claude',
      'rm -rf .claude/',
      'rm -f .claude/.test*',
      'rm -rf .cl*',
      'touch .feature-plan-approved',
      'touch .claude/.proof-status',
      'truncate -s 0 .claude/.test-status',
      'chmod 000 .claude/.test-status',
      'dd if=/dev/null of=.claude/.test-status',
      'install -m 644 good .claude/.test-status',
      'git checkout -- .claude/settings.json',
      'git restore .claude/settings.json',
      'git mv .claude/settings.json x',
      'cd .claude && echo verified > .proof-status',
      'cd .claude; rm .test-status',
      '(cd src; cd ../.claude; echo verified > .proof-status)',
      'F=.claude/.proof-status; echo verified > "$F"',
      'echo verified > "$UNKNOWN/.claude/.proof-status"',
      'sh -c "echo verified > .claude/.proof-status"',
      "bash -lc 'echo verified > .claude/.proof-status'",
      'eval "echo verified > .claude/.proof-status"',
      'sudo rm .claude/.test-status',
      'env X=1 rm .claude/.test-status',
      'x=$(echo verified > .claude/.proof-status)',
      'true && { echo verified; } > .claude/.proof-status',
      'echo .claude/.test-status | xargs rm',
      'ls .claude/.* | xargs rm -f',
      'find .claude -name .test-status -delete',
      "find . -name '.test*' -exec rm {} +",
      'find .claude -type f | xargs rm',
      `python3 -c "open('.claude/.proof-status','w').write('verified')"`,
      `python3 -c "import os; os.remove('.claude/.test-status')"`,
      `python3 -c "from pathlib import Path; Path('.claude', '.proof-status').write_text('verified')"`,
      'python3 - <<EOF\nopen(".claude/.proof-status", "w").write("verified")\nEOF',
      `node -e "require('fs').writeFileSync('.claude/.proof-status','verified')"`,
      `node -e "require('fs').rmSync('.claude_review_state.json')"`,
      `ruby -e "File.write('.claude/.proof-status', 'verified')"`,
      `awk 'BEGIN { print "verified" > ".claude/.proof-status" }'`,
      'ed .claude/.proof-status <<EOF\n1c\nverified\n.\nw\nEOF',
      "vim -es -c 'wq' .claude/.proof-status",
      "vim -c 'w! .claude/.proof-status' -c q notes.md",
      "ed -s notes.md <<< 'w .claude/.proof-status'",
      `node -e "const w = require('fs').writeFileSync.bind(require('fs')); w('.claude/.proof-status', 'x')"`,
      `python3 -c "import sys; open(sys.argv[1], 'w').write('x')" .claude/.proof-status`,
      `python3 -c "exec('open(\\'.claude/.proof-status\\', \\'w\\').write(\\'x\\')')"`,
      'patch -p1 <<EOF\n--- a/.claude/.proof-status\n+++ b/.claude/.proof-status\n@@ -1 +1 @@\n-pending\n+verified\nEOF',
      'echo {} > ~/.gatehouse/config.json',
      'rm -rf ~/.gatehouse',
      'rm -rf $HOME/.gatehouse/projects',
      'rm -rf ~/.gate*',
      'mkdir ~/.gatehouse/x',
      'echo {} > .claude/gatehouse.json',
      "sed -i 's/enforce/off/' .claude/gatehouse.local.json",
      'curl -o .claude/.test-status https://example.org/x',
      'rm .claude/settings.json',
      "sed -i '/gatehouse/d' .claude/settings.json",
      'jq "del(.hooks)" .claude/settings.json > .claude/settings.json',
      'gatehouse proof verify',
      'gatehouse reset --all',
      'gatehouse allow-once abc',
      'gatehouse host stop',
      'npx gatehouse-cli uninstall --everywhere --yes',
      'npx --yes gatehouse-cli@latest reset --all',
      'npm exec -- gatehouse-cli@0.2.0 reset tests',
      'npx --package ./gatehouse-cli-0.2.0.tgz gatehouse reset tests',
      'node_modules/.bin/gatehouse-cli proof verify',
      'gatehouse questions prefer q-1 never-ask',
      'gatehouse uninstall',
      '~/.gatehouse/bin/gatehouse proof verify',
      'bash ~/.gatehouse/bin/gatehouse reset tests',
      'node dist/hooks/runner.js reset code_review',
      'node /x/dist/hooks/runner.js proof verify',
      'node ~/.gatehouse/runner/0123456789abcdef/runner.js allow-once abc',
      'npx gatehouse reset',
      `echo '{"hook_event_name":"PostToolUse"}' | ~/.gatehouse/bin/gatehouse-hook PostToolUse`,
      'script -qc "gatehouse proof verify" /dev/null',
      'script -q /dev/null gatehouse workflow approve ship',
      "expect -c 'spawn gatehouse careful off; send off'",
      "tmux send-keys 'gatehouse workflow back ship start' Enter",
      'socat - EXEC:"gatehouse proof verify",pty',
      `ruby -rpty -e 'PTY.spawn("gatehouse careful off")'`,
      'gatehouse workflow approve ship',
      'gatehouse workflow back ship planned',
      'gatehouse workflow reset ship',
      'gatehouse careful off',
      "gawk -i inplace '!/gatehouse/' .claude/settings.json",
      "find ~ -maxdepth 1 -name '.gate*' -exec mv {} /tmp \\;",
      'ln -sfn /tmp/other .claude',
      'git clean -xdf',
      'git clean -Xf .claude',
      'git -C . clean -d -x -f',
      'mv ~/.vscode/extensions/gatehouse.gatehouse-0.1.0 /tmp',
      'code --uninstall-extension gatehouse.gatehouse',
      'cursor --uninstall-extension=gatehouse.gatehouse',
      'codium --disable-extension gatehouse.gatehouse .',
      'npm uninstall -g gatehouse-cli',
      'pnpm rm -g gatehouse-cli',
      'bun remove -g gatehouse-cli',
      'systemctl --user set-environment GATEHOUSE_DISABLE=1',
      'launchctl setenv GATEHOUSE_DISABLE 1',
      'tmux set-environment -g GATEHOUSE_LEVEL_GUARD off',
      "fish -c 'set -Ux GATEHOUSE_DISABLE 1'",
      'setx HOOK_BYPASS 1',
      'pkill -f gatehouse',
      'pkill -9 -f runner.js',
      "pkill -STOP -f 'g[a]tehouse-hook'",
      "pkill -f 'gate.*hook'",
      "pkill -f 'vite|gatehouse'",
      'killall gatehouse-hook',
      'kill $(pgrep -f gatehouse)',
      'pgrep -f gatehouse | xargs kill -9',
      "ps aux | grep '[g]atehouse' | awk '{print $2}' | xargs kill",
      "kill -9 $(ps ax | awk '/runner\\.js/{print $1}')",
      'fuser -k ~/.gatehouse/host/endpoint',
      'kill $(lsof -t ~/.gatehouse/host/endpoint)',
      'kill $(cat ~/.gatehouse/host/pid)',
      `node -e "require('child_process').execSync('pkill -f gatehouse')"`,
    ];
    for (const command of denied) {
      it(JSON.stringify(command), async () => {
        mkdirSync(path.join(root, 'evil'));
        file('evil/.test-status', 'pass|0|1\n');
        file('good', 'pass|0|1\n');
        file('.claude/gatehouse.local.json', '{}');
        assert.equal((await bash(command)).decision, 'deny');
      });
    }

    it('say a relative name from inside .claude', async () => {
      assert.equal((await bash('echo verified > .proof-status', path.join(root, '.claude'))).decision, 'deny');
    });
  });

  describe('a shell command may', () => {
    const free: readonly string[] = [
      'script -q /dev/null gatehouse status',
      'gatehouse workflow status',
      'gatehouse careful on',
      'cat .claude/.test-status',
      'cat .claude_review_state.json | jq .code_review',
      'grep verified .claude/.proof-status > out.txt',
      'cp .claude/.test-status /tmp/copy',
      'ls -la .claude ~/.gatehouse',
      'head -5 ~/.gatehouse/config.json',
      'test -f .claude/.proof-status && echo yes',
      `python3 -c "print(open('.claude/.test-status').read())"`,
      `node -e "console.log(require('fs').readFileSync('.claude/.test-status','utf8'))"`,
      `awk -F'|' '{ print $1 }' .claude/.test-status`,
      `awk '$1 > 5 && /.gatehouse/' list.txt`,
      `awk '/.gatehouse/ { print > "out.txt" }' README.md`,
      `python3 -c "print('.claude/.test-status', 'remove')"`,
      `python3 -c "s = open('.claude/.test-status').read(); open('out.txt', 'w').write(s)"`,
      `node -e "require('fs').writeFileSync('out.txt', require('fs').readFileSync('.claude/.test-status', 'utf8'))"`,
      "vim -c '%s/.gatehouse/x/g' README.md",
      'git apply <<EOF\n--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-a\n+see .claude/.test-status\nEOF',
      'echo "write pass to .claude/.test-status" > notes.md',
      'git commit -m "never write .claude/.proof-status by hand"',
      'git add -A',
      'git checkout -b feature',
      'git log -- .claude/settings.json',
      'mkdir -p .claude/commands',
      'echo hi > .claude/commands/x.md',
      'touch .claude/research-log.md',
      'rm -rf dist node_modules',
      'rm -f *.log',
      'rm -f *',
      "find . -name '*.tmp' -delete",
      "find src -name '*.js' | xargs rm",
      'cp -r src/. build',
      'sed -i s/a/b/ src/a.ts',
      'gatehouse status',
      'gatehouse status --json',
      'gatehouse explain --last',
      'gatehouse proof --help',
      'gatehouse proof status',
      'node dist/hooks/runner.js doctor',
      'node scripts/runner.js reset',
      'npm run reset',
      'echo gatehouse reset',
      "gawk -i inplace '{ print }' notes.txt",
      "find . -name '*.md' -exec mv {} docs \\;",
      'ln -sfn release-2 current',
      'git clean -fd',
      'git clean -nxd',
      'git clean -xdf -e .claude',
      'git clean -xdf src',
      'mv ~/.vscode/extensions/other.other-0.1.0 /tmp',
      'code --uninstall-extension other.extension',
      'code --list-extensions',
      'npm ls -g gatehouse-cli',
      'npm uninstall left-pad',
      'tmux set-environment -g EDITOR vim',
      'systemctl --user show-environment',
      'pgrep -fl gatehouse',
      'ps aux | grep gatehouse',
      'pkill -f node',
      'pkill -f "vite --host"',
      'pkill -f gatehouse/node_modules/.bin/webpack',
      'pkill -f test-runner.js',
      "pkill -f 'ng serve'",
      'kill 4711',
      'grep -rn gatehouse src; kill %1',
      'fuser -k 3000/tcp',
      'grep -r "gatehouse reset" docs',
    ];
    for (const command of free) {
      it(JSON.stringify(command), async () => {
        file('src/a.ts', 'x\n');
        assert.deepEqual(await bash(command), { decision: 'pass', reason: '' });
      });
    }

    it('remove a whole worktree, whose state goes along by right', async () => {
      file('.worktrees/feature/.claude/.test-status', 'x');
      assert.equal((await bash('rm -rf .worktrees/feature')).decision, 'pass');
    });
  });

  describe('settings of other clients that hold our hooks', () => {
    const command = '/home/me/.gatehouse/bin/gatehouse-hook PreToolUse --client codex';
    const grouped = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command, timeout: 30 }] }] } });
    const flat = JSON.stringify({ version: 1, hooks: { preToolUse: [{ command, timeout: 30, failClosed: true }] } });
    const held: Readonly<Record<string, string>> = {
      '.codex/hooks.json': grouped,
      '.gemini/settings.json': grouped,
      '.cursor/hooks.json': flat,
      '.github/hooks/gatehouse.json': flat,
      '.github/copilot/settings.local.json': flat,
    };

    for (const [name, text] of Object.entries(held)) {
      it(`E6 ${name} keeps them, whichever way it is written`, async () => {
        file(name, text);
        const patch = ['*** Begin Patch', `*** Delete File: ${name}`, '*** End Patch'].join('\n');
        assert.equal((await ask('Write', { file_path: name, content: '{}' })).decision, 'deny');
        assert.equal(
          (await ask('Edit', { file_path: name, old_string: 'gatehouse-hook', new_string: 'x' })).decision,
          'deny',
        );
        assert.equal((await ask('apply_patch', { command: patch })).decision, 'deny');
        for (const line of [
          `rm ${name}`,
          `echo {} > ${name}`,
          `sed -i s/gate/x/ ${name}`,
          `mv ${name} /tmp/x`,
          `rm -r ${name.split('/', 1)[0] ?? ''}`,
        ]) {
          assert.equal((await ask('Bash', { command: line })).decision, 'deny', line);
        }
      });

      it(`${name} may be edited beside them, and where it holds none`, async () => {
        file(name, text);
        const more = JSON.stringify({ theme: 'dark', ...(JSON.parse(text) as object) });
        assert.equal((await ask('Write', { file_path: name, content: more })).decision, 'pass');
        file(name, '{}');
        assert.equal((await ask('Write', { file_path: name, content: '{ "theme": "dark" }' })).decision, 'pass');
        assert.equal((await ask('Bash', { command: `rm ${name}` })).decision, 'pass');
      });
    }

    const switches: readonly (readonly [file: string, text: string])[] = [
      ['.codex/config.toml', '[features]\nhooks = false\n'],
      ['.codex/config.toml', 'features.codex_hooks=false'],
      ['.gemini/settings.json', '{"hooksConfig":{"enabled":false}}'],
      ['.github/hooks/gatehouse.json', '{"version":1,"disableAllHooks":true}'],
    ];
    for (const [name, text] of switches) {
      it(`hooks are not switched off by ${text.trim()} in ${name}`, async () =>
        assert.equal((await ask('Write', { file_path: name, content: text })).decision, 'deny'));
    }

    it('the plugin for opencode is Gatehouse’s own', async () => {
      assert.equal((await ask('Write', { file_path: '.opencode/plugins/gatehouse.js', content: '' })).decision, 'deny');
      assert.equal((await ask('Write', { file_path: '.opencode/plugins/mine.js', content: '' })).decision, 'pass');
    });

    it('a patch that does not fit word for word may be applied all the same, so it is refused', async () => {
      file('.codex/hooks.json', JSON.stringify(JSON.parse(grouped), null, 2));
      const patch = [
        '*** Begin Patch',
        '*** Update File: .codex/hooks.json',
        '@@',
        '-"hooks":  {',
        '+"hooksOff": {',
        '*** End Patch',
      ];
      assert.equal((await ask('apply_patch', { command: patch.join('\n') })).decision, 'deny');
    });
  });

  describe('PowerShell', () => {
    const shell = (command: string) => ask('PowerShell', { command });
    it('may not change what is guarded', async () => {
      for (const command of [
        "Set-Content .claude\\.proof-status 'verified'",
        "'verified' > .claude/.proof-status",
        'Remove-Item .claude\\.test-status',
        "Set-Content $HOME\\.gatehouse\\config.json '{}'",
        'gatehouse proof verify',
        'gatehouse workflow approve ship',
        'gatehouse careful off',
        'Stop-Process -Name gatehouse* -Force',
        "[Environment]::SetEnvironmentVariable('GATEHOUSE_DISABLE', '1', 'User')",
        'setx GATEHOUSE_DISABLE 1',
        "Get-CimInstance Win32_Process | ? { $_.CommandLine -like '*gatehouse*' } | % { Stop-Process $_.ProcessId }",
        'gatehouse config trust',
        'gatehouse questions prefer q-1 never-ask',
        'node C:\\Users\\me\\.gatehouse\\runner\\0123456789abcdef\\runner.js reset tests',
        'Get-Content made-up.json | gatehouse-hook UserPromptSubmit',
      ]) {
        assert.equal((await shell(command)).decision, 'deny', command);
      }
    });

    it('may read it', async () => {
      for (const command of [
        'Get-Content .claude\\.test-status',
        'Get-ChildItem .claude',
        'Get-Content $HOME\\.gatehouse\\bin\\gatehouse-hook',
        'gatehouse workflow status',
        'gatehouse careful on',
      ]) {
        assert.equal((await shell(command)).decision, 'pass', command);
      }
    });
  });

  it('says what the thing is and how a person changes it', async () => {
    const { reason } = await bash('echo verified > .claude/.proof-status');
    assert.match(reason, /\.proof-status is evidence, which only a real run can create\./);
    assert.match(reason, /they confirm it with `gatehouse proof verify` in a terminal, or in the editor/);
    assert.match(
      (await bash('gatehouse reset tests')).reason,
      /records a person's decision, so the agent may not run it/,
    );
    assert.match((await bash('rm .claude/.test-status')).reason, /A person can reset a flag with `gatehouse reset`/);
    assert.match((await bash('echo {} > .claude/gatehouse.json')).reason, /Tell the person which lines to change/);
  });

  it('G-13 the agent cannot verify its own proof, whatever comes behind it in the chain', async () => {
    const payload = {
      session_id: 's',
      cwd: root,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'echo "verified|1795003200" > .claude/.proof-status' },
    };
    const reply = await runHook({ event: 'PreToolUse', payload: JSON.stringify(payload), env, cwd: root, via: 'cold' });
    assert.match(reply.stdout, /"permissionDecision":"deny"/);
  });
});
