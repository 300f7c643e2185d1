import { gate, message, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { programsFor, terminalSequence, isWatched, isDelivered, noticeFor, type Notice } from '../../person/notices';

const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;

/** Notifies the person when the agent waits for them. */
export const notify = gate({
  id: 'notify',
  title: 'Desktop notification',
  summary:
    'Shows a desktop notification when the agent waits for you and the editor is not in focus; urgent for permission requests, none in quiet hours.',
  events: ['Notification'],
  posture: 'open',
  level,
  async decide(call, site) {
    const { notify } = site.config.settings;
    const told = noticeFor(call, notify, { root: site.root, now: site.clock.now() });
    if (told.kind === 'quiet') return pass(told.why);
    if (!isDelivered(site, { id: 'notify', level })) return pass('only observed');
    if (told.problem !== undefined) site.note(told.problem);
    if (!site.requestedByName && isWatched(site.home)) return pass('shown by the editor, which the person looks at');
    const notice = { ...told.notice, terminal: site.env.TERM_PROGRAM };
    const by = await shownBy(notice, site);
    if (by !== undefined) return pass(`shown by ${by}`);
    return { ...message('', 'no program to show it: the terminal may'), terminal: terminalSequence(notice) };
  },
});

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
