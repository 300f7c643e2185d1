import assert from 'node:assert/strict';
import { adviceFor, problemWith, releasedChangelog, unreleasedNotes } from '../../../scripts/release-notes.mjs';

describe('a release', () => {
  const versions: readonly (readonly [version: string, current: string, problem: RegExp | undefined])[] = [
    ['0.2.0', '0.1.0', undefined],
    ['0.2.1', '0.2.0', undefined],
    ['1.0.0', '0.9.4', undefined],
    ['0.2.0', '0.2.0', /does not come after 0\.2\.0/],
    ['0.2.9', '0.10.0', /does not come after 0\.10\.0/],
    ['0.2.0-beta.1', '0.1.0', /three numbers and nothing else/],
    ['v0.2.0', '0.1.0', /is not a version/],
    ['', '0.1.0', /is not a version/],
  ];
  for (const [version, current, problem] of versions) {
    it(`${version} after ${current}: ${problem === undefined ? 'yes' : 'no'}`, () => {
      const found = problemWith(version, current);
      if (problem === undefined) assert.equal(found, undefined);
      else assert.match(found ?? '', problem);
    });
  }

  it('has an even number in the middle, a pre-release an odd one', () => {
    assert.equal(adviceFor('0.2.0', 'release'), undefined);
    assert.equal(adviceFor('0.3.1', 'pre-release'), undefined);
    assert.match(adviceFor('0.3.0', 'release') ?? '', /usually a --pre-release/);
    assert.match(adviceFor('0.2.0', 'pre-release') ?? '', /usually no pre-release/);
  });

  const changelog = '# Changes\n\n## Unreleased\n\n- One thing $& more.\n\n## 0.1.0\n\n- The first.\n';

  it('moves what is unreleased under the version', () => {
    assert.equal(
      releasedChangelog(changelog, '0.2.0', '2026-11-19'),
      '# Changes\n\n## Unreleased\n\n## 0.2.0 (2026-11-19)\n\n- One thing $& more.\n\n## 0.1.0\n\n- The first.\n',
    );
    assert.equal(unreleasedNotes(changelog), '- One thing $& more.');
  });

  it('is none without a change that a user notices', () => {
    assert.equal(releasedChangelog('## Unreleased\n\n## 0.1.0\n\n- The first.\n', '0.2.0', '2026-11-19'), undefined);
    assert.equal(releasedChangelog('# Changes\n', '0.2.0', '2026-11-19'), undefined);
  });
});
