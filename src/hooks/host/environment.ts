/**
 * Reads what bash's `export -p` prints: the one way for a shell to tell its whole environment without starting a
 * program. The text is taken byte for byte (latin1), because a shell may print half a letter as a number.
 */
export function readExports(latin1: string): Record<string, string> {
  const env: Record<string, string> = {};
  const name = /(?:^|\n)(?:declare -[A-Za-z]+|export) ([A-Za-z_]\w*)(=|(?=\n|$))/y;
  for (let at = 0; at < latin1.length;) {
    name.lastIndex = at;
    const match = name.exec(latin1);
    if (match?.[1] === undefined) break;
    at = name.lastIndex;
    // A name without a value is exported but not set: it is in no process's environment.
    if (match[2] !== '=') continue;
    const value = readValue(latin1, at);
    env[match[1]] = Buffer.from(value.bytes, 'latin1').toString('utf8');
    at = value.end;
  }
  return env;
}

interface Value {
  readonly bytes: string;
  readonly end: number;
}

function readValue(text: string, start: number): Value {
  if (text[start] === '"') return readPlain(text, start + 1);
  if (text.startsWith("$'", start)) return readEscaped(text, start + 2);
  const end = text.indexOf('\n', start);
  return { bytes: text.slice(start, end < 0 ? text.length : end), end: end < 0 ? text.length : end };
}

/** Between double quotes a backslash only frees what the shell would read. */
function readPlain(text: string, start: number): Value {
  let bytes = '';
  for (let at = start; at < text.length; at += 1) {
    const here = text.charAt(at);
    if (here === '"') return { bytes, end: at + 1 };
    const next = text.charAt(at + 1);
    if (here === '\\' && next !== '' && '"\\$`'.includes(next)) at += 1;
    bytes += text.charAt(at);
  }
  return { bytes, end: text.length };
}

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  E: '\x1b',
};

function readEscaped(text: string, start: number): Value {
  let bytes = '';
  const number = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|[uU]([0-9A-Fa-f]{1,8}))/y;
  for (let at = start; at < text.length;) {
    const here = text.charAt(at);
    if (here === "'") return { bytes, end: at + 1 };
    if (here !== '\\') {
      bytes += here;
      at += 1;
      continue;
    }
    number.lastIndex = at;
    const match = number.exec(text);
    if (match === null) {
      const next = text.charAt(at + 1);
      bytes += letters[next] ?? next;
      at += 2;
      continue;
    }
    const [whole, octal, hex, wide] = match;
    if (wide === undefined) bytes += String.fromCharCode(Number.parseInt(octal ?? hex ?? '', octal ? 8 : 16) & 0xff);
    else bytes += Buffer.from(String.fromCodePoint(Number.parseInt(wide, 16))).toString('latin1');
    at += whole.length;
  }
  return { bytes, end: text.length };
}
