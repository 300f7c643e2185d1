import type { Site } from '../pipeline/site';
import { inline } from '../project/inline';
import { gh } from './github';

/** Where a new issue went, or why it went nowhere. */
export type Filed =
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
