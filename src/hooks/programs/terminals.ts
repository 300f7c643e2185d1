import type { ShellWord } from '../shell/invocation';
import { joined, plainWord } from '../shell/reader/words';
import { machine, reveals, runs, unclear, type Action, type Actions } from './effect';
import { Grammar, type ReadWords } from './grammar';
import type { Family } from './program';

const away = (): Action => machine('processes', 'outlives the session');

/** Options of the commands of tmux that carry shell text, by command. */
const carrying = new Map(
  Object.entries({
    'new-session new': '-A -d -D -E -P -X -c= -e= -f= -F= -n= -s= -t= -x= -y=',
    'new-window neww': '-a -b -d -k -P -S -c= -e= -F= -n= -t=',
    'split-window splitw': '-b -d -f -h -I -v -P -Z -c= -e= -F= -l= -p= -t=',
    'respawn-pane respawnp respawn-window respawnw': '-k -c= -e= -t=',
    'display-popup popup': '-B -C -E -N -k -b= -c= -d= -e= -h= -s= -S= -t= -T= -w= -x= -y=',
    'run-shell run': '-b -C -E -c= -d= -t=',
    'pipe-pane pipep': '-I -O -o -t=',
    'if-shell if': '-b -F -t=',
  }).flatMap(([names, options]) => {
    const grammar = new Grammar(options, 'strict');
    return names.split(' ').map((name) => [name, grammar] as const);
  }),
);

const typing = new Grammar('-c= -F -H -K -l -M -N= -R -X -t=', 'strict');
const shows =
  /^(?:ls|list-\w+|ls\w+|display-message|display|show-\w+|show|has-session|has|capture-pane|capturep|info|-V)$/;
const keys = /^(?:Enter|C-[a-z]|M-\w+|Space|Tab|Escape|Up|Down|Left|Right|BSpace|KPEnter)$/;

function tmuxCommand([name, ...rest]: readonly ShellWord[]): Actions {
  if (name === undefined) return away();
  const grammar = carrying.get(name.text);
  if (grammar !== undefined) return [away(), shellText(grammar.read(rest))];
  if (/^send(?:-keys)?$/.test(name.text)) {
    const typed = typing.read(rest).operands.filter(({ text }) => !keys.test(text));
    return [{ ...machine('processes', 'types into another terminal') }, typed.length !== 0 && text(typed)];
  }
  if (/^show-?env(?:ironment)?$/.test(name.text)) return reveals('every variable');
  if (!shows.test(name.text)) return away();
  // A format may hold a command: `#(date)`.
  return (
    rest.some(({ text: word, value }) => value === undefined || word.includes('#(')) &&
    unclear('a format may run a command')
  );
}

const text = (words: readonly ShellWord[]): Action => runs({ form: 'shell', text: joined(words), via: 'tmux' });
const shellText = ({ operands }: ReadWords): Actions => operands.length !== 0 && text(operands);

/** Terminals that keep running after the person leaves. */
export const terminals: Family = {
  // tmux(1): its commands, one after another between `;` words.
  tmux: {
    style: 'strict',
    options: '-2 -C -D -l -N -u -v -V -c=shell -f=load -L= -S= -T=',
    effects({ operands }) {
      const commands: ShellWord[][] = [[]];
      for (const word of operands) {
        if (word.value === ';' || word.value === '\\;') commands.push([]);
        else commands.at(-1)?.push(word);
      }
      return commands.map(tmuxCommand);
    },
  },
  screen: {
    style: 'strict',
    options:
      '-4 -6 -a -A -c=load -d -D -e= -f -fn -fa -h= -i -l -ln -ls -list -L -Logfile=write -m -n -O -p= -q -Q -r -R -s=program -S= -t= -T= -U -v -wipe -x -X',
    effects(use) {
      const words = use.operands;
      if (use.has('-ls', '-list', '-v', '-Q')) return [];
      if (use.has('-X')) {
        const [verb, ...rest] = words;
        const typed =
          verb?.text === 'stuff' ? rest.map((word) => plainWord(word.text.replace(/\\n|\^M/g, '\n'))) : rest;
        const carries = /^(?:stuff|exec|screen)$/.test(verb?.text ?? '') && typed.length > 0;
        return [away(), carries && runs({ form: 'shell', text: joined(typed), via: 'screen' })];
      }
      return words.length === 0 ? away() : [away(), runs({ form: 'command', words, via: 'screen' })];
    },
  },
  'dtach abduco': {
    style: 'strict',
    options: '* -e= -r=',
    effects: ({ operands: [, ...words] }) =>
      words.length === 0 ? away() : [away(), runs({ form: 'command', words, via: 'dtach' })],
  },
  zellij: {
    style: 'strict',
    options: '*',
    effects({ operands: [verb, ...rest] }) {
      const words = rest.slice(rest.findIndex(({ text }) => text === '--') + 1 || rest.length);
      if (/^(?:ls|list-sessions)$/.test(verb?.text ?? '')) return [];
      return words.length === 0
        ? unclear('a terminal of its own')
        : [away(), runs({ form: 'command', words, via: 'zellij' })];
    },
  },
};
