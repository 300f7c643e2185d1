import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { loadConfig } from '../../../src/hooks/configuration/load-config';
import { placeOf } from '../../../src/hooks/project/place';
import { defaultSettings } from '../../../src/hooks/configuration/settings';
import { rated, Sandbox } from './sandbox';

const guard = rated('guard', 'enforce', { posture: 'closed' });
const stopGuard = rated('stop-guard', 'warn');
const autoReview = rated('auto-review', 'enforce', { approves: true });

describe('configuration', () => {
  let sandbox: Sandbox;
  beforeEach(() => (sandbox = new Sandbox()));
  afterEach(() => sandbox.clear());

  it('without any file is the defaults', () => {
    const config = sandbox.config();
    assert.deepEqual(config.settings, defaultSettings());
    assert.equal(config.profile, 'standard');
    assert.deepEqual(config.problems, []);
    assert.equal(config.level(guard), 'enforce');
  });

  it('of a gate that was asked for by name alone is the defaults, whatever the files say', () => {
    sandbox.person('{ "branches": { "protected": ["trunk"] } }');
    const config = loadConfig({ env: sandbox.env, place: placeOf(sandbox.root), requestedByName: true });
    assert.deepEqual(config.settings.branches.protected, ['main', 'master']);
  });

  it('is found from a sub-directory and agrees in a linked worktree', () => {
    sandbox.project('{ "profile": "harness" }');
    sandbox.write('src/a.ts', '');
    sandbox.git('add', '-A');
    sandbox.git('commit', '-qm', 'one');
    const linked = path.join(path.dirname(sandbox.root), 'linked');
    sandbox.git('worktree', 'add', '-q', linked);
    for (const place of [path.join(sandbox.root, 'src'), linked]) {
      assert.equal(
        loadConfig({ env: sandbox.env, place: placeOf(place), requestedByName: false }).profile,
        'harness',
        place,
      );
    }
  });

  describe('a choice that is a matter of taste', () => {
    const level = (env?: Record<string, string>) => sandbox.config(env).level(stopGuard);

    it('is the default, then the project’s, then the local file’s, then the person’s, then the environment’s', () => {
      assert.equal(level(), 'warn');
      sandbox.project('{ "gates": { "stop-guard": "enforce" } }');
      assert.equal(level(), 'enforce');
      sandbox.local('{ "gates": { "stop-guard": "observe" } }');
      assert.equal(level(), 'observe');
      sandbox.person('{ "gates": { "stop-guard": "off" } }');
      assert.equal(level(), 'off');
      assert.equal(level({ GATEHOUSE_LEVEL_STOP_GUARD: 'enforce' }), 'enforce');
    });

    it('follows the profile where the gate is not named', () => {
      sandbox.person('{ "profile": "harness" }');
      assert.equal(level(), 'enforce');
    });
  });

  describe('a safety gate', () => {
    const cases: readonly {
      name: string;
      project?: string;
      local?: string;
      person?: string;
      env?: Record<string, string>;
      level: string;
    }[] = [
      { name: 'is not switched off by the project', project: '{"gates":{"guard":"off"}}', level: 'enforce' },
      { name: 'is not loosened by the local file', local: '{"gates":{"guard":"warn"}}', level: 'enforce' },
      { name: 'is not loosened by the project’s profile', project: '{"profile":"observe"}', level: 'enforce' },
      {
        name: 'is not loosened with options beside the level',
        project: '{"gates":{"guard":{"level":"off"}}}',
        level: 'enforce',
      },
      { name: 'is loosened by the person', person: '{"gates":{"guard":"warn"}}', level: 'warn' },
      { name: 'is loosened by the person’s profile', person: '{"profile":"observe"}', level: 'observe' },
      {
        name: 'is tightened by the project over the person’s word',
        person: '{"gates":{"guard":"warn"}}',
        project: '{"gates":{"guard":"enforce"}}',
        level: 'enforce',
      },
      {
        name: 'is tightened by the project’s profile over the person’s profile',
        person: '{"profile":"observe"}',
        project: '{"profile":"harness"}',
        level: 'enforce',
      },
      {
        name: 'keeps the level that the person gave it by name, whatever profile the project has',
        person: '{"gates":{"guard":"warn"}}',
        project: '{"profile":"harness"}',
        level: 'warn',
      },
      { name: 'is loosened by the environment', env: { GATEHOUSE_LEVEL_GUARD: 'off' }, level: 'off' },
    ];
    for (const { name, project, local, person, env, level } of cases) {
      it(name, () => {
        if (project !== undefined) sandbox.project(project);
        if (local !== undefined) sandbox.local(local);
        if (person !== undefined) sandbox.person(person);
        assert.equal(sandbox.config(env).level(guard), level);
      });
    }

    it('is not loosened by an environment that the repository’s own settings make', () => {
      sandbox.write('.claude/settings.json', '{ "env": { "GATEHOUSE_LEVEL_GUARD": "off" } }');
      assert.equal(sandbox.config({ GATEHOUSE_LEVEL_GUARD: 'off' }).level(guard), 'enforce');
    });

    it('is not loosened by a person’s file that lies in the repository', () => {
      const home = path.join(sandbox.root, '.home');
      sandbox.write('.home/config.json', '{ "gates": { "guard": "off" } }');
      assert.equal(sandbox.config({ GATEHOUSE_HOME: home }).level(guard), 'enforce');
    });

    it('is loosened by the person’s file when the whole home is a repository', () => {
      execFileSync('git', ['init', '-q'], { cwd: sandbox.env.HOME, env: sandbox.env });
      const home = sandbox.env.HOME!;
      const env: Record<string, string> = { ...sandbox.env, GATEHOUSE_HOME: path.join(home, '.gatehouse') };
      sandbox.env.GATEHOUSE_HOME = env.GATEHOUSE_HOME!;
      sandbox.person('{ "gates": { "guard": "warn" } }');
      assert.equal(loadConfig({ env, place: placeOf(home), requestedByName: false }).level(guard), 'warn');
    });
  });

  describe('a gate that approves', () => {
    it('is lowered but not raised by the project', () => {
      const reviewer = rated('llm-review', 'off', { approves: true });
      sandbox.project('{ "gates": { "auto-review": "observe", "llm-review": "enforce" } }');
      assert.equal(sandbox.config().level(autoReview), 'observe');
      assert.equal(sandbox.config().level(reviewer), 'off');
    });
  });

  describe('a value that a repository may only tighten', () => {
    it('is added to by the project', () => {
      sandbox.project('{ "branches": { "protected": ["release"] } }');
      assert.deepEqual(sandbox.config().settings.branches.protected, ['main', 'master', 'release']);
    });

    it('is replaced by the person, and added to by the project all the same', () => {
      sandbox.person('{ "branches": { "protected": ["trunk"] } }');
      sandbox.project('{ "branches": { "protected": ["release"] } }');
      assert.deepEqual(sandbox.config().settings.branches.protected, ['trunk', 'release']);
    });

    it('is turned off by the project and not on', () => {
      sandbox.project('{ "issues": { "github": true } }');
      assert.equal(sandbox.config().settings.issues.github, false);
      sandbox.person('{ "issues": { "github": true } }');
      sandbox.project('{ "issues": { "github": false } }');
      assert.equal(sandbox.config().settings.issues.github, false);
    });
  });

  describe('a value for trusted files only', () => {
    it('is not taken from the project, and the refusal says so', () => {
      const file = sandbox.project('{\n  "tests": {\n    "command": "true"\n  }\n}');
      const config = sandbox.config();
      assert.equal(config.settings.tests.command, undefined);
      assert.deepEqual(config.problems, [
        {
          file,
          line: 3,
          column: 4,
          length: 17,
          key: 'tests.command',
          message:
            'only a trusted file may set this, and you have not trusted this file. It is ignored. If you agree with the file: gatehouse config trust',
        },
      ]);
    });

    it('is taken from the person', () => {
      sandbox.person('{ "tests": { "command": "make test" } }');
      assert.equal(sandbox.config().settings.tests.command, 'make test');
    });
  });
});
