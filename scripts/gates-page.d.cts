/** Where the page of all gates is checked in. */
export const file: string;
/** The page as the catalog makes it. */
export function page(): Promise<string>;
