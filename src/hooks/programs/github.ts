import type { ShellWord } from '../shell/invocation';
import { dropStart, plainWord, unknownWord } from '../shell/reader/words';
import { hostOf, inside, remoteName } from './parts/address';
import { acts, changesOrDestroys } from './parts/by-verb';
import type { Action, Actions } from './effect';
import {
  changes,
  fetches,
  git,
  isAddress,
  reads,
  reveals,
  runs,
  runsUnseen,
  sends,
  service,
  unclear,
  writes,
} from './effect';
import { does, type Definition, type Family, type Use } from './program';

const repository = '-R,--repo=';
const shown =
  `** ${repository} -L,--limit= -q,--jq= --json= -t,--template= -s,--state= -S,--search= -l,--label= -A,--author= -a,--assignee= -m,--milestone= -B,--base= -H,--head= -b,--branch= ` +
  '-j,--job= --workflow= -u,--user= -e,--event= -c,--commit= -o,--org= --hostname= --host= --sort= --order= --visibility= --language= --topic= --app=';

const subcommand = (use: Use): string => use.path.join(' ');

/** The filters of jq that show the variables of the environment. */
const filtered = (use: Use): Actions =>
  use.values('--jq').some(({ text }) => /\benv\b|\$ENV\b/.test(text)) && reveals('every variable');

/** `-R host/owner/name`, or the address of a page: another server than the person's own. */
function servers(use: Use): Actions {
  const given = [
    ...use.values('--repo'),
    ...(use.outer?.values('--repo') ?? []),
    ...(use.outer?.outer?.values('--repo') ?? []),
  ];
  return [
    ...given.filter(({ text }) => text.split('/').length > 2),
    ...use.operands.filter(({ text }) => /^[a-z]+:\/\/|^[\w-]+(?:\.[\w-]+)+\/[\w.-]+\/[\w.-]+/.test(text)),
    ...use.values('--hostname', '--host'),
  ]
    .filter(({ text }) => hostOf(text) !== 'github.com')
    .map((word) => fetches(word));
}

const readOnly = does(shown, (use) => [service('github', subcommand(use), 'read'), servers(use), filtered(use)]);

/** Text and files that the public or colleagues can read afterwards. */
const published =
  `** ${repository} -b,--body=send -F,--body-file=upload -t,--title=send -n,--notes=send --notes-file=upload -d,--desc=send -m,--message=send --description=send -c,--comment=send ` +
  '-f,--filename= -a,--assignee= -l,--label= -p,--project= -r,--reviewer= -B,--base= -H,--head= -T,--template= --env= -e= -o,--org= -q= -j= -u= -s= --hostname= --host=';

const other = does(published, (use) => {
  const verb = `${subcommand(use)} ${use.verb}`.trim();
  const opens =
    use.has('--visibility') || use.given.some(({ name }) => name === '--accept-visibility-change-consequences');
  const final = opens || /^repo (?:archive|transfer)\b/.test(verb);
  const slight = /^(?:label|alias|config|extension|cache) /.test(verb);
  return acts('github', verb, final ? 'destroy' : slight ? 'change' : changesOrDestroys(use.verb), use.words);
});

const noun = (more: Record<string, Definition> = {}): Definition => ({
  options: repository,
  subcommands: { 'list ls view status check checks': readOnly, ...more },
  other,
});

/** Files that are uploaded by name. */
const uploads = (from: number, system: string, access: 'change' | 'publish' = 'change'): Definition => ({
  options: published,
  effects: (use) => [
    service(
      system,
      subcommand(use),
      use.given.some(({ name }) => name === '--draft' || name === '-d') ? 'change' : access,
    ),
    use.operands
      .slice(from)
      .map((file) =>
        file.text === '-' ? sends(undefined, { input: true }) : [reads(file), sends(undefined, { what: [file] })],
      ),
  ],
});

