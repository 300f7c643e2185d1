import { local, risky, unknown } from '../judgement';
import { change, judged, read, stop, type Table } from '../rule';
import { reads } from '../judgement';

const listings =
  'ls dir vdir exa eza lsd stat du df realpath readlink basename dirname pathchk namei file lsattr getfacl getfattr';

const findActs: Readonly<Record<string, string>> = {
  '-delete': 'deletes what it finds',
  '-ok': 'asks at the terminal',
  '-okdir': 'asks at the terminal',
  '-fprint': 'writes a file',
  '-fprint0': 'writes a file',
  '-fprintf': 'writes a file',
  '-fls': 'writes a file',
};

const takesWord =
  /^-(?:i?name|i?path|i?wholename|i?regex|i?lname|x?type|size|perm|user|group|[ug]id|[acm]time|[acm]min|[ac]?newer(?:[aBcm][aBcmt])?|samefile|inum|links|maxdepth|mindepth|fstype|context|used|printf|regextype|D|files0-from)$/;

const readingPrograms = /^(?:cat|head|tail|wc|file|stat|ls|md5sum|sha256sum|grep|rg|basename|dirname|realpath|du)$/;

/** Looking at files, and changing them inside the project; where they lie is judged apart. */
export function files(): Table {
  /** What `-exec` runs is an invocation of its own. */
  const find = judged((words) => {
    for (let at = 0; at < words.length; at++) {
      const word = words[at];
      if (word === undefined) break;
      if (takesWord.test(word.text)) at++;
      else if (/^-exec(?:dir)?$/.test(word.text))
        while (at < words.length && !/^(?:;|\+)$/.test(words[at]?.text ?? '')) at++;
      else if (Object.hasOwn(findActs, word.text)) return risky(`find ${word.text} ${findActs[word.text] ?? ''}`);
      else if (word.parts[0]?.kind === 'unknown') return unknown(`what ${word.raw} stands for is not known`);
    }
    return reads;
  });

  const fd = judged((words) => {
    const at = words.findIndex(({ text }) => /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)(?:=|$)/.test(text));
    if (at < 0) return reads;
    const inline = /^--exec[^=]*=(.*)$/.exec(words[at]?.text ?? '')?.[1];
    const program = inline ?? words[at + 1]?.text ?? '';
    const rest = words.slice(at + 2).some((word) => word.value === undefined);
    return readingPrograms.test(program) && !rest ? reads : risky('runs a program for every file');
  });

  return {
    [listings]: read(),
    tree: read({ takes: { short: 'LPIoHT' }, local: { '-o': 'writes a file' }, risky: { '-R': 'writes index files' } }),
    'locate plocate mdfind': read({ takes: { short: 'dlS' } }),
    'find gfind bfs': find,
    'fd fdfind': fd,
    'mkdir gmkdir': change('makes a folder'),
    touch: change('makes a file'),
    'tee sponge': change('writes a file'),
    mktemp: change('makes a temporary file', { read: ['-u', '--dry-run'], takes: { short: 'pt' } }),
    'cp gcp install': change('copies files', {
      risky: {
        '-f': 'overwrites by force',
        '--force': 'overwrites by force',
        '--remove-destination': 'deletes what was there',
      },
    }),
    'mv gmv': change('moves files', {
      risky: { '-f': 'overwrites by force', '--force': 'overwrites by force' },
      judge: ({ operands }) =>
        operands.some((word) => word.text.startsWith('/dev/')) ? risky('moves files away for good') : undefined,
    }),
    ln: change('makes a link', { risky: { '-f': 'replaces what was there', '--force': 'replaces what was there' } }),
    chmod: change('changes permissions', {
      judge({ options, operands: [mode] }) {
        if (options.some(({ name }) => name === '-R' || name === '--recursive'))
          return risky('changes the permissions of a whole tree');
        if (options.some(({ name }) => name === '--reference')) return undefined;
        return mode?.value === undefined ||
          /^[0-7]*[2367]$|^[ugoa]*[oa][ugo]*[+=][rwx]*w|^[+=][rwx]*w|[st]|^[0-7]*[4-7]\d{3}$/.test(mode.value)
          ? risky('opens files to others')
          : undefined;
      },
    }),
    'rm unlink': stop('deletes files'),
    rmdir: stop('deletes a folder'),
    'shred srm wipe': stop('deletes files for good'),
    'trash trash-put': stop('moves files to the bin'),
    truncate: stop('empties files'),
    'dd ddrescue': stop('copies raw data'),
    'chown chgrp': stop('changes who owns files'),
    'setfacl setfattr chattr chflags': stop('changes attributes of files'),
    rename: stop('renames many files'),
    'rsync scp sftp': stop('copies to or from elsewhere'),
    patch: change('changes files by a patch', {
      read: ['--dry-run', '-C', '--check'],
      takes: { short: 'dioprBDFVYzg' },
      judge: (given) =>
        given.value('-d', '--directory', '-i', '--input', '-o', '--output') === undefined
          ? undefined
          : local('changes files by a patch'),
    }),
  };
}
