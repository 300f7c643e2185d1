import assert from 'node:assert/strict';
import { asyncHookShim, commandShim, hookShim, type ShimFacts } from '../../../src/hooks/install/shim';

const facts: ShimFacts = {
  build: '1.0.0',
  home: '/home/ada/.gatehouse',
  elsewhere: true,
  runner: '/home/ada/.gatehouse/runner.js',
  node: '/usr/bin/node',
  editor: '/usr/bin/code',
  bash: '/bin/bash',
};

/** What came after bash 3.2, which is the bash of every Mac: by version, with the syntax that shows it. */
const later: readonly [string, string, RegExp][] = [
  ['4.0', 'mapfile and readarray', /\b(?:mapfile|readarray)\b/],
  ['4.0', 'associative arrays', /\b(?:declare|local|typeset) -[a-z]*A/],
  ['4.0', 'letters in another case', /\$\{\w+(?:\^\^?|,,?)/],
  ['4.0', 'both outputs in one pipe or appended', /\|&|&>>/],
  ['4.0', 'falling through a case', /;;&|;&/],
  ['4.0', 'coprocesses', /\bcoproc\b/],
  ['4.0', 'parts of a second', /\bread\b[^\n]* -t ?(?:\d*\.\d|0\b)/],
  ['4.0', 'the process of a subshell', /\bBASHPID\b/],
  ['4.1', 'a descriptor of the shell’s choice', /\{\w+\}[<>]/],
  ['4.2', 'the last element of an array', /\[-1\]/],
  ['4.2', 'printed times', /%\([^)]*\)T/],
  ['4.2', 'is it set', /\[\[ -v\b/],
  ['4.3', 'references by name', /\b(?:declare|local|typeset) -[a-z]*n/],
  ['4.3', 'waiting for the first child that ends', /\bwait -n\b/],
  ['4.4', 'transformed values', /\$\{\w+@\w\}/],
  ['5.0', 'the time as a variable', /\bEPOCH(?:SECONDS|REALTIME)\b/],
];

describe('the shims and bash 3.2', () => {
  const shims = { hook: hookShim(facts), async: asyncHookShim(facts), command: commandShim(facts) };
  // What only a newer bash has stands behind a question for the version.
  const modern = /if \(\(modern\)\)[^\n]*/g;

  for (const [version, what, syntax] of later) {
    it(`use nothing of bash ${version}: ${what}`, () => {
      for (const [name, text] of Object.entries(shims)) assert.doesNotMatch(text.replaceAll(modern, ''), syntax, name);
    });
  }

  it('ask for the version before they read exactly so many bytes', () => {
    assert.doesNotMatch(shims.hook.replaceAll(modern, ''), /\bread\b[^\n]* -N/);
    assert.match(shims.hook, /if \(\(BASH_VERSINFO\[0\] > 4\)\); then modern=1/);
  });

  it('need no bash at all beside the warm path', () => {
    for (const text of [shims.async, shims.command, hookShim({ ...facts, bash: undefined })]) {
      assert.match(text, /^#!\/bin\/sh\n/);
      assert.doesNotMatch(text, /\[\[|\(\(|\blocal\b|\bfunction\b|<<<|\$'/);
    }
  });
});
