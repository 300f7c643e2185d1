import type { Effect, FileTests } from '../programs/effect';
import type { Use } from '../programs/program';
import type { Env } from '../project/home';

/*
 * What a command line would run. `readCommand` turns source text into invocations: the programs that wrappers,
 * substitutions and inline code finally run, each with its words, redirects, streams and directory.
 *
 * Text is never an invocation: strings, heredocs fed to `cat`, search patterns and comments do not appear here.
 */

/** Where something is in the command as the tool was given it (UTF-16 offsets, half open). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What is known before the first command runs. */
export interface CommandContext {
  /** Absolute. */
  readonly cwd: string;
  /** Replaces `~` and seeds `$HOME`. */
  readonly home: string;
  /** Variables whose values may be relied on, such as `TMPDIR`. Anything else stays unknown. */
  readonly env?: Env;
  /** The text of a small file of the project; undefined if it is missing, too large or elsewhere. */
  readonly readFile?: ((path: string) => string | undefined) | undefined;
  /** Does `readFile` see the files of this folder? */
  readonly isProject?: ((folder: string) => boolean) | undefined;
  /** What a git alias of the person's or the repository's configuration stands for; asked only for unknown subcommands. */
  readonly gitAlias?: (name: string, cwd: string | undefined) => string | undefined;
  /** The top of the worktree that a directory is in. */
  readonly worktreeTop?: (cwd: string | undefined) => string | undefined;
}

export interface CommandReading {
  readonly source: string;
  /** In the order the source names them, inner ones before the command whose word they stand in. */
  readonly invocations: readonly Invocation[];
  /** Assignments that last for the rest of the line: they stand alone, in `export`, `declare` …, or a command makes them. */
  readonly assignments: readonly Assignment[];
  /** Functions that call themselves and endless loops: what fork bombs are made of. */
  readonly repetitions: readonly Repetition[];
  /** Text that will run as a command and could not be read: nothing with such text is approved. */
  readonly unread: readonly Unread[];
  /** What the parser could not read; the rest of the reading is still valid. */
  readonly errors: readonly ParseProblem[];
}

export interface ParseProblem {
  readonly message: string;
  readonly at: number;
}

/** One program that would run. */
export interface Invocation {
  /**
   * The program's bare name: last path component, lower case, without `.exe`. Empty where nothing runs (a redirect
   * alone); undefined if the name itself is unknown (`$TOOL x`).
   */
  readonly program: string | undefined;
  /** The name as it was given, with its path. */
  readonly name: ShellWord;
  readonly args: readonly ShellWord[];
  /** The programs that run it, outermost first: `sudo`, `env`, `xargs`, `find`, `ssh` … */
  readonly wrappers: readonly Wrapper[];
  /** `X=1 cmd` and `env X=1 cmd`. */
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly pipeline: PipelinePlace;
  /** What standard input carries. */
  readonly stdin: Stream;
  /** The directory it runs in; undefined if that cannot be known (`cd "$X"`, `ssh`, a container). */
  readonly cwd: string | undefined;
  /** Runs on another machine or in a container: its paths are not this machine's. */
  readonly elsewhere: boolean;
  /** The container begins with this command: what is in it comes from an image. */
  readonly inNewContainer: boolean;
  /** Stands in a script of the project that the line runs by name: `npm run x`, `make x`. */
  readonly script: boolean;
  /** It gets more arguments from unseen input (`xargs`, `parallel`, `find -exec`). */
  readonly openEnded: boolean;
  /** Started with `&`, `coproc`, or in a pipeline's non-last place of such a job. */
  readonly background: boolean;
  /** 0 in the command itself; one more in each substitution, `sh -c`, function or wrapper. */
  readonly depth: number;
  /** How it was reached, outermost first: `$(…)`, `sh -c`, `function f`, `heredoc`, `python -c` … */
  readonly via: readonly string[];
  /** The simple command in the tool's own text; undefined if it is in computed text. */
  readonly range: Range | undefined;
  /** What it does; undefined if no definition knows the program. */
  readonly effects: readonly Effect[] | undefined;
  /** Its words, read by that definition. */
  readonly use?: Use | undefined;
}

export interface PipelinePlace {
  /** Invocations of one pipeline share it. */
  readonly id: number;
  /** 0-based. */
  readonly position: number;
  readonly length: number;
}

export interface Wrapper {
  readonly program: string;
  /** The name as it was given, with its path. */
  readonly name: ShellWord;
  /** Its own words: options and their values, without the command it runs. */
  readonly args: readonly ShellWord[];
}

