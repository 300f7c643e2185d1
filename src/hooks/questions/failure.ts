import { bodyOf } from './answers';

type Fields = Readonly<Record<string, unknown>>;

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

/** Why a response of the question tool holds no answer; undefined where it does. */
export function failureIn(response: unknown): string | undefined {
  if (response === null || response === undefined) return 'there was no response';
  if (typeof response === 'string') return failureInText(response);
  const body = bodyOf(response);
  if (body !== undefined && hasAnswers(body)) return undefined;
  if (Array.isArray(response)) return failureInBlocks(response);
  if (typeof response !== 'object') return undefined;
  return failureInObject(response as Fields);
}

function failureInText(text: string): string | undefined {
  const said = text.trim();
  if (said === '') return 'the response was empty';
  const inner = parsed(said);
  if (inner !== undefined) return failureIn(inner);
  return sentences.some((sentence) => sentence.test(said)) ? `it said: ${said.slice(0, 120)}` : undefined;
}

function failureInBlocks(blocks: readonly unknown[]): string | undefined {
  const texts = blocks.map((block) => (typeof block === 'string' ? block : isFields(block) ? block.text : undefined));
  if (blocks.length === 0) return 'the response was empty';
  const joined = texts.filter((text) => typeof text === 'string').join('\n');
  // Objects without text are answers in a form of their own.
  return joined === '' && blocks.some((block) => isFields(block) && block.type !== 'text')
    ? undefined
    : failureInText(joined);
}

function failureInObject(fields: Fields): string | undefined {
  if (fields.is_error === true || fields.isError === true) return 'it was marked as an error';
  const { error, content } = fields;
  if (typeof error === 'string' ? error.trim() !== '' : isFields(error)) {
    return `it reported an error: ${(typeof error === 'string' ? error : JSON.stringify(error)).slice(0, 120)}`;
  }
  if (isFields(fields.answers) || Array.isArray(fields.answers)) return 'nothing was answered';
  if (content !== undefined) return failureIn(content);
  return Object.keys(fields).length === 0 ? 'the response was empty' : undefined;
}

function hasAnswers({ answers, questions }: Fields): boolean {
  if (Array.isArray(answers)) return answers.length > 0;
  if (isFields(answers)) return Object.values(answers).some((value) => value !== '' && value !== null);
  const asked: readonly unknown[] = Array.isArray(questions) ? questions : [];
  return asked.some((one) => isFields(one) && (one.user_answer ?? one.answer ?? one.choice) !== undefined);
}

function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
