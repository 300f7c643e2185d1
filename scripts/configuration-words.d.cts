/** By section and key: a value that a person might write. */
export const examples: Readonly<Record<string, unknown>>;
export const variables: readonly { readonly name: string; readonly says: string; readonly example: string }[];
export const read: readonly (readonly [name: string, says: string])[];
export const system: readonly string[];
