import path from 'node:path';
import type { Site } from '../pipeline/site';
import { readText } from '../project/read-file';
import type { Invocation } from '../shell/invocation';
import { upward } from '../source/local-tool';
import { defaultTarget, recipe } from '../programs/makefile';
import { scriptText } from '../programs/manifest';

/** Text that a command runs without naming it: a package.json script, a Makefile's recipe, a script file. */
export interface InnerScript {
  readonly file: string;
  /** The script's or target's name; empty for a whole file. */
  readonly label: string;
  readonly kind: 'shell' | 'code';
  readonly text: string;
  /** Where it runs. */
  readonly cwd: string;
}

const shells = /^(?:ba|z|da|k|a)?sh$/;
const interpreters = /^(?:node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|lua|Rscript)$/;
/** Programs whose output says nothing: `.` and `source` run a file in the shell itself. */
const sourcing: ReadonlySet<string> = new Set(['.', 'source']);
const maxBytes = 512 * 1024;

/** What lies behind an invocation, as far as files say. */
export function innerScripts(one: Invocation, site: Site): readonly InnerScript[] {
  const cwd = one.cwd ?? site.cwd;
  const program = one.program ?? '';
  const words = one.args.map(({ value }) => value ?? '');
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) return packageScript(program, words, cwd, site);
  if (program === 'make' || program === 'gmake') return targets(words, cwd);
  const inline = interpreters.test(program) ? inlineCode(words) : undefined;
  if (inline !== undefined) return [{ file: '', label: inline, kind: 'code', text: inline, cwd }];
  const runs = shells.test(program) || sourcing.has(program) || interpreters.test(program);
  const name = runs ? words.find((word) => !word.startsWith('-')) : (one.name.value ?? '');
  if (name === undefined || (!runs && !name.includes('/'))) return [];
  return wholeFile(path.resolve(cwd, name), program, cwd);
}

function wholeFile(file: string, program: string, cwd: string): readonly InnerScript[] {
  const text = readText(file, { maxBytes });
  if (text === undefined || text.includes('\0')) return [];
  const shebang = /^#!.*?(\w[\w.]*)(?:\s|$)/.exec(text.split('\n', 1)[0] ?? '')?.[1] ?? '';
  const isShell =
    shells.test(program) ||
    sourcing.has(program) ||
    (!interpreters.test(program) && !/python|node|ruby|perl|php/.test(shebang));
  return [{ file, label: '', kind: isShell ? 'shell' : 'code', text, cwd }];
}

function packageScript(program: string, words: readonly string[], cwd: string, site: Site): readonly InnerScript[] {
  const [first = '', second = ''] = words.filter((word) => !word.startsWith('-'));
  const runs = /^(?:run|run-script)$/.test(first);
  const short = program !== 'npm' || /^(?:test|t|start|stop|restart)$/.test(first);
  const name = runs ? second : short ? (first === 't' ? 'test' : first) : '';
  for (const folder of name === '' ? [] : upward(cwd, site.root)) {
    const file = path.join(folder, 'package.json');
    const manifest = readText(file, { maxBytes });
    const text = manifest === undefined ? undefined : scriptText(manifest, name);
    if (text !== undefined) return [{ file, label: name, kind: 'shell', text, cwd: folder }];
    if (manifest !== undefined) return [];
  }
  return [];
}

function targets(words: readonly string[], cwd: string): readonly InnerScript[] {
  const at = words.findIndex((word) => word === '-C');
  const folder = at < 0 ? cwd : path.resolve(cwd, words[at + 1] ?? '');
  const named = words[words.findIndex((word) => word === '-f') + 1];
  const names = words.includes('-f') && named !== undefined ? [named] : ['GNUmakefile', 'makefile', 'Makefile'];
  const file = names
    .map((name) => path.resolve(folder, name))
    .find((name) => readText(name, { maxBytes }) !== undefined);
  const makefile = file === undefined ? undefined : readText(file, { maxBytes });
  if (file === undefined || makefile === undefined) return [];
  const wanted = words.filter(
    (word, index) => /^[\w./-]+$/.test(word) && !word.startsWith('-') && !/^-[Cf]$/.test(words[index - 1] ?? ''),
  );
  const all = wanted.length === 0 ? [defaultTarget(makefile) ?? ''] : wanted;
  return all.flatMap((label) => {
    const text = recipe(makefile, label);
    return text === undefined ? [] : [{ file, label, kind: 'shell' as const, text, cwd: folder }];
  });
}

function inlineCode(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^-(?:c|e|p|pe|r)$|^--(?:eval|print)$/.test(word));
  return at < 0 ? undefined : words[at + 1];
}
