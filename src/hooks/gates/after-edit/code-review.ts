import * as z from 'zod/mini';
import { gate, context, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { lineCount } from '../../plan/annotation';
import { lazyObject } from '../../project/lazy-schema';
import { editTools } from '../../protocol/tools';
import { fileEdits } from '../../source/file-edits';
import { isProductSource } from '../../source/file-kind';
import { readText } from '../../project/read-file';
import { sha256 } from '../../project/sha256';

const fewestLines = 20;
const diffLines = 10;
const usualTool = 'mcp__multi__codereview';

const Advised = lazyObject(() => ({ v: z.literal(1), digests: z.array(z.string()) }));

/** Suggests a second opinion on a larger file, once for each content, where a tool for it is there. */
export const codeReview = gate({
  id: 'code-review',
  title: 'Review suggestion',
  summary:
    'After an edit to a source file of 20 lines or more, shows the start of the diff and suggests the review tool, once per content.',
  events: ['PostToolUse'],
  tools: editTools,
  posture: 'open',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
  async decide(call, site) {
    const edit = (await fileEdits(call, site)).find(({ kind }) => isProductSource(kind));
    if (edit?.kind.relative === undefined) return pass('no product source was written');
    const tool = site.config.settings.review.tool ?? usualTool;
    if (!site.requestedByName && tool.startsWith('mcp__') && !(await isNamed(tool, call.sessionId, site)))
      return pass(`no MCP server of ${tool} is known here`);
    const text = readText(edit.kind.path);
    const lines = lineCount(text ?? '');
    if (text === undefined || lines < fewestLines) return pass('a small file');
    if (!(await isNew(site, text))) return pass('this content was suggested before');
    const diff = await startOfDiff(site, edit.kind.relative);
    const shown = diff === '' ? '' : `\nIts change begins:\n${diff}`;
    return context(
      `${edit.kind.relative} now has ${lines} lines. The tool ${tool} can review it.${shown}`,
      'a review is suggested',
    );
  },
});

async function isNew(site: Site, text: string): Promise<boolean> {
  const digest = sha256(text).slice(0, 16);
  let fresh = false;
  await site.own('review-suggestions.json', Advised).update((now) => {
    fresh = now?.digests.includes(digest) !== true;
    return fresh ? { v: 1, digests: [...(now?.digests ?? []), digest].slice(-200) } : undefined;
  });
  return fresh;
}

/** The first lines of the file's change; a new file is all change and shows nothing. */
async function startOfDiff(site: Site, relative: string): Promise<string> {
  if (site.git === undefined) return '';
  try {
    const diff = await site.git.ask(['diff', '--no-color', 'HEAD', '--', relative]);
    return diff.split('\n').slice(0, diffLines).join('\n').trimEnd();
  } catch {
    return '';
  }
}

async function isNamed(tool: string, session: string, site: Site): Promise<boolean> {
  const { mcpServers, serversOf } = await import(/* webpackChunkName: "rest" */ '../../client/mcp-servers');
  return serversOf(tool, await mcpServers({ ...site, session })).length > 0;
}
