import { askedInput } from '../../client/heartbeat';
import { type ActivePlugin, activePlugins, overrulingEvents } from '../../client/plugins';
import { readDocument, splitMark, valueOf } from '../../install/document';
import { isOurs } from '../../install/entry';
import { settingsSources } from '../../install/scope';
import { type Alarm, raiseAlarm } from '../../pipeline/alarms';
import { findTrace, linesWith, traceIn } from '../../pipeline/decision-log';
import { gate, context, message, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { type Trace, subjectOf } from '../../pipeline/trace';
import { readText } from '../../project/read-file';
import { firstTelling } from '../../project/told-once';
import type { FinishedCall } from '../../protocol/call';
import { isRecord, parseJson } from '../../protocol/json';
import { agentTools, editsOf, editTools, isShellTool, shellTools, isEditTool } from '../../protocol/tools';
import { maskedValue } from '../../secrets/masking';
import { clipped } from '../../project/text';

/** Checks after each call that it ran as it was decided. */
export const callCheck = gate({
  id: 'call-check',
  title: 'Call check',
  summary:
    'Raises an alarm when a call ran although it was blocked, was never checked by a gate, or ran with different input than was checked: a mod, a plugin or another hook overrode Gatehouse.',
  events: ['PostToolUse', 'PostToolUseFailure'],
  tools: [...shellTools, ...editTools, ...agentTools, 'mcp__*'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const { toolUseId } = call;
    if (toolUseId === undefined) return pass('the client does not number its calls');
    const texts = ['"event":"PreToolUse"', `"toolUseId":${JSON.stringify(toolUseId)}`];
    const [line] = linesWith(site.home, texts);
    if (line !== undefined && surelyRanAsJudged(call, line)) return pass('ran as decided');
    const judged = line === undefined ? undefined : (traceIn(line) ?? findTrace(site.home, ...texts));
    return judged === undefined ? unseenCall(call, site) : judgedCall(call, judged, site);
  },
});

/**
 * Does this line of the log say that the call was let through, and with the input that it ran with? Nearly every call
 * is, so only what this takes is looked at; whatever is odd is left to those who read the whole record.
 */
function surelyRanAsJudged(call: FinishedCall, line: string): boolean {
  const record = parseJson(line);
  if (!isRecord(record) || !isRecord(record.verdict) || !isRecord(record.call) || !isRecord(record.call.tool_input)) {
    return false;
  }
  const { verdict } = record;
  if (verdict.decision === 'deny' || verdict.rewritten === true || line.includes('"kind":"rewrite"')) return false;
  return sameInput(call, record.call.tool_input);
}

/** The input that the last rewrite asked for, as the trace keeps it. */
function lastRewrite({ gates }: Pick<Trace, 'gates'>): unknown {
  const sent = gates.filter(({ level }) => level === 'enforce').flatMap(({ rulings }) => rulings);
  return sent.findLast(({ kind }) => kind === 'rewrite')?.input;
}

/**
 * The trace keeps inputs masked, so both are compared that way. What a person may change in a prompt, such as the text
 * of an edit, is left out.
 */
function sameInput(call: FinishedCall, expected: unknown): boolean {
  if (!isRecord(expected)) return true;
  const ran = maskedValue(call.input, 8 * 1024);
  if (!isRecord(ran)) return true;
  if (isShellTool(call.tool)) return expected.command === undefined || ran.command === expected.command;
  if (isEditTool(call.tool)) {
    const files = (input: Readonly<Record<string, unknown>>) => editsOf({ ...call, input }).map(({ path }) => path);
    return files(ran).join('\n') === files(expected).join('\n');
  }
  if (!call.tool.startsWith('mcp__')) return true;
  return Object.entries(expected).every(([key, value]) => JSON.stringify(value) === JSON.stringify(ran[key]));
}

type Answer = Ruling | readonly Ruling[];

/** A call whose decision is known: did it run as it was decided? */
async function judgedCall(call: FinishedCall, judged: Trace, site: Site): Promise<Answer> {
  if (judged.verdict.decision === 'deny') {
    // The plugin's mod says no at the last step too; the client tells of that as of a tool that failed.
    const stopped = call.event === 'PostToolUseFailure' && call.error === judged.verdict.reason;
    if (stopped) return pass('the Gatehouse plugin stopped it before it ran');
    const text = `Blocked, but it ran anyway: ${call.tool} ${shown(subjectOf(call))}`;
    const told = `Gatehouse blocked this call, but it ran anyway: a mod, a plugin or another hook overrode Gatehouse. The block still applies: ${judged.verdict.reason ?? ''} Do not repeat the call.`;
    return alarm(call, site, 'refused-ran', text, told);
  }
  const rewritten = lastRewrite(judged);
  const expected = rewritten ?? judged.call?.tool_input;
  if (sameInput(call, expected)) return pass('ran as decided');
  const before = isShellTool(call.tool) ? ` instead of: ${shown(commandOf(expected))}` : '';
  const text = `Ran with different input than Gatehouse checked: ${call.tool} ${shown(subjectOf(call))}${before}`;
  const told =
    rewritten === undefined
      ? `This call did not run as Gatehouse checked it: something changed its input afterwards. It ran as: ${shown(subjectOf(call))}`
      : `Gatehouse's change to this call was overridden by another hook. It ran as: ${shown(subjectOf(call))}`;
  return alarm(call, site, 'input-replaced', text, told);
}

/** A call that no gate judged, in a session whose hooks were heard before. */
async function unseenCall(call: FinishedCall, site: Site): Promise<Answer> {
  const always = isShellTool(call.tool) || isEditTool(call.tool);
  if (!always) return pass('not every call of this tool is checked');
  const session = `"session":${JSON.stringify(call.sessionId)}`;
  const heard =
    findTrace(site.home, '"event":"SessionStart"', session) ?? findTrace(site.home, '"event":"PreToolUse"', session);
  if (heard === undefined) return pass('the session began before the hooks were registered');
  const asked = call.toolUseId === undefined ? undefined : askedInput(call.sessionId, call.toolUseId);
  if (asked !== undefined && sameInput(call, maskedValue(asked, 8 * 1024))) return hookWasKept(call, site);
  const text = `Ran unchecked: ${call.tool} ${shown(subjectOf(call))}`;
  const told =
    'No gate checked this call before it ran: a mod or a plugin kept Gatehouse from starting. Do not assume that the call is safe.';
  return alarm(call, site, 'not-judged', text, told);
}

/** Our own mod was asked in the hook's place: nothing that had to be refused, asked or changed ran. */
function hookWasKept({ sessionId }: FinishedCall, site: Site): Ruling {
  const reason = 'the Gatehouse plugin checked it; its hook was not started';
  if (!firstTelling(site.env, sessionId, 'hook was kept')) return pass(reason);
  const text = `Gatehouse's hook before tools is not started in this session (${likelyCause(site, sessionId)}). Its plugin still blocks dangerous calls, but commands are neither approved nor rewritten.`;
  return message(text, reason);
}

async function alarm(call: FinishedCall, site: Site, kind: Alarm['kind'], text: string, told: string): Promise<Answer> {
  const { sessionId: session, toolUseId } = call;
  const cause = likelyCause(site, session);
  const raised = await raiseAlarm(site, { at: site.clock.now(), kind, session, toolUseId, text, cause });
  if (!raised) return pass('the alarm was raised before');
  return [
    message(
      `Gatehouse was not in force. ${text}. Likely cause: ${cause}. To view and clear alarms: gatehouse alarms`,
      text,
    ),
    context(told, text),
  ];
}

const commandOf = (input: unknown): string =>
  isRecord(input) && typeof input.command === 'string' ? input.command : '';

const shown = (text: string): string => clipped(text, 160);

/** What may have had the last word over a hook in this session; for people. */
function likelyCause({ root, env }: Pick<Site, 'root' | 'env'>, session: string): string {
  const plugins = activePlugins(root, env, session).filter(({ own }) => !own);
  const mods = plugins.filter(({ mods }) => mods.some((event) => overrulingEvents.includes(event)));
  const rewriting = plugins.filter(({ hooks }) => hooks.includes('PreToolUse'));
  const hooks = otherHooks(root, env);
  const named = [
    ...(mods.length === 0 ? [] : [`the mod of ${namesOf(mods)}`]),
    ...(rewriting.length === 0 ? [] : [`the hooks of the plugin ${namesOf(rewriting)}`]),
    ...(hooks.length === 0 ? [] : [`another hook before tools (${hooks.join('; ')})`]),
  ];
  return named.length > 0 ? named.join(' or ') : 'a mod or plugin that the client was started with (--plugin-dir)';
}

const namesOf = (plugins: readonly ActivePlugin[]): string => plugins.map(({ id }) => id).join(', ');

/** Command lines of others that the settings name for the same event. */
function otherHooks(root: string, env: Site['env']): readonly string[] {
  const found = new Set<string>();
  for (const { file } of settingsSources(root, env)) {
    const reading = readDocument(splitMark(readText(file) ?? '').body);
    if (reading.kind !== 'ok') continue;
    for (const group of valueOf(valueOf(reading.document.root, 'hooks'), 'PreToolUse')?.children ?? []) {
      for (const handler of valueOf(group, 'hooks')?.children ?? []) {
        const command: unknown = valueOf(handler, 'command')?.value;
        const args = valueOf(handler, 'args')?.children?.map((child) => child.value as unknown);
        if (typeof command === 'string' && !isOurs({ command, args })) found.add(command.slice(0, 80));
      }
    }
  }
  return [...found];
}
