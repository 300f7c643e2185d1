import { ActionableError } from '../project/functions';
import { eventNames, type EventName } from '../protocol/events';
import { fieldsOf, parseJson } from '../protocol/json';
import type { Entry, Handler } from './entry';

/** opencode takes no command lines: its plugin starts the shim. The file is all ours. */

const firstLine =
  '// Gatehouse for opencode. Written by `gatehouse install` and replaced by it: changes here do not last.';

const timeout = 30;

export const isPlugin = (text: string): boolean => text.startsWith(firstLine);

export const isPluginEntry = (entry: Pick<Entry, 'handler'> | undefined): boolean => entry?.handler.plugin === true;

/** The entries that a plugin's text stands for: one for each event, all with one command line. */
export function pluginEntries(
  text: string,
): readonly (Pick<Entry, 'event' | 'lane'> & { readonly handler: Handler })[] {
  const said = /^const commands = (\{.*\});$/m.exec(text)?.[1];
  if (said === undefined) return [];
  const commands = fieldsOf(parseJson(said));
  const whole = text === pluginOf(commands);
  return eventNames.flatMap((event) => {
    const command = commands[event];
    if (typeof command !== 'string') return [];
    return [{ event, lane: 'sync' as const, handler: { type: 'command' as const, command, timeout, plugin: whole } }];
  });
}

/** The file with these entries. One of another's is left alone. */
export function inPlugin(text: string, entries: readonly Entry[]): string {
  if (text.trim() !== '' && !isPlugin(text)) {
    throw new ActionableError(
      'This plugin file is not Gatehouse’s.',
      'Nothing was changed. Move it away, then try again.',
    );
  }
  return pluginOf(Object.fromEntries(entries.map(({ event, handler }) => [event, handler.command])));
}

function pluginOf(commands: Readonly<Partial<Record<EventName, string>>>): string {
  return `${firstLine}
import { spawn } from 'node:child_process';

const commands = ${JSON.stringify(commands)};
const longest = 30_000;
/** How often a session is told to continue before it may stop. */
const rounds = 3;

/** Asks Gatehouse. Before a tool anything but an answer is a refusal. */
function ask(event, fields, directory) {
  const broken = (why) =>
    event === 'PreToolUse' ? { deny: 'Gatehouse could not check this call, so it is blocked: ' + why + ". To repair: 'gatehouse doctor --fix'." } : {};
  const command = commands[event];
  if (command === undefined) return Promise.resolve({});
  return new Promise((resolve) => {
    const child = spawn(process.platform === 'win32' ? 'cmd' : '/bin/sh', process.platform === 'win32' ? ['/d', '/s', '/c', command] : ['-c', command], {
      cwd: directory,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, CLAUDE_PROJECT_DIR: directory },
    });
    let out = '';
    let err = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), longest);
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.stdin.on('error', () => {});
    child.on('error', (error) => resolve(broken(error.message)));
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 2) return resolve(event === 'PreToolUse' ? { deny: err.trim() } : {});
      if (code !== 0) return resolve(broken('its hook ended with ' + code));
      try {
        resolve(out.trim() === '' ? {} : JSON.parse(out));
      } catch {
        resolve(broken('its answer cannot be read'));
      }
    });
    child.stdin.end(JSON.stringify({ client: { name: 'opencode' }, cwd: directory, ...fields }));
  });
}

export const Gatehouse = async ({ client, directory }) => {
  const contexts = new Map();
  const insisted = new Map();
  const later = (session, text) => text && contexts.set(session, [...(contexts.get(session) ?? []), text]);
  return {
    event: async ({ event }) => {
      const info = event.properties?.info;
      const session_id = event.properties?.sessionID ?? info?.id ?? '';
      if (event.type === 'session.created' && info?.parentID === undefined) {
        const { context } = await ask('SessionStart', { hook_event_name: event.type, session_id, source: 'startup' }, directory);
        later(session_id, context);
      }
      if (event.type === 'session.deleted') {
        await ask('SessionEnd', { hook_event_name: event.type, session_id, reason: 'other' }, directory);
      }
      if (event.type === 'session.idle') {
        const before = insisted.get(session_id) ?? 0;
        const { goOn } = await ask('Stop', { hook_event_name: event.type, session_id, stop_hook_active: before > 0 }, directory);
        if (!goOn || before >= rounds) return;
        insisted.set(session_id, before + 1);
        await client.session.prompt({ path: { id: session_id }, body: { parts: [{ type: 'text', text: goOn, synthetic: true }] } });
      }
    },
    'chat.message': async ({ sessionID }, { parts }) => {
      const text = (part) => (part.type === 'text' && !part.synthetic ? [part.text] : []);
      const prompt = parts.flatMap(text).join('\\n');
      if (prompt === '') return;
      insisted.delete(sessionID);
      const fields = { hook_event_name: 'chat.message', session_id: sessionID, prompt };
      later(sessionID, (await ask('UserPromptSubmit', fields, directory)).context);
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      system.push(...(contexts.get(sessionID) ?? []));
      contexts.delete(sessionID);
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
      const fields = { hook_event_name: 'tool.execute.before', session_id: sessionID, tool_use_id: callID, tool_name: tool, tool_input: output.args };
      const { deny, input } = await ask('PreToolUse', fields, directory);
      if (deny) throw new Error(deny);
      if (input) Object.assign(output.args, input);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, result) => {
      const { metadata, content } = result;
      // The result of a server's tool is a list of parts.
      const pieces = Array.isArray(content) ? content : undefined;
      const texts = (pieces ?? []).flatMap((piece) => (piece.type === 'text' ? [piece.text] : []));
      const output = pieces === undefined ? result.output : texts.join('\\n');
      const fields = { hook_event_name: 'tool.execute.after', session_id: sessionID, tool_use_id: callID, tool_name: tool, tool_input: args };
      const answer = await ask('PostToolUse', { ...fields, tool_response: { output, metadata } }, directory);
      const text = (said) => ({ type: 'text', text: said });
      if (pieces === undefined) {
        if (answer.output !== undefined) result.output = answer.output;
        if (answer.append) result.output += '\\n\\n' + answer.append;
        return;
      }
      const kept = answer.output === undefined ? pieces : [...pieces.filter(({ type }) => type !== 'text'), text(answer.output)];
      result.content = answer.append ? [...kept, text(answer.append)] : kept;
    },
    'experimental.session.compacting': async ({ sessionID }, output) => {
      const { context } = await ask('PreCompact', { hook_event_name: 'session.compacting', session_id: sessionID, trigger: 'auto' }, directory);
      if (context) output.context.push(context);
    },
  };
};
`;
}
