import type { ShellWord } from '../../shell/invocation';
import { plainWord } from '../../shell/reader/words';
import { git, runs, runsUnseen, unclear, type Action, type Actions, type GitSetting } from '../effect';
import type { Definition, Use } from '../program';

type More = Omit<Definition, 'options' | 'style'>;

/** One of git's commands, with its effects or more than these; `-h` and `--help` only print. */
export function command(options: string, more: More | NonNullable<Definition['effects']> = {}): Definition {
  const own = typeof more === 'function' ? { effects: more } : more;
  return { style: 'git', inert: '--help --version', ...own, options: `-h,--help --version ${options}` };
}

/** A command that changes something and loses nothing. */
export const other = (why: string): Definition => ({ style: 'git', options: '*', effects: () => doing(why) });

export const doing = (why: string): Action => git('other', { why });

/** Operands before and after `--`. */
export function parted(use: Use): { readonly before: readonly ShellWord[]; readonly paths: readonly ShellWord[] } {
  const paths = use.afterDashes ?? [];
  return { before: use.operands.slice(0, use.operands.length - paths.length), paths };
}

/** Was the option revoked: `--no-edit`? */
export const isOff = (use: Use, name: string): boolean =>
  use.given.findLast((given) => given.name === name)?.on === false;

/** Is this a path, whatever branches exist? */
export const looksLikePath = (word: ShellWord): boolean =>
  word.glob || /^(?:\.{1,2}(?:\/.*)?|:\/.*|.*\/)$/.test(word.text);

const branchPrefix = /^(?:refs\/)?heads\//;

/** A branch by its short name. */
export function branch(word: ShellWord): ShellWord {
  const text = word.text.replace(branchPrefix, '');
  return text === word.text || word.value === undefined ? word : { ...word, text, value: text };
}

export const shortName = (ref: string): string => ref.replace(branchPrefix, '');

