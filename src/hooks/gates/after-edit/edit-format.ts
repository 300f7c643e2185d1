import { lstatSync } from 'node:fs';
import path from 'node:path';
import { planeOf, type EvidenceKind, type Plane } from '../../evidence/evidence';
import { gate } from '../../pipeline/gate';
import { changed, context, message, pass, type Ruling } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import type { PostToolUse } from '../../protocol/call';
import { editOf, editTools } from '../../protocol/tools';
import { projectFile, unignored, type ProjectFile } from '../../review/owed';
import { readBytes } from '../../project/read-file';
import { untrusted } from '../../source/local-tool';

const formatMs = 10_000;
const kinds: readonly EvidenceKind[] = ['code_review', 'doc_review', 'precommit', 'tests'];

/** Formats an edited file with what the project has installed, and tells the agent when that changed it. */
export const editFormat = gate({
  id: 'edit-format',
  title: 'Edit format',
  summary:
    'Formats an edited file with the installed prettier, biome, ruff, gofmt or rustfmt (never fetched, ten seconds at most) and tells the agent that the file has changed; HOOK_NO_FORMAT=1 turns it off.',
  events: ['PostToolUse'],
  tools: editTools,
  posture: 'open',
  level: { observe: 'off', standard: 'enforce', harness: 'enforce' },
  deadlineMs: 20_000,
  async decide(call, site) {
    if (site.env.HOOK_NO_FORMAT === '1') return pass('HOOK_NO_FORMAT=1');
    const edit = editOf(call);
    const file = edit === undefined ? undefined : projectFile(edit.path, site);
    if (file === undefined) return pass('not a file of this project');
    const absolute = path.join(site.root, file.relative);
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isFile() !== true) return pass('no regular file');
    const { formatterFor } = await import(/* webpackChunkName: "rest" */ './edit-format/formatters');
    const formatter = formatterFor(absolute, site);
    if (formatter === undefined) return pass('no formatter is installed for this file');
    const { name, tool, args } = formatter;
    if (tool.kind === 'untrusted') return untrusted(name, site, call.sessionId);
    if ((await unignored([file], site)).length === 0) return pass('git ignores the file');
    return format(file, { name, program: tool.program, args }, call, site);
  },
});

async function format(
  { relative, plane }: ProjectFile,
  formatter: { readonly name: string; readonly program: string; readonly args: readonly string[] },
  call: PostToolUse,
  site: Site,
): Promise<Ruling | readonly Ruling[]> {
  const file = path.join(site.root, relative);
  const before = readBytes(file);
  if (before === undefined) return pass('it cannot be read');
  const passed = await standingPasses(plane, site);
  const run = await site.exec(formatter.program, formatter.args, { cwd: site.root, timeoutMs: formatMs });
  if (run.outcome === 'timed-out') {
    const text = `${formatter.name} did not finish ${relative} within ${formatMs / 1000} s and was stopped.`;
    return message(text, text);
  }
  if (run.code !== 0) return pass(`${formatter.name} could not format the file: ${run.stderr.trim().slice(0, 200)}`);
  if (readBytes(file)?.equals(before) === true) return pass(`${formatter.name}: nothing to change`);
  for (const kind of passed) {
    await site.evidence.record(kind, {
      verdict: 'pass',
      rule: `${formatter.name} formatted ${relative} after the pass`,
      call,
    });
  }
  const told = context(
    `${formatter.name} reformatted ${relative} after your edit; its text on disk differs from what you wrote. Read it again before you edit it.`,
    `${formatter.name} changed ${relative}`,
  );
  if (passed.length === 0) return told;
  const flags = Object.fromEntries(passed.map((kind) => [kind, 'passed'] as const));
  return [changed(`${passed.join(', ')} hold for the formatted file`, flags), told];
}

/** Passes that hold for the file as it was edited: a formatter changes its form, not what was judged. */
async function standingPasses(plane: Plane, site: Site): Promise<readonly EvidenceKind[]> {
  const flags = await Promise.all(
    kinds.filter((kind) => planeOf[kind] === plane).map((kind) => site.evidence.status(kind)),
  );
  return flags.filter(({ status }) => status === 'passed').map(({ kind }) => kind);
}
