import { wordSet } from '../../project/text';
import type { Language } from './tokens';

/** Languages whose inline code is read. Its reader is loaded when a command first has such code. */
export type ReadableLanguage = Language | 'powershell';

const readable = wordSet('python node ruby perl php powershell');

export const isReadable = (language: string): language is ReadableLanguage => readable.has(language);

export const codeReader = () => require('./read-code') as typeof import('./read-code');
