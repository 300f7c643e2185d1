/** Where the page about approvals is checked in. */
export const file: string;
/** The page with the lists that the definitions make. */
export function page(): Promise<string>;
