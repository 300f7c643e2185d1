import path from 'node:path';
import { lintCache } from '../../../evidence/files';
import { context, feedback, pass, type Ruling } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import type { FileEdit } from '../../../source/file-edits';
import { toolFor, untrusted } from '../../../source/local-tool';
import { Breaker } from './breaker';
import { linterFor, type ChosenLinter } from './linters';
import { readText } from '../../../project/read-file';

/** All runs of one edit together end within this time, a hung linter too. */
const budgetMs = 16_000;
const outputLimit = 4_000;

/** What the linters say to the edited files. */
export async function linted(edits: readonly FileEdit[], session: string, site: Site): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = [];
  const until = site.clock.now() + budgetMs;
  for (const file of new Set(edits.map(({ kind }) => kind.path))) {
    const there = site.at(path.dirname(file));
    const language = edits.find(({ kind }) => kind.path === file)?.kind.language?.name ?? '';
    const chosen = linterFor(file, language, there.root);
    rulings.push(
      chosen === undefined
        ? pass('no linter is configured for it')
        : await run(file, chosen, there, { session, until }),
    );
  }
  return rulings;
}

async function run(
  file: string,
  { linter, folder }: ChosenLinter,
  site: Site,
  { session, until }: { readonly session: string; readonly until: number },
): Promise<Ruling> {
  const tool = toolFor({ name: linter.program, inert: linter.inert }, folder, site);
  if (tool.kind === 'untrusted') return untrusted(linter.name, site, session);
  if (tool.kind === 'not-installed') return pass(`${linter.name} is configured but not installed`);
  const breaker = new Breaker(site, linter.name);
  const rest = breaker.restSeconds();
  const name = path.relative(site.root, file);
  if (rest !== undefined) {
    return context(
      `${linter.name} failed three times in a row and is paused for another ${rest} s; ${name} was not linted.`,
      'the linter is paused',
    );
  }
  await lintCache(site).update((now) => (now === linter.program ? undefined : linter.program));
  const before = readText(file);
  for (const words of linter.runs) {
    const inside = path.relative(folder, file);
    const args = words.map((word) => word.replace('{file}', inside).replace('{dir}', path.dirname(inside)));
    const done = await site.exec(tool.program, args, {
      cwd: folder,
      timeoutMs: Math.max(1_000, until - site.clock.now()),
    });
    if (done.outcome === 'timed-out') {
      await breaker.record(true);
      return context(`${linter.name} did not finish ${name} in time and was stopped.`, 'the linter hung');
    }
    if (done.code !== 0) {
      await breaker.record(true);
      const output = `${done.stdout}\n${done.stderr}`.trim().slice(0, outputLimit);
      return feedback(`${linter.name} on ${name}:\n${output}`, `${linter.name} has findings`);
    }
  }
  await breaker.record(false);
  if (readText(file) === before) return pass(`${linter.name} found nothing`);
  return context(
    `${linter.name} changed ${name} after your edit. Read it again before you edit it.`,
    `${linter.name} fixed the file`,
  );
}
