import type { ShellWord } from '../../shell/invocation';
import { plainWord } from '../../shell/reader/words';

/** The host that an address names, in one spelling: `http://2130706433/x` and `127.1:80` are both 127.0.0.1. */
export function hostOf(address: string): string | undefined {
  const bare = address.replace(/^[a-z][\w+.-]*:\/\/(?:[^/@]*@)?/i, '').replace(/[/?#].*$/s, '');
  if (bare === '' || /[\s{}*]/.test(bare)) return undefined;
  try {
    const { hostname } = new URL(`http://${/^[\da-f]*:[\da-f:.]*:/i.test(bare) ? `[${bare}]` : bare}`);
    return hostname.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}

/** Does this address surely stay on this machine? */
export function isHere(address: ShellWord | undefined): boolean {
  if (address?.value === undefined || /[{[].*[,\]-].*[}\]]/.test(address.value.replace(/\[[\d:a-f]*\]/i, '')))
    return false;
  const host = hostOf(address.value);
  return host !== undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}

/** Machines that hand out the credentials of the one that asks; IPv4 inside IPv6 counts. */
export function isMetadata(address: ShellWord): boolean {
  const [whole = ''] = address.text.split(/[{$]/);
  const host = hostOf(whole) ?? hostOf(address.text) ?? address.text;
  return (
    /^(?:169\.254\.(?:169\.254|170\.2|170\.23)|100\.100\.100\.200|192\.0\.0\.192|168\.63\.129\.16)$/.test(host) ||
    /^\[(?:::ffff:(?:0:)?a9fe:a9fe|fd00:ec2::(?:254|23))\]$/.test(host) ||
    /^(?:metadata(?:\.google\.internal|\.goog|\.tencentyun\.com)?|instance-data(?:\.ec2\.internal)?)$|169\.254\.169\.254/.test(
      host,
    )
  );
}

/** What a control plane, a secret store or a debugging page answers with: keys, tokens, the environment of a service. */
const keptSecret =
  /^[^?#]*\/(?:api\/v1\/(?:namespaces\/[^/?#]+\/)?secrets\b|(?:v[\d.]+\/)?containers\/[^/?#]+\/json\b|v1\/(?:secret|kv)\/|actuator\/(?:env|configprops|heapdump)\b|debug\/vars\b)/;
export const showsSecrets = (address: ShellWord): boolean => keptSecret.test(address.text.replace(/^[a-z]+:\/\//i, ''));

/** The name under which a program saves what an address leads to. */
export function remoteName(address: ShellWord): ShellWord | undefined {
  if (address.value === undefined) return undefined;
  const path = address.value.replace(/^\w+:\/\//, '').replace(/[?#].*$/s, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return plainWord(!path.includes('/') || name === '' ? 'index.html' : name);
}

/** A file below a directory that an option names. */
export function inside(directory: ShellWord | undefined, file: ShellWord): ShellWord {
  if (directory === undefined || file.value?.startsWith('/') === true) return file;
  const text = `${directory.text.replace(/\/+$/, '')}/${file.text}`;
  const known = directory.value !== undefined && file.value !== undefined;
  return { ...plainWord(text, file.range), value: known ? text : undefined, glob: file.glob || directory.glob };
}
