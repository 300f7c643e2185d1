import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CheckResult } from '../../../src/hooks/cli/check-registration';
import { Stage } from './stage';

/** A node that answers the installation with its version, and every hook as the guard does: here only who is heard matters. */
const hearingNode = `#!/bin/sh
[ "$1" = -e ] && exec echo "[\\"20.0.0\\", \\"$0\\"]"
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Gatehouse guard [r]: no"}}'
`;

interface Row {
  readonly title: string;
  /** `scope at place`, in this order. */
  readonly installed: readonly string[];
  /** Files that are written afterwards; `+` adds to the JSON that is there. */
  readonly settings?: Readonly<Record<string, object>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Where the client is started. */
  readonly from: string;
  /** What is bad, and the one repair of each. */
  readonly bad: readonly (readonly [says: RegExp, repair: string])[];
}

const well: Row['bad'] = [];
const unread = (place: string) =>
  new RegExp(
    `^The hooks are registered in ${place}, and the client does not read that file when it is started here\\.$`,
  );

/** What the client obeys where, measured with 2.1.326. */
const rows: readonly Row[] = [
  { title: 'local scope', installed: ['local at project'], from: 'project', bad: well },
  { title: 'project scope', installed: ['project at project'], from: 'project', bad: well },
  { title: 'user scope', installed: ['user at project'], from: 'project', bad: well },
  { title: 'project and user scope', installed: ['project at project', 'user at project'], from: 'project', bad: well },
  {
    title: 'local and project scope',
    installed: ['local at project', 'project at project'],
    from: 'project',
    bad: well,
  },
  {
    title: 'all three scopes',
    installed: ['local at project', 'project at project', 'user at project'],
    from: 'project',
    bad: well,
  },
  { title: 'local scope, in a subdirectory', installed: ['local at project'], from: 'project/src', bad: well },
  { title: 'user scope, in a subdirectory', installed: ['user at project'], from: 'project/src', bad: well },
  {
    title: 'project scope, in a subdirectory',
    installed: ['project at project'],
    from: 'project/src',
    bad: [[unread('project'), 'Start the client in project.']],
  },
  {
    title: 'project and user scope, in a subdirectory',
    installed: ['project at project', 'user at project'],
    from: 'project/src',
    bad: well,
  },
  {
    title: 'local scope of the main checkout, in a linked worktree',
    installed: ['local at project'],
    from: 'linked',
    bad: well,
  },
  {
    title: 'local scope of the main checkout, below a linked worktree',
    installed: ['local at project'],
    from: 'linked/src',
    bad: well,
  },
  {
    title: 'local scope of both worktrees',
    installed: ['local at project', 'local at linked'],
    from: 'linked',
    bad: well,
  },
  {
    title: 'project scope that is not committed, in a linked worktree',
    installed: ['project at project'],
    from: 'linked',
    bad: [[unread('project'), 'gatehouse install --scope local']],
  },
  { title: 'project scope of a linked worktree', installed: ['project at linked'], from: 'linked', bad: well },
  {
    title: 'project scope of a linked worktree, below it',
    installed: ['project at linked'],
    from: 'linked/src',
    bad: [[unread('linked'), 'Start the client in linked.']],
  },
  {
    title: 'local scope of a linked worktree, in the main checkout',
    installed: ['local at linked'],
    from: 'project',
    bad: [[/^The hooks were registered before, but no settings file has them now/, 'gatehouse install --scope local']],
  },
  { title: 'a folder that is no repository', installed: ['local at plain'], from: 'plain', bad: well },
  {
    title: 'local scope, below a folder that is no repository',
    installed: ['local at plain'],
    from: 'plain/below',
    bad: [[unread('plain'), 'Start the client in plain.']],
  },
  {
    title: 'project scope, below a folder that is no repository',
    installed: ['project at plain'],
    from: 'plain/below',
    bad: [[unread('plain'), 'Start the client in plain.']],
  },
  {
    title: 'user scope, below a folder that is no repository',
    installed: ['user at plain'],
    from: 'plain/below',
    bad: well,
  },
  {
    title: 'disableAllHooks in the person’s settings',
    installed: ['local at project'],
    settings: { 'home/.claude/settings.json': { disableAllHooks: true } },
    from: 'project',
    bad: [
      [
        /^home\/.claude\/settings\.json:1: disableAllHooks is on/,
        'Remove disableAllHooks from home/.claude/settings.json.',
      ],
    ],
  },
  {
    title: 'disableAllHooks there, taken back by a file that outranks it',
    installed: ['local at project'],
    settings: {
      'home/.claude/settings.json': { disableAllHooks: true },
      '+project/.claude/settings.local.json': { disableAllHooks: false },
    },
    from: 'project',
    bad: well,
  },
  {
    title: 'disableAllHooks in the main checkout, in a linked worktree that says otherwise',
    installed: ['local at project'],
    settings: {
      '+project/.claude/settings.local.json': { disableAllHooks: true },
      'linked/.claude/settings.local.json': { disableAllHooks: false },
    },
    from: 'linked',
    bad: [
      [
        /settings\.local\.json:\d+: disableAllHooks is on/,
        'Remove disableAllHooks from project/.claude/settings.local.json.',
      ],
    ],
  },
  {
    title: 'disableAllHooks in project settings that are not read in a subdirectory',
    installed: ['local at project'],
    settings: { 'project/.claude/settings.json': { disableAllHooks: true } },
    from: 'project/src',
    bad: well,
  },
  {
    title: 'disableAllHooks in the settings of a subdirectory',
    installed: ['local at project'],
    settings: { 'project/src/.claude/settings.json': { disableAllHooks: true } },
    from: 'project/src',
    bad: [[/disableAllHooks is on/, 'Remove disableAllHooks from project/src/.claude/settings.json.']],
  },
  {
    title: 'disableAllHooks in a file that the client ignores for another mistake',
    installed: ['local at project'],
    settings: { 'home/.claude/settings.json': { disableAllHooks: true, model: 5 } },
    from: 'project',
    bad: well,
  },
  {
    title: 'a mistake for which the client ignores the file that holds the hooks',
    installed: ['local at project'],
    settings: { '+project/.claude/settings.local.json': { model: 5 } },
    from: 'project',
    bad: [[/The agent ignores this whole file: model is no string in line \d+\.$/, 'Correct model.']],
  },
  {
    title: 'the same mistake beside hooks in the person’s settings',
    installed: ['user at project'],
    settings: { 'project/.claude/settings.local.json': { model: 5 } },
    from: 'project',
    bad: well,
  },
  {
    title: 'the client’s simple mode in the environment',
    installed: ['local at project'],
    env: { CLAUDE_CODE_SIMPLE: '1' },
    from: 'project',
    bad: [[/^CLAUDE_CODE_SIMPLE=1 is set in the environment/, 'Unset it and start the client again.']],
  },
];

