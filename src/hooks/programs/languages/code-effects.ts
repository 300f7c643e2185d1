import type { ShellWord } from '../../shell/invocation';
import { resolvePath } from '../../shell/paths';
import { plainWord } from '../../shell/reader/words';
import { inherited, textStream } from '../../shell/reader/stream';
import type { Action, Code, Effect, Language } from '../effect';
import { deletes, fetches, lists, machine, moves, reads, runs, sends, unclear, writes, type Writes } from '../effect';
import { foreignPart, knownText, wordFrom, type Value } from './value';

/** Collects what a piece of inline code does. */
export class CodeEffects {
  readonly all: Effect[] = [];
  /** Known text that the code evaluates in its own language. */
  readonly evaluated: string[] = [];
  /** Where its relative paths start; undefined if that cannot be known. */
  cwd: string | undefined;
  private readonly start: string | undefined;

  constructor(
    readonly language: Language,
    readonly via: string,
    cwd: string | undefined,
    readonly home: string,
  ) {
    this.cwd = cwd;
    this.start = cwd;
  }

  add(action: Action): undefined {
    if (this.all.length < 500) this.all.push({ ...action, certainty: 'possible', cwd: this.cwd });
  }

  read(path: Value | undefined, what: 'content' | 'names' = 'content'): undefined {
    this.add(what === 'names' ? lists(wordFrom(path)) : reads(wordFrom(path)));
  }

  write(
    path: Value | undefined,
    how: Writes['how'] = 'replace',
    more: { content?: Value; from?: Value } = {},
  ): undefined {
    const { content, from } = more;
    const known = knownText(content);
    const stream = known === undefined ? streamOf(content) : textStream(known);
    this.add(
      writes(wordFrom(path), {
        how,
        ...(stream === undefined ? {} : { content: stream }),
        ...(from === undefined ? {} : { from: [wordFrom(from)] }),
      }),
    );
  }

  /** `call`: the library's name for it. */
  delete(path: Value | undefined, call: string, recursive: boolean): undefined {
    this.add(deletes(wordFrom(path), { recursive, force: true, call }));
  }

  move(from: Value | undefined, to: Value | undefined): undefined {
    this.add(moves(wordFrom(from), wordFrom(to)));
    this.add(writes(wordFrom(to), { from: [wordFrom(from)] }));
  }

  link(target: Value | undefined, at: Value | undefined): undefined {
    this.add({ kind: 'link', path: wordFrom(target), at: wordFrom(at) });
  }

  attributes(path: Value | undefined, sets: 'mode' | 'owner', recursive: boolean, mode?: Value): undefined {
    const known = knownText(mode)?.replace(/^0o?(?=\d)/, '');
    this.add({ kind: 'attributes', path: wordFrom(path), sets, recursive, mode: known });
  }

  /** Sends a signal; `-1` is every process. */
  kill(process: Value | undefined, signal: Value | undefined): undefined {
    const target = knownText(process);
    const says = knownText(signal) ?? (signal?.kind === 'name' ? signal.name : 'TERM');
    if (target === '-1') this.add(machine('halt', 'ends every process there is'));
    else if (target === '1' && /^(?:9|-9)$|KILL$/.test(says))
      this.add(machine('halt', 'ends the machine’s first process'));
  }

  fetch(from: Value | undefined): undefined {
    this.add(fetches(wordFrom(from)));
  }

  /** Sends everything in these values. */
  send(to: Value | undefined, values: readonly Value[]): undefined {
    this.add(sends(wordFrom(to), { what: values.map(wordFrom) }));
  }

  changeDirectory(path: Value | undefined): undefined {
    const known = knownText(path);
    this.cwd = known === undefined ? undefined : resolvePath(this.cwd, known);
  }

  /** Text that a shell runs. */
  shell(text: Value | undefined, options: RunOptions = {}): undefined {
    this.run({ form: 'shell', text: wordFrom(text) }, options);
  }

  /** A program and its words. */
  command(values: readonly Value[], options: RunOptions = {}): undefined {
    if (values.length > 0) this.run({ form: 'command', words: values.map(wordFrom) }, options);
  }

  /** Text that the language itself runs. */
  evaluate(text: Value | undefined): undefined {
    const known = knownText(text);
    if (known !== undefined) this.evaluated.push(known);
    const stream = streamOf(text);
    if (stream?.kind === 'inherited') this.add(runs({ form: 'input', language: this.language, via: this.via }));
    if (stream?.kind === 'file')
      this.add(runs({ form: 'file', language: this.language, path: plainWord(stream.path) }));
    if (stream?.kind === 'remote' || stream?.kind === 'decoded')
      this.add(runs({ form: 'input', language: this.language, stdin: stream, via: this.via }));
  }

  unclear(why: string): undefined {
    this.add(unclear(why));
  }

  /** The directory it has changed to; null where that is unknown. */
  private moved(): ShellWord | null | undefined {
    if (this.cwd === this.start) return undefined;
    return this.cwd === undefined ? null : plainWord(this.cwd);
  }

  private run(code: Code, { input, directory }: RunOptions): undefined {
    const text = knownText(input);
    const stdin = input === undefined ? inherited : text === undefined ? streamOf(input) : textStream(text);
    this.add(
      runs({
        ...code,
        via: this.via,
        stdin: stdin ?? { kind: 'unknown' },
        directory: directory === undefined ? this.moved() : wordFrom(directory),
      }),
    );
  }
}

export interface RunOptions {
  readonly input?: Value | undefined;
  readonly directory?: Value | undefined;
}

function streamOf(value: Value | undefined) {
  const part = foreignPart(value);
  return part?.kind === 'unknown' ? part.stream : undefined;
}
