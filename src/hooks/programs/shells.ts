import { runs, type Action } from './effect';
import type { Definition, Family, Use } from './program';

/** Switches of POSIX shells; the ones after a plus revoke them. */
const letters = 'a b C e f h H i k l m n p r s t u v x B D E P T';
const switches = letters
  .split(' ')
  .map((letter) => `-${letter} +${letter}`)
  .join(' ');

/** A shell: the file that a variable names, `-c` text, a script, or what flows in. */
function shellCode(use: Use): readonly Action[] {
  const [first, ...rest] = use.operands;
  if (use.has('-n')) return [];
  const before = ['BASH_ENV', 'ENV'].flatMap((name) => use.at.variable?.(name) ?? []);
  const files = before.map((path) => runs({ form: 'file', language: 'sh', path }));
  if (use.has('-c')) {
    const [zero, ...args] = rest;
    const text = first === undefined ? [] : [runs({ form: 'shell', text: first, args, zero, via: `${use.program} -c` })]; // prettier-ignore
    return [...files, ...text];
  }
  if (first === undefined || first.text === '-' || use.has('-s'))
    return [...files, runs({ form: 'input', language: 'sh', args: use.operands, via: use.program })];
  return [...files, runs({ form: 'file', language: 'sh', path: first, args: rest })];
}

const shell: Definition = {
  style: 'strict',
  options: `${switches} -c -o= +o= -O= +O= --debug --debugger --dump-po-strings --dump-strings --init-file=load --login --noediting --noprofile --norc --posix --pretty-print --rcfile=load --restricted --verbose -R=`,
  inert: '--version',
  effects: shellCode,
};

/** fish, csh and their kin read the same switches for what matters here. */
const names = 'sh bash zsh dash ksh mksh ash rbash ksh93 oksh posh yash fish csh tcsh';

/** Programs for which text is commands. */
export const shellNames: ReadonlySet<string> = new Set(names.split(' '));

/** Shells, which run text as commands. */
export const shells: Family = { [names]: shell };
