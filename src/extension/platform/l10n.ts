type Translate = (text: string, ...parts: readonly (string | number)[]) => string;

/** The untranslated texts, for use without the editor. */
const asWritten: Translate = (text, ...parts) =>
  text.replace(/\{(\d+)\}/g, (hole, index: string) => String(parts[Number(index)] ?? hole));

let translate = asWritten;

/** Translates the texts of modules that do not import 'vscode'. */
export function setTranslator(by: Translate): void {
  translate = by;
}

/**
 * A text as the person reads it, `{0}` and so on filled in. Literals that stand here, and what tables hold under `word`,
 * are collected for translators.
 */
export const t: Translate = (text, ...parts) => translate(text, ...parts);
