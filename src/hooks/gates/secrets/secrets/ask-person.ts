import { ask, deny, type Ruling } from '../../../pipeline/ruling';
import type { ToolCall } from '../../../protocol/call';

/** A person decides; in the mode in which the client asks no one, nothing is decided for the person. */
export function askPerson(call: ToolCall, rule: string, reason: string, instead: string): Ruling {
  if (call.permissionMode === 'dontAsk') {
    return deny(rule, `${reason} The permission mode is dontAsk, so it does not run.`, { wayForward: instead });
  }
  return ask(`[${rule}] ${reason} ${instead}`, rule);
}
