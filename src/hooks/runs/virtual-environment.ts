import { createHash } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { readBytes, readText } from '../project/read-file';

/** Tools that run a program of the project's virtual environment. */
export const environmentTools: ReadonlySet<string> = new Set(['uv', 'poetry', 'pdm', 'pipenv', 'rye', 'hatch']);
export const environmentFolders = ['.venv/bin', 'venv/bin'] as const;

/** Made together with its environment, but for a moment. */
const makingMs = 60_000;

/**
 * Is a file in the `bin` of a virtual environment what an installer put there? Installed programs stand in the RECORD of
 * their package with their hash; the activation scripts are as old as the environment. Undefined outside of one.
 */
export function isInstalled(file: string): boolean | undefined {
  const folder = path.dirname(path.dirname(file));
  const made = path.join(folder, 'pyvenv.cfg');
  const recorded = () => recordsOf(folder).some((record) => names(record, file));
  // Outside an environment only a record says something.
  if (!existsSync(made)) return recorded() ? true : undefined;
  if (/^python[\d.]*$/.test(path.basename(file))) return path.dirname(realpathSync(file)) === homeIn(made);
  if (path.basename(file).startsWith('activate')) return statSync(file).ctimeMs <= statSync(made).ctimeMs + makingMs;
  return recorded();
}

/** Where the environment's Python lies. */
function homeIn(configuration: string): string {
  const home = /^home\s*=\s*(.+)$/m.exec(readText(configuration) ?? '')?.[1]?.trim() ?? '';
  return existsSync(home) ? realpathSync(home) : home;
}

function recordsOf(folder: string): readonly string[] {
  return subfolders(path.join(folder, 'lib'))
    .map((lib) => path.join(lib, 'site-packages'))
    .flatMap((packages) => subfolders(packages).filter((name) => name.endsWith('.dist-info')))
    .map((info) => path.join(info, 'RECORD'));
}

function subfolders(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function names(record: string, file: string): boolean {
  const wanted = `/bin/${path.basename(file)},sha256=`;
  const line = readText(record)
    ?.split('\n')
    .find((one) => one.includes(wanted));
  const hash = line === undefined ? undefined : line.slice(line.indexOf(wanted) + wanted.length).split(',', 1)[0];
  const bytes = hash === undefined ? undefined : readBytes(file);
  return bytes !== undefined && createHash('sha256').update(bytes).digest('base64url') === hash;
}
