import path from 'node:path';
import * as z from 'zod/mini';
import { lazyObject } from '../project/lazy-schema';
import { parseAs } from '../protocol/json';
import type { ShellWord } from '../shell/invocation';
import { joined, plainWord } from '../shell/reader/words';
import { type Action, type Actions, runs, runsProject, runsUnseen, unclear } from './effect';
import type { Use } from './program';

/** Words in names of scripts and targets that act outside the project or delete something. */
const departing =
  /deploy|publish|release|push|upload|destroy|delete|remove|drop|reset|purge|prune|clean|wipe|nuke|kill|uninstall|promote|rollback|prod(?:uction)?$|ship|force/i;

/** Options that give a script a file to load or another place to write to. */
const handsOver = /^--?[\w-]+=.*\/|^--?(?:globalSetup|require|import|config|plugin|rulesdir|setup\w*|out\w*)\b/i;

/** Code of the project under a name: a script, a target, a task. */
export function projectCode(what: string, name: ShellWord, args: readonly ShellWord[] = []): Actions {
  if (name.value === undefined) return unclear(`what ${name.raw} stands for is not known`);
  const odd = args.find(({ text, value }) => value === undefined || handsOver.test(text));
  return [
    departing.test(name.value)
      ? runsUnseen(`${what} ${name.value} may leave the project or delete`)
      : runsProject(`runs ${what} ${name.value}`),
    odd && unclear(`what ${name.value} does with ${odd.raw} is not known`),
  ];
}

/** The commands of a script, as text that a shell runs in the folder of the file that holds them. */
export function opened(via: string, text: string, folder: string | undefined, args: readonly ShellWord[] = []): Action {
  const word = plainWord(text);
  const directory = folder === undefined ? undefined : plainWord(folder);
  return runs({
    form: 'shell',
    text: args.length === 0 ? word : joined([word, ...args]),
    via,
    script: true,
    directory,
  });
}

/** The nearest file of this name, from the directory upwards. */
export const nearest = (use: Use, ...names: readonly string[]): { folder: string; text: string } | undefined =>
  nearestTo(use.at.cwd, use, ...names);

export function nearestTo(
  start: string | undefined,
  use: Use,
  ...names: readonly string[]
): { folder: string; text: string } | undefined {
  let folder = start;
  for (let steps = 0; folder !== undefined && steps < 20; steps++) {
    for (const name of names) {
      const text = use.at.readFile(path.posix.join(folder, name));
      if (text !== undefined) return { folder, text };
    }
    const above = path.posix.dirname(folder);
    folder = above === folder ? undefined : above;
  }
  return undefined;
}

/** A script of package.json: `npm run x`, `yarn x`. */
export function packageScript(use: Use, name: ShellWord, args: readonly ShellWord[] = []): Actions {
  const found = name.value === undefined ? undefined : manifestOf(use, args);
  const text = found === undefined ? undefined : scriptText(found.text, name.value ?? '');
  const more = args[0]?.value === '--' ? args.slice(1) : args;
  return [
    projectCode('the script', name, more),
    text !== undefined && opened(`npm run ${name.text}`, text, found?.folder, more),
  ];
}

/** The package.json in which npm looks for a script: the nearest, or that of the workspace which an option names. */
function manifestOf(use: Use, args: readonly ShellWord[]): { folder: string; text: string } | undefined {
  const root = nearest(use, 'package.json');
  const named = workspaceIn(use, args);
  if (root === undefined || named === undefined) return root;
  const name = named.replace(/^@[^/]+\//, '');
  for (const place of [named, `packages/${name}`, `apps/${name}`, `libs/${name}`, name]) {
    const folder = path.posix.join(root.folder, place);
    const text = use.at.readFile(path.posix.join(folder, 'package.json'));
    if (text !== undefined) return { folder, text };
  }
  return root;
}

/** npm takes its options also behind the name of a script. */
function workspaceIn(use: Use, args: readonly ShellWord[]): string | undefined {
  for (let one: Use | undefined = use; one !== undefined; one = one.outer) {
    const given = one.value('--workspace', '--filter', '-F')?.value;
    if (given !== undefined) return given;
  }
  const end = args.findIndex(({ text }) => text === '--');
  const own = end < 0 ? args : args.slice(0, end);
  const at = own.findIndex(({ text }) => /^(?:-w|--workspace(?:=.+)?)$/.test(text));
  return at < 0 ? undefined : (/=(.+)$/.exec(own[at]?.text ?? '')?.[1] ?? own[at + 1]?.value);
}

/** A task of deno.json, or a script of package.json. */
export function denoTask(use: Use, name: ShellWord, args: readonly ShellWord[]): Actions {
  const found = nearest(use, 'deno.json', 'deno.jsonc');
  const tasks = found === undefined ? undefined : parseAs(Tasks, found.text)?.tasks;
  const task = tasks !== undefined && Object.hasOwn(tasks, name.text) ? tasks[name.text] : undefined;
  const option = args.find(({ text }) => text.startsWith('-'));
  const own = option && unclear(`what ${name.raw} does with ${option.raw} is not known`);
  if (task === undefined) return [packageScript(use, name, args), own];
  const text = typeof task === 'string' ? task : task.command;
  return [
    projectCode('the task', name, args),
    own,
    text !== undefined && opened(`deno task ${name.text}`, text, found?.folder, args),
  ];
}

/** A configuration that is itself a program runs with the tool that reads it. */
export function asCode(use: Use, ...names: readonly string[]): Actions {
  return nearest(use, ...names) === undefined ? elsewhere(use) : loads(use);
}

/** A configuration that names plugins, wrappers or other programs, in words of which one is enough. */
export function naming(use: Use, words: RegExp, ...names: readonly string[]): Actions {
  return names.some((name) => words.test(nearest(use, name)?.text ?? '')) ? loads(use) : elsewhere(use);
}

/** Outside the project a configuration is not looked for, so there may be one. */
export const elsewhere = (use: Use): Actions => !use.at.isProject(use.at.cwd) && loads(use);

/** The tool's configuration is always code of the project. */
export const loads = ({ program, path: verbs }: Use): Action =>
  runsProject(`runs code that the configuration of ${[path.basename(program), ...verbs].join(' ')} names`);

const Manifest = lazyObject(() => ({ scripts: z.optional(z.record(z.string(), z.unknown())) }));

const Tasks = lazyObject(() => ({
  tasks: z.optional(z.record(z.string(), z.union([z.string(), z.looseObject({ command: z.optional(z.string()) })]))),
}));

/** A script of a package.json or composer.json, with what npm runs before and after it. */
export function scriptText(manifest: string, name: string): string | undefined {
  const scripts = scriptsOf(manifest);
  const own = commandsOf(scripts, name);
  if (own === undefined) return undefined;
  return [commandsOf(scripts, `pre${name}`), own, commandsOf(scripts, `post${name}`)]
    .filter((part) => part !== undefined)
    .join(' && ');
}

function scriptsOf(manifest: string): Readonly<Record<string, unknown>> {
  return parseAs(Manifest, manifest)?.scripts ?? {};
}

/** npm has one command per script; composer may have a list. */
function commandsOf(scripts: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (typeof script === 'string') return script;
  return Array.isArray(script) ? script.filter((one) => typeof one === 'string').join(' && ') : undefined;
}
