import assert from 'node:assert/strict';
import { failureIn, sessionKind } from '../../../src/hooks/gates/questions/question-fallback';
import { Asking, color } from './asking';

describe('a question that failed', () => {
  let asking: Asking;
  beforeEach(() => void (asking = new Asking()));
  afterEach(() => asking.dispose());

  const tool = { tool_name: 'AskUserQuestion' };

  it('G17 speaks on PostToolUseFailure, under that name', async () => {
    const { context, event } = await asking.failed([color], 'Connection closed', tool);
    assert.equal(event, 'PostToolUseFailure');
    assert.match(context ?? '', /The question tool failed/);
  });

  it('G17 speaks on PostToolUse too, under that name', async () => {
    const { context, event } = await asking.after(
      [color],
      [{ type: 'text', text: 'MCP error -32000: Connection closed' }],
    );
    assert.equal(event, 'PostToolUse');
    assert.match(context ?? '', /The question tool failed/);
  });

  it('asks a person for the three things: the issue in plain words, completeness per choice, a recommendation', async () => {
    const { context = '' } = await asking.failed([color], 'boom', tool);
    assert.match(context, /plain words/);
    assert.match(context, /completeness X\/10/);
    assert.match(context, /Recommend one choice and say why/);
    assert.match(context, /stop and wait/);
  });

  it('leaves no choice to a person in a headless session', async () => {
    asking.rig.env.CI = 'true';
    const { context = '' } = await asking.failed([color], 'boom', tool);
    assert.match(context, /Report BLOCKED/);
  });

  it('lets a driven session take the recommended option, unless it cannot be taken back', async () => {
    asking.rig.env.OPENCLAW_SESSION = 'x';
    assert.match((await asking.failed([color], 'boom', tool)).context ?? '', /take the option you recommend/);
    const lasting = { question: 'Drop the table?', options: ['Yes (Recommended)', 'No'] };
    assert.match((await asking.failed([lasting], 'boom', tool)).context ?? '', /do not choose/);
  });

  it('is silent when the person interrupted, when a preference refused, and when there is an answer', async () => {
    assert.equal((await asking.failed([color], 'x', { ...tool, is_interrupt: true })).context, undefined);
    const refused = 'Gatehouse question-preference [never-ask]: The person does not want to be asked this';
    assert.equal((await asking.failed([color], refused, tool)).context, undefined);
    assert.equal((await asking.after([color], { answers: { 'Which color?': 'Red' } })).context, undefined);
  });

  const failures: readonly unknown[] = [
    null,
    undefined,
    '',
    '  \n',
    '[Tool result missing due to internal error]',
    'tool result missing',
    'Tool execution was interrupted',
    '[Tool call interrupted: the session ended before a result]',
    'MCP error -32000: Connection closed',
    '-32001: Request timed out',
    'MCP server timed out after 1s',
    'Connection closed',
    'Request timeout',
    'The user did not answer the questions.',
    'Answer questions?',
    '<tool_use_error>InputValidationError</tool_use_error>',
    'Error: boom',
    [{ type: 'text', text: '[Tool result missing due to internal error]' }],
    [],
    [{ type: 'text', text: '' }],
    {},
    { isError: true, content: [{ type: 'text', text: 'boom' }] },
    { is_error: true },
    { error: 'boom' },
    { error: { code: -32000, message: 'Connection closed' } },
    { content: 'Tool execution was interrupted' },
    { content: [{ type: 'text', text: 'Request timed out' }] },
    { answers: {} },
    { questions: [], answers: {} },
    { answers: { q: '' } },
    '{"error":"boom"}',
    JSON.stringify({ isError: true }),
  ];
  for (const response of failures) {
    it(`G16 fails: ${JSON.stringify(response)}`, () => assert.notEqual(failureIn(response), undefined));
  }

  const answers: readonly unknown[] = [
    { answers: { q: 'Tool result missing due to internal error' } },
    { answers: { q: 'Red' }, error: 'a warning beside it' },
    { answers: { q: 'Red' }, content: 'Tool result missing' },
    { answers: { q: ['S', 'L'] } },
    { answers: [{ option_label: 'A' }] },
    { questions: [{ question: 'q', user_answer: 'A' }] },
    { choice: 'A' },
    'Your questions have been answered: "q"="A".',
    'The user said: the log shows "[Tool result missing due to internal error]", look into it',
    'Please fix the timeout in the test first',
    [{ type: 'text', text: '{"answers":{"q":"Error: boom"}}' }],
    [{ type: 'text', text: 'B' }],
    JSON.stringify({ answers: { q: 'A' } }),
    false,
  ];
  for (const response of answers) {
    it(`G16 is an answer: ${JSON.stringify(response)}`, () => assert.equal(failureIn(response), undefined));
  }
});

describe('the kind of a session', () => {
  const kinds: readonly (readonly [Readonly<Record<string, string>>, 'interactive' | 'headless' | 'spawned'])[] = [
    [{}, 'interactive'],
    [{ OPENCLAW_SESSION: '1' }, 'spawned'],
    [{ OPENCLAW_SESSION: '0' }, 'interactive'],
    [{ GSTACK_HEADLESS: '1' }, 'headless'],
    [{ GSTACK_HEADLESS: '0' }, 'interactive'],
    [{ CI: 'true' }, 'headless'],
    [{ CI: 'false' }, 'interactive'],
    [{ CI: '0' }, 'interactive'],
    [{ CI: '' }, 'interactive'],
    [{ GITHUB_ACTIONS: 'true' }, 'headless'],
    [{ GITLAB_CI: 'true' }, 'headless'],
    [{ JENKINS_URL: 'http://jenkins' }, 'headless'],
    [{ CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'interactive'],
    [{ CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, 'headless'],
    [{ CLAUDE_CODE_ENTRYPOINT: 'cli', CI: 'true' }, 'headless'],
    [{ CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', CLAUDE_CODE_SESSION_ATTENDED: '1' }, 'interactive'],
    [{ CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ATTENDED: '0' }, 'headless'],
    [{ CONDUCTOR_PORT: '5000', CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }, 'interactive'],
    [{ CONDUCTOR_PORT: '5000', GSTACK_HEADLESS: '1' }, 'headless'],
    [{ CONDUCTOR_WORKSPACE_PATH: '/w', OPENCLAW_SESSION: 'x' }, 'spawned'],
  ];
  for (const [env, kind] of kinds) {
    it(`G18 ${JSON.stringify(env)} is ${kind}`, () => assert.equal(sessionKind(env), kind));
  }
});
