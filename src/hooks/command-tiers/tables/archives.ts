import { reads, risky } from '../judgement';
import { change, judged, read, stop, verbs, type Table } from '../rule';
import { tarOptions } from '../../shell/writing-programs';

export function archives(): Table {
  const tar = judged((words, on) => {
    const [first] = words;
    const bundled = first !== undefined && /^[a-zA-Z]*t[a-zA-Z]*$/.test(first.text) && !/[cxruA]/.test(first.text);
    const given = tarOptions(on);
    const odd = given.options.some(
      ({ name, word }) =>
        /^(?:-[cxruAIF]|--(?:create|extract|get|append|update|delete|concatenate|catenate|use-compress-program|to-command|checkpoint-action|info-script|new-volume-script|rsh-command|rmt-command|index-file|remove-files|force-local))$/.test(
          name,
        ) || word.parts[0]?.kind === 'unknown',
    );
    if (odd || words.some(({ value }) => value === undefined)) return risky('packs or unpacks files');
    return bundled || given.has('-t', '--list', '--help', '--version') ? reads : risky('packs or unpacks files');
  });

  const squeeze = read({
    takes: { short: 'S', long: ['suffix'] },
    judge: (given) =>
      given.has('-l', '--list', '-t', '--test', '-c', '--stdout', '--to-stdout', '-V', '-h', '-L') &&
      !given.has('-f', '--force', '-r', '--recursive')
        ? undefined
        : risky('replaces files by packed or unpacked ones'),
  });

  return {
    'tar gtar bsdtar': tar,
    'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 lzma unlzma pigz brotli compress uncompress': squeeze,
    unzip: judged((words) => {
      const flags = words.filter(({ text }) => text.startsWith('-')).map(({ text }) => text);
      const looks =
        flags.some((flag) => /^-[A-Za-z]*[ltvZz]|^-h+$/.test(flag)) &&
        !flags.some((flag) => /^-(?:[A-Za-z]*[dofnuxpc])/.test(flag.replace(/^-Z.*/, '')));
      return looks ? reads : risky('unpacks files');
    }),
    'zipinfo lsar': read(),
    zip: change('packs files', {
      risky: {
        '-m': 'deletes what it packs',
        '--move': 'deletes what it packs',
        '-d': 'deletes from the archive',
        '-TT': 'runs a program',
        '--unzip-command': 'runs a program',
      },
    }),
    '7z 7za 7zr 7zz': verbs(
      { 'l t i h b': read({ exact: true }) },
      { switches: ['-h'], bare: read(), other: stop('packs or unpacks files') },
    ),
    unrar: verbs({ 'l lb lt t v vt vb': read() }, { other: stop('unpacks files') }),
  };
}
