/** Example values, for settings whose kind does not provide one. */
export const examples: Readonly<Record<string, unknown>> = {
  'autoReview.safe': ['mytool status', 'jq'],
  'autoReview.risky': ['make deploy'],
  'llmReview.providers': ['anthropic'],
  'planes.doc': ['md', 'mdx', 'rst'],
  'branches.protected': ['main', 'release/*'],
  'tests.command': 'npm test',
  'fleet.endpoint': 'https://otel.example.com:4318',
  'fleet.headers': ['x-team=payments'],
  'verify.requires': ['code-review', 'tests'],
  'nudge.indexes': [
    { name: 'atlas', marker: '.atlas', kind: 'folder', server: 'atlas', offers: 'find symbols and their callers' },
  ],
  'rules.list': [
    {
      id: 'no-production-deploy',
      match: { program: 'acme', subcommand: 'deploy', flags: '--env=prod*' },
      decision: 'deny',
      why: 'Production is deployed by the pipeline.',
      instead: 'Merge to main; the pipeline deploys.',
      refuses: ['acme deploy --env prod', 'acme deploy --env=production'],
      passes: ['acme deploy --env staging', 'acme status'],
    },
  ],
  'workflow.workflows': [
    {
      name: 'ship',
      agents: {
        analysis: ['ship-analyzer'],
        planning: ['ship-planner'],
        execution: ['ship-executor'],
        verification: ['ship-auditor'],
      },
      tools: ['/mcp__db__.*/'],
      plan: 'MASTER_PLAN.md',
      retries: 2,
    },
  ],
  'agents.planner': ['planner', 'architect'],
  'agents.implementer': ['implementer', 'coder'],
  'agents.guardian': ['guardian', 'releaser'],
  'notify.kinds': ['permission_prompt'],
  'notify.quietHours': '22:00-07:00',
  'review.tool': 'mcp__review__run',
  'review.tools': ['mcp__*codex*', 'mcp__review__run'],
  'review.maxRounds': 5,
  'questions.registry': [{ id: 'release-notes-tone', text: 'Which tone do the release notes have?', door: 'two-way' }],
};

