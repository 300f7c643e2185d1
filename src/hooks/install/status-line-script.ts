import { quoted } from './quoted';

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
export function statusLineWords(script: string): string {
  return `. ${/^[\w/.@%+,-]+$/.test(script) ? script : quoted(script)}`;
}
