/** The bundle's text, as it is to be checked in. */
export function bundle(): string;
export const file: string;
