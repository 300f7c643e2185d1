import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openBrowser, type Browser } from '../harness/browser';
import { shoot } from '../harness/camera';
import { keep } from '../harness/keep';
import { freshProfile, type Profile } from '../harness/profile';

const root = path.resolve(__dirname, '../..');

describe('npm start', () => {
  let profile: Profile;
  let demo: ChildProcess;
  let browser: Browser | undefined;
  let said: string[];

  before(() => {
    profile = freshProfile('start');
    said = [];
    // What the command runs once everything is built.
    demo = spawn(process.execPath, ['--import', 'tsx', 'test/harness/demo.ts', '--no-open'], {
      cwd: root,
      env: { ...profile.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  });
  after(async () => {
    demo.kill('SIGKILL');
    await browser?.close();
    profile.clear();
  });

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    const log = path.join(profile.folder, 'demo.log');
    writeFileSync(log, said.join('\n'));
    const screen = browser === undefined ? {} : { 'screen.png': await shoot(browser.page, 'failed-start') };
    keep(this.currentTest.fullTitle(), { ...screen, 'demo.log': log });
  });

  /** The next line that matches; lines that came before count too. */
  function line(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = (text: string) => {
        if (pattern.test(text)) resolve(text);
      };
      lines.on('line', look);
      lines.once('close', () => reject(new Error(`ended without ${String(pattern)}:\n${said.join('\n')}`)));
      said.forEach(look);
    });
  }
  let lines: ReturnType<typeof createInterface>;

  it('G9 prints the address of a workbench, which opens Gatehouse beside its walkthrough with a refusal in sight', async () => {
    lines = createInterface({ input: demo.stdout! });
    lines.on('line', (text) => said.push(text));
    const address = (await line(/^Workbench: http/)).slice('Workbench: '.length);
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\//);
    browser = await openBrowser(profile);
    await browser.page.goto(address);
    const { page } = browser;
    await page.locator('.part.sidebar .title-label', { hasText: 'Gatehouse' }).waitFor();
    await page.locator('.gettingStartedContainer', { hasText: 'Get started with Gatehouse' }).waitFor();
    await page.locator('.notifications-toasts .notification-list-item', { hasText: 'Blocked:' }).first().waitFor();
    await shoot(page, 'start-0-opened');
  });

  it('keeps the tree alive with a session that plays', async () => {
    const { page } = browser!;
    const review = page.locator('.part.sidebar .monaco-list-row', { hasText: 'Code review' });
    await review.filter({ hasText: 'failed' }).waitFor();
    await shoot(page, 'start-1-blocked');
    await review.filter({ hasText: 'passed' }).waitFor();
    await shoot(page, 'start-2-passed');
  });

  it('ends on Ctrl-C with everything it started, and leaves nothing', async () => {
    const ended = new Promise<number | null>((resolve) => demo.once('exit', resolve));
    demo.kill('SIGINT');
    assert.equal(await ended, 0);
    assert.deepEqual(
      readdirSync(profile.env.TMPDIR).filter((name) => name.startsWith('gh-demo')),
      [],
    );
    assert.deepEqual(readdirSync(profile.env.GATEHOUSE_HOME), []);
    assert.equal(existsSync(path.join(root, '.claude')), false);
    await assert.rejects(fetch((await line(/^Workbench: http/)).slice('Workbench: '.length)));
  });
});
