import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { hookVariables, withHookVariables } from '../../../install/harm';
import type { Site } from '../../../pipeline/site';
import { lazySchema } from '../../../project/lazy-schema';
import { readText } from '../../../project/read-file';
import { gitConfigs } from './watched-files';
import { changedDuring, settingsOf, type Tampering, type Look } from './tampering';

const Kept = lazySchema(() =>
  z.object({
    v: z.literal(1),
    /** By settings file: the variables that change what hooks are or do. */
    variables: z.record(z.string(), z.record(z.string(), z.string())),
    /** Where git looks for its hooks, and which configuration says so; absent where none does. */
    gitHooks: z.optional(z.object({ scope: z.string(), folder: z.string() })),
  }),
);
type Kept = z.infer<typeof Kept>;
type GitHooks = Kept['gitHooks'];

const keptIn = (site: Site) => site.own('kept-settings', Kept, { sealed: true });

/** Remembers the settings as they are where nothing was remembered yet. */
export async function keepSettings(site: Site): Promise<void> {
  if (keptIn(site).read().kind !== 'ok') await keep(site);
}

async function keep(site: Site): Promise<void> {
  const gitHooks = await gitHooksOf(site);
  await keptIn(site).update(() => ({ v: 1, variables: variablesOf(site), ...(gitHooks && { gitHooks }) }));
}

/** Settings of other programs that say what runs as a hook. */
export async function changedSettings(look: Look, site: Site): Promise<readonly Tampering[]> {
  const reading = keptIn(site).read();
  const kept = reading.kind === 'ok' ? reading.value : undefined;
  const findings =
    kept === undefined
      ? []
      : [...changedVariables(look, kept, site), ...(await changedGitHooks(look, kept.gitHooks, site))];
  if (site.dry !== true) await keep(site);
  return findings;
}

const variablesOf = (site: Site): Kept['variables'] =>
  Object.fromEntries(settingsOf(site).map(({ file }) => [file, hookVariables(readText(file) ?? '')]));

function changedVariables({ by, call, repairs }: Look, { variables }: Kept, site: Site): readonly Tampering[] {
  return settingsOf(site).flatMap(({ file }): readonly Tampering[] => {
    const [before, text] = [variables[file] ?? {}, readText(file)];
    if (text === undefined || !changedDuring(call, file)) return [];
    const now = hookVariables(text);
    const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
      (one) => before[one] !== now[one],
    );
    if (changed.length === 0) return [];
    if (repairs) writeFileSync(file, withHookVariables(readFileSync(file, 'utf8'), before));
    const what = `${changed.join(', ')} in the \`env\` of ${file} changes what hooks do`;
    const told = `${what}, and was changed behind Gatehouse's back by ${by}.`;
    return [{ file, text: repairs ? `${told} It was restored.` : told, voids: true }];
  });
}

/** Scripts that set up a project name its hooks' folder; a folder that the last commit does not hold is another's. */
async function changedGitHooks(
  { by, call, repairs }: Look,
  before: GitHooks,
  site: Site,
): Promise<readonly Tampering[]> {
  if (!gitConfigs(site.place.repository, site.env).some((file) => changedDuring(call, file))) return [];
  const now = await gitHooksOf(site);
  if (now?.folder === before?.folder || (await isProjects(now?.folder, site))) return [];
  const scope = now?.scope ?? before?.scope ?? 'local';
  const back = repairs && (await putBack(scope, before, site));
  const what = now === undefined ? 'is no longer set' : `is ${now.folder} now`;
  const told = `core.hooksPath, which says what git runs by itself, ${what}: it was changed behind Gatehouse's back by ${by}.`;
  return [{ file: 'core.hooksPath', text: back ? `${told} It was restored.` : told }];
}

async function gitHooksOf({ git }: Site): Promise<GitHooks> {
  const told = await git?.ask(['config', '--show-scope', '--get-all', 'core.hooksPath']).catch(() => '');
  const lines = (told ?? '').split('\n').map((line) => line.split('\t'));
  const [scope = '', folder = ''] = lines.findLast(([from = '']) => from !== '' && from !== 'command') ?? [];
  return scope === '' ? undefined : { scope, folder };
}

async function isProjects(folder: string | undefined, { git }: Site): Promise<boolean> {
  if (folder === undefined || git === undefined) return false;
  if (/^\.husky(?:\/_)?$/.test(folder)) return true;
  const held = await git.ask(['ls-tree', '--name-only', 'HEAD', '--', folder]).catch(() => '');
  if (held === '') return false;
  return (await git.ask(['status', '--porcelain', '-uall', '--ignored', '--', folder]).catch(() => '?')) === '';
}

async function putBack(scope: string, before: GitHooks, { git }: Site): Promise<boolean> {
  const words = before === undefined ? ['--unset-all', 'core.hooksPath'] : ['core.hooksPath', before.folder];
  const done = git?.ask(['config', `--${scope}`, ...words]).then(
    () => true,
    () => false,
  );
  return (await done) ?? false;
}
