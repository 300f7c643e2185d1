import assert from 'node:assert/strict';
import { readCommand } from '../../../src/hooks/shell/read-command';
import { writtenFiles } from '../../../src/hooks/shell/written-files';
import { onlyLooks } from '../../../src/hooks/source/file-edits';

describe('a command that only looks', () => {
  const looking = ['ls -la src', 'git status --short', 'git --no-pager log -3', '  grep -rn "a b" src', 'env', 'pwd'];
  for (const command of looking) it(`${command}: no parser has to say so`, () => assert.ok(onlyLooks(command)));

  const unclear = [
    'ls > list',
    'cat $(made)',
    'env touch a',
    'tree -o list',
    'git diff --output=a',
    "tree '-o' list",
    'git diff "--output=a"',
    'git log -"-output"=a',
    'git commit -m a',
    'git --no-pager push',
    'sed -i s/a/b/ a',
    'sort -o a a',
    'ls\nrm a',
    '',
  ];
  for (const command of unclear)
    it(`${JSON.stringify(command)}: the parser says`, () => assert.ok(!onlyLooks(command)));

  it('is never one of which the parser says that it writes a file', () => {
    const programs = (
      'ls cat head tail grep rg egrep fgrep pwd wc which type file stat du df date whoami printenv env tree diff cmp ' +
      'sleep true echo printf id uname git tee cp mv rm touch dd sort sed perl install ln'
    ).split(' ');
    const words = (
      '-o -O -i -w --output --output=a --outp=a --in-place -R a b/c.ts log diff show status blame grep shortlog ' +
      `'-o' "--output=a" -"o" ` +
      '--no-pager -c -C rm tee touch cp mv exec -exec'
    ).split(' ');
    let looked = 0;
    for (const program of programs) {
      for (const first of words) {
        for (const second of words) {
          const command = `${program} ${first} ${second} x`;
          if (!onlyLooks(command)) continue;
          looked += 1;
          assert.deepEqual(writtenFiles(readCommand(command, { cwd: '/p', home: '/home/a' })), [], command);
        }
      }
    }
    assert.ok(looked > 5_000, `${looked} commands were judged`);
  });
});
