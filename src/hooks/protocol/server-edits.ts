import type { ToolInput } from './call';
import type { Edit } from './tools';

/** A server's tool that, by its name, changes files. What it only reads or copies from is no change. */
const changing =
  /(?:^|_)(?:write|edit|create|append|insert|replace|patch|update|delete|remove|unlink|rm|move|mv|rename|copy|cp|save|put|modify|touch|mkdir|overwrite|truncate|apply|store|dump|export|download|extract|unzip|set)(?:_|\d|s?$)/;
const copying = /(?:^|_)(?:copy|cp|download|export|extract|unzip)(?:_|$)/;
const names = /(?:^|_)(?:paths?|files?|filename|uri|target|dest|destination|to|output|source|src|from|old|new)$/;
const origins = /(?:^|_)(?:source|src|from|old|url|uri)(?:_|$)/;
const contents = /^(?:content|contents|text|body|data|file_text|new_text|new_string|new_str|value|code|source_code)$/;

const deepest = 6;

/** The files that a server's tool is about to change, as far as its name and its input tell. */
export function serverEdits(tool: string, input: ToolInput): readonly Edit[] {
  const name = spaced(tool.replace(/^mcp__.*?__/, ''));
  if (!changing.test(name)) return [];
  const whole = /(?:^|_)(?:write|create|save|put|overwrite)(?:_|$)/.test(name);
  const text = Object.entries(input).find(([key, value]) => contents.test(spaced(key)) && typeof value === 'string');
  return [...new Set(pathsIn(input, copying.test(name)))].map((path): Edit => {
    if (whole && text !== undefined) return { path, extent: 'whole', texts: [text[1] as string], replaced: [] };
    return { path, extent: 'part', texts: textsIn(input), replaced: [''], loose: true };
  });
}

function pathsIn(value: unknown, copies: boolean, depth = 0): readonly string[] {
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const isName = names.test(spaced(key)) && !(copies && origins.test(spaced(key)));
    if (typeof inner === 'string') return isName && isPath(inner) ? [plain(inner)] : [];
    if (!Array.isArray(inner)) return pathsIn(inner, copies, depth + 1);
    return inner.flatMap((one: unknown) => {
      if (typeof one !== 'string') return pathsIn(one, copies, depth + 1);
      return isName && isPath(one) ? [plain(one)] : [];
    });
  });
}

const isPath = (text: string): boolean =>
  text !== '' && text.length < 4096 && !/\n|^(?!file:)[a-z][a-z\d+.-]+:\/\//i.test(text);
const plain = (text: string): string => text.replace(/^file:\/\//, '');

/** Every text in an input, however deep it is nested. */
export function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

const spaced = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
