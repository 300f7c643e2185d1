import { runs, type Action } from './effect';
import type { Definition, Family, Use } from './program';

/** Switches of POSIX shells; the ones after a plus revoke them. */
const letters = 'a b C e f h H i k l m n p r s t u v x B D E P T';
const switches = letters
  .split(' ')
  .map((letter) => `-${letter} +${letter}`)
  .join(' ');

/** A shell: `-c` text, a script, or what flows in. */
function shellCode(use: Use): readonly Action[] {
  const [first, ...rest] = use.operands;
  if (use.has('-n')) return [];
  if (use.has('-c')) {
    const [zero, ...args] = rest;
    return first === undefined ? [] : [runs({ form: 'shell', text: first, args, zero, via: `${use.program} -c` })];
  }
  if (first === undefined || first.text === '-' || use.has('-s'))
    return [runs({ form: 'input', language: 'sh', args: use.operands, via: use.program })];
  return [runs({ form: 'file', language: 'sh', path: first, args: rest })];
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
