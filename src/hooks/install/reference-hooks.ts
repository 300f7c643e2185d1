import { lineAt, readDocument, splitMark } from './document';
import { handlersIn, withoutHandlers } from './registration';
import { references, scriptIn, workflowReference, workflowsIn } from './references';

/** A hook of one of the sets that people come from, as it stands in a settings file. */
export interface ReferenceHook {
  /** Of the set. */
  readonly reference: string;
  readonly event: string;
  readonly command: string;
  readonly line: number;
  /** The gates that do its work. */
  readonly gates: string;
  /** The workflows that it names. */
  readonly workflows: readonly string[];
}

export function referenceHooksIn(text: string): readonly ReferenceHook[] {
  const { body } = splitMark(text);
  const reading = readDocument(body);
  if (reading.kind !== 'ok') return [];
  const all = handlersIn(reading.document).flatMap(({ event, handler, value }) => {
    const hook = readHook(event, commandOf(value));
    return hook === undefined ? [] : [{ ...hook, line: lineAt(body, handler.offset) }];
  });
  const isEnough = ({ reference }: ReferenceHook) => {
    const least = references.find(({ id }) => id === reference)?.least ?? 1;
    return new Set(all.filter((one) => one.reference === reference).map(({ gates }) => gates)).size >= least;
  };
  return all.filter(isEnough);
}

function readHook(event: string, command: string): Omit<ReferenceHook, 'line'> | undefined {
  for (const reference of references) {
    const script = scriptIn(command, reference);
    const gates = script === undefined ? undefined : reference.scripts[script];
    if (gates !== undefined) return { reference: reference.id, event, command, gates, workflows: [] };
  }
  const workflows = workflowsIn(command);
  const gates = event === 'PreToolUse' ? 'workflow-gate' : 'workflow-progress';
  return workflows.length === 0 ? undefined : { reference: workflowReference.id, event, command, gates, workflows };
}

/** The text without them; what they leave empty goes, everything else stays byte for byte. */
export function withoutReferenceHooks(text: string): string {
  const unwanted = new Set(referenceHooksIn(text).map(({ command }) => command));
  return unwanted.size === 0 ? text : withoutHandlers(text, (handler) => unwanted.has(commandOf(handler)));
}

function commandOf(handler: unknown): string {
  const { command, args } = (handler ?? {}) as { command?: unknown; args?: unknown };
  const words = Array.isArray(args) ? args.filter((word) => typeof word === 'string') : [];
  return typeof command === 'string' ? [command, ...words].join(' ') : '';
}
