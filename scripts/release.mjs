import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { attach, root, run } from './child.mjs';
import { npmName, tarball } from './npm-package.mjs';
import { adviceFor, problemWith, releasedChangelog, unreleasedNotes } from './release-notes.mjs';
import { vsix } from './steps.mjs';

/*
 * npm run release -- <version> [--pre-release] [--quick] [--dry-run]
 *
 * Changelog, version, packages, checksums, commit and tag. Publishes nothing: it says how. `--quick` leaves the journeys
 * out, `--dry-run` leaves the commit and the tag out and puts every file back. docs/releasing.md says more.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'pre-release': { type: 'boolean' }, quick: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
});
const [version = ''] = positionals;
const channel = values['pre-release'] === true ? 'pre-release' : 'release';
const at = (name) => path.join(root, name);
const changed = ['CHANGELOG.md', 'package.json', 'package-lock.json'];

function stop(why) {
  console.error(`release: ${why}. Nothing was released.`);
  process.exit(1);
}

async function git(...args) {
  const { code, output } = await run('git', args);
  if (code !== 0) throw new Error(`git ${args[0]}: ${output.trim()}`);
  return output.trim();
}

async function task(name) {
  const { code } = await attach(process.execPath, ['scripts/run.mjs', name], {
    env: { ...process.env, GATEHOUSE_CHANNEL: channel },
  });
  if (code !== 0) throw new Error(`${name} failed`);
}

/** A JSON file with its version replaced and every other byte as it is. */
function setVersion(name, from) {
  const text = readFileSync(at(name), 'utf8');
  writeFileSync(
    at(name),
    text.replaceAll(/^( {2}| {6})"version": "([^"]+)"/gm, (whole, indent, old, offset) => {
      const own = old === from && offset < 400;
      return own ? `${indent}"version": "${version}"` : whole;
    }),
  );
}

async function packPlugin(folder) {
  const file = path.join(folder, `gatehouse-claude-plugin-${version}.tgz`);
  const words = ['-czf', file, '--sort=name', '--owner=0', '--group=0', '--numeric-owner', '-C', at('dist'), 'plugin'];
  const { code, output } = await run('tar', words);
  if (code !== 0) throw new Error(`tar: ${output}`);
}

const { version: current } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const problem = problemWith(version, current);
if (problem !== undefined) stop(problem);
const advice = adviceFor(version, channel);
if (advice !== undefined) console.log(`release: ${version}: ${advice}.`);
if ((await git('status', '--porcelain')) !== '') stop('the worktree has changes that are not committed');
const tag = `v${version}`;
if ((await git('tag', '--list', tag)) !== '') stop(`the tag ${tag} is there already`);
const changelog = readFileSync(at('CHANGELOG.md'), 'utf8');
const notes = unreleasedNotes(changelog);
const date = new Date().toISOString().slice(0, 10);
const released = releasedChangelog(changelog, version, date);
if (released === undefined) stop('CHANGELOG.md has nothing under "## Unreleased"');

const folder = at(`out/release/${version}`);
let done = false;
const putBack = () => {
  if (!done) void run('git', ['checkout', '-q', '--', ...changed]);
};
process.once('SIGINT', putBack);
try {
  writeFileSync(at('CHANGELOG.md'), released);
  for (const name of ['package.json', 'package-lock.json']) setVersion(name, current);
  for (const name of ['check', 'test:package', ...(values.quick === true ? [] : ['test:ways', 'test:forging'])])
    await task(name);

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(vsix, path.join(folder, `gatehouse-${version}.vsix`));
  copyFileSync(tarball, path.join(folder, `${npmName}-${version}.tgz`));
  await packPlugin(folder);
  const sums = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
  writeFileSync(path.join(folder, 'notes.md'), `${notes}\n`);

  if (values['dry-run'] !== true) {
    await git('add', ...changed);
    await git('commit', '-q', '-m', `Release ${version}`);
    await git('tag', '-a', tag, '-m', `Gatehouse ${version}`);
    done = true;
  }
} catch (error) {
  console.error(`release: ${error.message}. Every file is put back; nothing was released.`);
  process.exitCode = 1;
} finally {
  if (!done) await run('git', ['checkout', '-q', '--', ...changed]);
}

if (process.exitCode !== 1) {
  const pre = channel === 'pre-release' ? ' --pre-release' : '';
  const file = (name) => path.relative(root, path.join(folder, name));
  console.log(`
${readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')}
${values['dry-run'] === true ? 'A dry run: nothing was committed or tagged.' : `Committed and tagged ${tag}. Nothing is published yet. To publish:`}

  git push --follow-tags
  gh release create ${tag} ${file('')}/* --notes-file ${file('notes.md')}${channel === 'pre-release' ? ' --prerelease' : ''}
  npx vsce publish --packagePath ${file(`gatehouse-${version}.vsix`)}${pre}
  npx ovsx publish ${file(`gatehouse-${version}.vsix`)}${pre}
  npm publish ${file(`${npmName}-${version}.tgz`)}${channel === 'pre-release' ? ' --tag next' : ''}
`);
}
