import { firstOf } from '../../../project/functions';
import { definitionOf } from '../../../programs/catalog';
import { readCommand } from '../../../shell/read-command';
import type { EffectOf } from '../../../programs/effect';
import type { CommandReading, Invocation } from '../../../shell/invocation';
import { effectsOf, shownInvocation } from '../../../shell/effects';
import { resolveWord, within } from '../../../shell/paths';
import { writtenFiles, type WrittenFile } from '../../../shell/written-files';
import {
  effectRule,
  lineRule,
  objection,
  type EffectRule,
  type Policy,
  type LineRule,
  type Objection,
  type View,
} from './rule';

/*
 * Files that other programs obey: what is written there runs or counts later, when the agent is long gone. Reading them
 * is free.
 */

/** What a path is, as the end of a sentence. */
interface ObeyedFile {
  /** `script`: only what is put into it counts. */
  readonly kind: 'login' | 'access' | 'agent' | 'hook' | 'script' | 'schedule' | 'obeyed';
  readonly what: string;
}

/** Files of a home, by what comes after it. */
const inHome: readonly (readonly [RegExp, ObeyedFile])[] = [
  [
    /^\.(?:bashrc|bash_(?:profile|login|logout)|profile|z(?:shrc|shenv|profile|login|logout)|kshrc|cshrc|tcshrc)$/,
    { kind: 'login', what: 'what every new shell runs' },
  ],
  [
    /^\.config\/fish\/(?:config\.fish|conf\.d\/.+)$|^\.(?:xprofile|xinitrc|xsession(?:rc)?|inputrc|pam_environment|tmux\.conf|vimrc|pythonrc|irbrc)$/,
    { kind: 'obeyed', what: 'what runs when a program of the person starts' },
  ],
  [/^\.ssh\/(?:authorized_keys2?|rc|environment)$/, { kind: 'access', what: 'who may log in here' }],
  [/^\.ssh\/(?!known_hosts)/, { kind: 'obeyed', what: 'how ssh logs in' }],
  [/^\.gnupg\//, { kind: 'obeyed', what: 'whose signatures are trusted' }],
  [
    /^\.config\/(?:autostart|systemd|environment\.d)\/|^Library\/Launch(?:Agents|Daemons)\//,
    { kind: 'obeyed', what: 'what starts with every login' },
  ],
  [/^\.claude\/settings(?:\.local)?\.json$/, { kind: 'agent', what: 'what the agent may do' }],
  [
    /^\.(?:claude\.json|codex\/config\.toml|gemini\/settings\.json|cursor\/(?:mcp|cli-config)\.json|copilot\/config\.json)$/,
    { kind: 'obeyed', what: 'what an agent may do' },
  ],
  [/^\.(?:gitconfig|config\/git\/(?:config|attributes)|git-credentials)$/, { kind: 'obeyed', what: 'what git runs' }],
  [
    /^\.(?:npmrc|yarnrc(?:\.yml)?|pypirc|condarc|config\/pip\/pip\.conf|pip\/pip\.conf|cargo\/config(?:\.toml)?|gemrc|m2\/settings\.xml|docker\/config\.json|kube\/config|netrc)$/,
    { kind: 'obeyed', what: 'where programs get their packages and their rights' },
  ],
  [/^\.(?:vscode\/argv\.json|config\/Code\/User\/settings\.json)$/, { kind: 'obeyed', what: 'what the editor runs' }],
];

/** Files of the machine. */
const ofMachine: readonly (readonly [RegExp, ObeyedFile])[] = [
  [
    /^\/etc\/(?:sudoers(?:\.d\/.*)?|passwd|shadow|gshadow|pam\.d\/.*|ld\.so\.preload|ssh\/sshd_config(?:\.d\/.*)?|doas\.conf)$/,
    { kind: 'access', what: 'who may do what on this machine' },
  ],
  [
    /^\/etc\/(?:profile|bash\.bashrc|bashrc|zsh(?:env|rc)|zsh\/.+|environment)$/,
    { kind: 'login', what: 'what every new shell runs' },
  ],
  [/^\/etc\/cron|^\/var\/spool\/(?:cron|at)\//, { kind: 'schedule', what: 'what runs later, again and again' }],
  [
    /^\/(?:etc|usr\/lib|lib)\/systemd\/|^\/Library\/Launch(?:Agents|Daemons)\//,
    { kind: 'obeyed', what: 'what starts with the machine' },
  ],
  [
    /^\/(?:etc|boot|bin|sbin|lib\d*|usr\/(?!local\/|src\/)[^/]+|System|Library(?!\/Caches))\//,
    { kind: 'obeyed', what: 'a directory of the system' },
  ],
];

/** Files of a repository. */
const inRepository: readonly (readonly [RegExp, ObeyedFile])[] = [
  [/(?:^|\/)\.git\/hooks\/[\w-]+$/, { kind: 'hook', what: 'what git runs by itself' }],
  [/(?:^|\/)\.husky\/(?:commit|pre|post|prepare)-[\w-]+$/, { kind: 'script', what: 'what git runs by itself' }],
  [/(?:^|\/)\.envrc$/, { kind: 'script', what: 'what a shell runs in this folder' }],
  [/(?:^|\/)\.git\/(?:config|info\/attributes)$/, { kind: 'obeyed', what: 'what git runs' }],
];

/** Files of the project that count only for some of what may stand in them. */
const inProject: readonly (readonly [name: RegExp, content: RegExp, what: string])[] = [
  [
    /^(?:\.vscode\/settings\.json|[^/]+\.code-workspace)$/,
    /\bGATEHOUSE_|HOOK_BYPASS|claudeProcessWrapper|[dD]angerouslySkipPermissions|bypassPermissions/,
    'how the editor starts the agent',
  ],
  [
    /^(?:\.vscode\/tasks\.json|[^/]+\.code-workspace)$/,
    /\bfolderOpen\b/,
    'what the editor runs when it opens the folder',
  ],
  [
    /^\.devcontainer\/(?:[^/]+\/)?devcontainer\.json$/,
    /\binitializeCommand\b|\bGATEHOUSE_/,
    'what runs with the container',
  ],
  [
    /^\.claude\/(?:agents|commands|skills)\/.+\.md$/,
    /^(?:hooks|permissionMode):\s*(?!default|plan)/m,
    'what the agent runs by itself, and what it may do',
  ],
  [/^\.?mise\.toml$/, /\bGATEHOUSE_|HOOK_BYPASS/, 'the variables of every shell here'],
];

function ofProject(path: string, content: string | undefined, view: View): ObeyedFile | undefined {
  const root = view.roots.find((one) => one !== view.home && within(path, one));
  if (root === undefined || content === undefined) return undefined;
  const name = path.slice(root.length + 1);
  const what = inProject.find(([file, text]) => file.test(name) && text.test(content))?.[2];
  return what === undefined ? undefined : { kind: 'obeyed', what };
}

const settingsOfProject = /^\.claude\/settings(?:\.local)?\.json$/;

function placeOf(path: string, view: View): ObeyedFile | undefined {
  const find = (table: readonly (readonly [RegExp, ObeyedFile])[], text: string) =>
    table.find(([pattern]) => pattern.test(text))?.[1];
  const repository = find(inRepository, path);
  if (repository !== undefined) return repository;
  for (const root of view.roots) {
    if (!within(path, root) || root === view.home) continue;
    return settingsOfProject.test(path.slice(root.length + 1))
      ? { kind: 'agent', what: 'what the agent may do' }
      : undefined;
  }
  const rest = behindHome(path, view);
  if (rest === undefined) return find(ofMachine, path);
  // A program of that name would run in place of the real one.
  const program = /^(?:\.local\/bin|bin)\/([^/]+)$/.exec(rest)?.[1];
  if (program !== undefined && (program === 'gatehouse' || definitionOf(program) !== undefined)) {
    return { kind: 'obeyed', what: `what \`${program}\` means` };
  }
  return find(inHome, rest);
}

/** What comes after a person's home. */
function behindHome(path: string, view: View): string | undefined {
  if (within(path, view.home)) return path.slice(view.home.length + 1);
  return /^(?:\/mnt)?(?:\/[a-z])?\/(?:root|(?:home|Users)\/[^/]+)\/(.*)$/.exec(path)?.[1];
}

interface Link {
  readonly at: string;
  readonly to: string;
}

/** The links that the line itself makes: `ln -s ~ x; echo e > x/.bashrc`. */
function linksOf(reading: CommandReading): readonly Link[] {
  return effectsOf(reading).flatMap(({ effect }) => {
    if (effect.kind !== 'link') return [];
    const at = resolveWord(effect.cwd, effect.at);
    const to = resolveWord(effect.cwd, effect.path);
    return at === undefined || to === undefined ? [] : [{ at, to }];
  });
}

function followed(path: string, links: readonly Link[]): string {
  const link = links.find(({ at }) => at !== path && within(path, at));
  return link === undefined ? path : link.to + path.slice(link.at.length);
}

interface Placed {
  readonly file: WrittenFile;
  readonly place: ObeyedFile;
}

/** Several rules ask about one reading. */
const kept = new WeakMap<CommandReading, readonly Placed[]>();

function placed(reading: CommandReading, view: View): readonly Placed[] {
  const known = kept.get(reading);
  if (known !== undefined) return known;
  const found = findPlaced(reading, view);
  kept.set(reading, found);
  return found;
}

function findPlaced(reading: CommandReading, view: View): readonly Placed[] {
  const links = linksOf(reading);
  return writtenFiles(reading).flatMap((file) => {
    if (file.path === undefined || file.change === 'restore') return [];
    const path = followed(file.path, links);
    // With a folder goes what is in it.
    const place =
      placeOf(path, view) ??
      (takes.has(file.change) ? placeBelow(path, view) : undefined) ??
      ofProject(path, file.content, view);
    return place === undefined ? [] : [{ file, place }];
  });
}

/** What is lost with a folder: the settings of the agent, or any file of its kind. */
function placeBelow(folder: string, view: View): ObeyedFile | undefined {
  const settings = folder.endsWith('/.claude') ? placeOf(`${folder}/settings.json`, view) : undefined;
  return settings === undefined ? placeOf(`${folder}/x`, view) : { ...settings, kind: 'obeyed' };
}

const partOf = ({ file }: Placed): string => shownInvocation(file.invocation) || `> ${file.word.raw}`;

const personWay = 'Show the person the lines, and let them write them.';

const puts: ReadonlySet<WrittenFile['change']> = new Set<WrittenFile['change']>(['write', 'append', 'edit']);
const takes: ReadonlySet<WrittenFile['change']> = new Set<WrittenFile['change']>([
  'delete',
  'delete-tree',
  'move-away',
]);

/** A whole startup file goes, or what is put into it would be refused if it ran now. */
function login(found: Placed, view: View, judge: Policy): Objection | undefined {
  const { file, place } = found;
  if (!/^(?:login|hook|script|schedule)$/.test(place.kind)) return undefined;
  if (place.kind === 'login' && file.change === 'write') {
    return objection(
      partOf(found),
      `It replaces ${file.word.raw}: ${place.what}.`,
      `Append the line you need (\`>>\`). ${personWay}`,
    );
  }
  if (file.content === undefined || !puts.has(file.change)) return undefined;
  if (/\bGATEHOUSE_(?!HOME\b)\w+=/.test(file.content)) {
    return objection(partOf(found), `It changes what Gatehouse does in ${file.word.raw}: ${place.what}.`, personWay);
  }
  const text = place.kind === 'schedule' ? scheduled(file.content) : file.content;
  const refused = judge(readCommand(text, { cwd: view.home, home: view.home }), view);
  return refused === undefined
    ? undefined
    : objection(partOf(found), `It writes into ${file.word.raw}, ${place.what}: ${refused.why}`, personWay);
}

/** The commands of a crontab; the system's own name a user first. */
const scheduled = (table: string): string =>
  table.replace(/^\s*(?:@\w+|(?:[\d*][\w*,/-]*\s+){4}[\w*,/-]+)\s+(?:root\s+)?/gm, '');

function access(found: Placed): Objection | undefined {
  const { file, place } = found;
  if (place.kind !== 'access' || file.change === 'create' || file.change === 'attributes') return undefined;
  return objection(partOf(found), `It changes ${file.word.raw}: ${place.what}.`, personWay);
}

/** Rights, hooks and what steers them; a change that the command does not show may be any of these. */
const widening =
  /permissions|hooks|disableAllHooks|bypassPermissions|enableAllProjectMcpServers|"env"|apiKeyHelper|statusLine|fileSuggestion|awsAuthRefresh|awsCredentialExport|otelHeadersHelper/;

function agentSettings(found: Placed): Objection | undefined {
  const { file, place } = found;
  if (place.kind !== 'agent') return undefined;
  const harmless = file.content !== undefined && file.content.trim() !== '' && !widening.test(file.content);
  if (!takes.has(file.change) && (!puts.has(file.change) || harmless)) return undefined;
  return objection(
    partOf(found),
    `It changes ${file.word.raw}: ${place.what}, and which hooks watch it.`,
    'Let the person change the settings of the agent.',
  );
}

function obeyed(found: Placed): Objection | undefined {
  const { file, place } = found;
  // `write-agent-settings` refuses what matters in them.
  if (place.kind === 'agent' || place.kind === 'script') return undefined;
  if (puts.has(file.change)) return objection(partOf(found), `It writes ${file.word.raw}: ${place.what}.`, personWay);
  return takes.has(file.change)
    ? objection(partOf(found), `It removes ${file.word.raw}: ${place.what}.`, personWay)
    : undefined;
}

const rule = (id: string, check: (found: Placed, view: View, judge: Policy) => Objection | undefined): LineRule =>
  lineRule(id, (reading, view, judge) => firstOf(placed(reading, view), (found) => check(found, view, judge)));

export const placeRules: readonly LineRule[] = [
  rule('write-login-files', login),
  rule('write-access-files', access),
  rule('write-agent-settings', agentSettings),
];

/** `scp x root@server:/etc/`: the same place on another machine. */
function sendingToSystem({ to }: EffectOf<'send'>, invocation: Invocation): Objection | undefined {
  const path = /^(?:[\w.-]+@)?[\w.-]+:(\/(?!\/).*)$/.exec(to?.text ?? '')?.[1];
  const place = path === undefined ? undefined : ofMachine.find(([pattern]) => pattern.test(path))?.[1];
  return path === '/' || place !== undefined
    ? objection(invocation, `It writes ${to?.raw ?? ''}: ${place?.what ?? 'a directory of the system'}.`, personWay)
    : undefined;
}

/** Ordinary work writes there too: the person is asked. */
export const placeQuestions: readonly LineRule[] = [rule('write-obeyed-files', obeyed)];
export const remoteQuestions: readonly EffectRule[] = [effectRule('write-remote-system', 'send', sendingToSystem)];
