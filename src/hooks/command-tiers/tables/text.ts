import { awkOnlyReads } from '../languages/awk';
import { sedOnlyPrints } from '../languages/sed';
import { local, risky, unknown } from '../judgement';
import { read, type Table } from '../rule';

/** Programs that print what they read, and tools for text. */
export function text(): Table {
  const awk = read({
    takes: { short: 'Fv', long: ['field-separator', 'assign'], strict: true },
    only: [
      '-b',
      '-c',
      '-P',
      '-r',
      '-S',
      '-t',
      '-O',
      '-s',
      '--posix',
      '--re-interval',
      '--characters-as-bytes',
      '--sandbox',
      '--csv',
    ],
    judge({ operands: [program] }) {
      if (program?.value === undefined) return unknown('the awk program is not known');
      return awkOnlyReads(program.value) ? undefined : risky('the awk program writes, or runs other programs');
    },
  });

  const sed = read({
    takes: { short: 'efl', long: ['expression', 'file', 'line-length'] },
    risky: { '-f': 'the sed script is not in the command', '--file': 'the sed script is not in the command' },
    only: [
      '-n',
      '-E',
      '-r',
      '-s',
      '-u',
      '-z',
      '-i',
      '--quiet',
      '--silent',
      '--regexp-extended',
      '--separate',
      '--unbuffered',
      '--null-data',
      '--posix',
      '--debug',
      '--sandbox',
      '--in-place',
      '--follow-symlinks',
    ],
    judge(given) {
      const { operands, options } = given;
      const expressions = given.values('-e', '--expression');
      const scripts = expressions.length > 0 ? expressions : operands.slice(0, 1);
      if (scripts.some((script) => script.value === undefined)) return unknown('the sed script is not known');
      if (!scripts.every((script) => sedOnlyPrints(script.value ?? '')))
        return risky('the sed script writes or reads other files, or runs a program');
      const inPlace = options.find(({ word }) => /^-[nErsuz]*i|^--in/.test(word.text));
      // What stands behind -i is a suffix: `-i.bak`, and never a row of switches.
      return inPlace === undefined ? undefined : local('edits files in place');
    },
  });

  const pager = read({
    takes: { short: 'bhjPptTxyz#' },
    risky: {
      '-o': 'writes a log file',
      '-O': 'writes a log file',
      '--log-file': 'writes a log file',
      '--LOG-FILE': 'writes a log file',
      '-k': 'loads key bindings',
      '--lesskey-file': 'loads key bindings',
    },
    judge: ({ operands }) =>
      operands.some((word) => word.text.startsWith('+')) ? risky('a pager command can run a program') : undefined,
  });

  return {
    'cat head tail wc nl rev tac fold fmt paste cut tr column colrm comm cmp expand unexpand join od hexdump hd strings sum cksum md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum b3sum numfmt tsort ptx pr look zcat gzcat bzcat xzcat zstdcat lzcat diffstat colordiff wdiff cloc tokei scc pygmentize md5deep crc32 base32 uuencode':
      read(),
    'grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep': read(),
    'ugrep ack ag': read({
      risky: { '--pager': 'runs a pager', '--filter': 'runs a filter', '-O': 'runs a pager' },
    }),
    rg: read({
      takes: { short: 'efgtTmABCjMrE' },
      risky: {
        '--pre': 'runs a program for every file',
        '--hostname-bin': 'runs a program',
        '--search-zip': 'runs decompressors',
        '-z': 'runs decompressors',
      },
    }),
    'diff gdiff sdiff': read({ local: { '-o': 'writes a file', '--output': 'writes a file' } }),
    sort: read({
      takes: {
        short: 'koStT',
        long: [
          'key',
          'buffer-size',
          'field-separator',
          'temporary-directory',
          'parallel',
          'batch-size',
          'sort',
          'random-source',
        ],
      },
      local: { '-o': 'writes a file', '--output': 'writes a file' },
      risky: { '--compress-program': 'runs a program' },
    }),
    uniq: read({ takes: { short: 'fsw', long: ['skip-fields', 'skip-chars', 'check-chars'] }, operands: 1 }),
    shuf: read({
      takes: { short: 'inro', long: ['input-range', 'head-count', 'random-source'] },
      local: { '-o': 'writes a file', '--output': 'writes a file' },
    }),
    iconv: read({
      takes: { short: 'fto', long: ['from-code', 'to-code'] },
      local: { '-o': 'writes a file', '--output': 'writes a file' },
    }),
    xxd: read({
      takes: { short: 'clsgon' },
      risky: { '-r': 'writes bytes back', '-revert': 'writes bytes back' },
      operands: 1,
      judge: ({ options }) =>
        options.some(({ word }) => /^-r(?:evert)?$/.test(word.text)) ? risky('writes bytes back') : undefined,
    }),
    base64: read({
      takes: { short: 'wbio', long: ['wrap', 'break', 'input', 'output'] },
      local: { '-o': 'writes a file', '--output': 'writes a file' },
    }),
    'awk gawk mawk nawk original-awk': awk,
    'sed gsed': sed,
    'less more most': pager,
    'bat batcat': read({
      takes: { short: 'lHrm' },
      risky: { '--pager': 'runs a pager', '--generate-config-file': 'writes a file' },
      judge: ({ operands: [first] }) => (first?.text === 'cache' ? local('rebuilds a cache') : undefined),
    }),
    jq: read({
      takes: { short: 'fL', long: ['indent'] },
      judge: ({ operands }) =>
        operands.some((word) => /\$ENV|\benv\b|\binput_filename\b.*\$__prog/.test(word.text))
          ? risky('prints the environment')
          : undefined,
    }),
    yq: read({
      takes: { short: 'oIps' },
      local: {
        '-i': 'edits files in place',
        '--inplace': 'edits files in place',
        '--in-place': 'edits files in place',
        '-s': 'writes files',
        '--split-exp': 'writes files',
      },
      judge: ({ operands }) =>
        operands.some((word) => /\b(?:env|strenv|envsubst|load\w*|system)\b/.test(word.text))
          ? risky('reads the environment or other files')
          : undefined,
    }),
    'man apropos whatis info tldr': read({
      risky: {
        '-P': 'runs a pager',
        '--pager': 'runs a pager',
        '-H': 'runs a browser',
        '--html': 'runs a browser',
        '-X': 'runs a viewer',
        '-C': 'reads another configuration',
        '--config-file': 'reads another configuration',
        '-o': 'writes a file',
        '--output': 'writes a file',
        '--update': 'downloads',
      },
    }),
    fzf: read({
      exact: true,
      risky: { '--listen-unsafe': 'lets others run programs' },
      judge({ options }) {
        const acting = options.some(
          ({ name, value }) =>
            /^--(?:bind|preview|with-shell|history)$/.test(name) &&
            !/^(?:[\w-]+:[a-z][a-z+-]*(?:,|$))+$/.test(value?.text ?? 'x'),
        );
        return acting ? risky('a binding or preview runs a program') : undefined;
      },
    }),
  };
}
