import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { effectiveConfig } from '../../../src/hooks/configuration/effective';
import { gate, pass } from '../../../src/hooks/pipeline/gate';
import { defaultSettings } from '../../../src/hooks/configuration/settings';
import { rated, Sandbox } from './sandbox';

describe('a configuration file', () => {
  let sandbox: Sandbox;
  beforeEach(() => (sandbox = new Sandbox()));
  afterEach(() => sandbox.clear());
  const problems = () => sandbox.config().problems.map(({ line, key, message }) => ({ line, key, message }));

  it('may have comments, trailing commas and a byte order mark', () => {
    sandbox.person('\uFEFF{\n  // the trunk\n  "branches": { "protected": ["trunk",], }, /* that is all */\n}\n');
    assert.deepEqual(sandbox.config().settings.branches.protected, ['trunk']);
    assert.deepEqual(problems(), []);
  });

  it('says the level of a gate beside its options', () => {
    sandbox.person('{ "gates": { "tests": { "level": "observe", "command": "make" } } }');
    const config = sandbox.config();
    assert.equal(config.level(rated('tests', 'enforce')), 'observe');
    assert.equal(config.settings.tests.command, 'make');
    assert.deepEqual(problems(), []);
  });

  const wrong: readonly { name: string; text: string; line: number; key: string; message: string }[] = [
    {
      name: 'a level that does not exist',
      text: '{\n  "gates": {\n    "guard": "enforced"\n  }\n}',
      line: 3,
      key: 'gates.guard',
      message: '"enforced" is not allowed here; allowed is one of "off", "observe", "warn", "enforce". It is ignored.',
    },
    {
      name: 'a profile of the wrong type',
      text: '{\n  "profile": 7\n}',
      line: 2,
      key: 'profile',
      message: '7 is not allowed here; allowed is one of "observe", "standard", "harness". It is ignored.',
    },
    {
      name: 'a word where a list belongs',
      text: '{ "branches": {\n "protected": "main" } }',
      line: 2,
      key: 'branches.protected',
      message: '"main" is not allowed here; allowed is a list of strings. It is ignored.',
    },
    {
      name: 'a section that is a list',
      text: '{ "guard": [] }',
      line: 1,
      key: 'guard',
      message: 'a list is not allowed here; allowed is an object with strictness, temporaryFiles. It is ignored.',
    },
    {
      name: 'an unknown section near a known one',
      text: '{\n\n  "branchs": {}\n}',
      line: 3,
      key: 'branchs',
      message: 'unknown key "branchs"; did you mean "branches"?',
    },
    {
      name: 'an unknown key in a section',
      text: '{ "tests": {\n\n "comand": "x" } }',
      line: 3,
      key: 'tests.comand',
      message: 'unknown key "comand"; did you mean "command"?',
    },
    {
      name: 'an unknown key that resembles nothing',
      text: '{ "colour": "red" }',
      line: 1,
      key: 'colour',
      message: 'unknown key "colour"',
    },
    {
      name: 'a document that is a list',
      text: '[]',
      line: 1,
      key: '',
      message: 'the file must contain one JSON object; the defaults apply',
    },
  ];
  for (const { name, text, line, key, message } of wrong) {
    it(`with ${name} names line, key and what is allowed, and the default holds`, () => {
      sandbox.person(text);
      assert.deepEqual(problems(), [{ line, key, message }]);
      assert.deepEqual({ ...sandbox.config().settings, gates: {} }, defaultSettings());
      assert.equal(sandbox.config().level(rated('guard', 'enforce', { posture: 'closed' })), 'enforce');
    });
  }

  it('with one wrong value keeps the others, and with one wrong item the other items', () => {
    sandbox.person('{ "profile": "loud", "branches": { "protected": ["trunk", 5] }, "tests": { "command": "make" } }');
    const { settings } = sandbox.config();
    assert.equal(settings.profile, 'standard');
    assert.deepEqual(settings.branches.protected, ['trunk']);
    assert.equal(settings.tests.command, 'make');
    assert.equal(problems().length, 2);
  });

  it('that breaks off is read as far as it goes, and the line is named', () => {
    sandbox.person('{\n  "profile": "harness",\n  "branches": {');
    assert.equal(sandbox.config().profile, 'harness');
    assert.deepEqual(problems(), [{ line: 3, key: '', message: 'not JSON here (CloseBraceExpected)' }]);
  });

  it('with thousands of mistakes lists fifty', () => {
    sandbox.person(JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]))));
    assert.equal(problems().length, 50);
  });

  const hostile: readonly (readonly [name: string, text: string])[] = [
    ['nothing', ''],
    ['no JSON at all', 'profile = harness'],
    ['bytes', '\u0000\u0001\u0002'],
    ['brackets without end', '['.repeat(200_000)],
    ['a deep value', `{"tests":{"command":${'['.repeat(5000)}${']'.repeat(5000)}}}`],
    ['more than a megabyte', `{"a":"${'x'.repeat(1_100_000)}"}`],
    [
      'keys of the prototype',
      '{"__proto__":{"profile":"observe"},"constructor":1,"gates":{"__proto__":{"level":"off"}}}',
    ],
  ];
  for (const [name, text] of hostile) {
    it(`of ${name} is reported and the defaults hold`, () => {
      sandbox.person(text);
      const config = sandbox.config();
      assert.deepEqual({ ...config.settings, gates: {} }, defaultSettings());
      assert.ok(config.problems.length > 0);
      assert.ok(config.problems.every(({ file }) => file.endsWith('config.json')));
    });
  }

  it('that is a folder or a pipe is reported and not waited for', () => {
    mkdirSync(path.join(sandbox.root, '.claude/gatehouse.json'), { recursive: true });
    execFileSync('mkfifo', [path.join(sandbox.root, '.claude/gatehouse.local.json')]);
    assert.deepEqual(
      sandbox.config().problems.map(({ message }) => message),
      ['it is not a plain file', 'it is not a plain file'],
    );
  });

  it('names a level in the environment that does not exist', () => {
    assert.deepEqual(sandbox.config({ GATEHOUSE_LEVEL_GUARD: 'loud' }).problems, [
      {
        file: 'environment',
        line: 0,
        column: 0,
        length: 0,
        key: 'GATEHOUSE_LEVEL_GUARD',
        message: '"loud" is not a level; allowed is one of off, observe, warn, enforce. It is ignored.',
      },
    ]);
  });
});

