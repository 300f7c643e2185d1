import { gate, context, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { bodyOf } from '../../questions/answers';
import { doorOf } from '../../questions/door';
import { questionsOf, questionTools, type Question, identityOf } from '../../questions/question';
import { registryAt } from '../../questions/registry';
import { isRecord, parseJson, type Fields } from '../../protocol/json';
import type { Env } from '../../project/home';

/** Where the question tool fails, the question is still put: in words, or it is decided who decides. */
export const questionFallback = gate({
  id: 'question-fallback',
  title: 'Question fallback',
  summary: 'Tells the agent what to do when its question could not be shown or answered.',
  events: ['PostToolUse', 'PostToolUseFailure'],
  tools: questionTools,
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    if (call.event === 'PostToolUseFailure') {
      if (call.isInterrupt) return pass('the person interrupted it');
      if (call.error.includes('question-preference [never-ask]')) return pass('it was answered from a preference');
    }
    const failure = call.event === 'PostToolUseFailure' ? call.error.slice(0, 120) : failureIn(call.response);
    if (failure === undefined) return pass('the question was answered');
    const kind = sessionKind(site.env);
    const lasting = (questionsOf(call.input) ?? []).some((question) => isOneWay(question, site));
    return context(instruction(kind, lasting), `the question failed in ${kind} session: ${failure}`);
  },
});

const isOneWay = (question: Question, site: Site): boolean =>
  doorOf(question, identityOf(question), registryAt(site)).kind === 'one-way';

function instruction(kind: SessionKind, lasting: boolean): string {
  const failed = 'The question tool failed: your question was neither shown nor answered.';
  switch (kind) {
    case 'spawned':
      return lasting
        ? `${failed} Another program drives this session and the choice could not be undone: do not choose. Report BLOCKED with the question and its options, and stop.`
        : `${failed} Another program drives this session: take the option you recommend, say in one line which and why, and go on.`;
    case 'headless':
      return `${failed} This session runs unattended: do not choose for the person. Report BLOCKED with the question, its options and what you recommend, and stop.`;
    case 'interactive':
      return [
        `${failed} Try the tool once more only if no question can have appeared on the screen. Otherwise ask in plain text:`,
        '1. Explain the issue in plain words, for a reader who has not followed the work: what has to be decided and what depends on it.',
        '2. List every choice with a letter, and say for each how complete a solution it is (completeness X/10) and what it costs.',
        '3. Recommend one choice and say why.',
        lasting
          ? 'The choice cannot be undone, so ask for an answer in full words instead of a letter. Then stop and wait.'
          : 'Ask for the letter. Then stop and wait; do not choose yourself.',
      ].join('\n');
  }
}

/**
 * What the client and MCP servers say instead of an answer. The whole text has to be such a sentence: a person may
 * quote one in an answer.
 */
