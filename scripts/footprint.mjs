import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './child.mjs';

/** What the product, the editor and the browser would write at home if a test forgot to give them another one. */
const homeFolders = [
  '.gatehouse/bin',
  '.gatehouse/projects',
  '.config/code-server',
  '.config/chromium',
  '.local/share/code-server',
  '.cache/Microsoft',
  '.vscode-test',
  '.vscode-server-oss',
  '.code-server-oss',
];
const homeFiles = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.gatehouse/config.json',
  '.gitconfig',
  '.bashrc',
  '.profile',
  '.zshrc',
];
const checkoutFiles = [
  '.git/config',
  '.git/info/exclude',
  '.git/HEAD',
  '.claude_review_state.json',
  'package-lock.json',
];
const checkoutFolders = ['.claude', '.git/hooks'];

/** What the person's own programs make and remove while a run lasts. */
const passing = /^\.claude\.json|\.(lock|tmp|swp)|history$|^\.(viminfo|lesshst|Xauthority|ICEauthority)/;

/** How the person's home and this checkout stand, in lines that can be compared. */
export function footprint(home = os.homedir()) {
  const lines = new Set();
  for (const name of names(home)) if (!passing.test(name)) lines.add(`~/${name}`);
  for (const name of homeFolders) for (const entry of below(path.join(home, name))) lines.add(`~/${name}/${entry}`);
  for (const name of homeFiles) lines.add(`~/${name} ${digest(path.join(home, name))}`);
  for (const name of names(root)) lines.add(`checkout/${name}`);
  for (const name of checkoutFolders) {
    for (const entry of below(path.join(root, name))) lines.add(`checkout/${name}/${entry}`);
  }
  for (const name of checkoutFiles) lines.add(`checkout/${name} ${digest(path.join(root, name))}`);
  return { lines, changes: gitChanges() };
}

/** What appeared, vanished or changed between two footprints. A checkout that was clean must be clean again. */
export function differences(before, after) {
  // What the steps themselves make, and npm's own log and cache folder.
  const expected = /^(checkout\/(node_modules|dist|out|\.e2e|\.client|\.tools)|~\/\.npm)$/;
  const added = [...after.lines].filter((line) => !before.lines.has(line) && !expected.test(line));
  const removed = [...before.lines].filter((line) => !after.lines.has(line) && !expected.test(line));
  const dirtied = before.changes === '' && after.changes !== '' ? [after.changes] : [];
  return [...added.map((line) => `+ ${line}`), ...removed.map((line) => `- ${line}`), ...dirtied];
}

function names(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function below(folder) {
  const entries = [];
  for (const name of names(folder)) {
    const file = path.join(folder, name);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) entries.push(`${name}/`, ...below(file).map((entry) => `${name}/${entry}`));
    else if (stat !== undefined) entries.push(`${name} ${stat.size} ${stat.mtimeMs}`);
  }
  return entries;
}

function digest(file) {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
  } catch {
    return 'absent';
  }
}

function gitChanges() {
  try {
    return execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: root, encoding: 'utf8' });
  } catch {
    return '';
  }
}
