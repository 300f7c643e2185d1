import assert from 'node:assert/strict';
import { maskOutput } from '../../../src/hooks/gates/secrets/mask-output';
import { merge } from '../../../src/hooks/pipeline/merge';
import type { Ruling } from '../../../src/hooks/pipeline/gate';
import { replyTo } from '../../../src/hooks/protocol/reply';
import { readCall } from '../../../src/hooks/protocol/call';
import { assumedSite } from '../../../bench/corpus-site';
import { tokenForms } from './drawn-tokens';

const token = tokenForms['github-token']![0]!(7);

function ruled(tool_name: string, tool_response: unknown): Ruling {
  const site = assumedSite();
  const call = readCall({
    hook_event_name: 'PostToolUse',
    session_id: 's',
    cwd: site.cwd,
    tool_name,
    tool_input: {},
    tool_response,
  });
  assert.ok(!('problem' in call));
  const answer = maskOutput.decide(call, site);
  assert.ok('kind' in answer);
  return answer;
}

function sent(tool: string, response: unknown): unknown {
  const reply = replyTo(
    'PostToolUse',
    merge('PostToolUse', [{ gate: 'mask-output', level: 'enforce', rulings: [ruled(tool, response)] }]),
  );
  const wire = JSON.parse(reply.stdout) as { hookSpecificOutput: Record<string, unknown> };
  assert.deepEqual(Object.keys(wire), ['hookSpecificOutput']);
  assert.equal(wire.hookSpecificOutput.hookEventName, 'PostToolUse');
  return wire.hookSpecificOutput.updatedToolOutput;
}

describe('tokens in the output of a tool', () => {
  it('are masked in the shape that the client gave', () => {
    assert.deepEqual(sent('Bash', { stdout: `a\nt=${token}\n`, stderr: '', interrupted: false, isImage: false }), {
      stdout: 'a\nt=«github-token»\n',
      stderr: '',
      interrupted: false,
      isImage: false,
    });
  });

  it('are masked in files that were read, and in what servers answer', () => {
    assert.deepEqual(sent('Read', { type: 'text', file: { filePath: '/a', content: token, numLines: 1 } }), {
      type: 'text',
      file: { filePath: '/a', content: '«github-token»', numLines: 1 },
    });
    assert.deepEqual(sent('mcp__x__y', [{ type: 'text', text: `${token} ${token}` }]), [
      { type: 'text', text: '«github-token» «github-token»' },
    ]);
    assert.equal(sent('mcp__x__y', token), '«github-token»');
  });

  it('leave an output alone that holds none, or only an example', () => {
    assert.equal(ruled('Bash', { stdout: 'AKIAIOSFODNN7EXAMPLE', stderr: '' }).kind, 'pass');
    assert.equal(ruled('Bash', undefined).kind, 'pass');
  });

  it('do not stand in the record of the call', () => {
    assert.doesNotMatch(JSON.stringify(ruled('Bash', { stdout: token })), new RegExp(token));
  });

  it('are masked only where a person asks for it', () => {
    assert.deepEqual(maskOutput.level, { observe: 'off', standard: 'off', harness: 'off' });
  });
});
