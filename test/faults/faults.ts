import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostileRepository } from './hostile-repository';
import type { FaultPlace, Started } from './place';

/** One thing that goes wrong, and who puts it right. */
export interface Fault {
  /** The finding that it belongs to. */
  readonly finding: string;
  readonly name: string;
  /** Brings it about. */
  readonly harm: (place: FaultPlace) => unknown;
  /** How the hook is started under it, where that is a part of it. */
  readonly started?: (place: FaultPlace) => Started;
  /** Further calls under it. They must be answered, whatever the answer is. */
  readonly moments?: (place: FaultPlace) => readonly (readonly [event: string, payload: string])[];
  /** What a program of the repository would make: none is started. */
  readonly runs?: (place: FaultPlace) => string;
  /** What makes it good: nothing has to, the next call does, `doctor --fix` does, or the person (`undo`). */
  readonly heals: 'harmless' | 'next call' | 'doctor' | 'undo';
  readonly undo?: (place: FaultPlace) => void;
  /** Only without a host: it concerns what a call starts, and the host was started before. */
  readonly coldOnly?: true;
}

function bytes(file: string, at: number, size: number, change: (byte: number) => number): void {
  const content = readFileSync(file);
  const start = Math.max(0, Math.min(at, content.length - size));
  for (let index = start; index < Math.min(start + size, content.length); index += 1) {
    content[index] = change(content[index] ?? 0);
  }
  writeFileSync(file, content);
}

const cached = (place: FaultPlace): readonly string[] => {
  const cache = path.join(place.home, 'cache');
  return readdirSync(cache, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('PreToolUse-'))
    .map((name) => path.join(cache, name))
    .filter((file) => statSync(file).isFile());
};

const bundles = ['runner.js', 'library.js', 'core.js', 'commands.js', 'shell.js'];

const brokenBundles: readonly Fault[] = bundles.flatMap((name): readonly Fault[] => [
  {
    finding: 'D1',
    name: `${name} is missing`,
    harm: (p) => rmSync(p.installed(name)),
    heals: 'doctor',
    coldOnly: true,
  },
  {
    finding: 'D1',
    name: `${name} is empty`,
    harm: (p) => truncateSync(p.installed(name), 0),
    heals: 'doctor',
    coldOnly: true,
  },
  {
    finding: 'D1',
    name: `${name} is half`,
    harm: (p) => truncateSync(p.installed(name), Math.floor(readFileSync(p.installed(name)).length / 2)),
    heals: 'doctor',
    coldOnly: true,
  },
]);

const brokenCache: readonly Fault[] = (
  [
    ['is cut short', (file) => truncateSync(file, 5_000)],
    ['is empty', (file) => truncateSync(file, 0)],
    ['has a page of zeros', (file) => bytes(file, 8_192, 4_096, () => 0)],
    ['has one wrong bit', (file) => bytes(file, 20_000, 1, (byte) => byte ^ 1)],
    ['is nonsense', (file) => writeFileSync(file, 'x'.repeat(100_000))],
    [
      'is a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    [
      'is wrong in both its halves',
      (file) => {
        const half = readFileSync(file).length / 2;
        for (const start of [0, half]) bytes(file, start + 4_000, 20_000, (byte) => byte ^ 0x5a);
      },
    ],
  ] satisfies readonly (readonly [string, (file: string) => void])[]
).map(([what, harm]) => ({
  finding: 'D2',
  name: `the compiled code ${what}`,
  harm: (place: FaultPlace) => {
    const files = cached(place);
    if (files.length === 0) throw new Error('no compiled code is there');
    for (const file of files) harm(file);
  },
  heals: 'next call',
  coldOnly: true,
}));

/** An obstacle where Gatehouse wants a folder of its own. */
const obstacles: readonly (readonly [string, (folder: string) => void])[] = [
  ['a file', (folder) => writeFileSync(folder, 'x')],
  ['a link to itself', (folder) => symlinkSync(folder, folder)],
  ['a link to nowhere', (folder) => symlinkSync('/nowhere/at/all', folder)],
];

