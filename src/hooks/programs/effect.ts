import type { Assignment, ShellWord, Stream } from '../shell/invocation';
import type { Mount } from './parts/mounts';

/** The language of code that a program is given. */
export type Language =
  | 'sh'
  | 'python'
  | 'node'
  | 'ruby'
  | 'perl'
  | 'php'
  | 'awk'
  | 'sed'
  | 'lua'
  | 'r'
  | 'lisp'
  | 'gdb'
  | 'osascript'
  | 'tcl'
  | 'powershell'
  | 'cmd'
  | 'make'
  | 'vim'
  | 'sql'
  | 'crontab'
  | 'other';

/** What a program does when it runs, as far as its arguments say. Every gate that looks at commands decides by these. */
export type Effect = Action & {
  readonly certainty: Certainty;
  /** The directory its relative paths start from; undefined if that cannot be known. */
  readonly cwd: string | undefined;
};

/** The effects of one kind. */
export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

/**
 * `possible`: it happens in only one of two readings of the arguments, because of an option that the grammar does not know.
 * `unknown`: the arguments do not say.
 */
type Certainty = 'certain' | 'possible' | 'unknown';

/** An effect as a program's definition states it; where it happens is added by the reader. */
export type Action = (
  | Reads
  | Writes
  | Deletes
  | { readonly kind: 'move'; readonly path: ShellWord; readonly to: ShellWord | undefined }
  /** `path`: what the new name leads to. */
  | { readonly kind: 'link'; readonly path: ShellWord; readonly at: ShellWord | undefined }
  | ChangesAttributes
  | { readonly kind: 'run'; readonly code: Code }
  | Fetches
  | Sends
  | GitAction
  /** The name of the secret that is printed, for people. */
  | { readonly kind: 'reveal'; readonly secret: string }
  | UsesService
  | ChangesMachine
  | ChangesProject
  /** A Gatehouse command that only a person may run. */
  | { readonly kind: 'person'; readonly words: string }
  | { readonly kind: 'unknown' }
) & {
  /** Why this is more than reading, for people. If absent, the policy has its own sentence. */
  readonly why?: string | undefined;
};

/** What a definition states: an action, several, or none. */
export type Actions = Action | false | undefined | readonly Actions[];

/** The actions in what a definition states. */
export const actionsOf = (stated: Actions): readonly Action[] => {
  if (stated === undefined || stated === false) return [];
  return 'kind' in stated ? [stated] : stated.flatMap(actionsOf);
};

export interface Reads {
  readonly kind: 'read';
  readonly path: ShellWord;
  /**
   * `names`: shows names, sizes or dates, never content. `use`: works with the content and does not show it, as a key, a
   * checksum or a count does.
   */
  readonly what: 'content' | 'names' | 'use';
  /** Everything below it, too. */
  readonly tree?: boolean | undefined;
  /** An earlier state of it, as git keeps it: `git show HEAD:f`. */
  readonly kept?: boolean | undefined;
  /** Of a tree, only files that pass these tests: `grep -r --include`. */
  readonly only?: FileTests | undefined;
  /** Of a tree, also files that git ignores or that begin with a dot, which the program leaves out unless told. */
  readonly hidden?: boolean | undefined;
}

export interface Writes {
  readonly kind: 'write';
  readonly path: ShellWord;
  /**
   * `create`: made if missing, its content untouched (`touch`, `mkdir`). `edit`: changed in place. `restore`:
   * overwritten with what git keeps.
   */
  readonly how: 'replace' | 'append' | 'create' | 'edit' | 'restore';
  /** It is a directory, and anything may appear in it. */
  readonly tree?: boolean | undefined;
  /** What a compiler makes of the sources that it reads. */
  readonly compiled?: true | undefined;
  /** Files whose content goes in. */
  readonly from?: readonly ShellWord[] | undefined;
  /** What goes in, where it does not come from files. */
  readonly content?: Stream | undefined;
}

