/** Does a sed script only change the text that flows through? `w`, `r`, `e` and their flags do more. */
export function sedOnlyPrints(script: string): boolean {
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(script)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const address = (): boolean => {
    if (skip(/\d+(?:~\d+)?|\$/y) !== '') return true;
    const delimiter = script[at] === '/' ? '/' : script[at] === '\\' ? script[++at] : undefined;
    if (delimiter === undefined) return false;
    const end = sectionEnd(script, at + 1, delimiter);
    if (end === undefined) return false;
    at = end + 1;
    skip(/[IM]*/y);
    return true;
  };
  while (at < script.length) {
    skip(/[\s;]*/y);
    if (at >= script.length) return true;
    if (address()) {
      skip(/\s*/y);
      if (script[at] === ',') {
        at++;
        skip(/\s*[+~]?/y);
        if (!address()) return false;
      }
    }
    skip(/[\s!]*/y);
    const command = script[at++] ?? '';
    if (command === 's' || command === 'y') {
      const delimiter = script[at];
      const middle = delimiter === undefined ? undefined : sectionEnd(script, at + 1, delimiter);
      const end =
        middle === undefined || delimiter === undefined ? undefined : sectionEnd(script, middle + 1, delimiter);
      if (end === undefined) return false;
      at = end + 1;
      skip(command === 's' ? /[gpiIm0-9]*/y : /(?!)/y);
      if (!/[\s;}]/.test(script[at] ?? ';')) return false;
    } else if ('btT:'.includes(command)) skip(/[^;\n}]*/y);
    else if ('aic'.includes(command)) skip(/(?:[^\n\\]|\\[^])*/y);
    else if ('qQlL'.includes(command)) skip(/\s*\d*/y);
    else if (command === '#') skip(/[^\n]*/y);
    else if (!'{}=dDgGhHnNpPxzF'.includes(command)) return false;
  }
  return true;
}

/** Where the next delimiter stands that is neither escaped nor in brackets. */
function sectionEnd(script: string, start: number, delimiter: string): number | undefined {
  for (let at = start; at < script.length; at++) {
    if (script[at] === '\\') at++;
    else if (script[at] === delimiter) return at;
  }
  return undefined;
}
