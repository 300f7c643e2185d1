import type { ShellWord } from '../invocation';

/** What a downloading program prints and which files it fills. */
export interface Download {
  readonly prints: boolean;
  readonly files: readonly ShellWord[];
}

/** Undefined for programs that are no downloaders, and for calls of them that only print help. */
export function downloadOf(program: string, args: readonly ShellWord[]): Download | undefined {
  switch (program) {
    case 'aws':
    case 'gsutil':
    case 'gh':
      return reading.test(args.map((word) => word.text).join(' ')) ? { prints: true, files: [] } : undefined;
  }
  return undefined;
}

/** Their ways of printing what lies elsewhere. */
const reading = /^(?:s3 cp \S+ -|cat |api |(?:\S+ )*\btxt\b)/i;
