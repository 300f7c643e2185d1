import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { carryOut, plan, type SettingsFile } from '../../../src/hooks/install/settings-file';
import { statusOf } from '../../../src/hooks/install/registration';
import { freshFolder } from '../../harness/test-project';
import { sampleEntries } from './sample';

const entries = sampleEntries();
const install = { kind: 'install', entries } as const;
const uninstall = { kind: 'uninstall' } as const;
const rollback = { kind: 'rollback' } as const;

describe('a settings file on disk', () => {
  let root: string;
  let settings: SettingsFile;
  const text = () => readFileSync(settings.file, 'utf8');
  const backups = () => {
    const folder = path.join(settings.home, 'backups');
    return existsSync(folder) ? readdirSync(folder).flatMap((name) => readdirSync(path.join(folder, name))) : [];
  };

  beforeEach(() => {
    root = freshFolder();
    settings = { file: path.join(root, '.claude', 'settings.json'), home: path.join(root, 'home') };
    mkdirSync(settings.home);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const put = (content: string | Buffer) => {
    mkdirSync(path.dirname(settings.file), { recursive: true });
    writeFileSync(settings.file, content);
  };

  it('is made with its folder, and both go again', async () => {
    await carryOut(settings, install);
    assert.deepEqual([...new Set(statusOf(text(), entries).map(({ status }) => status))], ['registered']);
    await carryOut(settings, uninstall);
    assert.equal(existsSync(path.dirname(settings.file)), false);
  });

  it('stays when someone else has put something in meanwhile', async () => {
    await carryOut(settings, install);
    put(text().replace('{', '{\n  "model": "opus",'));
    await carryOut(settings, uninstall);
    assert.deepEqual(JSON.parse(text()), { model: 'opus' });
  });

  it('is not written twice for the same wish, and then needs no backup', async () => {
    put('{}\n');
    await carryOut(settings, install);
    const { mtimeMs } = statSync(settings.file);
    await carryOut(settings, install);
    assert.equal(statSync(settings.file).mtimeMs, mtimeMs);
    assert.equal(backups().length, 1);
  });

  it('is not made for an installation that has nothing to register', async () => {
    await carryOut(settings, { kind: 'install', entries: [] });
    assert.equal(existsSync(settings.file), false);
  });

  it('shows what would change and writes nothing', () => {
    put('{}');
    assert.notEqual(plan(settings, install).after, '{}');
    assert.equal(text(), '{}');
  });

  for (const mode of [0o600, 0o640, 0o444]) {
    it(`keeps its mode ${mode.toString(8)}`, async () => {
      put('{}');
      chmodSync(settings.file, mode);
      await carryOut(settings, install);
      assert.equal(statSync(settings.file).mode & 0o777, mode);
    });
  }

  it('G21 is written behind a link, and the link stays', async () => {
    const real = path.join(root, 'dotfiles', 'claude.json');
    mkdirSync(path.dirname(real));
    mkdirSync(path.dirname(settings.file));
    writeFileSync(real, '{}\n');
    symlinkSync('../dotfiles/claude.json', settings.file);
    await carryOut(settings, install);
    assert.equal(lstatSync(settings.file).isSymbolicLink(), true);
    assert.match(readFileSync(real, 'utf8'), /gatehouse-hook/);
    await carryOut(settings, uninstall);
    assert.equal(readFileSync(real, 'utf8'), '{}\n');
  });

  it('keeps its other name', async () => {
    put('{}');
    const other = path.join(root, 'other.json');
    linkSync(settings.file, other);
    await carryOut(settings, install);
    assert.equal(readFileSync(other, 'utf8'), text());
  });

  it('leaves a backup of what was there, the newest ten', async () => {
    for (let count = 1; count <= 7; count += 1) {
      put(`{ "count": ${count} }`);
      await carryOut(settings, install);
      await carryOut(settings, uninstall);
    }
    const folder = path.join(settings.home, 'backups');
    const kept = readdirSync(folder).map((name) => path.join(folder, name));
    assert.equal(backups().length, 10);
    assert.equal(statSync(kept[0] ?? '').mode & 0o777, 0o700);
  });

  it('G21 comes back by rollback, with what others did since', async () => {
    put('{\n  "model": "opus"\n}\n');
    await carryOut(settings, install);
    put(text().replace('opus', 'sonnet'));
    await carryOut(settings, rollback);
    assert.equal(text(), '{\n  "model": "sonnet"\n}\n');
  });

  it('gets its older entries back by rollback', async () => {
    const older = sampleEntries({ kind: 'own', bin: '/old/bin' });
    put('{}\n');
    await carryOut(settings, { kind: 'install', entries: older });
    const before = text();
    await carryOut(settings, install);
    put(text().replace('{', '{\n  "model": "opus",'));
    await carryOut(settings, rollback);
    assert.deepEqual([...new Set(statusOf(text(), older).map(({ status }) => status))], ['registered']);
    assert.equal((JSON.parse(text()) as { model: string }).model, 'opus');
    assert.match(before, /old\/bin/);
  });

  it('does not bring back what a person took out after an uninstallation', async () => {
    put('{\n  "a": 1,\n  "b": 2\n}\n');
    await carryOut(settings, install);
    put(text().replace('  "a": 1,\n', ''));
    await carryOut(settings, uninstall);
    await carryOut(settings, install);
    await carryOut(settings, uninstall);
    assert.equal(text(), '{\n  "b": 2\n}\n');
  });

  const refused: readonly [string, string | Buffer, RegExp][] = [
    ['half a file', '{\n  "a": [\n', /line 3.*Nothing was changed/],
    ['other bytes than UTF-8', Buffer.from([0x7b, 0x7d, 0xff, 0xfe]), /is not UTF-8/],
    ['hooks of a wrong kind', '{ "hooks": 1 }', /line 1, "hooks" is not an object/],
  ];
  for (const [name, content, message] of refused) {
    it(`is refused with ${name}, and stays`, async () => {
      put(content);
      await assert.rejects(carryOut(settings, install), message);
      assert.deepEqual(readFileSync(settings.file), Buffer.from(content));
      assert.deepEqual(backups(), []);
    });
  }

  it('is refused where it is a folder or a circle of links', async () => {
    mkdirSync(settings.file, { recursive: true });
    await assert.rejects(carryOut(settings, install), /is not a plain file/);
    rmSync(settings.file, { recursive: true });
    symlinkSync('settings.json', settings.file);
    await assert.rejects(carryOut(settings, install), /points to itself/);
  });

  it('holds all entries once after twenty installations at the same time', async () => {
    put('{}');
    await Promise.all(Array.from({ length: 20 }, () => carryOut(settings, install)));
    assert.deepEqual([...new Set(statusOf(text(), entries).map(({ status }) => status))], ['registered']);
    await carryOut(settings, uninstall);
    assert.equal(text(), '{}');
  });
});
