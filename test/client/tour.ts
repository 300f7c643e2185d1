import { say, use, type SessionOrder } from './harness/session';

/**
 * A session from its start to its end that comes past every event that the product registers: prompts, tools that work
 * and fail, a sub-agent, a compaction, leaving and coming back. The order without the client and the installation.
 */
export const tour: SessionOrder = {
  files: {
    'src/a.ts': '/** @decision DEC-BILL-001: amounts are whole cents */\nexport const a = 1;\n',
    'MASTER_PLAN.md': '# Till\n\n## Original Intent\n\nAdd up a bill.\n\n## Phase 1: Sum\n\n**Status:** in-progress\n',
  },
  // The older client does not show which servers it was started with: the person names the tool.
  home: { '.gatehouse/config.json': '{ "review": { "tools": ["mcp__codex__codex"] } }\n' },
  servers: {
    codex: { codex: ['✅ Ready: nothing to mend', { error: 'the reviewer is away' }, { elicit: 'Which one?' }] },
  },
  threads: [{ marker: 'LOOK-AROUND', turns: [use('Bash', { command: 'ls src', description: 'look' }), say('Seen.')] }],
  inputs: [
    { user: 'Look at src/a.ts.' },
    { user: '/compact' },
    { user: 'And now?' },
    { resume: true },
    { user: 'What does the plan say?' },
  ],
  turns: ({ project }) => [
    use('Bash', { command: 'echo hello', description: 'say hello' }),
    use('Bash', { command: 'exit 3', description: 'fail' }),
    use('Write', { file_path: `${project}/src/b.ts`, content: 'export const b = 2;\n' }),
    use('Read', { file_path: `${project}/src/b.ts` }),
    use('Edit', { file_path: `${project}/src/b.ts`, old_string: '2', new_string: '3' }),
    use('mcp__codex__codex', { prompt: 'review' }),
    use('mcp__codex__codex', { prompt: 'review again' }),
    use('mcp__codex__codex', { prompt: 'ask' }),
    use('Agent', {
      description: 'look',
      prompt: 'LOOK-AROUND',
      subagent_type: 'general-purpose',
      run_in_background: false,
    }),
    say('Done with the first part.'),
    say('<summary>Everything so far.</summary>'),
    say('Nothing more.'),
    say('One phase.'),
  ],
};
