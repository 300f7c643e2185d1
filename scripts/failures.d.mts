export const failuresVariable: string;
export function failureFolder(title: string, below?: string): string;
