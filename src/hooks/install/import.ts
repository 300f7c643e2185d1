import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import * as z from 'zod/mini';
import { attempt, ActionableError } from '../project/functions';
import { writeWhole, privateIn, publicIn } from '../state/atomic-file';
import { execIn } from '../project/exec';
import { claudeHome, gatehouseHome, personHome } from '../project/home';
import { lazyObject } from '../project/lazy-schema';
import { configFiles, personFile } from '../configuration/layers';
import { loadConfig } from '../configuration/load-config';
import { placeOf } from '../project/place';
import { readJson, readText } from '../project/read-file';
import { templateAgents, withWorkflow } from '../workflow/template';
import { deploy } from './deploy';
import { entriesAt } from './install';
import { originalHooksIn, type OriginalHook } from './original-hooks';
import { foundIn } from './registration';
import { findRuntime, type Runtime } from './runtime';
import { settingsSources, type Scope, type SettingsSource } from './scope';
import { carryOut, plan, read, type Change, type SettingsFile } from './settings-file';

type Env = Readonly<NodeJS.ProcessEnv>;

/** Replaces a known set of hooks by Gatehouse's gates. */

export interface FoundHook extends OriginalHook {
  readonly file: string;
}

export interface FileChange extends Change {
  readonly file: string;
}

export interface ImportPlan {
  readonly found: readonly FoundHook[];
  /** Files of state that are there, stay, and are read. */
  readonly kept: readonly string[];
  readonly changes: readonly FileChange[];
  readonly settings: readonly SettingsChange[];
  readonly runtime: Runtime;
}

interface SettingsChange extends FileChange {
  readonly settings: SettingsFile;
  readonly operation: Parameters<typeof plan>[1];
}

export interface ImportAt {
  readonly directory: string;
  readonly env: Env;
  /** The folder that holds runner.js. */
  readonly source: string;
}

/** Finds the hooks in every settings file that the client reads here, and works out what takes their place. */
export async function planImport(at: ImportAt): Promise<ImportPlan> {
  const { directory, env } = at;
  const place = placeOf(directory);
  const sources = settingsSources(directory, env);
  const found = sources.flatMap(({ file }) => originalHooksIn(textOf(file)).map((hook) => ({ ...hook, file })));
  const runtime = await findRuntime(env, execIn(env));
  const none = { found, kept: keptFiles(place.root, env), changes: [], settings: [], runtime };
  if (found.length === 0) return none;
  const holders = sources.filter(({ file }) => found.some((hook) => hook.file === file));
  const harness = holders.find(({ file }) => found.some((hook) => hook.file === file && hook.hookSet === 'harness'));
  const configs = [
    ...(harness === undefined ? [] : profileChange(harness.scope, place.root, env)),
    ...workflowChanges(found, at),
  ];
  const ours = sources.filter(({ file }) => foundIn(textOf(file)).length > 0);
  const target = ours[0] ?? widest(holders);
  const profile = harness === undefined ? undefined : 'harness';
  const entries = await entriesAt({ scope: target.scope, directory, env, profile }, runtime);
  const settings = [...new Set([...holders, target])].map(({ file }): SettingsChange => {
    const one: SettingsFile = { file, home: gatehouseHome(env), env };
    const operation = { kind: 'import', entries: file === target.file ? entries : undefined } as const;
    return { file, settings: one, operation, ...plan(one, operation) };
  });
  return { ...none, changes: [...settings, ...configs], settings };
}

const textOf = (file: string): string => attempt(() => read(file)) ?? '';

/** Gatehouse is installed in the scope of the hooks that it replaces. */
function widest(holders: readonly SettingsSource[]): SettingsSource {
  const order: readonly Scope[] = ['user', 'project', 'local'];
  const [first] = [...holders].sort((a, b) => order.indexOf(a.scope) - order.indexOf(b.scope));
  if (first === undefined) throw new Error('nothing was found');
  return first;
}

/** The hooks of the harness become the profile `harness`, in the scope they were registered in. */
function profileChange(scope: Scope, root: string, env: Env): readonly FileChange[] {
  const file =
    scope === 'user' ? personFile(env) : path.join(root, scope === 'project' ? configFiles.project : configFiles.local);
  const before = readText(file);
  const text = before === undefined || before.trim() === '' ? '{}\n' : before;
  if (/"profile"\s*:/.test(text)) return [];
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return [{ file, before, after: applyEdits(text, modify(text, ['profile'], 'harness', { formattingOptions })) }];
}

