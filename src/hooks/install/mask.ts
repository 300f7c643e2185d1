import type { Node } from 'jsonc-parser';
import { readDocument, splitMark, valueOf } from './document';
import { applied, type Edit } from './edit';

/** The text with the values hidden that may be secrets: everything under `env`, and headers of http hooks. */
export function maskedSettings(text: string): string {
  const { mark, body } = splitMark(text);
  const reading = readDocument(body);
  // What cannot be read cannot be told apart from a secret.
  if (reading.kind === 'unreadable') return '';
  const secrets = [...strings(valueOf(reading.document.root, 'env')), ...headers(reading.document.root)];
  return mark + applied(body, secrets.map(hidden));
}

const hidden = (node: Node): Edit => ({ offset: node.offset, length: node.length, text: '"***"' });

function strings(node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  if (node.type === 'property') return strings(node.children?.[1]);
  if (node.children !== undefined) return node.children.flatMap(strings);
  return node.type === 'string' || node.type === 'number' ? [node] : [];
}

function headers(node: Node): readonly Node[] {
  if (node.type === 'property' && node.children?.[0]?.value === 'headers') return strings(node.children[1]);
  return (node.children ?? []).flatMap(headers);
}
