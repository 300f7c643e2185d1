import { applyEdits, getNodeValue, modify } from 'jsonc-parser';
import { readText } from '../project/read-file';
import { splitMark, valueOf, rootOf } from './document';
import { foundIn } from './registration';
import { ignoredBecause } from './ignored-settings';

/**
 * What a change of a settings file would do to our hooks, as the end of a sentence; undefined if it leaves them
 * alone. `after` is undefined if the file goes away or its new content is unknown.
 */
export function harmTo(file: string, after: string | undefined): string | undefined {
  const before = readText(file) ?? '';
  const harm = lossBetween(before, after);
  if (harm !== undefined || after === undefined) return harm;
  if (switchedOffBetween(before, after)) return 'this would switch hooks off';
  if (variablesIn(after) !== variablesIn(before)) return 'this would change the variables that control them';
  return pluginsBetween(before, after)
    ? 'this would change which plugins the client loads, whose mods can override them'
    : undefined;
}

/** The ways in which other clients are told to run no hooks: of Codex in TOML, of Gemini CLI in JSON. */
const clientSwitches = [
  /^[ \t]*(?:features\.)?(?:codex_)?hooks[ \t]*=[ \t]*false\b/m,
  /"(?:hooksConfig|hooks|tools)"\s*:\s*\{[^{}[\]]*"(?:enabled|enableHooks)"\s*:\s*false\b/,
  /"disabled"\s*:\s*\[[^\]]*"[^"]*gatehouse[^"]*"/,
] as const;

const switchedOffBetween = (before: string, after: string): boolean =>
  clientSwitches.some((off) => off.test(after) && !off.test(before));

/** Settings that say which plugin stands above the others. */
const pluginSettings = ['prependPlugins', 'appendPlugins', 'pluginConfigs'] as const;

/** Would other plugins run, or in another order? Switching one off is harmless, unless it is Gatehouse's. */
function pluginsBetween(before: string, after: string): boolean {
  if (pluginSettings.some((key) => textAt(before, key) !== textAt(after, key))) return true;
  const [was, will] = [enabledIn(before), enabledIn(after)];
  const ours = [...was].some((id) => /^gatehouse(?:@|$)/.test(id) && !will.has(id));
  return ours || [...will].some((id) => !was.has(id));
}

function enabledIn(text: string): ReadonlySet<string> {
  const pairs = valueOf(rootOf(text), 'enabledPlugins')?.children ?? [];
  return new Set(pairs.flatMap(({ children: [key, on] = [] }) => (on?.value === false ? [] : [String(key?.value)])));
}

function textAt(text: string, key: string): string {
  const value = valueOf(rootOf(text), key);
  return value === undefined ? '' : JSON.stringify(getNodeValue(value));
}

/** How hooks that are registered in one text would no longer run with another in its place. */
export function lossBetween(before: string, after: string | undefined): string | undefined {
  const ours = entriesIn(before);
  if (after === undefined) return ours.length > 0 ? 'this would remove them or hide their results' : undefined;
  if (ours.length > 0) {
    const now = entriesIn(after);
    if (ignoredBecause(after) !== undefined && ignoredBecause(before) === undefined) {
      return 'the agent would no longer read the file: it would not be valid JSON';
    }
    if (ours.some((entry) => !now.includes(entry))) return 'this would remove or change one of them';
  }
  if (hooksSwitch(after) === 'true' && hooksSwitch(before) !== 'true') {
    return 'disableAllHooks would switch them off';
  }
  return undefined;
}

/** Variables of the settings' `env` that loosen a gate or switch all of them off. */
const steering = /^(?:GATEHOUSE_|HOOK_BYPASS$|STOP_GUARD_MODE$|GUARD_EXTRA_PATTERNS$|LLM_REVIEW_|GSTACK_STATE_ROOT$)/;
export const steersHooks = (name: string): boolean => steering.test(name);
/** Variables that put code of their own into the hooks, into the git that they ask, or into test runs. */
const loadingNames: ReadonlySet<string> = new Set([
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_REPL_EXTERNAL_MODULE', 'npm_config_script_shell', 'npm_config_node_options'],
  ...['BASH_ENV', 'ENV', 'SHELLOPTS', 'BASHOPTS', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT'],
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_EXEC_PATH'],
  ...['GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES'],
  ...['PYTEST_ADDOPTS', 'PYTEST_PLUGINS', 'PYTHONPATH', 'PYTHONSTARTUP', 'PYTHONHOME'],
  ...['RUBYOPT', 'PERL5OPT', 'GOFLAGS', 'MAKEFLAGS'],
]);
const loadingFamilies = /^(?:DYLD_\w+|GIT_CONFIG\w*|CARGO_TARGET_\w+_RUNNER)$/;
const loadsCode = (name: string): boolean => loadingNames.has(name) || loadingFamilies.test(name);

const variablesIn = (text: string): string => JSON.stringify(Object.entries(hookVariables(text)));

/** The variables of a settings text that change what hooks are or do, in the order of their names. */
export function hookVariables(text: string): Readonly<Record<string, string>> {
  const pairs = (valueOf(rootOf(text), 'env')?.children ?? [])
    .map(({ children: [key, value] = [] }) => [String(key?.value), String(value?.value)] as const)
    .filter(([key]) => steering.test(key) || loadsCode(key));
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A settings text with these hook variables instead of its own; everything else stays. */
export function withHookVariables(text: string, wanted: Readonly<Record<string, string>>): string {
  const { mark, body } = splitMark(text);
  const names = new Set([...Object.keys(hookVariables(text)), ...Object.keys(wanted)]);
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  const put = (now: string, name: string) =>
    applyEdits(now, modify(now, ['env', name], wanted[name], { formattingOptions }));
  return mark + [...names].reduce(put, body);
}

/** What a settings text says about switching all hooks off. */
const hooksSwitch = (text: string): string => String(valueOf(rootOf(text), 'disableAllHooks')?.value);

/** Our entries, each as a text that changes when anything about it does. */
function entriesIn(text: string): readonly string[] {
  try {
    return foundIn(text).map(({ event, lane, matcher, handler }) => JSON.stringify([event, lane, matcher, handler]));
  } catch {
    // An unreadable text that names the shim counts as one entry that must not change.
    return text.includes('gatehouse-hook') ? [text] : [];
  }
}
