import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import readline from 'node:readline';
import { z } from 'zod';
import type { Files, Input, PermissionAnswer } from './script';

type ClientEvent = Readonly<Record<string, unknown>>;

/** What the client asks the program that hosts it: here, the person. */
const HostQuestion = z.looseObject({
  type: z.literal('control_request'),
  request_id: z.string(),
  request: z.discriminatedUnion('subtype', [
    z.looseObject({
      subtype: z.literal('can_use_tool'),
      tool_name: z.string(),
      input: z.record(z.string(), z.unknown()),
    }),
    z.looseObject({ subtype: z.literal('elicitation') }),
  ]),
});
type HostQuestion = z.infer<typeof HostQuestion>['request'];

interface ClientRun {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Given for a session of several prompts; null where the prompt is an argument. */
  readonly inputs: readonly Input[] | null;
  readonly answers: readonly PermissionAnswer[];
  readonly writeFiles: (files: Files) => void;
  readonly timeoutMs: number;
}

interface ClientEnd {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly stderr: string;
  readonly events: readonly ClientEvent[];
}

/** Runs the client to its end, playing the person: prompts, answers to permission questions, leaving and coming back. */
export async function runClient(run: ClientRun): Promise<ClientEnd> {
  const [visit = [], ...later] = visitsIn(run.inputs);
  const started = Date.now();
  let end = await runOnce({ ...run, inputs: run.inputs === null ? null : visit });
  for (const inputs of later) {
    if (end.timedOut) return end;
    const id = String(end.events.find(({ subtype }) => subtype === 'init')?.session_id);
    const timeoutMs = run.timeoutMs - (Date.now() - started);
    const next = await runOnce({ ...run, command: [...run.command, '--resume', id], inputs, timeoutMs });
    end = { ...next, stderr: end.stderr + next.stderr, events: [...end.events, ...next.events] };
  }
  return end;
}

/** What the person types, by the visits of the client. */
function visitsIn(inputs: ClientRun['inputs']): Input[][] {
  const visits: Input[][] = [[]];
  for (const input of inputs ?? []) {
    if ('resume' in input) visits.push([]);
    else visits.at(-1)?.push(input);
  }
  return visits;
}

async function runOnce(run: ClientRun): Promise<ClientEnd> {
  const [program = '', ...args] = run.command;
  const child = spawn(program, args, { cwd: run.cwd, env: run.env, stdio: 'pipe' });
  const events: ClientEvent[] = [];
  let stderr = '';
  let timedOut = false;
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // A client that ends early leaves unread input behind; its exit code tells the story.
  child.stdin.on('error', () => undefined);
  const lines = readline.createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const event = parsed(line);
    events.push(event);
    if (event.type === 'result') child.emit('turn-end');
    answer(child, event, run.answers);
  });
  const deadline = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, run.timeoutMs);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const ended = closed.then(() => undefined);
  await type(child, run, ended);
  const [exitCode] = await closed;
  clearTimeout(deadline);
  return { exitCode, timedOut, stderr, events };
}

async function type(child: ChildProcessWithoutNullStreams, run: ClientRun, ended: Promise<void>): Promise<void> {
  for (const input of run.inputs ?? []) {
    if ('files' in input) run.writeFiles(input.files);
    else if ('user' in input) {
      const turnEnd = once(child, 'turn-end');
      send(child, {
        type: 'user',
        message: { role: 'user', content: input.user },
        parent_tool_use_id: null,
        session_id: '',
      });
      await Promise.race([turnEnd, ended]);
    }
  }
  child.stdin.end();
}

function answer(child: ChildProcessWithoutNullStreams, event: ClientEvent, answers: readonly PermissionAnswer[]): void {
  const question = HostQuestion.safeParse(event);
  if (!question.success) return;
  const { request_id, request } = question.data;
  const response = personSays(request, answers);
  send(child, { type: 'control_response', response: { subtype: 'success', request_id, response } });
}

function personSays(question: HostQuestion, answers: readonly PermissionAnswer[]): Record<string, unknown> {
  if (question.subtype === 'elicitation') return { action: 'cancel' };
  const scripted = answers.find(({ tool }) => tool === question.tool_name);
  return scripted?.behavior === 'allow'
    ? { behavior: 'allow', updatedInput: scripted.updatedInput ?? question.input }
    : { behavior: 'deny', message: scripted?.message ?? 'The person said no.' };
}

function send(child: ChildProcessWithoutNullStreams, message: unknown): void {
  child.stdin.write(`${JSON.stringify(message)}\n`);
}

function parsed(line: string): ClientEvent {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(line));
  } catch {
    return { type: 'unreadable', line };
  }
}