describe('the effective configuration', () => {
  let sandbox: Sandbox;
  beforeEach(() => (sandbox = new Sandbox()));
  afterEach(() => sandbox.clear());

  const guard = gate({
    id: 'guard',
    title: 'Guard',
    summary: 'Refuses what destroys.',
    events: ['PreToolUse'],
    posture: 'closed',
    level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
    decide: () => pass('nothing'),
  });

  it('says of every value where it comes from, what was refused, and which gates do not exist', () => {
    const project = sandbox.project(
      '{\n "gates": { "guard": "off",\n "gaurd": "warn" },\n "branches": { "protected": ["release"] } }',
    );
    const person = sandbox.person('{ "tests": { "command": "make" } }');
    const view = effectiveConfig(sandbox.config(), [guard]);
    const from = Object.fromEntries(view.values.map((value) => [value.key, [value.value, ...value.from]]));
    assert.deepEqual(from.profile, ['standard', 'default']);
    assert.deepEqual(from['gates.guard'], ['enforce', 'default']);
    assert.deepEqual(from['branches.protected'], [['main', 'master', 'release'], 'default', 'project']);
    assert.deepEqual(from['tests.command'], ['make', 'person']);
    assert.deepEqual(view.files, [
      { file: person, origin: 'person', trust: 'person' },
      { file: project, origin: 'project', trust: 'untrusted' },
    ]);
    assert.deepEqual(
      view.problems.map(({ line, key, message }) => ({ line, key, message })),
      [
        {
          line: 2,
          key: 'gates.guard',
          message:
            'a repository may tighten this, not loosen it, and you have not trusted this file. It is ignored. If you agree with the file: gatehouse config trust',
        },
        { line: 3, key: 'gates.gaurd', message: 'there is no gate "gaurd"; did you mean "guard"?' },
      ],
    );
  });

  const marked: readonly [name: string, text: string, part: string][] = [
    ['an unknown gate with its level', '{\n  "gates": { "gaurd": "enforce" }\n}', '"gaurd": "enforce"'],
    ['a wrong value with its key', '{\n  "profile": 7\n}', '"profile": 7'],
    ['an object by its key', '{\n  "tests": { "command": "true" },\n  "brunches": {\n  }\n}', '"brunches"'],
    ['one word of a list', '{\n  "branches": { "protected": ["a", 7] }\n}', '7'],
  ];
  for (const [name, text, part] of marked) {
    it(`marks ${name}`, () => {
      sandbox.person(text);
      const [problem] = effectiveConfig(sandbox.config(), [guard]).problems;
      const { line, column, length } = problem!;
      assert.equal(text.split('\n')[line - 1]?.slice(column, column + length), part);
    });
  }
});
