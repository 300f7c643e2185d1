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
 * A text in the person's language, with `{0}` and so on filled in. Literal arguments, and the values of `word` in tables,
 * are collected for translators.
 */
export const t: Translate = (text, ...parts) => translate(text, ...parts);