export interface Deletes {
  readonly kind: 'delete';
  readonly path: ShellWord;
  readonly recursive: boolean;
  /** Without asking, and without an error if it is missing. */
  readonly force: boolean;
  /** Cannot be recovered even with tools: `shred`. */
  readonly shreds?: boolean | undefined;
  /** Only its contents, except what a copy puts there again: `rsync --delete`. */
  readonly contents?: boolean | undefined;
  /** Goes to the trash, from where a person gets it back. */
  readonly trash?: boolean | undefined;
  /** The library's name for it, where inline code does it: `shutil.rmtree`. */
  readonly call?: string | undefined;
  /** Only files that pass these tests: `find -name '*.pyc' -delete`. */
  readonly only?: FileTests | undefined;
}

export interface ChangesAttributes {
  readonly kind: 'attributes';
  readonly path: ShellWord;
  readonly recursive: boolean;
  readonly sets: 'mode' | 'owner' | 'other';
  readonly mode?: string | undefined;
  readonly only?: FileTests | undefined;
}

/** Code that a program runs, in the form in which it is given. The reader opens it as far as it can be seen. */
export type Code = (
  | { readonly form: 'command'; readonly words: readonly ShellWord[]; readonly assignments?: readonly Assignment[] }
  /** Text for a shell: `sh -c`, `watch`, `ssh host …`. */
  | {
      readonly form: 'shell';
      readonly text: ShellWord;
      readonly args?: readonly ShellWord[];
      readonly zero?: ShellWord | undefined;
    }
  /** Text in another language: `python -c`, `awk`. */
  | { readonly form: 'inline'; readonly language: Language; readonly text: ShellWord }
  | {
      readonly form: 'file';
      readonly language: Language;
      readonly path: ShellWord;
      readonly args?: readonly ShellWord[];
    }
  /** What flows in through standard input. */
  | { readonly form: 'input'; readonly language: Language; readonly args?: readonly ShellWord[] }
  /** Code of the project: its scripts, tests, build. */
  | { readonly form: 'project'; readonly what: string; readonly path?: ShellWord | undefined }
  /** A plugin, a configuration file, a package: code that the words do not show. */
  | { readonly form: 'unseen'; readonly what: string; readonly path?: ShellWord | undefined }
) & {
  /**
   * It provably does nothing but compute, read what its effects say and print: the modules of the language's library
   * that it loads.
   */
  readonly computesWith?: readonly string[] | undefined;
  /** How people call this way of running something: `find -exec`, `sh -c`. */
  readonly via?: string | undefined;
  /** The program only runs the command in its words (`sudo`, `env`): it is no invocation of its own. */
  readonly wrapper?: true | undefined;
  /** Part of the shell: what runs may change the shell's own directory and variables. */
  readonly inPlace?: true | undefined;
  /** It is in a file of the project: a script of package.json, a recipe of a Makefile. */
  readonly script?: true | undefined;
  /** On another machine or in a container. */
  readonly elsewhere?: boolean | undefined;
  /** The container begins with this command: what is in it comes from an image. */
  readonly inNewContainer?: true | undefined;
  /** Paths of this machine that it reaches from there. */
  readonly mounts?: readonly Mount[] | undefined;
  /** In this directory; null where it cannot be known. */
  readonly directory?: ShellWord | null | undefined;
  /** More arguments come from input that is not in the command. */
  readonly openEnded?: boolean | undefined;
  /** What reaches the inner command's standard input; by default what reaches the program's. */
  readonly stdin?: Stream | undefined;
};

interface Fetches {
  readonly kind: 'fetch';
  /** The address. */
  readonly from: ShellWord | undefined;
  /** What the request says besides its address: headers, cookies, a name. */
  readonly with?: readonly ShellWord[] | undefined;
  /** It follows redirects. */
  readonly follows?: boolean | undefined;
  /** The address is in the project's configuration: `git fetch origin`. */
  readonly configured?: boolean | undefined;
}

export interface Sends {
  readonly kind: 'send';
  readonly to: ShellWord | undefined;
  /** The file or the text that leaves. */
  readonly what?: readonly ShellWord[] | undefined;
  /** Standard input leaves. */
  readonly input?: boolean | undefined;
  /** The machine at the other end gets a shell. */
  readonly shell?: boolean | undefined;
}

