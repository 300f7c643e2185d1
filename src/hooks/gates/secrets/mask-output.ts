import { gate, output, pass } from '../../pipeline/gate';
import { shellTools } from '../../protocol/tools';
import { withoutTokens } from '../../secrets/tokens';

/** Keeps tokens that a tool printed from the model. The log and the editor never show them. */
export const maskOutput = gate<'PostToolUse'>({
  id: 'mask-output',
  title: 'Mask output',
  summary:
    'Masks tokens in tool output before the model sees it. Off by default, because the model then cannot use a token that it reads.',
  events: ['PostToolUse'],
  tools: [...shellTools, 'Read', 'Grep', 'mcp__*'],
  posture: 'open',
  level: { observe: 'off', standard: 'off', harness: 'off' },
  decide(call) {
    const families = new Set<string>();
    const masked = withoutTokens(call.response, families);
    if (families.size === 0) return pass('the output holds no token');
    return output(masked, `masked in the output: ${[...families].join(', ')}`);
  },
});
