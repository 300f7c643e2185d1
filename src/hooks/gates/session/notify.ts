import path from 'node:path';
import { gate } from '../../pipeline/gate';
import { message, pass } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import type { Notification } from '../../protocol/call';
import { isQuiet, programsFor, terminalSequence, type Notice } from '../../session/desktop';
import { isHeard } from '../../session/heard';
import { inline } from '../../session/text';

const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;

/** The agent waits for its person, who may be looking elsewhere. */
export const notify = gate({
  id: 'notify',
  title: 'Desktop notification',
  summary: 'Shows a desktop notification when the agent waits for you; urgent for permissions, none in quiet hours.',
  events: ['Notification'],
  posture: 'open',
  level,
  async decide(call, site) {
    const { muted, kinds, quietHours } = site.config.settings.notify;
    if (!kinds.includes(call.notificationType)) return pass(`no notification for ${inline(call.notificationType)}`);
    if (muted) return pass('this project is muted');
    if (!isHeard(site, { id: 'notify', level })) return pass('only observed');
    if (quietHours !== undefined) {
      const quiet = isQuiet(quietHours, new Date(site.clock.now()));
      if (quiet === undefined) site.note(`notify.quietHours is not of the form 22:00-07:00: ${inline(quietHours)}`);
      if (quiet === true) return pass('quiet hours');
    }
    const notice = noticeOf(call, site);
    const by = await shownBy(notice, site);
    if (by !== undefined) return pass(`shown by ${by}`);
    return { ...message('', 'no program to show it: the terminal may'), terminal: terminalSequence(notice) };
  },
});

const urgentKinds: ReadonlySet<string> = new Set(['permission_prompt', 'elicitation_dialog', 'agent_needs_input']);

function noticeOf(call: Notification, site: Site): Notice {
  const title = inline(call.title) || 'Claude Code';
  return {
    title: `${title} · ${inline(path.basename(site.root), 60)}`,
    body: inline(call.message, 300) || 'The agent waits for you.',
    urgent: urgentKinds.has(call.notificationType),
    terminal: site.env.TERM_PROGRAM,
  };
}

async function shownBy(notice: Notice, site: Site): Promise<string | undefined> {
  for (const { command, args, env } of programsFor(process.platform, notice)) {
    const { code, outcome } = await site.exec(command, args, {
      cwd: site.root,
      timeoutMs: 3_000,
      ...(env === undefined ? {} : { env }),
    });
    if (code === 0) return command;
    site.note(`${command}: ${outcome === 'exited' ? `exit ${code}` : outcome}`);
  }
  return undefined;
}
