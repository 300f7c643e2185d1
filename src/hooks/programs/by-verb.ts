import type { ShellWord } from '../shell/invocation';
import { service, unclear, type Action, type UsesService } from './effect';
import type { Definition } from './program';

/*
 * Command lines of services have thousands of subcommands and one habit: the verb says what is done. A verb that is not
 * known to read counts as changing something.
 */

const destroying =
  /(?:^|[:-])(?:delete|deletes|destroy|remove|rm|rb|purge|drop|terminate|wipe|uninstall|teardown|undeploy|deregister|prune|empty|deletion|nuke)(?:$|[:-])/i;

export const isDestroying = (verb: string): boolean => destroying.test(verb);

/** What a verb that is not known to read does. */
export const changesOrDestroys = (verb: string): UsesService['access'] => (isDestroying(verb) ? 'destroy' : 'change');

/** The words in front of the first option: the path to the verb. */
export function pathIn(words: readonly ShellWord[]): readonly ShellWord[] {
  const end = words.findIndex(({ text }) => text.startsWith('-'));
  return end < 0 ? words : words.slice(0, end);
}

const reading =
  /^(?:status|list|ls|show|logs?|whoami|version|help|releases|regions|info|describe|view|search|check|inspect|members|history|ps|domains|apps|projects|teams|tail|dashboard|plans|zones)$/;

/** A service that is used by `[group…] verb [names] [options]`. */
export function byVerb(
  system: string,
  options = '',
  more: (words: readonly ShellWord[]) => readonly Action[] = () => [],
): Definition {
  // prettier-ignore
  return {
    options: `* ${options}`,
    style: 'strict',
    inert: '-h --help -v --version',
    effects({ operands }) {
      const path = pathIn(operands);
      if (path.length === 0) return [unclear('it is not told what to do')];
      if (path.some(({ value }) => value === undefined)) return [unclear('what it is told to do is not known'), ...more(operands)]; // prettier-ignore
      const verbs = path.slice(0, 3).flatMap(({ text }) => text.split(':'));
      const bad = verbs.find(isDestroying);
      const access = bad !== undefined ? 'destroy' : verbs.slice(0, 2).some((verb) => reading.test(verb)) || verbs.join(' ') === 'config' ? 'read' : 'change'; // prettier-ignore
      return [service(system, path.slice(0, 3).map(({ text }) => text).join(' '), access), ...more(operands)]; // prettier-ignore
    },
  };
}
