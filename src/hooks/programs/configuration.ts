import path from 'node:path';
import { runs, type Action } from './effect';
import { nearest } from './project-scripts';
import type { Use } from './program';

/** A configuration that is itself a program runs with the tool that reads it. */
export function asCode(use: Use, ...names: readonly string[]): readonly Action[] {
  const found = nearest(use, ...names);
  return found === undefined ? [] : [loads(use)];
}

/** A configuration that names plugins, wrappers or other programs, in words of which one is enough. */
export function naming(use: Use, words: RegExp, ...names: readonly string[]): readonly Action[] {
  const found = names.some((name) => words.test(nearest(use, name)?.text ?? ''));
  return found ? [loads(use)] : [];
}

/** The tool has no other configuration than code of the project. */
export const loads = ({ program, path: verbs }: Use): Action =>
  runs({
    form: 'project',
    what: `runs code that the configuration of ${[path.basename(program), ...verbs].join(' ')} names`,
  });
