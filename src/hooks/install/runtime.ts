import { realpathSync } from 'node:fs';
import path from 'node:path';
import { isProgram } from '../project/read-file';
import { ActionableError, attempt } from '../project/functions';
import type { Exec } from '../project/exec';
import { parseJson } from '../protocol/json';
import { type Env, pathFolders } from '../project/home';

/** What the shim starts the runner with, found once at installation. */
export interface Runtime {
  readonly node: string;
  /** The editor's runtime, where the installation was asked for by an editor. */
  readonly editor?: string | undefined;
  readonly bash?: string | undefined;
}

const oldestNode = 20;

/**
 * The node on the PATH if it works and is new enough, else the editor's own. A version manager's launcher or temporary
 * folder is resolved to the program behind it: a launcher depends on the current folder, and the temporary one
 * disappears.
 */
export async function findRuntime(env: Env, exec: Exec, editor?: string): Promise<Runtime> {
  const bash = process.platform === 'win32' ? undefined : programs(env, 'bash', ['/bin', '/usr/bin'])[0];
  const tried: string[] = [];
  for (const candidate of programs(env, process.platform === 'win32' ? 'node.exe' : 'node')) {
    const said = await ask(exec, candidate);
    if (said !== undefined && said.major >= oldestNode)
      return { node: lastingPath(candidate, said.path), editor, bash };
    tried.push(said === undefined ? `${candidate} does not run` : `${candidate} is version ${said.major}`);
  }
  if (editor !== undefined) return { node: editor, editor, bash };
  throw new ActionableError(
    `No node ${oldestNode} or newer was found on the PATH${tried.length === 0 ? '' : ` (${tried.join(', ')})`}.`,
    'Install node, or install the hooks from the editor, whose own runtime will do.',
  );
}

function programs(env: Env, name: string, first: readonly string[] = []): readonly string[] {
  const files = [...first, ...pathFolders(env)].map((folder) => path.join(folder, name));
  return [...new Set(files)].filter(isProgram);
}

const question = 'console.log(JSON.stringify([process.versions.node, process.execPath]))';

/** The major version of a node, and where it lies; undefined if it does not run. */
async function ask(exec: Exec, node: string) {
  // The node that runs this need not be asked. An editor's runtime is none of them.
  if (process.versions.electron === undefined && realOf(node) === realOf(process.execPath))
    return { major: Number.parseInt(process.versions.node, 10), path: process.execPath };
  const answer = await exec(node, ['-e', question], { cwd: path.parse(node).root, timeoutMs: 10_000 });
  const said = parseJson(answer.stdout);
  const [version, execPath] = Array.isArray(said) ? (said as unknown[]) : [];
  if (typeof version !== 'string' || typeof execPath !== 'string') return undefined;
  return { major: Number.parseInt(version, 10), path: execPath };
}

/** A plain link such as /opt/homebrew/bin/node outlives an upgrade and is kept; anything cleverer is resolved. */
function lastingPath(found: string, path: string): string {
  const passing = /[/\\](?:fnm_multishells|\.volta|shims|run|tmp)[/\\]/.test(found);
  const real = realOf(path);
  return passing || (real !== undefined && real !== realOf(found)) ? path : found;
}

const realOf = (file: string): string | undefined => attempt(() => realpathSync(file));
