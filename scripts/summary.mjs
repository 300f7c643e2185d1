import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './child.mjs';

const npmScripts = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts);
const shownLines = 12;

/** `12 passed, 0 failed`, with the skipped ones when there are any. */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The sum of all steps. A step without tests of its own, or one that could not run, is one failure. */
export function total(results) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome, counts } of results.values()) {
    sum.passed += counts?.passed ?? 0;
    sum.skipped += counts?.skipped ?? 0;
    sum.failed += counts?.failed ?? (outcome === 'failed' ? 1 : 0);
  }
  return sum;
}

/** What a person needs after a run: what failed and where, how to run it again, what it has left, and what was skipped. */
export function summary(results) {
  const lines = [];
  for (const [name, result] of results) {
    if (result.outcome !== 'failed') continue;
    if (result.failures === undefined) lines.push('', ...failedStep(name, result));
    for (const failure of result.failures ?? []) lines.push('', ...failedTest(name, failure));
  }
  const skips = [...results].flatMap(([name, result]) => skipped(name, result));
  if (skips.length > 0) lines.push('', ...skips);
  return lines;
}

function failedTest(name, { title, file, line, error, kept }) {
  const place = file === undefined ? name : line === undefined ? file : `${file}:${line}`;
  return [
    `FAIL ${place}  ${title}`,
    ...indented(error),
    `     again: ${again(name, file)}`,
    `     ${kept === undefined ? `log: ${logOf(name)}` : `left: ${kept}`}`,
  ];
}

function failedStep(name, { note, output }) {
  if (note?.startsWith('not run')) return [`FAIL ${name}  ${note}`];
  return [`FAIL ${name}`, ...indented(output, -40), `     again: ${again(name)}`, `     log: ${logOf(name)}`];
}

function again(name, file) {
  const command = npmScripts.includes(name) ? `npm run ${name}` : `node scripts/run.mjs ${name}`;
  if (file === undefined) return command;
  const separator = npmScripts.includes(name) ? ' --' : '';
  return `${command}${separator} ${name === 'test:host' ? path.basename(file, '.test.ts') : file}`;
}

const logOf = (name) => `out/logs/${name.replaceAll(':', '-')}.log`;

/** The first lines of a text, or the last ones. */
function indented(text = '', count = shownLines) {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n');
  return (count < 0 ? lines.slice(count) : lines.slice(0, count)).map((line) => `     ${line}`);
}

function skipped(name, result) {
  if (result.skipped !== undefined) return [`skip ${name}: ${result.skipped}`];
  const groups = new Map();
  for (const { file, reason } of result.skips ?? []) {
    const key = `${reason ?? 'no reason was given'} (${file})`;
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
  return [...groups].map(([key, count]) => `skip ${name}: ${count} test${count === 1 ? '' : 's'}: ${key}`);
}

/** The test file that was written by hand, for one that was bundled; relative to the checkout. */
export function sourceOf(file) {
  if (!file) return undefined;
  return path.relative(root, file).replace(/^out\/host\/(.*)\.js$/, 'test/host/$1.ts');
}

/** The line that a stack names in the test's file, else the one that holds the test's name. */
export function lineOf(source, title, stack = '') {
  if (source === undefined) return undefined;
  const named = stack.split('\n').find((line) => line.includes(`${source}:`));
  const number = /:(\d+):\d+\)?\s*$/.exec(named ?? '')?.[1];
  if (number !== undefined) return Number(number);
  const file = path.join(root, source);
  if (!existsSync(file)) return undefined;
  const at = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(title));
  return at < 0 ? undefined : at + 1;
}
