import type { ShellWord } from '../../../src/hooks/shell/invocation';
import type { Code, Effect } from '../../../src/hooks/programs/effect';

const text = (word: ShellWord | undefined): string => (word === undefined ? '?' : word.text);
const list = (words: readonly ShellWord[] | undefined): string => (words ?? []).map(text).join(' ');
const joined = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' ');

/** An effect in a few words: `write dist/a`, `delete ~/x tree`, `run sh: rm -rf ~`. */
export function compactEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'read':
      return joined(effect.what === 'names' ? 'list' : 'read', text(effect.path), effect.tree === true && 'tree');
    case 'write':
      return joined(effect.how === 'replace' ? 'write' : effect.how, text(effect.path), effect.tree === true && 'tree');
    case 'delete':
      return joined('delete', text(effect.path), effect.recursive && 'tree', effect.contents === true && 'contents');
    case 'move':
      return joined('move', text(effect.path), 'to', text(effect.to));
    case 'link':
      return joined('link', text(effect.at), 'to', text(effect.path));
    case 'attributes':
      return joined(effect.sets, text(effect.path), effect.mode, effect.recursive && 'tree');
    case 'run':
      return code(effect.code);
    case 'fetch':
      return joined(
        'fetch',
        effect.configured === true ? 'remote' : text(effect.from),
        effect.with !== undefined && `with ${list(effect.with)}`,
      );
    case 'send':
      return joined(
        'send',
        text(effect.to),
        list(effect.what),
        effect.input === true && 'input',
        effect.shell === true && 'a shell',
      );
    case 'git':
      return joined(
        'git',
        effect.act,
        list(effect.refs),
        list(effect.paths),
        effect.force === true && 'by force',
        effect.loses !== undefined && `loses ${effect.loses.join(' ')}`,
      );
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
      return joined('load', text(run.path));
  }
}
