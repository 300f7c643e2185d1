export const projectTools: string;
export const nodeVersions: readonly string[];
export function nodeAt(version: string): string;
export function fetchNode(version: string): Promise<string>;
