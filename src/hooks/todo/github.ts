import { accessSync, constants, renameSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import type { ExecResult } from '../project/exec';
import { lazyObject, lazySchema } from '../project/lazy-schema';
import { makeFolder, readJson, modifiedAt } from '../project/read-file';
import { inline, counted, untrusted } from '../project/text';
import { parseAs } from '../protocol/json';

const Issue = lazyObject(() => ({
  number: z.int(),
  title: z.string(),
  state: z.string(),
  assignees: z.catch(z.array(z.object({ login: z.string() })), []),
}));
const Issues = lazySchema(() => z.array(Issue));
type Issue = z.infer<typeof Issue>;

const fields = 'number,title,state,assignees';
/** An answer is asked for again after this, and told for as long as this. */
const freshMs = 10 * 60_000;
const lastingMs = 24 * 60 * 60_000;
const withinMs = 20_000;
const longest = 256 * 1024;

/** May `gh` be asked here, and is it there? */
export const asksGithub = (site: Site): boolean => site.config.settings.issues.github && hasGh(site);

/** Is `gh` there, and does the person want work for later to become issues? */
export const filesToGithub = (site: Site): boolean => site.config.settings.issues.todo === 'github' && hasGh(site);

const hasGh = (site: Site): boolean => programIn(site.env.PATH ?? '');

const quiet = { GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' };

/** Asks `gh` and waits for its answer, for a person at a terminal. */
const gh = (site: Site, words: readonly string[]): Promise<ExecResult> =>
  site.exec('gh', words, { cwd: site.root, timeoutMs: withinMs, maxBytes: longest, env: quiet });

/** The open issues as they are now; undefined if gh does not say. */
export async function openIssues(site: Site): Promise<readonly Issue[] | undefined> {
  const { code, stdout } = await gh(site, ['issue', 'list', '--limit', '30', '--json', fields]);
  return code === 0 ? parseAs(Issues, stdout) : undefined;
}

/**
 * What an earlier look at an issue found, as a line. No prompt waits for it: the first prompt that names an issue
 * starts one, and a later prompt is told what it found.
 */
export async function issueLine(site: Site, issue: number): Promise<string | undefined> {
  const found = await looked(site, `issue-${issue}`, ['issue', 'view', String(issue)], Issue);
  if (found?.number !== issue) return undefined;
  const holders = found.assignees.map(({ login }) => inline(login, 40));
  const state = inline(found.state.toLowerCase(), 20);
  const text = `#${issue} ${inline(found.title, 200)} (${state}${holders.length === 0 ? '' : `, assigned to ${holders.join(', ')}`})`;
  return untrusted('the issue on GitHub', [text]);
}

const shown = 3;

/** The open issues, as an earlier look found them. */
export async function backlogLines(site: Site): Promise<readonly string[]> {
  const open = await looked(site, 'open', ['issue', 'list', '--limit', '30'], Issues);
  if (open === undefined || open.length === 0) return [];
  const first = open.slice(0, shown).map(({ number, title }) => `#${number} ${inline(title, 200)}`);
  const count = open.length === 30 ? 'the 30 newest open issues' : counted(open.length, 'open issue');
  return [untrusted(`GitHub (${open.length > shown ? `first ${shown} of ` : ''}${count})`, first)];
}

interface Shape<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

async function looked<T>(site: Site, name: string, words: readonly string[], shape: Shape<T>): Promise<T | undefined> {
  if (!asksGithub(site)) return undefined;
  const folder = path.join(site.home, 'github');
  const file = path.join(folder, `${name}.json`);
  const coming = `${file}.next`;
  const arrived = read(coming, shape);
  if (arrived !== undefined && site.dry !== true) renameSync(coming, file);
  const now = site.clock.now();
  const at = modifiedAt(file);
  if (now - Math.max(at, modifiedAt(coming)) > freshMs) await refresh(site, folder, coming, words);
  return arrived ?? (now - at < lastingMs ? read(file, shape) : undefined);
}

async function refresh(site: Site, folder: string, into: string, words: readonly string[]): Promise<void> {
  if (site.dry === true) return;
  makeFolder(folder);
  const { outcome } = await site.exec('gh', [...words, '--json', fields], {
    cwd: site.root,
    timeoutMs: withinMs,
    leaveInto: into,
    env: quiet,
  });
  site.note(outcome === 'exited' ? `gh ${words.join(' ')}: asked in the background` : 'gh could not be started');
}

/** What a program that was left running has written by now; undefined until it is whole. */
function read<T>(file: string, shape: Shape<T>): T | undefined {
  const parsed = shape.safeParse(readJson(file, { maxBytes: longest }));
  return parsed.success ? parsed.data : undefined;
}

function programIn(folders: string): boolean {
  const names = process.platform === 'win32' ? ['gh.exe', 'gh.cmd'] : ['gh'];
  return folders.split(path.delimiter).some((folder) =>
    names.some((name) => {
      try {
        accessSync(path.join(folder, name), constants.X_OK);
        return folder !== '';
      } catch {
        return false;
      }
    }),
  );
}

/** Where a new issue went, or why it went nowhere. */
type Filed =
  | { readonly kind: 'filed'; readonly url: string; readonly number: number }
  | { readonly kind: 'failed'; readonly why: string };

const longestTitle = 120;

/** Opens an issue in the repository that `gh` finds from here. */
export async function fileIssue(site: Site, text: string): Promise<Filed> {
  const [first = ''] = text.split('\n', 1);
  const title = first.length > longestTitle ? `${first.slice(0, longestTitle - 1)}…` : first;
  const body = title === text ? '' : text;
  const { outcome, code, stdout, stderr } = await gh(site, ['issue', 'create', `--title=${title}`, `--body=${body}`]);
  if (outcome === 'not-found') return { kind: 'failed', why: 'gh is not installed' };
  if (outcome === 'timed-out') return { kind: 'failed', why: 'gh did not answer in time' };
  const [, url, number] = /^(https:\/\/\S+\/issues\/(\d+))\s*$/m.exec(stdout) ?? [];
  if (code === 0 && url !== undefined) return { kind: 'filed', url, number: Number(number) };
  const said = inline(stderr.trim().split('\n', 1)[0] ?? '', 200);
  return { kind: 'failed', why: said === '' ? `gh ended with code ${code}` : `gh says: ${said}` };
}
