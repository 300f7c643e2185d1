import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programsFor, announceWindow, withdrawWindow, isQuiet, type Notice } from '../../../src/hooks/person/notices';
import { projectHome } from '../../../src/hooks/project/home';
import { Rig } from '../review/rig';

const notice: Notice = {
  title: 'Claude Code · shop',
  body: 'needs "permission" & <more>',
  urgent: true,
  terminal: 'iTerm.app',
};

describe('desktop notifications, as each system is asked', () => {
  it('Linux', () => {
    assert.deepEqual(programsFor('linux', notice), [
      {
        command: 'notify-send',
        args: [
          '--app-name=Claude Code',
          '--urgency=critical',
          '--',
          'Claude Code · shop',
          'needs "permission" &amp; &lt;more>',
        ],
      },
    ]);
  });

  it('macOS', () => {
    const programs = programsFor('darwin', { ...notice, urgent: false });
    assert.deepEqual(
      programs.map(({ command, args }) => [command, ...args]),
      [
        [
          'terminal-notifier',
          '-title',
          'Claude Code · shop',
          '-message',
          'needs "permission" & <more>',
          '-sound',
          'Glass',
          '-activate',
          'com.googlecode.iterm2',
        ],
        [
          'osascript',
          '-e',
          'on run argv',
          '-e',
          'display notification (item 1 of argv) with title (item 2 of argv) sound name (item 3 of argv)',
          '-e',
          'end run',
          '--',
          'needs "permission" & <more>',
          'Claude Code · shop',
          'Glass',
        ],
      ],
    );
  });

  it('11 a message is never a part of a script, on any system', () => {
    const evil = '" & (do shell script "touch /tmp/x") & "';
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const clean = programsFor(platform, { ...notice, body: 'BODY', title: 'TITLE' });
      const dirty = programsFor(platform, { ...notice, body: evil, title: evil });
      const neutral = (value: string) => (value === 'BODY' || value === 'TITLE' ? '?' : value);
      const same = (value: string) => (value.includes('do shell script') ? '?' : value);
      assert.deepEqual(
        dirty.map(({ args }) => args.map(same)),
        clean.map(({ args }) => args.map(neutral)),
      );
    }
  });

  it('Windows gets the texts as variables', () => {
    const [program] = programsFor('win32', notice);
    assert.equal(program?.command, 'powershell.exe');
    assert.deepEqual(program.env, {
      GATEHOUSE_NOTICE_TITLE: 'Claude Code · shop',
      GATEHOUSE_NOTICE_BODY: 'needs "permission" & <more>',
    });
  });

  it('quiet hours, also over midnight', () => {
    const at = (time: string) => new Date(`2026-11-18T${time}:00`);
    const table: readonly (readonly [string, string, boolean | undefined])[] = [
      ['22:00-07:00', '23:30', true],
      ['22:00-07:00', '06:59', true],
      ['22:00-07:00', '07:00', false],
      ['12:00 - 13:00', '12:30', true],
      ['12:00-13:00', '13:00', false],
      ['at night', '23:30', undefined],
    ];
    for (const [hours, time, quiet] of table) assert.equal(isQuiet(hours, at(time)), quiet, `${hours} at ${time}`);
  });
});

describe('notify', () => {
  let rig: Rig;
  let record: string;
  beforeEach(() => {
    rig = new Rig();
    const bin = path.join(rig.home, 'bin');
    mkdirSync(bin);
    record = path.join(rig.home, 'shown');
    writeFileSync(path.join(bin, 'notify-send'), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${record}'\n`);
    chmodSync(path.join(bin, 'notify-send'), 0o755);
    rig.env.PATH = `${bin}:${process.env.PATH ?? ''}`;
  });
  afterEach(() => rig.clear());

  const send = (type: string, more: object = {}) =>
    rig.hook('Notification', { notification_type: type, message: 'Hello', title: '', ...more }, 'notify');
  const shown = () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []);

  if (process.platform !== 'linux') return;

  it('says permission prompts urgently and idle prompts calmly, and nothing else', async () => {
    await send('permission_prompt');
    await send('idle_prompt', { message: '' });
    await send('auth_success');
    assert.deepEqual(shown(), [
      '--app-name=Claude Code',
      '--urgency=critical',
      '--',
      'Claude Code · project',
      'Hello',
      '--app-name=Claude Code',
      '--urgency=normal',
      '--',
      'Claude Code · project',
      'The agent waits for you.',
    ]);
  });

  it('11 shows a hostile message as plain text', async () => {
    await send('permission_prompt', { message: '$(touch x) `id` "; rm -rf ~\n-u low' });
    assert.equal(shown().at(-1), '$(touch x) `id` "; rm -rf ~ -u low');
  });

  const configured = async (notify: object) => {
    rig.write('.claude/gatehouse.local.json', JSON.stringify({ notify }));
    await rig.hook('Notification', { notification_type: 'permission_prompt', message: 'Hello' });
    return shown().length > 0;
  };

  it('can be muted for a project, and keeps quiet hours', async () => {
    assert.equal(await configured({ muted: true }), false);
    assert.equal(await configured({ quietHours: '00:00-23:59' }), false);
    assert.equal(await configured({ kinds: ['idle_prompt'] }), false);
    assert.equal(await configured({ quietHours: 'nonsense' }), true);
  });

  it('leaves it to a window of the editor that the person looks at, and to no other', async () => {
    const home = projectHome(rig.env, rig.root);
    const heard = async () => {
      const before = shown().length;
      await rig.hook('Notification', { notification_type: 'permission_prompt', message: 'Hello' });
      return shown().length > before;
    };
    announceWindow(home, process.pid, false);
    assert.equal(await heard(), true);
    announceWindow(home, process.pid, true);
    assert.equal(await heard(), false);
    withdrawWindow(home, process.pid);
    assert.equal(await heard(), true);
    // No process has this number: the window died without a word.
    announceWindow(home, 4_194_303, true);
    assert.equal(await heard(), true);
  });

  it('asks the terminal where no program shows it', async () => {
    rig.env.PATH = path.join(rig.home, 'nothing');
    const reply = await send('permission_prompt', { message: 'Hi\u0007\u001b]0;x' });
    assert.deepEqual(JSON.parse(reply.stdout), {
      terminalSequence: '\u001b]9;Claude Code · project: Hi ;x\u0007\u0007',
    });
  });
});
