import type { Gate } from '../pipeline/gate';
import { decisionTemplate, headerEnd, headerPlace, headerTemplate, hasHeader } from '../source/comments';
import type { Language } from '../source/file-kind';
import { annotationsOf, lineCount } from './annotation';

/** The id and levels of the gate that requires it, for code that must not load gates. */
export const docGateRating = {
  id: 'doc-gate',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
} as const satisfies Pick<Gate, 'id' | 'level'>;

/** From this many lines on a file has to say what was decided in it. */
const decisionLines = 50;

/** What a source text does not say about itself. */
export interface Missing {
  readonly rule: 'header-missing' | 'decision-missing';
  readonly lacks: string;
  readonly instead: string;
}

export function missingDocumentation(text: string, language: Language): Missing | undefined {
  if (!hasHeader(text, language)) {
    return {
      rule: 'header-missing',
      lacks: 'has no header: its first comment must say what the file is for.',
      instead: 'Begin it with a comment of a sentence or two (a directive to a linter is none), then write it again.',
    };
  }
  const lines = lineCount(text);
  if (lines < decisionLines || annotationsOf(text, language).length > 0) return undefined;
  return {
    rule: 'decision-missing',
    lacks: `has ${lines} lines and no @decision: from ${decisionLines} lines on a file says what was decided in it.`,
    instead: 'Add an @decision with its @rationale to a comment, then write it again.',
  };
}

/** A template at the place where it belongs. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** What mends the text, once its words are filled in. */
export function documentationFix(rule: Missing['rule'], text: string, language: Language): Insertion {
  if (rule === 'header-missing') {
    const offset = headerPlace(text);
    const gap = /^\s*(?:\n|$)/.test(text.slice(offset)) ? '\n' : '\n\n';
    return { offset, text: `${headerTemplate(language)}${gap}` };
  }
  const end = headerEnd(text, language) ?? headerPlace(text);
  return { offset: end, text: `\n${decisionTemplate(language)}` };
}
