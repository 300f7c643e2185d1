import assert from 'node:assert/strict';
import { readWithFullEnv, readingAt } from '../../../src/hooks/shell/shared-reading';
import { writtenFiles } from '../../../src/hooks/shell/written-files';
import { assumedSite } from '../../../bench/corpus-site';

describe('one reading of a command for all gates of a call', () => {
  const site = assumedSite({ env: { OUT: '/home/dev/project/.env', USER: 'dev' } });

  it('gives everybody who asks the same reading', () => {
    assert.equal(readingAt('ls -la', site), readingAt('ls -la', { ...site }));
    assert.equal(readingAt('ls -la', site), readWithFullEnv('ls -la', site));
    assert.equal(readingAt('echo $USER $HOME', site), readWithFullEnv('echo $USER $HOME', site));
  });

  it('works out once which files it writes', () => {
    const reading = readingAt('echo x > a; rm b', site);
    assert.equal(writtenFiles(reading), writtenFiles(reading));
  });

  it('keeps apart what may be relied on and what is merely likely', () => {
    const target = (reading: typeof readingAt) => writtenFiles(reading('echo x > $OUT', site))[0]?.path;
    assert.equal(target(readingAt), undefined);
    assert.equal(target(readWithFullEnv), '/home/dev/project/.env');
  });

  it('reads again where the command, the directory or the environment is another', () => {
    const first = readingAt('rm a', site);
    assert.notEqual(readingAt('rm b', site), first);
    assert.equal(readingAt('rm a', site.at('/home/dev/project/sub')).invocations[0]?.cwd, '/home/dev/project/sub');
    assert.notEqual(readingAt('rm a', { ...site, env: { HOME: '/home/dev' } }), first);
  });

  it('keeps a handful per place, so that a long life costs no memory', () => {
    const first = readingAt('echo 0', site);
    for (let count = 1; count < 10; count++) readingAt(`echo ${count}`, site);
    assert.notEqual(readingAt('echo 0', site), first);
  });
});