export interface GitAction {
  readonly kind: 'git';
  readonly act: GitAct;
  /** Branches, refs, stashes or revisions that it names. */
  readonly refs?: readonly ShellWord[] | undefined;
  /** Files or directories that it is about; absent means all of the worktree. */
  readonly paths?: readonly ShellWord[] | undefined;
  /** Content that the repository has no copy of afterwards. */
  readonly loses?: readonly GitContent[] | undefined;
  /** Even if commits are not merged, the worktree has changes, or this is the last copy. */
  readonly force?: boolean | undefined;
  /** It reaches into submodules, or into repositories inside this one. */
  readonly inner?: boolean | undefined;
  /** `git checkout x`: the word names a file only where there is one. */
  readonly ifFile?: boolean | undefined;
  readonly push?: Push | undefined;
  readonly setting?: GitSetting | undefined;
}

/** What can be lost: changes of tracked files, what is staged, files that git does not know, and what a name kept. */
export type GitContent = 'changes' | 'index' | 'untracked' | 'ignored' | 'stash' | 'commits' | 'ref';

/** A key in lower case, and its value. */
export type GitSetting = readonly [key: string, value: string];

/** What git makes, moves, loses or publishes. */
export type GitAct =
  /** Makes a commit on the branch that is checked out. */
  | 'commit'
  /** Merges other work into the branch that is checked out. */
  | 'merge'
  /** Fetches, and brings the branch up to what it follows or what is named. */
  | 'pull'
  /** Puts commits on a branch one by one: rebase, cherry-pick, revert, am. Without refs, on the branch that is checked out. */
  | 'replay'
  | 'switch'
  /** Moves the branch that is checked out to what it names. */
  | 'move-head'
  | 'move-branch'
  | 'delete-branch'
  | 'delete-ref'
  /** Throws away what `loses` names. */
  | 'discard'
  /** Stores changes where they can be restored. */
  | 'stash'
  | 'drop-stash'
  | 'remove-worktree'
  /** Removes commits that only the reflog still knows: old ones, or all of them now. */
  | 'expire'
  | 'expire-now'
  | 'rewrite-history'
  | 'push'
  | 'skip-hooks'
  /** Makes git run a program of the command's choosing. */
  | 'configure-program'
  | 'configure'
  /** Changes something else that git keeps: remotes, notes, how objects are stored. */
  | 'other';

/** What a `git push` does, by its refspecs and options. */
export interface Push {
  readonly refs: readonly PushedRef[];
  /** Without a refspec: pushes the branch that is checked out. */
  readonly current: boolean;
  /** Overwrites commits of the remote branch without a check (`--force`). */
  readonly force: boolean;
  /** Overwrites them only if the remote branch is as last fetched (`--force-with-lease`). */
  readonly lease: boolean;
  /** Deletes branches of the remote (`--delete`). */
  readonly deletes: boolean;
  /** All branches (`--all`). */
  readonly everything: boolean;
  readonly mirror: boolean;
  /** Each `--force` or `-f` as written: a safer command has another word in its place. */
  readonly forcedBy: readonly ShellWord[];
}

/** One refspec: what it does to which branch of the remote. Branches are without `refs/heads/`. */
export interface PushedRef {
  readonly word: ShellWord;
  /** `+`: overwrites the branch. */
  readonly forced: boolean;
  /** Undefined if there is nothing left of the colon: a deletion. */
  readonly source: string | undefined;
  readonly target: string;
}

export interface UsesService {
  readonly kind: 'service';
  /** `aws`, `kubernetes`, `postgres`, `npm registry` … */
  readonly system: string;
  /** `delete`, `drop table`, `publish` … */
  readonly verb: string;
  readonly access: 'read' | 'change' | 'publish' | 'destroy';
  /** The server, where the words name it. */
  readonly server?: ShellWord | undefined;
}

export interface ChangesMachine {
  readonly kind: 'machine';
  readonly what:
    /** A disk, partition or volume loses its content. */
    | 'destroy-disk'
    | 'destroy-volume'
    | 'halt'
    /** Runs as another user or with more rights. */
    | 'privileges'
    | 'packages'
    /** Removes packages that the system needs to start or to be repaired. */
    | 'essential-packages'
    | 'users'
    /** Something runs later or after every login. */
    | 'schedule'
    /** Removes all scheduled jobs. */
    | 'drop-schedule'
    /** Deletes whole branches of the machine's settings. */
    | 'drop-settings'
    | 'processes'
    /** Switches off protection: the firewall, the kernel's own checks, the audit log. */
    | 'protection'
    /** A coding agent that runs without permission checks. */
    | 'unguarded-agent'
    | 'settings';
  /** The disk, volume or package it is about. */
  readonly on?: ShellWord | undefined;
}