/** Each workflow whose phase files the old hooks name, as `gatehouse workflow init` writes it. */
function workflowChanges(found: readonly FoundHook[], { directory, env }: ImportAt): readonly FileChange[] {
  const place = placeOf(directory);
  const known = loadConfig({ env, place, requestedByName: false }).settings.workflow.workflows.map(({ name }) => name);
  const names = [...new Set(found.flatMap(({ workflows }) => workflows))].filter((name) => !known.includes(name));
  if (names.length === 0) return [];
  const file = path.join(place.root, configFiles.project);
  const before = readText(file);
  const after = names.reduce<string | undefined>(
    (text, name) => (text === undefined ? undefined : withWorkflow(text, name)),
    before ?? '',
  );
  if (after === undefined) {
    throw new ActionableError(`${file} is no JSON object.`, 'Nothing was changed. Correct the file, then try again.');
  }
  const agents = names.flatMap(templateAgents).flatMap(({ file: name, text }): FileChange[] => {
    const agent = path.join(place.root, '.claude/agents', name);
    return existsSync(agent) ? [] : [{ file: agent, before: undefined, after: text }];
  });
  return [{ file, before, after }, ...agents];
}

const stateFiles = [
  '.claude_review_state.json',
  'MASTER_PLAN.md',
  ...['.test-status', '.proof-status', '.plan-drift', '.agent-findings', '.preserved-context', '.audit-log'].map(
    (name) => `.claude/${name}`,
  ),
  '.claude/codegraph-turn-state.json',
  '.claude/careful-state.json',
  '.codegraph',
];

function keptFiles(root: string, env: Env): readonly string[] {
  const marks = readdirSync(root).filter((name) =>
    /^\..+-(?:analysis-done|plan-approved|execution-done|audit-failed)$/.test(name),
  );
  const gstack = env.GSTACK_STATE_ROOT ?? env.GSTACK_HOME ?? path.join(personHome(env), '.gstack');
  return [
    ...[...stateFiles, ...marks].filter((name) => existsSync(path.join(root, name))),
    ...[gstack, path.join(claudeHome(env), 'skills/gstack')].filter((folder) => existsSync(folder)),
  ];
}

/** What an import changed, so that it can be taken back. */
const Kept = lazyObject(() => ({
  files: z.array(
    z.object({
      file: z.string(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
      settings: z.boolean(),
    }),
  ),
}));

const recordFile = (home: string): string => path.join(home, 'install', 'import.json');

/** Runner first, then what steers the gates, then the registration. */
export async function carryOutImport(at: ImportAt, { changes, settings, runtime }: ImportPlan): Promise<void> {
  const home = gatehouseHome(at.env);
  deploy(at.source, home, runtime, at.env);
  const isSettings = ({ file }: FileChange) => settings.some((one) => one.file === file);
  const files = changes.map((change) => ({
    file: change.file,
    before: change.before ?? null,
    after: change.after ?? null,
    settings: isSettings(change),
  }));
  writeWhole(recordFile(home), JSON.stringify({ files }), privateIn(home));
  for (const change of changes) if (!isSettings(change)) writeOrRemove(change.file, change.before, change.after);
  for (const { settings: file, operation } of settings) await carryOut(file, operation);
}

/** Restores the files that have not changed since the import, and lists the others. */
export async function undoImport(
  env: Env,
): Promise<{ readonly back: readonly string[]; readonly changed: readonly string[] }> {
  const home = gatehouseHome(env);
  const record = Kept.safeParse(readJson(recordFile(home), { maxBytes: 64 * 1024 * 1024 }));
  if (!record.success) throw new ActionableError('Gatehouse has no record of an import.', 'There is nothing to undo.');
  const back: string[] = [];
  const changed: string[] = [];
  for (const { file, before, after, settings } of record.data.files) {
    if ((read(file) ?? null) !== after) {
      changed.push(file);
      continue;
    }
    if (settings) await carryOut({ file, home, env }, { kind: 'rollback' });
    else writeOrRemove(file, after ?? undefined, before ?? undefined);
    back.push(file);
  }
  if (changed.length === 0) rmSync(recordFile(home), { force: true });
  return { back, changed };
}

function writeOrRemove(file: string, before: string | undefined, after: string | undefined): void {
  if (after === undefined) {
    rmSync(file, { force: true });
    return;
  }
  if (!writeWhole(file, after, publicIn(path.dirname(file)), () => read(file) === before)) {
    throw new ActionableError(`${file} is being changed by another program.`, 'Try again.');
  }
}
