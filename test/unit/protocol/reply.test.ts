import assert from 'node:assert/strict';
import { eventNames, type EventName } from '../../../src/hooks/protocol/events';
import { contextLimit, replyTo, silence, type Answer } from '../../../src/hooks/protocol/reply';

const wire = (event: EventName, answer: Answer): unknown => {
  const { stdout, stderr, exitCode } = replyTo(event, answer);
  assert.deepEqual([stderr, exitCode], ['', 0]);
  return stdout === '' ? undefined : JSON.parse(stdout);
};

const full: Answer = { decision: 'deny', reason: 'no', updatedInput: { a: 1 }, context: 'c', message: 'm' };

/** What of a full answer each event can say. An event that is not here can only say the message, or nothing. */
const says: Readonly<Partial<Record<EventName, 'permission' | 'block and context' | 'block' | 'context' | 'nothing'>>> =
  {
    PreToolUse: 'permission',
    PostToolUse: 'block and context',
    PostToolUseFailure: 'block and context',
    PostToolBatch: 'block and context',
    UserPromptSubmit: 'block and context',
    UserPromptExpansion: 'block and context',
    Stop: 'block and context',
    SubagentStop: 'block and context',
    SessionStart: 'context',
    SubagentStart: 'context',
    PostModelSwitch: 'context',
    TaskCreated: 'block',
    ConfigChange: 'block',
  };

describe('a reply', () => {
  for (const event of eventNames) {
    it(`to ${event} has only the fields that this event knows`, () => {
      const reply = wire(event, full) as Record<string, unknown> | undefined;
      const specific = reply?.hookSpecificOutput as Record<string, unknown> | undefined;
      const form = says[event];
      const silent = ['SessionEnd', 'Notification', 'PreCompact', 'PostCompact'].includes(event);
      assert.equal(reply?.systemMessage, silent ? undefined : 'm');
      if (specific !== undefined) assert.equal(specific.hookEventName, event);
      if (form === 'permission') {
        assert.deepEqual(specific, {
          hookEventName: event,
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
          additionalContext: 'c',
        });
        assert.equal(reply?.decision, undefined);
        return;
      }
      const blocks = form?.startsWith('block') === true || event === 'PreCompact';
      assert.deepEqual([reply?.decision, reply?.reason], blocks ? ['block', 'no'] : [undefined, undefined]);
      assert.deepEqual(
        specific,
        form?.includes('context') === true ? { hookEventName: event, additionalContext: 'c' } : undefined,
      );
    });
  }

  it('without anything to say is silent', () => {
    for (const event of eventNames) assert.deepEqual(replyTo(event, {}), silence);
    assert.deepEqual(replyTo('PreToolUse', { context: '', message: '' }), silence);
  });

  it('with a rewrite carries the whole input and no approval', () => {
    assert.deepEqual(wire('PreToolUse', { updatedInput: { command: 'ls', timeout: 5 } }), {
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls', timeout: 5 } },
    });
  });

  it('with a deny carries no input', () => {
    const reply = wire('PreToolUse', { decision: 'deny', reason: 'no', updatedInput: {} }) as Record<string, unknown>;
    assert.ok(!('updatedInput' in (reply.hookSpecificOutput as object)));
  });

  it('never approves after the fact', () => {
    for (const event of eventNames.filter((one) => one !== 'PreToolUse')) {
      assert.equal(wire(event, { decision: 'allow', reason: 'x' }), undefined);
    }
  });

  it('K-5 is one JSON object whatever stands in its texts', () => {
    const nasty = '"quotes" \\ back\nslash \u0000 \u2028 ${x} `y` é 👩‍👩‍👧 \ud800';
    const reply = replyTo('PreToolUse', { decision: 'deny', reason: nasty, context: nasty, message: nasty });
    assert.ok(!reply.stdout.includes('\n'));
    const parsed = JSON.parse(reply.stdout) as { systemMessage: string };
    assert.equal(parsed.systemMessage, nasty);
  });

  it('cuts a context that the client would put into a file', () => {
    const reply = wire('SessionStart', { context: 'x'.repeat(contextLimit + 1) }) as {
      hookSpecificOutput: { additionalContext: string };
    };
    assert.equal(reply.hookSpecificOutput.additionalContext, `${'x'.repeat(contextLimit)}\n… (cut)`);
  });
});
