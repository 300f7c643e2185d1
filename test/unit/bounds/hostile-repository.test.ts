import assert from 'node:assert/strict';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { RealHooks, ways } from './real-hooks';

/** Everything by which a repository's own configuration makes git start a program. */
function plant(hooks: RealHooks, marker: string, config = '.git/config'): void {
  const program = hooks.write('evil.sh', `#!/bin/sh\ntouch '${marker}'\ncat\n`, 0o755);
  appendFileSync(
    path.join(hooks.project, config),
    `[core]
	fsmonitor = ${program}
	hooksPath = ${path.dirname(program)}/hooks
	pager = ${program}
	sshCommand = ${program}
	editor = ${program}
	askPass = ${program}
[pager]
	status = ${program}
	diff = ${program}
	log = ${program}
[diff]
	external = ${program}
[diff "evil"]
	command = ${program}
	textconv = ${program}
[filter "evil=one.two"]
	clean = ${program}
	smudge = ${program}
	required = true
[filter "evil-process"]
	process = ${program}
[filter "lfs"]
	clean = ${program}
[log]
	showSignature = true
[gpg]
	program = ${program}
[credential]
	helper = ${program}
[remote "origin"]
	url = ext::${program}
	uploadpack = ${program}
	promisor = true
[protocol]
	allow = always
[extensions]
	partialClone = origin
[alias]
	status = !${program}
`,
  );
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'fsmonitor-watchman']) {
    hooks.write(`hooks/${hook}`, `#!/bin/sh\ntouch '${marker}'\n`, 0o755);
    hooks.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch '${marker}'\n`, 0o755);
  }
}

const attributes =
  '*.ts filter=evil=one.two diff=evil\n*.md filter=lfs diff=evil\n*.py filter=evil-process\n*.js filter=lfs\n';

for (const way of ways) {
  describe(`a downloaded repository, ${way}`, () => {
    let hooks: RealHooks;
    let marker: string;
    beforeEach(async () => {
      hooks = new RealHooks();
      marker = path.join(hooks.root, 'ran');
      hooks.configure({ profile: 'harness' });
      hooks.write('MASTER_PLAN.md', '# Plan\n\n## Phase 1: a\n**Status:** in-progress\n');
      for (const name of ['src/a.ts', 'src/b.py', 'src/c.js']) hooks.write(name, 'one\n'.repeat(80));
      if (way === 'warm') await hooks.startHost();
    });
    afterEach(() => hooks.clear());

    async function everyEvent(): Promise<void> {
      const file = path.join(hooks.project, 'src/a.ts');
      const edit = { tool_name: 'Edit', tool_input: { file_path: file, old_string: 'one', new_string: 'two' } };
      const events = [
        { hook_event_name: 'SessionStart', source: 'startup' },
        { hook_event_name: 'UserPromptSubmit', prompt: 'change src/a.ts and a.ts' },
        { hook_event_name: 'PreToolUse', ...edit },
        { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git commit -am x && git push' } },
        { hook_event_name: 'PostToolUse', ...edit, tool_response: {} },
        {
          hook_event_name: 'PostToolUse',
          tool_name: 'Bash',
          tool_input: { command: './precommit' },
          tool_response: { stdout: '✅ All Pass', stderr: '' },
        },
        { hook_event_name: 'SubagentStart', agent_type: 'implementer', agent_id: 'a1' },
        { hook_event_name: 'SubagentStop', agent_type: 'implementer', agent_id: 'a1' },
        { hook_event_name: 'SubagentStop', agent_type: 'guardian', agent_id: 'a2' },
        { hook_event_name: 'PreCompact', trigger: 'auto' },
        { hook_event_name: 'Stop' },
        { hook_event_name: 'SessionEnd', reason: 'other' },
      ];
      for (const event of events) {
        const ran = await hooks.call(event);
        assert.deepEqual([ran.code, ran.stderr], [0, ''], event.hook_event_name);
        assert.equal(existsSync(marker), false, `${event.hook_event_name} ran a program of the repository`);
      }
      for (const words of [['status'], ['explain', '--command', 'git push --force']]) await hooks.cli(...words);
      assert.equal(existsSync(marker), false, 'the command line ran a program of the repository');
    }

    const changed = () => hooks.write('src/a.ts', 'two\n'.repeat(80));

    it('D10 runs nothing that its .git/config names', async () => {
      hooks.write('.gitattributes', attributes);
      hooks.git('add', '.');
      hooks.git('commit', '-q', '-m', 'first');
      plant(hooks, marker);
      changed();
      hooks.git('--no-pager', 'var', 'GIT_EDITOR');
      rmSync(marker, { force: true });
      await everyEvent();
    });

    it('D10 nor what a file that it includes names', async () => {
      hooks.write('.gitattributes', attributes);
      hooks.git('add', '.');
      hooks.git('commit', '-q', '-m', 'first');
      plant(hooks, marker, '.git/more');
      appendFileSync(path.join(hooks.project, '.git/config'), '[include]\n\tpath = more\n');
      changed();
      await everyEvent();
    });

    it('D10 nor what the configuration of this worktree alone names', async () => {
      hooks.write('.gitattributes', attributes);
      hooks.git('add', '.');
      hooks.git('commit', '-q', '-m', 'first');
      hooks.git('config', 'extensions.worktreeConfig', 'true');
      plant(hooks, marker, '.git/config.worktree');
      changed();
      await everyEvent();
    });

    it('D10 nor what a submodule names', async () => {
      const inner = path.join(hooks.project, 'inner');
      hooks.git('init', '-q', inner);
      hooks.write('inner/.gitattributes', attributes);
      hooks.write('inner/a.ts', 'one\n');
      hooks.git('-C', inner, 'add', '.');
      hooks.git('-C', inner, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'first');
      hooks.git('add', '.');
      hooks.git('commit', '-q', '-m', 'first');
      plant(hooks, marker, 'inner/.git/config');
      hooks.write('inner/a.ts', 'two\n');
      await everyEvent();
    });
  });
}