/** Downloads files of a release or a run. */
const downloads: Definition = {
  options: `${repository} -D,--dir= -p,--pattern= -O,--output= -n,--name= -A,--archive= --clobber --skip-existing`,
  effects(use) {
    const directory = use.value('--dir');
    const output = use.value('--output');
    const names = use.values('--pattern').filter(({ value }) => value !== undefined && !/[*?[]/.test(value));
    const all =
      directory === undefined
        ? writes(unknownWord('the files of the download', 'input'))
        : writes(directory, { tree: true });
    return [
      service('github', subcommand(use), 'read'),
      fetches(),
      output !== undefined
        ? writes(output)
        : names.length > 0
          ? names.map((name) => writes(inside(directory, name)))
          : all,
      use.has('--clobber') && service('github', 'overwrite', 'change'),
    ];
  },
  prints: 'nothing',
};

const clones = does('* -u,--upstream-remote-name=', ({ operands: [from, to] }) => {
  const name = to ?? (from === undefined ? undefined : remoteName({ ...from, value: `x/${from.value ?? ''}` }));
  return [fetches(from), name && writes(name, { tree: true })];
});

/** `gh api`: reads unless there is a field or another method than GET. */
function api(system: string): Definition {
  return {
    options:
      '-X,--method= -f,--raw-field= -F,--field= --input= -q,--jq= -t,--template= -H,--header= -p,--preview= --hostname=fetch --cache= -i,--include --paginate --slurp --silent --verbose --output= --form=',
    effects(use) {
      const [path] = use.operands;
      const fields = use.values('--raw-field', '--field', '--form');
      const input = use.value('--input');
      const files = fields.flatMap((field) => {
        const start = /^[^=]*=@/.exec(field.text)?.[0];
        return start === undefined ? [] : [dropStart(field, start.length)];
      });
      const leaving: readonly Action[] = [
        ...files.flatMap((file) => [reads(file), sends(path, { what: [file] })]),
        ...(input === undefined
          ? []
          : input.text === '-'
            ? [sends(path, { input: true })]
            : [reads(input), sends(path, { what: [input] })]),
      ];
      const open = use.words.some(({ value }) => value === undefined) && unclear('what is asked for is not known');
      return [open, filtered(use), leaving, asked(use, path, fields, input !== undefined, system)];
    },
    prints: 'fetched',
  };
}

function asked(
  use: Use,
  path: ShellWord | undefined,
  fields: readonly ShellWord[],
  input: boolean,
  system: string,
): Actions {
  // prettier-ignore
  const method = use.value('--method')?.text.toUpperCase();
  if (path?.text === 'graphql') {
    const query = fields.flatMap(({ text }) => (text.startsWith('query=') ? [text.slice(6)] : [])).join('');
    const only = /^\s*(?:query\b|\{)/.test(query) && !/\bmutation\b/.test(query);
    return service(system, 'graphql', only ? 'read' : /\bdelete\w*\s*\(/i.test(query) ? 'destroy' : 'change');
  }
  const read = method === 'GET' || method === 'HEAD' || (method === undefined && fields.length === 0 && !input);
  if (read) {
    return [service(system, 'api', 'read'), path !== undefined && /^[a-z]+:\/\//i.test(path.text) && fetches(path)];
  }
  const what = fields.length !== 0 && sends(path, { what: fields });
  return [
    service(system, `api ${method ?? 'POST'} ${path?.text ?? ''}`.trim(), method === 'DELETE' ? 'destroy' : 'change'),
    what,
  ];
}

/** Checks signatures; a file with trusted keys comes from an address or a file. */
const attests: Definition = {
  ...readOnly,
  options: `${shown} --tuf-url=fetch --tuf-root=read --custom-trusted-root=read --bundle=read`,
  effects: (use) => [
    readOnly.effects?.(use),
    use.operands.filter(({ text }) => text.startsWith('oci://')).map((word) => fetches(word)),
  ],
};

const gh: Definition = {
  options: `${repository} -h --help --version`,
  inert: '-h --help --version',
  bare: {},
  subcommands: {
    pr: noun({
      diff: { ...readOnly, prints: 'fetched' },
      checkout: does('*', () => [service('github', 'pr checkout', 'change'), changes('checks out a branch')]),
    }),
    issue: noun(),
    repo: noun({
      sync: does(`${repository} -b,--branch= -s,--source= --force`, (use) => [
        service('github', 'repo sync', 'change'),
        use.has('--force') && git('discard', { loses: ['changes', 'commits'] }),
      ]),
      'deploy-key autolink': { options: repository, subcommands: { 'list view': readOnly }, other },
      'license gitignore': { subcommands: { 'list view': readOnly } },
      clone: clones,
    }),
    release: noun({
      download: downloads,
      'verify verify-asset': attests,
      upload: uploads(1, 'github', 'publish'),
      create: uploads(1, 'github', 'publish'),
    }),
    run: noun({ download: downloads, watch: readOnly }),
    gist: noun({
      view: { ...readOnly, prints: 'fetched' },
      create: { ...uploads(0, 'github'), options: '* -d,--desc=send -f,--filename= -p,--public -w,--web' },
      clone: clones,
    }),
    'workflow label ruleset rs cache variable secret org ssh-key gpg-key attestation': noun({
      'get search': readOnly,
      'verify trusted-root': attests,
    }),
    project: noun({ 'item-list field-list': readOnly }),
    'codespace cs': noun({
      ports: { ...readOnly, style: 'strict', subcommands: { 'forward visibility': other } },
      ssh: {
        options: '* -c,--codespace= -R,--repo=',
        style: 'strict',
        effects: (use) => {
          const words = use.operands[0]?.text === '--' ? use.operands.slice(1) : use.operands;
          return [
            service('github', 'codespace ssh', 'change'),
            words.length > 0 && runs({ form: 'command', words, elsewhere: true, via: 'gh codespace' }),
          ];
        },
      },
    }),
    alias: noun(),
    config: noun({
      get: does(
        '-h,--host=',
        ({ operands }) =>
          operands.some(({ text, value }) => value === undefined || /token/i.test(text)) && reveals('a token'),
      ),
    }),
    extension: noun({
      search: readOnly,
      'install upgrade exec': does('*', () => [fetches(), runsUnseen('installs code')]),
    }),
    auth: {
      subcommands: {
        status: does('-t,--show-token -h,--hostname= -a,--active --json= -q,--jq= --template=', (use) =>
          use.has('--show-token') ? reveals('a token') : service('github', 'auth status', 'read'),
        ),
        token: does('* -h,--hostname= -u,--user=', () => reveals('a token')),
      },
      other: does('*', () => [service('github', 'auth', 'change'), unclear('handles tokens')]),
    },
    search: { subcommands: { 'code commits issues prs repos': readOnly } },
    'status browse': readOnly,
    'version help completion': { options: '*' },
    api: api('github'),
  },
};

/** Programs for hosted repositories. */
export const github: Family = {
  gh,
  hub: {
    options: '*',
    subcommands: {
      'version help': { options: '*' },
      'alias api browse ci-status compare create delete fork gist issue pr pull-request release sync': other,
    },
    other: {
      options: '*',
      style: 'strict',
      effects: ({ words }) => runs({ form: 'command', words: [plainWord('git'), ...words], wrapper: true, via: 'hub' }),
    },
  },
  glab: {
    options: `${repository} -h`,
    inert: '-h',
    subcommands: {
      'mr issue release repo project ci pipeline pipe label variable schedule snippet ssh-key user token deploy-key cluster incident milestone iteration':
        {
          options: repository,
          subcommands: {
            'list ls view status diff get trace search show': {
              ...readOnly,
              effects: (use) => [
                service('gitlab', subcommand(use), 'read'),
                [...use.values('--repo'), ...use.operands].filter(isAddress).map((word) => fetches(word)),
                use.path[0] === 'variable' &&
                  !/^(?:list|ls)$/.test(use.path[1] ?? '') &&
                  reveals('a variable of the project'),
              ],
            },
            clone: clones,
            create: does(published, (use) =>
              service('gitlab', subcommand(use), use.path[0] === 'release' ? 'publish' : 'change'),
            ),
          },
          other: does(published, (use) =>
            service('gitlab', `${subcommand(use)} ${use.verb}`, changesOrDestroys(use.verb)),
          ),
        },
      api: api('gitlab'),
      auth: {
        subcommands: {
          status: does('-t,--show-token -h,--hostname=', (use) => use.has('--show-token') && reveals('a token')),
        },
        other: does('*', () => unclear('handles tokens')),
      },
      'version help completion': { options: '*' },
    },
    other: does('*', (use) => service('gitlab', use.verb, 'change')),
  },
};