const sentences: readonly RegExp[] = [
  /^\[?tool result missing\b[^\n]{0,80}$/i,
  /^\[?tool (?:call|execution|use) (?:was |has been )?(?:interrupted|cancel+ed|aborted)\b[^\n]{0,120}$/i,
  /^(?:error: |mcp error |request failed: )*-32\d{3}\b[^\n]{0,200}$/i,
  /^(?:error: |mcp error )*(?:.{0,80}\b)?(?:timed out|timeout)(?: (?:after|of|while|waiting)\b.{0,60})?[.\]]*$/i,
  /^(?:error: |mcp error )*(?:connection|transport|socket|stream) (?:closed|lost|reset|refused|error)\b[^\n]{0,80}$/i,
  /^<tool_use_error>/i,
  /^(?:error: )?no such tool available\b/i,
  /^the user did not answer the questions\.?$/i,
  /^answer questions\?$/i,
  /^tool permission request failed\b/i,
  /^(?:internal|unknown|unexpected) (?:server )?error\b[^\n]{0,120}$/i,
  /^error(?: (?:executing|calling|running) tool\b[^\n]{0,80})?: [^\n]{0,300}$/i,
];

/** Why a response of the question tool holds no answer; undefined if it does. */
export function failureIn(response: unknown): string | undefined {
  if (response === null || response === undefined) return 'there was no response';
  if (typeof response === 'string') return failureInText(response);
  const body = bodyOf(response);
  if (body !== undefined && hasAnswers(body)) return undefined;
  if (Array.isArray(response)) return failureInBlocks(response);
  return isRecord(response) ? failureInObject(response) : undefined;
}

function failureInText(text: string): string | undefined {
  const said = text.trim();
  if (said === '') return 'the response was empty';
  const inner = parsed(said);
  if (inner !== undefined) return failureIn(inner);
  return sentences.some((sentence) => sentence.test(said)) ? `it said: ${said.slice(0, 120)}` : undefined;
}

function failureInBlocks(blocks: readonly unknown[]): string | undefined {
  const texts = blocks.map((block) => (typeof block === 'string' ? block : isRecord(block) ? block.text : undefined));
  if (blocks.length === 0) return 'the response was empty';
  const joined = texts.filter((text) => typeof text === 'string').join('\n');
  // Objects without text are answers in a form of their own.
  return joined === '' && blocks.some((block) => isRecord(block) && block.type !== 'text')
    ? undefined
    : failureInText(joined);
}

function failureInObject(fields: Fields): string | undefined {
  if (fields.is_error === true || fields.isError === true) return 'it was marked as an error';
  const { error, content } = fields;
  if (typeof error === 'string' ? error.trim() !== '' : isRecord(error)) {
    return `it reported an error: ${(typeof error === 'string' ? error : JSON.stringify(error)).slice(0, 120)}`;
  }
  if (isRecord(fields.answers) || Array.isArray(fields.answers)) return 'nothing was answered';
  if (content !== undefined) return failureIn(content);
  return Object.keys(fields).length === 0 ? 'the response was empty' : undefined;
}

function hasAnswers({ answers, questions }: Fields): boolean {
  if (Array.isArray(answers)) return answers.length > 0;
  if (isRecord(answers)) return Object.values(answers).some((value) => value !== '' && value !== null);
  const asked: readonly unknown[] = Array.isArray(questions) ? questions : [];
  return asked.some((one) => isRecord(one) && (one.user_answer ?? one.answer ?? one.choice) !== undefined);
}

const parsed = (text: string): unknown => (/^[[{]/.test(text) ? parseJson(text) : undefined);

/** `interactive`: a person is present · `headless`: unattended · `spawned`: another program drives the session. */
type SessionKind = 'interactive' | 'headless' | 'spawned';

const builders =
  'CI CONTINUOUS_INTEGRATION GITHUB_ACTIONS GITLAB_CI JENKINS_URL BUILDKITE CIRCLECI TRAVIS TF_BUILD TEAMCITY_VERSION'.split(
    ' ',
  );

/** Who is there to read a question, as the environment says it. A variable set to a "no" is not set. */
export function sessionKind(env: Env): SessionKind {
  const isSwitchedOn = (name: string) => !/^(?:|0|false|no|off|n)$/i.test((env[name] ?? '').trim());
  if (isSwitchedOn('OPENCLAW_SESSION')) return 'spawned';
  if (isSwitchedOn('GSTACK_HEADLESS')) return 'headless';
  // The app around the client has a person in front of it although the client itself sees none.
  if (isSwitchedOn('CONDUCTOR_WORKSPACE_PATH') || isSwitchedOn('CONDUCTOR_PORT')) return 'interactive';
  if (builders.some(isSwitchedOn)) return 'headless';
  // The client's own word, if it gives one.
  if (env.CLAUDE_CODE_SESSION_ATTENDED !== undefined && env.CLAUDE_CODE_SESSION_ATTENDED !== '') {
    return isSwitchedOn('CLAUDE_CODE_SESSION_ATTENDED') ? 'interactive' : 'headless';
  }
  return env.CLAUDE_CODE_ENTRYPOINT === 'sdk-cli' ? 'headless' : 'interactive';
}