/** Settings whose value is a command for a shell. */
const commands =
  /^(?:core\.(?:sshcommand|fsmonitor|pager|editor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|pager\..+|diff\.external|interactive\.difffilter|web\.browser|imap\.tunnel|uploadpack\.packobjectshook|credential\.(?:.+\.)?helper|gpg\.(?:.+\.)?program|gpg\.ssh\.defaultkeycommand|remote\..+\.(?:uploadpack|receivepack)|submodule\..+\.update|sendemail\.(?:.+\.)?(?:smtpserver|tocmd|cccmd|headercmd|sendmailcmd)|(?:diff|difftool|merge|mergetool|filter|browser|man|guitool|trailer|tar|lfs\.customtransfer)\..+\.(?:command|cmd|textconv|driver|clean|smudge|process|path))$/;

/** Settings whose value is a file or directory that git takes code or further settings from. */
const sources = /^(?:core\.(?:hookspath|attributesfile|worktree)|init\.templatedir|include\.path|includeif\..+\.path)$/;

const opening = /^protocol\.(?:.+\.)?allow$/;

/** Settings that only change output or defaults. */
const harmless =
  /^(?:color\.|column\.|advice\.|status\.|i18n\.|alias\.|blame\.(?!ignorerevsfile)|log\.(?!excludedecoration$)|diff\.(?:algorithm|renames|renamelimit|context|mnemonicprefix|noprefix|wserrorhighlight|colormoved)$|core\.(?:quotepath|abbrev|autocrlf|eol|safecrlf|ignorecase|precomposeunicode)$|format\.pretty$|user\.(?:name|email)$|safe\.directory$|gc\.\w+$|init\.defaultbranch$|clean\.requireforce$|push\.default$|(?:pull|rebase|merge|fetch)\.(?:rebase|ff|prune|autostash|autosquash|conflictstyle|renamelimit)$|commit\.gpgsign$|tag\.gpgsign$|protocol\.version$)/;

/** Programs that need no permission: they show text, or do nothing. */
const quiet = /^(?:|cat|true|false|:|(?:less|more)(?: -\w+)*|vim?|nvim|nano|emacs|code --wait)$/;

/** Does this setting name a command that git runs? */
export const startsProgram = (key: string): boolean => commands.test(key);

/** Can this setting change what a later command on the line does? */
export const matters = (key: string): boolean =>
  /^(?:alias|gc|push|remote|clean)\./.test(key) || commands.test(key) || sources.test(key) || opening.test(key);

const setting = (text: string): GitSetting => {
  const equals = text.indexOf('=');
  return equals < 0 ? [text.toLowerCase(), 'true'] : [text.slice(0, equals).toLowerCase(), text.slice(equals + 1)];
};

/** The git settings that the line makes: earlier settings, the environment, `-c`. */
export function settingsOf(use: Use): readonly GitSetting[] {
  let top = use;
  while (top.outer !== undefined) top = top.outer;
  const { at } = top;
  const found: GitSetting[] = [...(at.gitSettings ?? [])];
  const value = (name: string): string | undefined => at.variable?.(name)?.text;
  const count = Math.min(Number(value('GIT_CONFIG_COUNT') ?? 0) || 0, 50);
  for (let at = 0; at < count; at++) {
    const key = value(`GIT_CONFIG_KEY_${at}`);
    if (key !== undefined) found.push([key.toLowerCase(), value(`GIT_CONFIG_VALUE_${at}`) ?? '']);
  }
  for (const [, entry] of (value('GIT_CONFIG_PARAMETERS') ?? '').matchAll(/'([^']*(?:'='[^']*)?)'/g)) {
    if (entry !== undefined) found.push(setting(entry.replace("'='", '=')));
  }
  for (const word of top.values('-c')) found.push(setting(word.text));
  return found;
}

/** The value of a setting that counts: the last one. */
export const settingOf = (use: Use, key: string): string | undefined =>
  settingsOf(use).findLast(([name]) => name === key)?.[1];

export const isFalse = (value: string | undefined): boolean => /^(?:false|no|off|0)$/i.test(value ?? 'true');

/** What a setting makes git do, whatever the command. */
export function bySetting([key, value]: GitSetting): Actions {
  if (commands.test(key)) return !quiet.test(value) && running(plainWord(value.replace(/^!/, '')), `git -c ${key}`);
  if (sources.test(key)) return loading(plainWord(value), key);
  if (opening.test(key)) return configured;
  return !harmless.test(key) && unclear(`the setting ${key} may change what git runs`);
}

/** The program that a setting names for later: an alias with `!`, a pager, an editor. */
export function namedBySetting([key, value]: GitSetting): Actions {
  const text = key.startsWith('alias.')
    ? /^!([^]*)/.exec(value)?.[1]
    : commands.test(key)
      ? value.replace(/^!/, '')
      : undefined;
  return (
    text !== undefined && !quiet.test(text) && runs({ form: 'shell', text: plainWord(text), via: `git config ${key}` })
  );
}

const configured = git('configure-program', { why: 'makes git run another program' });

const running = (text: ShellWord, via: string): Actions => [configured, runs({ form: 'shell', text, via })];

const loading = (path: ShellWord, what: string): Actions => [
  configured,
  runsUnseen(`${what} names code that git runs`, path),
];

const shellVariables = (
  'GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_PAGER PAGER GIT_EDITOR ' +
  'GIT_SEQUENCE_EDITOR VISUAL EDITOR GIT_PROXY_COMMAND GIT_ASKPASS SSH_ASKPASS'
).split(' ');
const sourceVariables = ['GIT_EXEC_PATH', 'GIT_TEMPLATE_DIR', 'GIT_CONFIG', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'];

/** What the environment makes git run. */
export function byVariables(use: Use): Actions {
  const { variable } = use.at;
  if (variable === undefined) return [];
  const found: Actions[] = [];
  for (const name of shellVariables) {
    const word = variable(name);
    if (word !== undefined && !quiet.test(word.text)) found.push(running(word, `${name}=`));
  }
  for (const name of sourceVariables) {
    const word = variable(name);
    if (word !== undefined && word.value !== '/dev/null' && word.value !== '') found.push(loading(word, name));
  }
  return found;
}