const obstructed: readonly Fault[] = ['cache', 'heartbeat', 'projects', 'told', 'host', 'locks'].flatMap((name) =>
  obstacles.map(([what, put]): Fault => {
    const folder = (place: FaultPlace) => path.join(place.home, name);
    return {
      finding: name === 'projects' || name === 'told' ? 'D1' : 'D4',
      name: `${name} is ${what}`,
      harm: (place) => {
        rmSync(folder(place), { recursive: true, force: true });
        put(folder(place));
      },
      heals: 'undo',
      undo: (place) => rmSync(folder(place), { recursive: true, force: true }),
    };
  }),
);

/** In one step, because a host may write the file at the same time. */
function putPipe(file: string): void {
  execFileSync('mkfifo', [`${file}.pipe`]);
  renameSync(`${file}.pipe`, file);
}

const inState = (name: string, put: (file: string) => void): Fault => ({
  finding: 'D11',
  name: `${name} of the project is no plain file`,
  harm: (place) => {
    mkdirSync(place.state, { recursive: true });
    const file = path.join(place.state, name);
    rmSync(file, { recursive: true, force: true });
    put(file);
  },
  heals: 'undo',
  undo: (place) => rmSync(path.join(place.state, name), { recursive: true, force: true }),
});

const surroundings: readonly Fault[] = [
  {
    finding: 'D1',
    name: 'the state of the project is a file',
    harm: (place) => {
      rmSync(place.state, { recursive: true, force: true });
      mkdirSync(path.dirname(place.state), { recursive: true });
      writeFileSync(place.state, 'x');
    },
    heals: 'undo',
    undo: (place) => rmSync(place.state, { force: true }),
  },
  inState('decisions.jsonl', (file) => mkdirSync(file)),
  inState('locks', (file) => writeFileSync(file, 'x')),
  inState('decisions.jsonl', putPipe),
  inState('receipts.json', putPipe),
  inState('seal.key', putPipe),
  inState('seal.key', (file) => mkdirSync(file)),
  {
    finding: 'D4',
    name: 'GATEHOUSE_HOME names a file',
    harm: (place) => writeFileSync(path.join(place.folder, 'a file'), 'x'),
    started: (place) => ({ env: { GATEHOUSE_HOME: path.join(place.folder, 'a file') } }),
    heals: 'harmless',
  },
  ...[24, 20, 16, 12, 8].map((files): Fault => ({
    finding: 'D5',
    name: `${files} file descriptors`,
    harm: () => undefined,
    started: () => ({ within: `ulimit -n ${files}; exec "$@"` }),
    heals: 'harmless',
  })),
  {
    finding: 'D6',
    name: 'the folder of the hook was removed',
    harm: (place) => mkdirSync(path.join(place.folder, 'gone'), { recursive: true }),
    started: (place) => ({ cwd: path.join(place.folder, 'gone'), within: 'rmdir "$PWD"; exec "$@"' }),
    heals: 'harmless',
  },
  {
    finding: 'D1',
    name: 'no node is left',
    harm: () => undefined,
    started: () => ({ env: { PATH: '/nowhere' } }),
    heals: 'harmless',
    coldOnly: true,
  },
  {
    finding: 'D1',
    name: 'the shim cannot be written to and its cache is full of foreign files',
    harm: (place) => {
      mkdirSync(path.join(place.home, 'cache'), { recursive: true });
      for (let count = 0; count < 200; count += 1) appendFileSync(path.join(place.home, `cache/${count}`), 'x');
      if (existsSync(place.shim)) chmodSync(place.shim, 0o555);
    },
    heals: 'harmless',
  },
];