export interface ShellWord {
  /** As written. */
  readonly raw: string;
  readonly parts: readonly WordPart[];
  /**
   * The word after quoting, tilde, braces and known variables; a glob stays as its pattern. Undefined if a part is
   * unknown.
   */
  readonly value: string | undefined;
  /** Like `value`, with unknown parts as written: for messages and for prefixes such as `--force=$X`. */
  readonly text: string;
  /** Has an unquoted `*`, `?` or `[…]`. */
  readonly glob: boolean;
  /** Its place in the tool's own text; undefined if it is in computed text. Several words of one expansion share it. */
  readonly range: Range | undefined;
}

export type WordPart =
  | { readonly kind: 'literal'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'glob'; readonly text: string }
  | {
      readonly kind: 'unknown';
      readonly text: string;
      readonly why: 'variable' | 'substitution' | 'arithmetic' | 'argument' | 'input';
      readonly quoted: boolean;
      /** The variable's name, where it is one. */
      readonly name?: string | undefined;
      /** What the text would come from, where that is known (`$(curl …)`). */
      readonly stream?: Stream | undefined;
      /** Which files it stands for, where something on the line searched for them. */
      readonly found?: FoundFiles | undefined;
      /** Likely values: a default (`${X:-/}`), the outcomes of two branches. */
      readonly candidates?: readonly string[] | undefined;
    };

export interface Assignment {
  readonly name: string;
  /** Undefined for arrays, and for a name that a loop or a command sets: `read X`, `for X in …`. */
  readonly value: ShellWord | undefined;
  readonly range: Range | undefined;
}

export interface Redirect {
  readonly operator: '>' | '>>' | '<' | '<>' | '<&' | '>&' | '>|' | '&>' | '&>>' | '<<' | '<<-' | '<<<';
  /** The descriptor in front of the operator, where one is given. */
  readonly fd: string | undefined;
  /** Absent for heredocs. */
  readonly target: ShellWord | undefined;
  /** What a heredoc says, where the shell expands it. */
  readonly body?: ShellWord | undefined;
  readonly range: Range | undefined;
}

/** What flows through a descriptor, as far as the line itself says. */
export type Stream =
  /** The terminal's, or whatever the shell was started with. */
  | ({ readonly kind: 'inherited' } & Beside)
  /** Known text: a heredoc, a here-string, `echo x |`. */
  | { readonly kind: 'text'; readonly text: string; readonly origin?: TextOrigin | undefined }
  | ({ readonly kind: 'file'; readonly path: string } & Beside)
  /** A number: what `wc -l` and `date +%s` print. */
  | { readonly kind: 'number' }
  /** Lines that begin with their number and a colon: what `grep -n x f` prints. */
  | { readonly kind: 'numbered' }
  /** Names of files, one after another: what `find` and `ls` print. */
  | { readonly kind: 'names'; readonly found: FoundFiles }
  /** What git keeps: of a file, of a tree as an archive, or the changes that are not committed yet as a patch. */
  | {
      readonly kind: 'git';
      readonly what: 'file' | 'tree' | 'changes';
      readonly path: string | undefined;
      /** The patch reverts the changes. */
      readonly reversed?: boolean | undefined;
    }
  /** Comes from the network through this program. */
  | { readonly kind: 'remote'; readonly program: string }
  /** Decoded from an encoding that hides it (`base64 -d`). */
  | { readonly kind: 'decoded'; readonly program: string }
  | ({ readonly kind: 'unknown' } & Beside);

/** Known text that flows before or after unknown text: `(crontab -l; echo …) | crontab -`. */
interface Beside {
  readonly beside?: Pieces;
}

/** Texts in their order. A line may add to one file thousands of times, so two lots are joined without a copy. */
export type Pieces = string | readonly [before: Pieces, after: Pieces];

/** Files that a search on the line finds. */
export interface FoundFiles {
  /** Where it begins. */
  readonly roots: readonly ShellWord[];
  readonly cwd: string | undefined;
  /** Which of them. */
  readonly only: FileTests;
}

/** Where the text appears literally in the tool's own command. */
interface TextOrigin {
  readonly start: number;
}

export type Repetition =
  | {
      readonly kind: 'recursion';
      readonly functions: readonly string[];
      /** Every round starts a further process. */
      readonly spawns: boolean;
      /** No condition can stop it. */
      readonly unconditional: boolean;
    }
  | { readonly kind: 'endless-loop'; readonly spawns: boolean; readonly waits: boolean; readonly leaves: boolean };

export interface Unread {
  /** As written. */
  readonly text: string;
  readonly why:
    | 'unknown-code'
    /** A script file that the line runs and did not write itself. */
    | 'script-file'
    | 'too-deep'
    | 'too-long';
  /** Which program would run it. */
  readonly runner: string;
  /** Where the code comes from. */
  readonly stream: Stream;
  readonly range: Range | undefined;
}