/** Variables that people set. */
export const variables: readonly { readonly name: string; readonly says: string; readonly example: string }[] = [
  {
    name: 'GATEHOUSE_HOME',
    says: 'Gatehouse’s own folder: receipts, decisions, configuration, runner. Default: `~/.gatehouse`.',
    example: 'GATEHOUSE_HOME=/data/gatehouse',
  },
  {
    name: 'GATEHOUSE_DISABLE',
    says: '`1` switches every hook off. The settings files of a repository cannot set it.',
    example: 'GATEHOUSE_DISABLE=1 claude',
  },
  {
    name: 'GATEHOUSE_HOST',
    says: '`off`: hooks do not start the background host.',
    example: 'GATEHOUSE_HOST=off claude',
  },
  {
    name: 'GATEHOUSE_LEVEL_<GATE>',
    says: 'The level of one gate, overrides every file: `off`, `observe`, `warn` or `enforce`.',
    example: 'GATEHOUSE_LEVEL_PLAN_CHECK=warn claude',
  },
  {
    name: 'NO_COLOR',
    says: 'With any value, the command line prints no colours. Otherwise it prints them in terminals only.',
    example: 'NO_COLOR=1 gatehouse status',
  },
  {
    name: 'FORCE_COLOR',
    says: 'Prints colours outside terminals too; `0` prints none. `NO_COLOR` overrides it.',
    example: 'FORCE_COLOR=1 gatehouse status | less -R',
  },
  {
    name: 'STOP_GUARD_MODE',
    says: '`off`, `warn` or `strict`; overrides `stopGuard.mode`. Any other value counts as `strict`, with a warning.',
    example: 'STOP_GUARD_MODE=strict claude',
  },
  {
    name: 'HOOK_BYPASS',
    says: '`1` lets the agent stop even if reviews are missing. The trace records it.',
    example: 'HOOK_BYPASS=1 claude',
  },
  { name: 'HOOK_NO_FORMAT', says: '`1` switches off formatting by edit-format.', example: 'HOOK_NO_FORMAT=1 claude' },
  {
    name: 'GUARD_EXTRA_PATTERNS',
    says: 'One extended regular expression: writes to files whose path matches are blocked. If it is invalid, every write is blocked.',
    example: "GUARD_EXTRA_PATTERNS='\\.pem$|/payroll/' claude",
  },
  {
    name: 'PLAN_CHURN_WARN',
    says: 'plan-check warns from this percentage of changed source files on. Default: 15.',
    example: 'PLAN_CHURN_WARN=25 claude',
  },
  {
    name: 'PLAN_CHURN_DENY',
    says: 'plan-check blocks larger writes from this percentage of changed source files on. Default: 35.',
    example: 'PLAN_CHURN_DENY=60 claude',
  },
  {
    name: 'LLM_REVIEW_ENABLED',
    says: '`0` switches llm-review off. Also read from `.env` in the agent’s folder.',
    example: 'LLM_REVIEW_ENABLED=0 claude',
  },
  ...['GEMINI', 'OPENAI', 'ANTHROPIC'].flatMap((company) => [
    {
      name: `${company}_API_KEY`,
      says: 'The API key for llm-review; without one this provider is not asked. Also read from `.env` in the agent’s folder.',
      example: `${company}_API_KEY=… claude`,
    },
    {
      name: `LLM_REVIEW_${company}_MODEL`,
      says: 'The model of this provider that llm-review asks.',
      example: `LLM_REVIEW_${company}_MODEL=… claude`,
    },
    {
      name: `LLM_REVIEW_${company}_BASE_URL`,
      says: 'Another address with the same API.',
      example: `LLM_REVIEW_${company}_BASE_URL=http://127.0.0.1:8080/v1 claude`,
    },
  ]),
  {
    name: 'GSTACK_STATE_ROOT',
    says: 'The folder of question preferences and the question log. Default: `GSTACK_HOME`, then `~/.gstack`, or `~/.gatehouse` without gstack.',
    example: 'GSTACK_STATE_ROOT=/data/gstack claude',
  },
  {
    name: 'GSTACK_HOME',
    says: 'The same, if `GSTACK_STATE_ROOT` is not set.',
    example: 'GSTACK_HOME=/data/gstack claude',
  },
  {
    name: 'GSTACK_HEADLESS',
    says: 'No person reads questions: if a question cannot be asked, the agent stops and reports.',
    example: 'GSTACK_HEADLESS=1 claude -p …',
  },
  {
    name: 'OPENCLAW_SESSION',
    says: 'Another program drives the session: a question that cannot be asked is answered with its recommended option.',
    example: 'OPENCLAW_SESSION=1 claude -p …',
  },
];

/** Variables that others set and Gatehouse reads. */
export const read: readonly (readonly [name: string, says: string])[] = [
  ['CLAUDE_PROJECT_DIR', 'The project, if the payload has no working directory.'],
  ['CLAUDE_CONFIG_DIR', 'The agent’s own folder instead of `~/.claude`.'],
  ['CLAUDE_CODE_ENTRYPOINT, CLAUDE_CODE_SESSION_ATTENDED', 'Whether a person watches the client.'],
  ['COPILOT_CLI, COPILOT_CLI_BINARY_VERSION', 'GitHub Copilot CLI started the hook, and its version.'],
  ['CURSOR_VERSION, GEMINI_SESSION_ID', 'The same for Cursor and Gemini CLI.'],
  ['CONDUCTOR_WORKSPACE_PATH, CONDUCTOR_PORT', 'A person watches the app that runs the client.'],
  [
    'CI, GITHUB_ACTIONS and those of other CI services',
    'No person is there. A variable with the value `0`, `no` or `false` counts as not set.',
  ],
  ['AI_AGENT', 'An agent opened this terminal, so what is typed there does not count as a person’s.'],
];

/** Variables of the system; nobody sets them for Gatehouse. */
export const system: readonly string[] =
  'PATH HOME USERPROFILE PWD USER LOGNAME USERNAME XDG_CONFIG_HOME TMPDIR TERM TERM_PROGRAM SSH_CONNECTION CLAUDECODE GEMINI_CLI'.split(
    ' ',
  );
