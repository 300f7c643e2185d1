import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { timeLimit } from '../../scripts/time-limits.mjs';
import type { Browser } from './browser';
import { shoot } from './camera';
import { eventually } from './eventually';
import { keep } from './keep';
import type { Profile } from './profile';
import type { Server } from './server';

/** A workbench as a person uses it: what they see, in words, and what they do, by name. */
export class Workbench {
  readonly page: Page;
  private open = true;

  private constructor(
    readonly profile: Profile,
    private readonly server: Server,
    private readonly browser: Browser,
  ) {
    this.page = browser.page;
  }

  /** Shows a folder in the page of a browser. What was opened for it is closed with it, except the browser. */
  static async open(profile: Profile, server: Server, browser: Browser, folder: string): Promise<Workbench> {
    const workbench = new Workbench(profile, server, browser);
    await workbench.goTo(server.address(folder));
    return workbench;
  }

  private async goTo(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await this.page.locator('.part.activitybar .action-item').first().waitFor();
  }

  /** Reloads the window, with a new extension host. */
  reload(): Promise<void> {
    return this.goTo(this.page.url());
  }

  /** Addresses outside this machine that the editor or the extension asked for. */
  get outside(): readonly string[] {
    return [...this.browser.outside];
  }

  get isOpen(): boolean {
    return this.open;
  }

  async close(): Promise<void> {
    if (!this.open) return;
    this.open = false;
    await this.browser.renew();
    await this.server.stop();
    this.profile.clear();
  }

  /** Keeps what explains a failure here: the screen, the editor's and the extension's logs, what the hooks wrote. */
  async keep(title: string): Promise<string> {
    const { userData, env } = this.profile;
    return keep(title, {
      'screen.png': await shoot(this.page, `failed-${title}`),
      'editor-logs': path.join(userData, 'logs'),
      'server.log': this.server.log,
      'host.log': path.join(env.GATEHOUSE_HOME, 'host/host.log'),
      projects: path.join(env.GATEHOUSE_HOME, 'projects'),
    });
  }

  /** A picture without the pointer's tooltip in it: one that opens after the pointer has left stays until a key is pressed. */
  async picture(name: string): Promise<string> {
    await this.page.mouse.move(640, 790);
    await eventually(async () => {
      if (!(await this.page.locator('.workbench-hover-container .monaco-hover').isVisible())) return;
      await this.page.keyboard.press('ScrollLock');
      throw new Error('a tooltip is shown');
    });
    return shoot(this.page, name);
  }

  /** Pictures of the same moment in the dark and in the light theme. */
  async pictures(name: string): Promise<void> {
    await this.picture(`${name}-dark`);
    await this.command('Preferences: Toggle between Light/Dark Themes');
    await this.page.locator('.monaco-workbench.vs').waitFor();
    await this.picture(`${name}-light`);
    await this.command('Preferences: Toggle between Light/Dark Themes');
    await this.page.locator('.monaco-workbench.vs-dark').waitFor();
  }

