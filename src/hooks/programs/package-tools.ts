import { changes, deletes, machine, reads, runs, runsProject, writes } from './effect';
import { packageScript } from './project-scripts';
import { does, type Family } from './program';
import { wrapper } from './wrappers';
import { plainWord } from '../shell/reader/words';

/** What projects install from npm for their scripts: removing, copying, running several commands. */
export const packageTools: Family = {
  rimraf: {
    options:
      '--preserve-root --no-preserve-root --tmp= --backoff= --max-retries= --retry-delay= --impl= -g,--glob -G,--no-glob -i,--interactive -I -v,--verbose -V,--no-verbose',
    inert: '--version',
    effects: (use) => use.operands.map((word) => deletes(word, { recursive: true, force: true })),
  },
  'del del-cli': does(
    '-f,--force -d,--dry-run -v,--verbose',
    (use) => !use.has('--dry-run') && use.operands.map((word) => deletes(word, { recursive: true, force: true })),
  ),
  shx: wrapper('--silent --noglob'),
  'cpy cpy-cli': does('--no-overwrite --parents --cwd= --rename= --dot --flat --concurrency= --basename=', (use) => {
    const sources = use.operands.slice(0, -1);
    const target = use.operands.at(-1);
    return [
      sources.map((word) => reads(word)),
      target && sources.length !== 0 && writes(target, { tree: true, from: sources }),
    ];
  }),
  mkdirp: { options: '-m= -p,--print --manual --native', operands: 'create*' },
  ncp: { options: '--limit= --dereference --filter=', operands: 'read write' },
  'cross-env cross-env-shell dotenv dotenvx': wrapper('-e=use -f=use -c -v= -o --debug --quiet -p=', { assigns: true }),
  // Commands of a shell, one a word: `concurrently "npm:watch" "tsc -w"`.
  concurrently: does(
    '* -m,--max-processes= -n,--names= --name-separator= -s,--success= -g,--group -c,--prefix-colors= -p,--prefix= -l,--prefix-length= ' +
      '-t,--timestamp-format= -k,--kill-others --kill-others-on-fail --kill-signal= --kill-timeout= --restart-tries= --restart-after= --handle-input ' +
      '--default-input-target= --hide= -P,--passthrough-arguments --cwd= --shell=program --teardown=shell',
    (use) =>
      use.operands.map((word) => {
        const name = /^(?:npm|pnpm|yarn|bun|node):(.+)$/.exec(word.value ?? '')?.[1];
        return name === undefined
          ? runs({ form: 'shell', text: word, via: 'concurrently' })
          : packageScript(use, plainWord(name, word.range));
      }),
  ),
  'npm-run-all run-s run-p': does('*', (use) => use.operands.map((word) => packageScript(use, word))),
  'lint-staged husky wireit': does('*', () => runsProject('runs the project’s hooks')),
  nodemon: {
    style: 'strict',
    options: '* -e,--ext= -w,--watch= -i,--ignore= -d,--delay= -x,--exec=shell --config=load --signal=',
    effects: ({ operands: [path, ...args] }) => path && runs({ form: 'file', language: 'node', path, args }),
  },
  'http-server serve live-server': does('**', () => changes('serves files of the project')),
  'kill-port fkill': does('*', () => machine('processes', 'ends processes')),
};
