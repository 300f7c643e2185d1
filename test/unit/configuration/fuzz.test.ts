import assert from 'node:assert/strict';
import { levels, profiles, type Level } from '../../../src/hooks/pipeline/gate';
import { sections, type Sections } from '../../../src/hooks/configuration/settings';
import { rated, Sandbox } from './sandbox';

const runs = process.env.GATEHOUSE_STRESS === '1' ? 20_000 : 500;

/** The same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const keys = [
  'profile',
  'gates',
  'guard',
  'self-protection',
  'stop-guard',
  'level',
  '__proto__',
  'constructor',
  ...Object.keys(sections),
];
const values = [
  ...levels,
  ...profiles,
  true,
  false,
  null,
  0,
  -1,
  1e99,
  '',
  'main',
  [],
  {},
  [[]],
  ['main'],
  [7],
  'x'.repeat(300),
];

/** A document of the right kind, with wrong things in it. */
function document(next: (below: number) => number, depth = 0): unknown {
  if (depth > 2 || next(4) === 0) return values[next(values.length)];
  const inner = Object.values(sections as Sections).flatMap((entries) => Object.keys(entries));
  const names = depth === 0 ? keys : [...keys, ...inner];
  const entries = Array.from({ length: next(5) }, () => [names[next(names.length)], document(next, depth + 1)]);
  return Object.fromEntries(entries);
}

/** A text with letters lost, doubled, changed or put in. */
function mutated(text: string, next: (below: number) => number): string {
  let result = text;
  for (let changes = next(4); changes > 0; changes--) {
    const at = next(result.length + 1);
    const letters = ['', '{', '}', '[', ']', ',', ':', '"', '//', '/*', '\u0000', '\\', 'off', '\n', 'é', '\ud800'];
    result = result.slice(0, at) + (letters[next(letters.length)] ?? '') + result.slice(at + next(3));
  }
  return result;
}

const closed = [
  rated('guard', 'enforce', { posture: 'closed' }),
  rated('self-protection', 'enforce', { posture: 'closed' }),
];
const approving = rated('auto-review', 'warn', { approves: true });
const strength = (level: Level) => levels.indexOf(level);

describe(`${runs} random configurations`, () => {
  let sandbox: Sandbox;
  before(() => (sandbox = new Sandbox()));
  after(() => sandbox.clear());

  it('of a repository never crash and never loosen', () => {
    const next = numbers(1);
    for (let run = 0; run < runs; run++) {
      const project = mutated(JSON.stringify(document(next), null, next(2)), next);
      const local = mutated(JSON.stringify(document(next)), next);
      sandbox.project(project);
      sandbox.local(local);
      const config = sandbox.config();
      const shown = `run ${run}: ${project} and ${local}`;
      for (const gate of closed) assert.equal(config.level(gate), 'enforce', shown);
      assert.ok(strength(config.level(approving)) <= strength('warn'), shown);
      const { branches, planes, tests } = config.settings;
      assert.ok(branches.protected.includes('main') && branches.protected.includes('master'), shown);
      assert.deepEqual(planes.doc, ['md', 'mdx'], shown);
      assert.equal(tests.command, undefined, shown);
      assert.ok((profiles as readonly string[]).includes(config.profile), shown);
    }
  });

  it('of a person never crash, and never loosen without a word that says so', () => {
    sandbox.project('{}');
    sandbox.local('{}');
    const next = numbers(2);
    for (let run = 0; run < runs; run++) {
      const text = mutated(JSON.stringify(document(next)), next);
      sandbox.person(text);
      const config = sandbox.config();
      const shown = `run ${run}: ${text}`;
      for (const gate of closed) {
        const { value, from } = config.resolvedLevel(gate);
        // A level below the default is one that stands in the file by name.
        if (value !== 'enforce') assert.ok(from.includes('person') && text.includes(value), shown);
      }
      for (const { file, line, message } of config.problems) {
        assert.ok(file !== '' && line >= 0 && message !== '' && message.length < 400, shown);
      }
      for (const [area, entries] of Object.entries(sections as Sections)) {
        const held = config.settings[area as keyof typeof sections] as Readonly<Record<string, unknown>>;
        for (const [key, setting] of Object.entries(entries)) {
          if (held[key] !== undefined)
            assert.ok(setting.schema().safeParse(held[key]).success, `${shown} ${area}.${key}`);
        }
      }
    }
  });
});

describe('every entry of the configuration', () => {
  for (const [area, entries] of Object.entries(sections as Sections)) {
    for (const [key, setting] of Object.entries(entries)) {
      it(`${area}.${key} has a default that is allowed, and a sentence about it`, () => {
        assert.ok(setting.fallback === undefined || setting.schema().safeParse(setting.fallback).success);
        assert.match(setting.says, /^[A-Z].*\.$/);
        assert.ok(setting.allowed.length > 3);
      });
    }
  }
});