  /** How long an extension took to activate, as the host itself reports it to people. */
  async activationMs(extension: string): Promise<number> {
    await this.command('Developer: Show Running Extensions');
    const row = this.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: extension });
    const text = await row.locator('.activation-time', { hasText: 'ms' }).innerText();
    const milliseconds = /(\d+)\s*ms/.exec(text)?.[1];
    if (milliseconds === undefined) throw new Error(`the host gives no activation time: ${text}`);
    return Number(milliseconds);
  }

  /** Opens a view container of the activity bar by its title. */
  async show(container: string): Promise<void> {
    const title = this.page.locator('.part.sidebar .title-label', { hasText: container });
    // A click on the icon of one that is open would close it.
    if (await title.isVisible()) return;
    const icon = this.page.locator(`.part.activitybar a.action-label[aria-label^="${container}"]`);
    await icon.waitFor();
    await icon.click();
    await title.waitFor();
  }

  /** Opens a view of the side bar by its title. */
  async expand(view: string): Promise<void> {
    const header = this.page.locator('.part.sidebar .pane-header', { hasText: view });
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
  }

  /** Runs a command from the palette. An editor that just opens may take the focus and close it: then it is opened again. */
  command(title: string): Promise<void> {
    return this.repeat(async (timeout) => {
      await this.page.keyboard.press('F1');
      await this.quickInput.fill(`>${title}`, { timeout });
      await this.choose(title, timeout);
    });
  }

  /**
   * Does something that the workbench may undo halfway: whatever takes the focus closes menus and quick picks, and a
   * row that is drawn again loses its buttons. What is left open is closed before the next attempt.
   */
  private repeat(attempt: (timeout: number) => Promise<void>): Promise<void> {
    return eventually(async () => {
      try {
        await attempt(timeLimit('attempt'));
      } catch (error) {
        await this.page.keyboard.press('Escape');
        throw error;
      }
    });
  }

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget .quick-input-box input');
  }

  /** Takes the entry of the open quick pick that holds the text; one that moves under the pointer is clicked again. */
  async choose(text: string, timeout = timeLimit('wait')): Promise<void> {
    const entry = this.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    await entry.click({ timeout });
    await eventually(async () => {
      try {
        await entry.waitFor({ state: 'hidden', timeout: timeLimit('attempt') });
      } catch (error) {
        await entry.click({ timeout: timeLimit('attempt') }).catch(() => undefined);
        throw error;
      }
    });
  }

  /** A button of the welcome text in the side bar. */
  welcome(label: string): Locator {
    return this.page.locator('.part.sidebar .welcome-view .monaco-button', { hasText: label });
  }

  row(label: string): Locator {
    return this.page.locator('.part.sidebar .monaco-list-row', { hasText: label });
  }

  /** An action that a row shows at its end while the pointer is over it. */
  rowAction(row: Locator, action: string): Promise<void> {
    return this.repeat(async (timeout) => {
      await row.hover({ timeout });
      await row.locator(`.actions a.action-label[aria-label^="${action}"]`).click({ timeout });
    });
  }

  /**
   * Takes an entry of a row's context menu and then one of the quick pick that it opens. A menu takes no click for a
   * while after it opened, but it takes the key.
   */
  rowMenu(row: Locator, entry: string, pick: string): Promise<void> {
    return this.repeat(async (timeout) => {
      await row.click({ button: 'right', timeout });
      await this.page.locator('.context-view .action-label', { hasText: entry }).hover({ timeout });
      await this.page.keyboard.press('Enter');
      await this.choose(pick, timeout);
    });
  }

  /** The page of an inspector, known by its own name: other webviews may be open beside it, or about to close. */
  inspector(viewType: string): Promise<Frame> {
    return this.webview(`body[data-inspector="${viewType}"]`);
  }

  /** The frame of a webview in which this is shown. */
  webview(selector: string): Promise<Frame> {
    return eventually(async () => {
      for (const frame of this.page.frames()) {
        if ((await frame.locator(selector).count()) > 0) return frame;
      }
      throw new Error(`no page with ${selector} is shown`);
    });
  }

  /** The rows of the side bar's tree, `label description`, in order. */
  async rows(): Promise<readonly string[]> {
    const rows = await this.page.locator('.part.sidebar .monaco-list-row').all();
    return Promise.all(
      rows.map(async (row) => (await row.locator('.label-name, .label-description').allInnerTexts()).join(' ')),
    );
  }

  /** The status bar item with this id, of any extension: `<publisher>.<name>.<id>`. */
  statusItem(id: string): Locator {
    return this.page.locator(`.part.statusbar .statusbar-item[id="${id}"]`);
  }

  notification(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** Installs the hooks from the welcome text, as a person does who reads the change first. */
  async installHooks(): Promise<void> {
    await this.welcome('Install Hooks').click();
    await this.choose('This project, only for me');
    const question = this.notification('Install these hooks');
    await question.waitFor();
    await this.page.locator('.tabs-container .tab', { hasText: 'with hooks' }).waitFor();
  }

  /** Takes a button of a notification. */
  async press(notification: string, button: string): Promise<void> {
    await this.notification(notification).locator('.monaco-button', { hasText: button }).click();
  }

  async dismissNotifications(): Promise<void> {
    await this.command('Notifications: Clear All Notifications');
  }
}
