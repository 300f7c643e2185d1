export const projectTools: string;
