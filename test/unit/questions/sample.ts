import type { Question } from '../../../src/hooks/questions/question';

export interface Sample {
  readonly question: string;
  readonly header?: string;
  readonly options: readonly (string | readonly [label: string, description: string])[];
  readonly multiSelect?: boolean;
}

/** A question in the form that the tool is given. */
export function asked({ question, header = 'Choice', options, multiSelect = false }: Sample) {
  return {
    question,
    header,
    options: options.map((option) =>
      typeof option === 'string' ? { label: option, description: '' } : { label: option[0], description: option[1] },
    ),
    multiSelect,
  };
}

/** The same as the gates read it. */
export function read(sample: Sample): Question {
  const { question, ...rest } = asked(sample);
  return { text: question, ...rest };
}

type Row = readonly [question: string, recommended: Sample['options'][number], ...others: Sample['options'][number][]];

/** A table of questions; the first option of each row is the recommended one. */
export function rowsOf(rows: readonly Row[]): readonly Sample[] {
  return rows.map(([question, recommended, ...others]) => ({
    question,
    options: [
      typeof recommended === 'string'
        ? `${recommended} (Recommended)`
        : ([`${recommended[0]} (Recommended)`, recommended[1]] as const),
      ...others,
    ],
  }));
}

/** One question a line: `question | recommended option | other - what it means`. */
export function linesOf(text: string): readonly Sample[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [question = '', ...options] = line.split(' | ').map((part) => part.trim());
      const [recommended = 'Yes', ...others] = options;
      return { question, options: [`${recommended} (Recommended)`, ...others].map(optionOf) };
    });
}

function optionOf(text: string): Sample['options'][number] {
  const [label = '', ...meaning] = text.split(' - ');
  return meaning.length === 0 ? label : [label, meaning.join(' - ')];
}