describe('E3 doctor tells whether hooks run where the client is started', () => {
  let stage: Stage;
  let base: string;
  const at = (place: string) => path.join(base, place);

  beforeEach(() => {
    stage = new Stage();
    base = path.dirname(stage.root);
    stage.runAs('// only a part of the installation\n');
    const node = stage.write('../programs/node', hearingNode, 0o755);
    stage.env.PATH = `${path.dirname(node)}:${stage.env.PATH}`;
    stage.git('worktree', 'add', '-q', at('linked'));
    for (const folder of ['project/src', 'linked/src', 'plain/below']) mkdirSync(at(folder), { recursive: true });
  });
  afterEach(() => stage.clear());

  async function examined(from: string, ...args: string[]) {
    const { out } = await stage.run(['doctor', '--json', ...args], undefined, at(from));
    const { results, fixed } = JSON.parse(out.replaceAll(`${base}/`, '')) as {
      results: CheckResult[];
      fixed: string[];
    };
    return { bad: results.filter(({ status }) => status === 'bad'), fixed };
  }

  /** Every settings file with Gatehouse hooks. */
  function registrations(): readonly string[] {
    const files = readdirSync(base, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => /\.claude\/settings(?:\.local)?\.json$/.test(file))
      .filter((file) => readFileSync(at(file), 'utf8').includes('gatehouse-hook'))
      .sort();
  }

  function write(name: string, settings: object): void {
    const file = name.replace(/^\+/, '');
    const there: unknown = name.startsWith('+') ? JSON.parse(readFileSync(at(file), 'utf8')) : {};
    stage.write(at(file), JSON.stringify({ ...(there as object), ...settings }));
  }

  for (const { title, installed, settings = {}, env = {}, from, bad } of rows) {
    it(`${title}: ${bad.length === 0 ? 'nothing is wrong' : 'told with its repair'}`, async () => {
      for (const one of installed) {
        const [scope = '', place = ''] = one.split(' at ');
        await stage.run(['install', '--scope', scope, '--yes'], undefined, at(place));
      }
      for (const [file, content] of Object.entries(settings)) write(file, content);
      Object.assign(stage.env, env);
      const before = registrations();
      const found = await examined(from);
      const told = found.bad.map(({ message, whatToDo }) => `${message} → ${whatToDo ?? 'no repair'}`).join('\n');
      assert.equal(found.bad.length, bad.length, told);
      for (const [index, [says, repair]] of bad.entries()) {
        assert.match(found.bad[index]!.message, says);
        assert.equal(found.bad[index]!.whatToDo, repair);
      }
      const { fixed } = await examined(from, '--fix');
      const added = registrations().filter((file) => !before.includes(file));
      assert.deepEqual(
        [added.length, fixed.length],
        found.bad.some(({ repair }) => repair !== undefined) ? [1, 1] : [0, 0],
      );
      const [repair] = bad.map(([, way]) => way);
      if (repair === undefined) return;
      await repaired(repair, from);
    });
  }

  /** Does what the repair says, as a person would, and looks again. */
  async function repaired(repair: string, from: string): Promise<void> {
    const start = /^Start the client in (\S+)\.$/.exec(repair)?.[1];
    const takenFrom = /^Remove disableAllHooks from (\S+)\.$/.exec(repair)?.[1];
    if (repair.startsWith('gatehouse ')) await stage.run([...repair.split(' ').slice(1), '--yes'], undefined, at(from));
    if (repair.startsWith('Unset')) delete stage.env.CLAUDE_CODE_SIMPLE;
    if (takenFrom !== undefined) edit(takenFrom, 'disableAllHooks');
    if (repair === 'Correct model.') edit('project/.claude/settings.local.json', 'model');
    assert.deepEqual((await examined(start ?? from)).bad, []);
  }

  function edit(file: string, key: string): void {
    const settings = JSON.parse(readFileSync(at(file), 'utf8')) as Record<string, unknown>;
    stage.write(at(file), JSON.stringify({ ...settings, [key]: undefined }));
  }
});
