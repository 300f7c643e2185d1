import type { Code, Effect } from '../../../src/hooks/programs/effect';
import { effectsOf } from '../../../src/hooks/shell/effects';
import type { ShellWord } from '../../../src/hooks/shell/invocation';
import { readCommand } from '../../../src/hooks/shell/read-command';
import { place } from '../shell/reading';

/** What a command does, one short line an effect: `write dist/a`, `delete ~/x tree`, `run sh: rm -rf ~`. */
export function effects(command: string): readonly string[] {
  return effectsOf(readCommand(command, place)).map(({ effect, invocation }) => {
    const doubt = effect.certainty === 'certain' || effect.kind === 'unknown' ? '' : `${effect.certainty} `;
    return `${invocation.elsewhere ? 'elsewhere ' : ''}${doubt}${shown(effect)}`;
  });
}

const text = (word: ShellWord | undefined): string => (word === undefined ? '?' : word.text);
const list = (words: readonly ShellWord[] | undefined): string => (words ?? []).map(text).join(' ');
const said = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' ');

function shown(effect: Effect): string {
  switch (effect.kind) {
    case 'read':
      return said(effect.what === 'names' ? 'list' : 'read', text(effect.path), effect.tree === true && 'tree');
    case 'write':
      return said(effect.how === 'replace' ? 'write' : effect.how, text(effect.path), effect.tree === true && 'tree');
    case 'delete':
      return said('delete', text(effect.path), effect.recursive && 'tree', effect.contents === true && 'contents');
    case 'move':
      return said('move', text(effect.path), 'to', text(effect.to));
    case 'link':
      return said('link', text(effect.at), 'to', text(effect.path));
    case 'attributes':
      return said(effect.sets, text(effect.path), effect.mode, effect.recursive && 'tree');
    case 'run':
      return code(effect.code);
    case 'fetch':
      return said(
        'fetch',
        effect.configured === true ? 'remote' : text(effect.from),
        effect.with !== undefined && `with ${list(effect.with)}`,
      );
    case 'send':
      return said('send', text(effect.to), list(effect.what), effect.input === true && 'input', effect.shell === true && 'a shell'); // prettier-ignore
    case 'git':
      return said('git', effect.act, list(effect.refs), list(effect.paths), effect.force === true && 'by force', effect.loses !== undefined && `loses ${effect.loses.join(' ')}`); // prettier-ignore
    case 'reveal':
      return `reveal ${effect.secret}`;
    case 'service':
      return `${effect.access} ${effect.system}: ${effect.verb}`;
    case 'machine':
      return `machine ${effect.what}`;
    case 'change':
      return 'change';
    case 'person':
      return `person ${effect.words}`;
    case 'unknown':
      return 'unclear';
  }
}

function code(run: Code): string {
  switch (run.form) {
    case 'command':
      return `run ${list(run.words)}`;
    case 'shell':
      return `run sh: ${run.text.text}`;
    case 'inline':
      return `run ${run.language}: ${run.text.text}`;
    case 'file':
      return `run ${run.language} file ${run.path.text}`;
    case 'input':
      return `run ${run.language} from input`;
    case 'project':
      return `run project code`;
    case 'unseen':
      return said('load', text(run.path));
  }
}
