import {
  propertyOf,
  rootOf,
  splitMark,
  valueOf,
  editsToAppend,
  withEdits,
  removed,
  rendered,
  styleOf,
} from './document';
import { quoted } from '../project/text';

/** The client's status line in a settings file. Settings text in, settings text out. */

export const statusLineScript = 'gatehouse-statusline';

export type StatusLineOwner = 'ours' | 'other' | 'none';

export function statusLineOwner(text: string): StatusLineOwner {
  const value = valueOf(rootOf(text), 'statusLine');
  if ((value?.type ?? 'null') === 'null') return 'none';
  return isOurs(valueOf(value, 'command')?.value) ? 'ours' : 'other';
}

/** The command that is registered in a text, if it is ours. */
export function statusLineCommand(text: string): string | undefined {
  const command: unknown = valueOf(valueOf(rootOf(text), 'statusLine'), 'command')?.value;
  return isOurs(command) ? command : undefined;
}

/** The text with our status line; one of another's stays. */
export function withStatusLine(text: string, command: string): string {
  const { mark, body } = splitMark(text);
  const entry = { type: 'command', command };
  if (body.trim() === '') return `${mark}${JSON.stringify({ statusLine: entry }, null, 2)}\n`;
  if (statusLineOwner(text) === 'other' || statusLineCommand(text) === command) return text;
  const without = splitMark(withoutStatusLine(text)).body;
  const root = rootOf(without);
  if (root === undefined) return text;
  const style = styleOf(without, root);
  const property = `"statusLine":${style.newline === '' ? '' : ' '}${rendered(entry, 1, style)}`;
  return mark + withEdits(without, editsToAppend(without, root, [property], 1, style));
}

/** The text without our status line. `origin` is the text before we came: an empty object gets its inside back. */
export function withoutStatusLine(text: string, origin?: string): string {
  const { mark, body } = splitMark(text);
  const root = rootOf(body);
  const property = propertyOf(root, 'statusLine');
  if (root === undefined || property === undefined || statusLineOwner(text) !== 'ours') return text;
  const left = withEdits(body, removed(body, root, property));
  const was = origin === undefined ? undefined : splitMark(origin).body;
  const bare = (code: string | undefined) => code?.replace(/\s+/g, '');
  return mark + (bare(was) === bare(left) && was !== undefined ? was : left);
}

const isOurs = (command: unknown): command is string =>
  typeof command === 'string' && /^(?:\. )?'?\/(?:[^\n]*\/)?bin\/gatehouse-statusline'?$/.test(command);

/**
 * What the client's shell reads for its status line, some times a second. It starts no program: the line of the folder, or
 * of the nearest one above it that has one, was left there by a hook.
 */
export function statusLineShim(home: string, build: string): string {
  return `#!/bin/sh
# Gatehouse ${build}. Written by \`gatehouse install\` and replaced by it: changes here do not last.
lines=${quoted(`${home}/statusline`)}
# What the client writes is read to its end: it would meet a closed pipe.
end() {
  while IFS= read -r line; do :; done
  exit 0
}
print_line() {
  while [ -n "$1" ]; do
    if [ -r "$lines$1/line" ]; then
      IFS= read -r line <"$lines$1/line"
      printf '%s\\n' "$line"
      end
    fi
    set -- "\${1%/*}"
  done
}
cd -P . 2>/dev/null && print_line "$PWD"
print_line "\${CLAUDE_PROJECT_DIR:-}"
end
`;
}

/** `. script`: the shell that the client starts does it, and starts no second one. */
export const statusLineWords = (script: string): string =>
  `. ${/^[\w/.@%+,-]+$/.test(script) ? script : quoted(script)}`;
