import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { conflictsAt } from '../../../src/hooks/install/conflicts';
import { withEntries } from '../../../src/hooks/install/registration';
import { freshFolder } from '../../harness/test-project';
import { sampleEntries } from './sample';

describe('what would keep the hooks from working', () => {
  let root: string;
  const at = (file: string) => path.join(root, file);
  const put = (file: string, content: string) => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), content);
  };
  const found = () =>
    conflictsAt({
      scope: 'local',
      directory: at('project'),
      env: { HOME: at('home') },
      entries: sampleEntries(),
      managed: at('managed'),
    }).map(({ kind, file, line }) => [kind, path.relative(root, file), line]);

  beforeEach(() => {
    root = freshFolder();
    mkdirSync(at('project'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const local = 'project/.claude/settings.local.json';
  const project = 'project/.claude/settings.json';
  const user = 'home/.claude/settings.json';

  it('is nothing on a fresh machine', () => assert.deepEqual(found(), []));

  const cases: readonly [string, string, string, readonly unknown[]][] = [
    ['a comment in the very file', local, '{\n  "a": 1 // b\n}', ['ignored-file', local, 2]],
    ['hooks that are switched off', user, '{\n  "disableAllHooks": true\n}', ['disabled', user, 2]],
    [
      'managed hooks only',
      'managed/managed-settings.json',
      '{ "allowManagedHooksOnly": true }',
      ['managed', 'managed/managed-settings.json', 1],
    ],
    [
      'a wrong value of that, which counts as true',
      'managed/managed-settings.d/a.json',
      '{ "allowManagedHooksOnly": "no" }',
      ['managed', 'managed/managed-settings.d/a.json', 1],
    ],
    [
      'hooks from plugins only',
      'managed/managed-settings.json',
      '{ "strictPluginOnlyCustomization": ["hooks"] }',
      ['managed', 'managed/managed-settings.json', 1],
    ],
    ['the same hooks elsewhere', project, withEntries('{}', sampleEntries({ kind: 'shared' })), ['twice', project, 7]],
    [
      'another hook before tools',
      user,
      '{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "rtk" }] }] } }',
      ['other-hook', user, 1],
    ],
  ];
  for (const [name, file, content, expected] of cases) {
    it(`is ${name}`, () => {
      put(file, content);
      assert.deepEqual(found(), [expected]);
    });
  }

  it('says what another hook can do to a refusal, also in old clients', () => {
    put(user, '{ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "rtk" }] }] } }');
    const [conflict] = conflictsAt({
      scope: 'local',
      directory: at('project'),
      env: { HOME: at('home') },
      entries: sampleEntries(),
      managed: at('managed'),
    });
    assert.match(
      conflict?.message ?? '',
      /Clients up to 2\.1\.89 show the agent no reason .* finishes after one that blocks/,
    );
  });

  const harmless: readonly [string, string, string][] = [
    ['a file that cannot be read', user, '{ "disableAllHooks": tr'],
    ['hooks that are switched on', user, '{ "disableAllHooks": false, "allowManagedHooksOnly": true }'],
    ['a plugin that is off', user, '{ "enabledPlugins": { "gatehouse@market": false, "other@market": true } }'],
    [
      'a hook on another event',
      user,
      '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say" }] }] } }',
    ],
    ['a comment in a file of another scope', user, '{} // mine'],
  ];
  for (const [name, file, content] of harmless) {
    it(`is not ${name}`, () => {
      put(file, content);
      assert.deepEqual(found(), []);
    });
  }
});
