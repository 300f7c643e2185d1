import assert from 'node:assert/strict';
import { identityOf } from '../../src/hooks/questions/question';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

const question = (text: string, ...labels: string[]) => ({
  question: text,
  header: 'Choice',
  options: labels.map((label) => ({ label, description: label })),
  multiSelect: false,
});
const formatter = question('Which formatter shall be used?', 'Prettier (recommended)', 'Biome');
const removal = question('Drop the table of old bills in production?', 'Drop it (recommended)', 'Keep it');
const colour = question('Which colour shall the till have?', 'Green', 'Grey');

const idOf = (asked: typeof formatter) => identityOf({ ...asked, text: asked.question }).fingerprint;

/** Questions that the client put to the person. */
function asked(session: Session): string[] {
  return session.events.flatMap((event) => {
    const { subtype, input } = (event.request ?? {}) as {
      subtype?: string;
      input?: { questions?: (typeof formatter)[] };
    };
    return subtype === 'can_use_tool' ? (input?.questions ?? []).map(({ question: text }) => text) : [];
  });
}

clientSuite('questions of the agent', ['2.1.328'], (client) => {
  let session: Session;

  before(async () => {
    session = await runSession({
      client,
      install: { scope: 'local' },
      runner: [['host', 'start']],
      home: {
        '.gatehouse/global-question-preferences.json': JSON.stringify({
          [idOf(formatter)]: 'never-ask',
          [idOf(removal)]: 'never-ask',
        }),
      },
      // An app with a person in front of it, around a client that sees none.
      env: { CONDUCTOR_PORT: '1' },
      servers: { app: { AskUserQuestion: [{ error: 'the window is closed' }] } },
      inputs: [{ user: 'Set up the till.' }],
      answers: [
        {
          tool: 'AskUserQuestion',
          behavior: 'allow',
          updatedInput: { questions: [removal], answers: { [removal.question]: 'Keep it' } },
        },
      ],
      turns: [
        use('AskUserQuestion', { questions: [formatter] }),
        use('AskUserQuestion', { questions: [removal] }),
        use('mcp__app__AskUserQuestion', { questions: [colour] }),
        say('The till is set up.'),
      ],
    });
  });
  after(() => session.cleanup());

  it('one that is never to be asked is answered as it recommends, and the model reads the answer', () => {
    const { isError, text } = session.toolResults[0]!;
    assert.equal(isError, false);
    assert.match(text, /"Which formatter shall be used\?"="Prettier \(recommended\)"/);
  });

  it('the person is told what was answered for them', () => {
    const told = session.hookResponses.filter(({ stdout }) => stdout.includes('"systemMessage":"Answered for you: '));
    assert.equal(told.length, 1);
  });

  it('only the one that cannot be taken back is put to the person, although it was never to be asked', () => {
    assert.deepEqual(asked(session), [removal.question]);
    assert.match(session.toolResults[1]!.text, /"Drop the table of old bills in production\?"="Keep it"/);
  });

  it('one that a failing tool could not ask comes back with how to ask it in words', () => {
    assert.equal(session.toolResults[2]!.isError, true);
    const told = session.exchanges[3]!.received.map(({ text }) => text).join('\n');
    assert.match(told, /The question tool failed: your question was neither shown nor answered\./);
    assert.match(
      told,
      /1\. Explain the issue in plain words[^]*completeness X\/10[^]*3\. Recommend one choice and say why/,
    );
  });

  it('each is judged once, by the entry that the client waits five seconds for', () => {
    const judged = session.decisions.filter(({ event }) => event === 'PreToolUse');
    assert.deepEqual(
      judged.map(({ tool }) => tool),
      ['AskUserQuestion', 'AskUserQuestion', 'mcp__app__AskUserQuestion'],
    );
    const settings = JSON.parse(session.readFile('.claude/settings.local.json')!) as {
      hooks: { PreToolUse: { matcher: string; hooks: { timeout: number }[] }[] };
    };
    const firing = settings.hooks.PreToolUse.filter(({ matcher }) => new RegExp(matcher).test('AskUserQuestion'));
    assert.deepEqual(
      firing.map(({ hooks: [hook] }) => hook?.timeout),
      [5],
    );
  });
});
