/** `harmTo`, loaded when a settings file is first written. */
export const harmTo = (file: string, after: string | undefined): string | undefined =>
  (require('../../../install/harm') as typeof import('../../../install/harm')).harmTo(file, after);
