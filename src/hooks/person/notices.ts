import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyGate } from '../pipeline/gate';
import type { Site } from '../pipeline/site';
import { makeFolder, namesIn, readText } from '../project/read-file';
import { processState } from '../project/process-state';
import type { Settings } from '../configuration/settings';
import type { Notification } from '../protocol/call';
import { inline } from '../project/text';

/** The notice that the agent waits for the person, safe to show. */
export interface AgentNotice {
  readonly title: string;
  readonly body: string;
  /** The agent cannot go on before the person has answered. */
  readonly urgent: boolean;
}

type Announced =
  | { readonly kind: 'show'; readonly notice: AgentNotice; readonly problem?: string | undefined }
  | { readonly kind: 'quiet'; readonly why: string };

const urgentKinds: ReadonlySet<string> = new Set(['permission_prompt', 'elicitation_dialog', 'agent_needs_input']);

/** Whether and how to show a notification, for the desktop and the editor. */
export function noticeFor(
  { notificationType, title, message }: Pick<Notification, 'notificationType' | 'title' | 'message'>,
  { muted, kinds, quietHours }: Settings['notify'],
  { root, now }: { readonly root: string; readonly now: number },
): Announced {
  if (!kinds.includes(notificationType))
    return { kind: 'quiet', why: `no notification for ${inline(notificationType)}` };
  if (muted) return { kind: 'quiet', why: 'this project is muted' };
  const quiet = quietHours === undefined ? false : isQuiet(quietHours, new Date(now));
  if (quiet === true) return { kind: 'quiet', why: 'quiet hours' };
  return {
    kind: 'show',
    notice: {
      title: `${inline(title) || 'Claude Code'} · ${inline(path.basename(root), 60)}`,
      body: inline(message, 300) || 'The agent waits for you.',
      urgent: urgentKinds.has(notificationType),
    },
    problem:
      quiet === undefined ? `notify.quietHours is not of the form 22:00-07:00: ${inline(quietHours ?? '')}` : undefined,
  };
}

/** `22:00-07:00` in local time; undefined if the text says no hours. */
export function isQuiet(hours: string, now: Date): boolean | undefined {
  const match = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(hours);
  if (match === null) return undefined;
  const [from, to] = [Number(match[1]) * 60 + Number(match[2]), Number(match[3]) * 60 + Number(match[4])];
  const minute = now.getHours() * 60 + now.getMinutes();
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

const folder = 'windows';
const watched = 'watched';

/**
 * Each editor window that shows a worktree has a file here, named by its process id, which says whether the window has
 * the focus. Only notifications depend on it, so errors are ignored: a file that cannot be read is no window.
 */
export function announceWindow(home: string, pid: number, looked: boolean): void {
  try {
    makeFolder(path.join(home, folder));
    writeFileSync(path.join(home, folder, String(pid)), looked ? watched : '', { mode: 0o600 });
  } catch {
    // Ignored: see above.
  }
}

export function withdrawWindow(home: string, pid: number): void {
  try {
    rmSync(path.join(home, folder, String(pid)), { force: true });
  } catch {
    // Ignored: see above.
  }
}

/** Has a window that shows this worktree the focus, other than the window of the process `self`? */
export const isWatched = (home: string, self?: number): boolean =>
  windowsIn(home).some((pid) => pid !== self && isFocused(home, pid));

function windowsIn(home: string): readonly number[] {
  return namesIn(path.join(home, folder))
    .filter((name) => /^[1-9]\d{0,9}$/.test(name))
    .map(Number);
}

function isFocused(home: string, pid: number): boolean {
  // A killed window leaves its file behind.
  return readText(path.join(home, folder, String(pid))) === watched && processState(pid) === 'own';
}

/** A notification for the person's desktop. */
export interface Notice extends AgentNotice {
  /** The terminal that a click should bring to the front, as `TERM_PROGRAM` names it. */
  readonly terminal: string | undefined;
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The programs that can show it, the best first. Texts are arguments and variables of their own, never a part of a
 * script.
 */
export function programsFor(platform: NodeJS.Platform, notice: Notice): readonly Program[] {
  switch (platform) {
    case 'darwin':
      return [terminalNotifier(notice), osascript(notice)];
    case 'win32':
      return [powershell(notice)];
    default:
      return [notifySend(notice)];
  }
}

function notifySend({ title, body, urgent }: Notice): Program {
  const urgency = urgent ? 'critical' : 'normal';
  return {
    command: 'notify-send',
    args: ['--app-name=Claude Code', `--urgency=${urgency}`, '--', title, withoutMarkup(body)],
  };
}

/** Desktops read the body as markup. */
const withoutMarkup = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const sound = (urgent: boolean): string => (urgent ? 'Ping' : 'Glass');

const bundles: Readonly<Record<string, string>> = {
  'iTerm.app': 'com.googlecode.iterm2',
  vscode: 'com.microsoft.VSCode',
  WezTerm: 'com.github.wez.wezterm',
  ghostty: 'com.mitchellh.ghostty',
};

function terminalNotifier({ title, body, urgent, terminal }: Notice): Program {
  const bundle = bundles[terminal ?? ''] ?? 'com.apple.Terminal';
  const args = ['-title', plain(title), '-message', plain(body), '-sound', sound(urgent), '-activate', bundle];
  return { command: 'terminal-notifier', args };
}

/** These programs interpret a leading bracket or dash. */
const plain = (text: string): string => (/^[[\-({<"]/.test(text) ? `\\${text}` : text);

function osascript({ title, body, urgent }: Notice): Program {
  const script = [
    'on run argv',
    'display notification (item 1 of argv) with title (item 2 of argv) sound name (item 3 of argv)',
    'end run',
  ];
  return { command: 'osascript', args: [...script.flatMap((line) => ['-e', line]), '--', body, title, sound(urgent)] };
}

const toast = [
  '[Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime] > $null',
  '$kind = [Windows.UI.Notifications.ToastTemplateType]::ToastText02',
  '$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent($kind)',
  "$texts = $xml.GetElementsByTagName('text')",
  '$texts.Item(0).AppendChild($xml.CreateTextNode($env:GATEHOUSE_NOTICE_TITLE)) > $null',
  '$texts.Item(1).AppendChild($xml.CreateTextNode($env:GATEHOUSE_NOTICE_BODY)) > $null',
  "$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'",
  '$toast = [Windows.UI.Notifications.ToastNotification]::new($xml)',
  '[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show($toast)',
].join('; ');

function powershell({ title, body }: Notice): Program {
  return {
    command: 'powershell.exe',
    args: ['-NoProfile', '-NonInteractive', '-Command', toast],
    env: { GATEHOUSE_NOTICE_TITLE: title, GATEHOUSE_NOTICE_BODY: body },
  };
}

/** For a client that forwards it: the terminal's own notification (OSC 9) and the bell. */
export const terminalSequence = ({ title, body }: Notice): string => `\u001b]9;${title}: ${body}\u0007\u0007`;

/** Is this gate's message delivered? One that is only observed must not use up a message that is sent once. */
export const isDelivered = (site: Site, gate: Pick<AnyGate, 'id' | 'level'>): boolean =>
  site.requestedByName || site.config.level(gate) !== 'observe';