interface ChangesProject {
  /** Something of this project or its tools that can be taken back: the index, a build, installed packages. */
  readonly kind: 'change';
  /** A compiler goes over the sources and runs none of them. */
  readonly compiles?: true | undefined;
}

/** Tests of `find` and similar programs that narrow which files an action touches. */
export interface FileTests {
  /** Patterns of names, of which one has to fit. */
  readonly names?: readonly string[] | undefined;
  /** Patterns of whole paths. */
  readonly paths?: readonly string[] | undefined;
  readonly type?: string | undefined;
  /** Only files in git, which everyone with the repository has. */
  readonly tracked?: boolean | undefined;
  /** Only what is in the roots themselves, not what is deeper. */
  readonly shallow?: boolean | undefined;
  /** Only what is older or newer than some time. */
  readonly aged?: boolean | undefined;
  /** Only what is empty. */
  readonly empty?: boolean | undefined;
  /** Tests that are not understood: what passes may be anything. */
  readonly open?: boolean | undefined;
}

export const reads = (path: ShellWord, tree = false, which: Pick<Reads, 'only' | 'hidden'> = {}): Action => ({
  kind: 'read',
  path,
  what: 'content',
  tree,
  ...which,
});
/** The same for a program that takes an address in place of a file. */
export const readsAt = (word: ShellWord): Action => (isAddress(word) ? fetches(word) : reads(word));
export const isAddress = ({ text }: ShellWord): boolean => /^[a-z][\w+.-]+:\/\//i.test(text);
export const uses = (path: ShellWord, tree = false): Action => ({ kind: 'read', path, what: 'use', tree });
export const lists = (path: ShellWord): Action => ({ kind: 'read', path, what: 'names' });
export const writes = (path: ShellWord, more: Partial<Omit<Writes, 'kind' | 'path'>> = {}): Action => ({
  kind: 'write',
  path,
  how: 'replace',
  ...more,
});
export const deletes = (path: ShellWord, more: Partial<Omit<Deletes, 'kind' | 'path'>> = {}): Action => ({
  kind: 'delete',
  path,
  recursive: false,
  force: false,
  ...more,
});
export const moves = (path: ShellWord, to?: ShellWord): Action => ({ kind: 'move', path, to });
export const runs = (code: Code): Action => ({ kind: 'run', code });
/** Code that the words do not show: a plugin, a package. */
export const runsUnseen = (what: string, path?: ShellWord): Action => runs({ form: 'unseen', what, path });
/** Code of the project: its scripts, tests, build. */
export const runsProject = (what: string): Action => runs({ form: 'project', what });
export const fetches = (from?: ShellWord, sent: readonly ShellWord[] = [], follows = false): Action => ({
  kind: 'fetch',
  from,
  ...(sent.length > 0 ? { with: sent } : {}),
  ...(follows ? { follows } : {}),
});
export const sends = (to?: ShellWord, more: Partial<Omit<Sends, 'kind' | 'to'>> = {}): Action => ({
  kind: 'send',
  to,
  ...more,
});
/** A public query to a server. A word that cannot be read is sent along with it. */
export function asks(words: readonly ShellWord[]): readonly Action[] {
  const unread = words.filter(({ value }) => value === undefined);
  return unread.length === 0 ? [] : [sends(undefined, { what: unread })];
}
export const git = (
  act: GitAct,
  more: Partial<Omit<GitAction, 'kind' | 'act'>> & { why?: string | undefined } = {},
): Action => ({ kind: 'git', act, ...more });
export const reveals = (secret: string): Action => ({ kind: 'reveal', secret });
export const machine = (what: ChangesMachine['what'], why?: string, on?: ShellWord): Action => ({
  kind: 'machine',
  what,
  why,
  on,
});
export const service = (system: string, verb: string, access: UsesService['access']): Action => ({
  kind: 'service',
  system,
  verb,
  access,
});
/** Changes something of the project that can be taken back. */
export const changes = (why: string): Action => ({ kind: 'change', why });
export const unclear = (why: string): Action => ({ kind: 'unknown', why });
