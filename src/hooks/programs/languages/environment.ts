import { isSecretVariable } from '../../secrets/values';
import type { Language } from '../effect';

interface Forms {
  /** The whole environment as a value, unless it is passed to another process. */
  readonly all: RegExp;
  /** One variable of it: its name is the first group. */
  readonly one: RegExp;
  /** The environment of a process that the code starts. */
  readonly handedOn?: RegExp;
  /** Calls that print. */
  readonly prints: RegExp;
}

const forms: Partial<Record<Language, Forms>> = {
  node: {
    all: /\bprocess\.env\b(?!\s*(?:\?\.|[.[]|=[^=]))|\bDeno\.env\.toObject\b/,
    one: /\b(?:process|Bun)\.env(?:\.|\[\s*['"`])(\w+)|\bDeno\.env\.get\(\s*['"`](\w+)/g,
    handedOn: /\benv\s*:\s*(?:process\.env|\{\s*\.\.\.\s*process\.env[^}]*\})/g,
    prints: /\bconsole\.\w+\s*\(|\bstdout\.write\s*\(|^[^;\n]*$/,
  },
  python: {
    all: /\bos\.environb?\b(?!\s*(?:\[|\.(?:get|setdefault|pop|update|__setitem__)\b))|\bos\.environ\.(?:items|values|copy)\b/,
    one: /\bos\.(?:environ(?:\.get)?\s*[[(]\s*|getenv\s*\(\s*)['"](\w+)/g,
    handedOn: /\benv\s*=\s*(?:dict\(\s*)?(?:\{\s*\*\*\s*)?os\.environ(?:\.copy\(\))?|\bin\s+os\.environ\b/g,
    prints: /\bp?print\s*\(|\bstdout\.write\s*\(/,
  },
  ruby: {
    all: /\bENV\b(?!\s*(?:\[|\.(?:fetch|key\?|include\?|has_key\?)))/,
    one: /\bENV(?:\.fetch)?\s*[[(]\s*['"](\w+)/g,
    prints: /\b(?:puts|print|p|pp|printf)\b|\$stdout/,
  },
  perl: { all: /%ENV\b|%\{\s*ENV\s*\}|\$ENV\{\s*\$/, one: /\$ENV\{\s*['"]?(\w+)/g, prints: /\b(?:print|say|printf)\b/ },
  php: {
    all: /\bgetenv\s*\(\s*\)|\$_ENV\b(?!\s*\[)|\$_SERVER\b(?!\s*\[)|\bphpinfo\s*\(/,
    one: /\bgetenv\s*\(\s*['"](\w+)|\$_(?:ENV|SERVER)\[\s*['"](\w+)/g,
    prints: /\b(?:echo|print|print_r|var_dump|var_export|phpinfo|printf)\b/,
  },
  awk: { all: /\bin\s+ENVIRON\b/, one: /\bENVIRON\s*\[\s*"(\w+)"/g, prints: /./ },
};

/** Tells whether a variable is set, without its value. */
const measured = /\b(?:bool|len|isset|empty|defined|Boolean|strlen|sha\d+\w*|md5)\s*\(\s*$|!{1,2}\s*$/;
const asked = /^['"\])]*\s*(?:\.length\b|\?(?!\?)|is (?:not )?None\b|[!=]=|\.nil\?|&&)/;

/** The secret of the environment that code prints, as far as its text shows. */
export function environmentShown(language: Language, code: string): string | undefined {
  const form = forms[language];
  if (form === undefined || code.length > 100_000 || !/env/i.test(code) || !form.prints.test(code)) return undefined;
  const own = form.handedOn === undefined ? code : code.replace(form.handedOn, '');
  if (form.all.test(own)) return 'every variable';
  for (const found of own.matchAll(form.one)) {
    const name = found[1] ?? found[2] ?? '';
    const before = own.slice(0, found.index);
    const after = own.slice(found.index + found[0].length);
    if (isSecretVariable(name) && isPrinted(before, form.prints) && !measured.test(before) && !asked.test(after)) {
      return `the variable ${name}`;
    }
  }
  return undefined;
}

/** Is it an argument of a call that prints? In a header or a parameter it is only used. */
function isPrinted(before: string, prints: RegExp): boolean {
  const statement = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('\n')) + 1);
  return (
    prints.test(statement) &&
    !/\b(?:fetch|request|requests\.\w+|urlopen|headers?|Authorization|connect|auth)\b/i.test(statement)
  );
}
