import type { Reply } from '../../../src/hooks/protocol/reply';

interface Wire {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly hookEventName: string; readonly additionalContext?: string };
}

const wire = (reply: Reply): Wire => (reply.stdout === '' ? {} : (JSON.parse(reply.stdout) as Wire));

/** What the model is told. */
export const context = (reply: Reply): string => wire(reply).hookSpecificOutput?.additionalContext ?? '';

/** What the person is told. */
export const message = (reply: Reply): string => wire(reply).systemMessage ?? '';
