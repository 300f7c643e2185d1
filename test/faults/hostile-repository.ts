import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fault } from './faults';
import type { FaultPlace } from './place';

const inProject = (place: FaultPlace, name: string): string => path.join(place.project, name);

function write(place: FaultPlace, name: string, text: string, mode = 0o644): string {
  const file = inProject(place, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
  return file;
}

/** Every moment at which a repository's own files are read, or its programs could be started. */
const moments = (place: FaultPlace) => {
  const tool_input = { file_path: inProject(place, 'a.ts'), old_string: '1', new_string: '2' };
  return [
    ['SessionStart', place.payload('SessionStart', { source: 'startup' })],
    ['UserPromptSubmit', place.payload('UserPromptSubmit', { prompt: 'change a.ts' })],
    ['PreToolUse', place.bash('git commit -am x && git push')],
    ['PostToolUse', place.payload('PostToolUse', { tool_name: 'Edit', tool_input, tool_response: {} })],
    ['Stop', place.payload('Stop')],
  ] as const;
};

/** What a program of the repository makes when it is started. */
const marker = (place: FaultPlace): string => path.join(place.folder, 'a program of the repository ran');

const planOfOddKind = (what: string, put: (file: string) => void): Fault => ({
  finding: 'D7',
  name: `MASTER_PLAN.md is ${what}`,
  harm: (place) => put(inProject(place, 'MASTER_PLAN.md')),
  moments,
  heals: 'harmless',
  undo: (place) => rmSync(inProject(place, 'MASTER_PLAN.md'), { force: true }),
});

const traps: readonly Fault[] = [
  planOfOddKind('a pipe', (file) => execFileSync('mkfifo', [file])),
  planOfOddKind('a link to /dev/zero', (file) => symlinkSync('/dev/zero', file)),
  planOfOddKind('a link to itself', (file) => symlinkSync(file, file)),
  planOfOddKind('a link to a terminal', (file) => symlinkSync('/dev/tty', file)),
  {
    finding: 'D10',
    name: 'branches.protected has many stars',
    harm: (place) => {
      const stars = `${'*a'.repeat(30)}b`;
      write(place, '.claude/gatehouse.json', JSON.stringify({ branches: { protected: Array(20).fill(stars) } }));
      write(place, '.git/HEAD', `ref: refs/heads/${'a'.repeat(200)}\n`);
    },
    moments,
    heals: 'harmless',
    undo: (place) => {
      rmSync(inProject(place, '.claude/gatehouse.json'));
      write(place, '.git/HEAD', 'ref: refs/heads/main\n');
    },
  },
  {
    finding: 'D10',
    name: 'the formatter in node_modules is a program of the repository',
    harm: (place) => {
      for (const name of ['prettier', 'eslint', 'jest', 'vitest']) {
        write(place, `node_modules/.bin/${name}`, `#!/bin/sh\ntouch '${marker(place)}'\n`, 0o755);
      }
      for (const name of ['.prettierrc', 'eslint.config.js', 'jest.config.js']) write(place, name, '');
    },
    moments,
    runs: marker,
    heals: 'harmless',
    undo: (place) => {
      for (const name of ['node_modules', '.prettierrc', 'eslint.config.js', 'jest.config.js']) {
        rmSync(inProject(place, name), { recursive: true });
      }
    },
  },
  {
    finding: 'D10',
    name: '.git/config names programs',
    harm: (place) => {
      const program = write(place, 'evil.sh', `#!/bin/sh\ntouch '${marker(place)}'\ncat\n`, 0o755);
      write(place, '.gitattributes', '*.ts filter=evil diff=evil\n');
      copyFileSync(inProject(place, '.git/config'), path.join(place.folder, 'config'));
      appendFileSync(
        inProject(place, '.git/config'),
        [
          `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n\thooksPath = ${path.dirname(program)}`,
          `[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n\trequired = true`,
          `[diff]\n\texternal = ${program}`,
          `[diff "evil"]\n\ttextconv = ${program}\n`,
        ].join('\n'),
      );
    },
    moments,
    runs: marker,
    heals: 'harmless',
    undo: (place) => {
      copyFileSync(path.join(place.folder, 'config'), inProject(place, '.git/config'));
      for (const name of ['evil.sh', '.gitattributes']) rmSync(inProject(place, name));
    },
  },
];

const personConfig = (place: FaultPlace): string => path.join(place.home, 'config.json');

/** A repository that wants the guard to hang, or to start a program; with every gate that reads it in force. */
export const hostileRepository: readonly Fault[] = traps.map((trap) => ({
  ...trap,
  harm: (place) => {
    writeFileSync(personConfig(place), JSON.stringify({ profile: 'harness' }));
    trap.harm(place);
  },
  undo: (place) => {
    trap.undo?.(place);
    rmSync(personConfig(place));
  },
}));
