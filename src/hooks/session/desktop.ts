import type { AgentNotice } from './notice';

/** A notification for the person's desktop. */
export interface Notice extends AgentNotice {
  /** The terminal that a click should bring to the front, as `TERM_PROGRAM` names it. */
  readonly terminal: string | undefined;
}

export interface Program {
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
function withoutMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

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

/** A value that begins with a bracket or a dash is read as something else. */
function plain(text: string): string {
  return /^[[\-({<"]/.test(text) ? `\\${text}` : text;
}

function osascript({ title, body, urgent }: Notice): Program {
  const script = [
    'on run argv',
    'display notification (item 1 of argv) with title (item 2 of argv) sound name (item 3 of argv)',
    'end run',
  ];
  return {
    command: 'osascript',
    args: [...script.flatMap((line) => ['-e', line]), '--', body, title, sound(urgent)],
  };
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

/** For a client that passes it on: the terminal's own notification (OSC 9) and the bell. */
export function terminalSequence({ title, body }: Notice): string {
  return `\u001b]9;${title}: ${body}\u0007\u0007`;
}