/** What only root can bring about: a folder of another person, after one `sudo` for example, and a disk that is full. */
const byRoot: readonly Fault[] = [
  ...['', 'cache', 'heartbeat', 'projects', 'told', 'host', 'locks'].map((name): Fault => {
    const folder = (place: FaultPlace) => path.join(place.home, name);
    return {
      finding: name === 'projects' ? 'D1' : 'D4',
      name: `${name === '' ? 'the home' : name} belongs to another person`,
      harm: (place) => {
        mkdirSync(folder(place), { recursive: true });
        letOthersPass();
        chown('65534', place.folder);
        chown('0', folder(place));
        if (name !== '') chmodSync(folder(place), 0o700);
        else for (const one of [place.home, `${place.home}/bin`, `${place.home}/runner`]) chmodSync(one, 0o755);
      },
      started: () => ({ within: 'exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"' }),
      heals: 'undo',
      undo: (place) => {
        chown('0', place.folder);
        chmodSync(place.home, 0o700);
      },
      coldOnly: true,
    };
  }),
  {
    finding: 'D11',
    name: 'the disk is full',
    harm: () => undefined,
    started: ({ home }) => ({
      within: [
        `unshare -m sh -c 'for name in projects cache heartbeat told; do mkdir -p "$0/$name"`,
        `mount -t tmpfs -o size=4k none "$0/$name"; cat /dev/zero >"$0/$name/full" 2>/dev/null; done; exec "$@"' '${home}' "$@"`,
      ].join('; '),
    }),
    heals: 'harmless',
    coldOnly: true,
  },
];

/** The folders that a run makes for its tests are closed to other users, who could not even start a hook in them. */
function letOthersPass(): void {
  const own = tmpdir();
  for (const folder of [own, path.dirname(own)]) {
    if (path.basename(folder).startsWith('gh-') || path.basename(path.dirname(folder)).startsWith('gh-'))
      chmodSync(folder, 0o711);
  }
}

/** Can this process start node as another user? Not where node lies in a home that is closed to others. */
function canBeAnother(): boolean {
  if (process.getuid?.() !== 0) return false;
  const words = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, '-e', '0'];
  return spawnSync('setpriv', words, { stdio: 'ignore', cwd: '/' }).status === 0;
}

const chown = (owner: string, folder: string): unknown => execFileSync('chown', ['-Rh', `${owner}:${owner}`, folder]);

/** The fault list: under each of them `rm -rf ~/` is refused, cold and warm. */
export const faults: readonly Fault[] = [
  ...brokenBundles,
  ...brokenCache,
  ...obstructed,
  ...surroundings,
  ...hostileRepository,
  ...(canBeAnother() ? byRoot : []),
];

/** Payloads that say something else than the registration, or nothing that can be read. */
export const payloads: readonly (readonly [name: string, change: (payload: string) => string])[] = [
  ['another hook_event_name', (text) => text.replace('"PreToolUse"', '"PostToolUse"')],
  ['a strange hook_event_name', (text) => text.replace('"PreToolUse"', '"Lunch"')],
  ['a hookEventName beside it', (text) => text.replace('{', '{"hookEventName":"Stop",')],
  ['the marks of another client', (text) => text.replace('{', '{"conversation_id":"c","workspace_roots":["/"],')],
  ['a byte order mark', (text) => `\uFEFF${text}`],
  ['something behind it', (text) => `${text} trailing`],
  ['a second document', (text) => `${text}\n${text}`],
  ['no closing bracket', (text) => text.slice(0, -1)],
  ['3,500 levels of brackets', (text) => nested(text, 3_500)],
  ['200,000 levels of brackets', (text) => nested(text, 200_000)],
  ['the folder /proc/1', (text) => text.replace(/"cwd":"[^"]*"/, '"cwd":"/proc/1"')],
  ['a folder that is gone', (text) => text.replace(/"cwd":"[^"]*"/, '"cwd":"/gone/far/away"')],
  ['a folder that is no text', (text) => text.replace(/"cwd":"[^"]*"/, '"cwd":7')],
  ['a session that is no text', (text) => text.replace('"session_id":"s"', '"session_id":{}')],
];

function nested(text: string, levels: number): string {
  return text.replace('"tool_input":{', `"tool_input":{"deep":${'['.repeat(levels)}${']'.repeat(levels)},`);
}
