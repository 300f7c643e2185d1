import type { Language } from './tokens';

/** Languages whose inline code is read. Its reader is loaded when a command first has such code. */
export type ReadableLanguage = Language | 'powershell';

const readable: Readonly<Record<ReadableLanguage, true>> = {
  python: true,
  node: true,
  ruby: true,
  perl: true,
  php: true,
  powershell: true,
};

export const isReadable = (language: string): language is ReadableLanguage => Object.hasOwn(readable, language);

export const codeReader = () => require('./read-code') as typeof import('./read-code');
