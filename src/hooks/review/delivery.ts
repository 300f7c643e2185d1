/** A background task that ended, as the client tells the agent: a prompt of its own making. */
export interface Delivery {
  readonly task: string;
  readonly completed: boolean;
  /** What the task gave back; undefined where it lies in a file. */
  readonly result: string | undefined;
  readonly outputFile: string | undefined;
}

/**
 * Reads a task notification. It must be the whole prompt: a notification that is quoted in a prompt, or pasted behind
 * other words, is somebody's text.
 */
export function readDelivery(prompt: string): Delivery | undefined {
  const envelope = /^\s*<task-notification>\n([\s\S]*)<\/task-notification>\s*$/.exec(prompt)?.[1];
  // Two at once cannot be told from one that quotes another.
  if (envelope?.includes('<task-notification>') !== false) return undefined;
  const resultAt = envelope.indexOf('<result>');
  // The result is the reviewer's text: tags in it are not the client's.
  const head = resultAt === -1 ? envelope : envelope.slice(0, resultAt);
  const task = field(head, 'task-id');
  if (task === undefined) return undefined;
  const closing = envelope.lastIndexOf('</result>');
  const result = resultAt === -1 || closing < resultAt ? undefined : envelope.slice(resultAt + 8, closing);
  return { task, completed: field(head, 'status') === 'completed', result, outputFile: field(head, 'output-file') };
}

function field(text: string, name: string): string | undefined {
  const opening = `<${name}>`;
  const start = text.indexOf(opening);
  const end = text.indexOf(`</${name}>`, start);
  return start === -1 || end === -1 ? undefined : text.slice(start + opening.length, end).trim();
}
