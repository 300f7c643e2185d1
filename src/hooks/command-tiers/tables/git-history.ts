import { existsSync } from 'node:fs';
import { gitCommand } from '../../shell/git';
import { resolvePath } from '../../shell/paths';
import { local, reads, risky, unknown } from '../judgement';
import { judged, read, stop, verbs, change, type Rule } from '../rule';

export const output = { '--output': 'writes a file', '--ext-diff': 'runs a configured program' };
export const history: Rule = read({
  takes: {
    short: 'nLSGO',
    long: [
      'max-count',
      'skip',
      'since',
      'after',
      'until',
      'before',
      'author',
      'committer',
      'grep',
      'format',
      'date',
      'diff-filter',
    ],
  },
  risky: output,
});

export const force = {
  '-f': 'forces',
  '--force': 'forces',
  '--no-verify': 'passes the hooks by',
  '--hard': 'throws changes away',
};

const listing = [
  '--list',
  '-l',
  '-a',
  '--all',
  '-r',
  '--remotes',
  '-v',
  '-vv',
  '--verbose',
  '--contains',
  '--no-contains',
  '--merged',
  '--no-merged',
  '--points-at',
  '--show-current',
  '--sort',
  '--format',
  '--column',
  '--no-column',
  '-i',
  '--ignore-case',
  '--color',
  '--no-color',
  '--abbrev',
  '--no-abbrev',
];
const listingValues = { long: ['contains', 'no-contains', 'merged', 'no-merged', 'points-at', 'sort', 'format'] };

export const branch = read({
  takes: { ...listingValues, short: 'u' },
  risky: {
    '-d': 'deletes a branch',
    '-D': 'deletes a branch',
    '--delete': 'deletes a branch',
    '-M': 'renames over another branch',
    '-C': 'copies over another branch',
    '--edit-description': 'opens an editor',
    '--unset-upstream': 'changes what is tracked',
    '--set-upstream-to': 'changes what is tracked',
    '-u': 'changes what is tracked',
    ...force,
  },
  only: [...listing, '-m', '--move', '-c', '--copy', '-t', '--track', '--no-track', '-q', '--quiet'],
  judge(given) {
    if (given.has('-m', '--move', '-c', '--copy')) return local('renames or copies a branch');
    const lists = given.options.some(
      ({ name }) => listing.includes(name) && !/^-v+$|^--verbose$|color|abbrev/.test(name),
    );
    return given.operands.length === 0 || lists ? undefined : local('makes a branch');
  },
});

export const tag = read({
  takes: { ...listingValues, short: 'muF' },
  risky: {
    '-d': 'deletes a tag',
    '--delete': 'deletes a tag',
    '-a': 'signs off a release',
    '-s': 'signs off a release',
    '-u': 'signs off a release',
    '-m': 'signs off a release',
    '-F': 'signs off a release',
    '--annotate': 'signs off a release',
    '--sign': 'signs off a release',
    ...force,
  },
  only: [...listing, '-n'],
  judge(given) {
    const lists = given.options.some(({ name, word }) => listing.includes(name) || /^-n\d*$/.test(word.text));
    return given.operands.length === 0 || lists ? reads : local('makes a tag');
  },
});

export const config = judged((words) => {
  const texts = words.map(({ text }) => text);
  if (words.some(({ value }) => value === undefined)) return unknown('what it reads or sets is not known');
  if (texts.some((text) => /^--(?:add|replace-all|unset|unset-all|rename-section|remove-section|edit)|^-e$/.test(text)))
    return risky('changes the configuration of git');
  const operands = texts.filter((text) => !text.startsWith('-'));
  if (/credential|extraheader|token|password|sendemail\..*pass/i.test(operands.join(' ')))
    return risky('may print a secret');
  if (texts.some((text) => /^--get(?:-all|-regexp|-urlmatch|-color|-colorbool)?$|^--list$|^-l$/.test(text)))
    return reads;
  if (operands[0] === 'list' || operands[0] === 'get') return reads;
  return operands.length === 1 && (operands[0] ?? '').includes('.') ? reads : risky('changes the configuration of git');
});

export const stash = verbs(
  {
    'list show': history,
    'push save': stop('puts changes out of sight'),
    'apply pop branch create store': change('puts changes aside or back', {
      takes: { short: 'm', long: ['message'] },
      risky: force,
    }),
    'drop clear': stop('deletes stashed changes'),
  },
  {
    other: stop('puts changes out of sight'),
    bare: stop('puts changes out of sight'),
  },
);

/** A name that is not a file: a branch. Whatever else `checkout` is given may overwrite files. */
export const checkout = judged((words, on) => {
  const texts = words.map(({ text }) => text);
  if (words.some(({ value }) => value === undefined)) return unknown('what it checks out is not known');
  if (texts[0] === '-b' && texts.slice(1).every((text) => !text.startsWith('-')) && texts.length <= 3)
    return local('makes a branch');
  const [name = '', ...rest] = texts.filter((text) => !/^(?:-q|--quiet|--no-guess|--guess|--progress)$/.test(text));
  if (rest.length > 0 || name === '' || (name.startsWith('-') && name !== '-')) return risky('may overwrite files');
  const file = resolvePath(gitCommand(on)?.cwd, name);
  return /^\.|[*?[\]:]|\/$|\.[a-z]{1,5}$/i.test(name) || file === undefined || existsSync(file)
    ? risky('may overwrite files')
    : local('changes the branch');
});
