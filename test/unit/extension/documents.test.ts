import assert from 'node:assert/strict';
import { withLevel } from '../../../src/extension/commands/config-text';
import { pathsIn, sectionsOf } from '../../../src/extension/trace/outline';

describe('a document laid out by indentation', () => {
  it('has a section for each line with deeper lines below it', () => {
    const text = ['Blocked', '', 'Steps', '  1. guard', '     says no', '', '  2. lint', 'End'].join('\n');
    assert.deepEqual(sectionsOf(text), [
      { title: 'Steps', level: 0, start: 2, end: 6 },
      { title: '1. guard', level: 2, start: 3, end: 4 },
    ]);
  });

  it('links absolute paths, with their lines', () => {
    assert.deepEqual(pathsIn('in /home/ada/till · see /a/b.ts:12, not src/a or https://x.invalid/y/z'), [
      { start: 3, end: 17, path: '/home/ada/till', line: undefined },
      { start: 24, end: 34, path: '/a/b.ts', line: 12 },
    ]);
  });
});

describe('the level of a gate in a configuration file', () => {
  for (const [what, before, after] of [
    ['makes a file', '', '{\n  "gates": {\n    "lint": "warn"\n  }\n}\n'],
    [
      'keeps comments',
      '{\n  // mine\n  "profile": "harness"\n}\n',
      '{\n  // mine\n  "profile": "harness",\n  "gates": {\n    "lint": "warn"\n  }\n}\n',
    ],
    ['replaces a level', '{ "gates": { "lint": "off" } }', '{ "gates": { "lint": "warn" } }'],
    [
      'keeps the options of a gate',
      '{ "gates": { "lint": { "level": "off", "x": 1 } } }',
      '{ "gates": { "lint": { "level": "warn", "x": 1 } } }',
    ],
  ] as const) {
    it(what, () => assert.equal(withLevel(before, 'lint', 'warn'), after));
  }
});
