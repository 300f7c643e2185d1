import { readFileSync } from 'node:fs';
import type { Question } from '../src/hooks/questions/question';

/** A question, and whether its answer can be undone. */
export interface Example {
  readonly oneWay: boolean;
  readonly question: Question;
}

/** A line of a table: door, question, header, and the options with their meaning, `label :: meaning | label`. */
export function examplesIn(file: string): readonly Example[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, at) => {
      const [door, text, header, options] = line.split('\t');
      if ((door !== 'one-way' && door !== 'two-way') || text === undefined || header === undefined || !options)
        throw new Error(`${file}:${at + 1} is not: door, question, header, options`);
      return {
        oneWay: door === 'one-way',
        question: { text, header, options: optionsIn(options), multiSelect: false },
      };
    });
}

const optionsIn = (text: string): Question['options'] =>
  text.split(' | ').map((option) => {
    const [label = '', description = ''] = option.split(' :: ');
    return { label, description };
  });
