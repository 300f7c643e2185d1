import path from 'node:path';
import type { Site } from '../pipeline/site';
import { personHome } from '../project/home';
import type { PreToolUse } from '../protocol/call';
import { editsOf, isShellTool, shellCommand } from '../protocol/tools';
import { readingAt } from '../shell/shared-reading';
import type { Subject, TouchedFile } from './match';

/** A call as rules see it; undefined where a shell has nothing to run. */
export function subjectOf(call: PreToolUse, site: Site): Subject | undefined {
  const command = shellCommand(call);
  if (isShellTool(call.tool) && (command === undefined || command.trim() === '')) return undefined;
  return {
    tool: call.tool,
    reading: command === undefined ? undefined : readingAt(command, site),
    files: filesOf(call, personHome(site.env)),
    root: site.root,
    home: personHome(site.env),
    branchAt: branchesAt(site),
  };
}

/** Asked once for each directory, whichever rules ask. */
function branchesAt(site: Site): Subject['branchAt'] {
  const known = new Map<string, string | undefined>();
  return (directory = site.cwd) => {
    if (!known.has(directory)) known.set(directory, (directory === site.cwd ? site : site.at(directory)).git?.branch());
    return known.get(directory);
  };
}

/** The files that a tool names: those of an edit, and those that are read or searched. */
export function filesOf(call: PreToolUse, home: string): readonly TouchedFile[] {
  const absolute = (file: string) =>
    path.resolve(
      call.cwd,
      file.replace(/^~(?=\/|$)/, () => home),
    );
  const edits = editsOf(call).map((edit) => ({ path: absolute(edit.path), effect: 'write' as const }));
  if (edits.length > 0) return edits;
  const named = call.input.file_path ?? call.input.notebook_path ?? call.input.path;
  return typeof named === 'string' && named !== '' ? [{ path: absolute(named), effect: 'read' }] : [];
}
