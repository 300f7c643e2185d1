import type { ShellWord } from '../shell/invocation';
import { unknownStream } from '../shell/reader/stream';
import { plainWord } from '../shell/reader/words';
import { changes, deletes, fetches, reads, runs, sends, unclear, writes, type Actions } from './effect';
import { optionFiles } from './parts/named-files';
import { does, type Definition, type Family, type Use } from './program';

const here = plainWord('.');

/** Unpacks to places below a folder, from the archive or from the input. */
function unpacks(into: ShellWord, archive: ShellWord | undefined, use: Use): Actions {
  const { stdin } = use.at;
  // Every archive is encoded, which is no sign of hiding: only its origin counts.
  const content =
    archive === undefined || archive.text === '-' ? (stdin.kind === 'decoded' ? unknownStream : stdin) : undefined;
  return {
    ...writes(into, content === undefined ? { tree: true, from: [archive ?? here] } : { tree: true, content }),
    why: 'unpacks files',
  };
}

/** tar(1): its first word may be a cluster without a dash. */
const tar: Definition = {
  options:
    '-A,--catenate,--concatenate -c,--create --delete -d,--diff,--compare -r,--append -t,--list -u,--update -x,--extract,--get ' +
    '-a,--auto-compress -B,--read-full-records -b,--blocking-factor= -C,--directory= --checkpoint=? --checkpoint-action= -f,--file= ' +
    '-F,--info-script,--new-volume-script=shell -g,--listed-incremental=write -G,--incremental -h,--dereference -H,--format= -i,--ignore-zeros ' +
    '-I,--use-compress-program=shell -j,--bzip2 -J,--xz -z,--gzip,--gunzip,--ungzip -Z,--compress --zstd --lzip --lzma --lzop -k,--keep-old-files ' +
    '-K,--starting-file= -l,--check-links -L,--tape-length= -m,--touch -M,--multi-volume -N,--newer,--after-date= -n,--seek -o --no-same-owner ' +
    '--same-owner -O,--to-stdout -p,--preserve-permissions,--same-permissions -P,--absolute-names -R,--block-number -s,--preserve-order -S,--sparse ' +
    '-T,--files-from=read -U,--unlink-first -v,--verbose -V,--label= -w,--interactive -W,--verify -X,--exclude-from=read --exclude= --exclude-vcs ' +
    '--exclude-caches --exclude-tag= --anchored --no-anchored --wildcards --no-wildcards --ignore-case --transform,--xform= --strip-components= ' +
    '--owner= --group= --mode= --mtime= --sort= --numeric-owner --one-file-system --overwrite --overwrite-dir --no-overwrite-dir --recursive-unlink ' +
    '--remove-files --skip-old-files --keep-newer-files --to-command=shell --rsh-command=program --rmt-command=program --index-file=write --totals=? ' +
    '--utc --force-local --no-recursion --recursion --null --no-null --occurrence=? --pax-option= --posix --show-transformed-names --backup=? --suffix= ' +
    '--warning= --quoting-style= --level= --acls --selinux --xattrs --no-xattrs --record-size= --volno-file=write --full-time --hard-dereference --clamp-mtime --delay-directory-restore --add-file=read',
  bundled: true,
  directory: (use) => (use.has('--extract') ? use.value('--directory') : undefined),
  effects(use) {
    const archive = use.value('--file');
    const checkpoints = use.values('--checkpoint-action').map((word): Actions => {
      const text = /^exec=([^]*)$/.exec(word.text)?.[1];
      return text !== undefined && runs({ form: 'shell', text: word.value === undefined ? word : plainWord(text) });
    });
    if (use.has('--list', '--diff')) {
      const volumes = use.has('--multi-volume') && unclear('asks for the next volume, and takes commands');
      return [unpacked(archive, use), volumes, checkpoints];
    }
    if (use.has('--extract')) {
      const unpacking = use.has('--to-stdout') ? use.operands.map((word) => reads(word)) : unpacks(here, archive, use);
      const absolute = use.has('--absolute-names') && unclear('the archive says where its files go');
      const over = use.has('--recursive-unlink') && deletes(here, { recursive: true, contents: true });
      return [unpacked(archive, use), unpacking, over, absolute, checkpoints];
    }
    const gone =
      use.has('--remove-files') && use.operands.map((word) => deletes(word, { recursive: true, force: true }));
    const packing =
      archive === undefined || archive.text === '-'
        ? []
        : isFar(archive, use)
          ? [sends(archive, { what: use.operands })]
          : [{ ...writes(archive), why: 'packs files' }];
    // Printed as it is, with what git ignores.
    const printed = packing.length === 0 ? { hidden: true } : {};
    return [use.operands.map((word) => reads(word, true, printed)), packing, gone, checkpoints];
  },
  prints: 'filtered',
};

const reading = (archive: ShellWord | undefined): Actions => archive && archive.text !== '-' && reads(archive);

const unpacked = (archive: ShellWord | undefined, use: Use): Actions =>
  archive !== undefined && isFar(archive, use) ? fetches(archive) : reading(archive);

/** `host:/x.tar` is on another machine, which a remote shell asks. */
const isFar = ({ text }: ShellWord, use: Use): boolean => /^[^/]+:/.test(text) && !use.has('--force-local');

/** The packed file has another name; the original is deleted or stays. */
function packedBeside(word: ShellWord, use: Use): Actions {
  const ending = use.value('-S')?.text ?? endings[use.program];
  if (ending === undefined || use.has('-d') || word.value === undefined) return [];
  return { ...writes(plainWord(`${word.value}${ending}`, word.range), { from: [word] }), why: 'packs files' };
}

const endings: Readonly<Record<string, string>> = {
  gzip: '.gz',
  pigz: '.gz',
  bzip2: '.bz2',
  xz: '.xz',
  lzma: '.lzma',
  lzip: '.lz',
  lz4: '.lz4',
  zstd: '.zst',
  brotli: '.br',
  compress: '.Z',
};

/** `-odir`, in one word. */
function target(use: Use): ShellWord {
  const word = use.words.find(({ text }) => /^-o./.test(text));
  return word === undefined ? here : plainWord(word.text.slice(2), word.range);
}

/** cpio(1): unpacks its input; pax(1) is its successor. */
const cpio: Definition = {
  options:
    '-i,--extract -o,--create -p,--pass-through -t,--list -d,--make-directories -F,--file= -D,--directory= -E= -H,--format= -I=read -O=write -R,--owner= -u -v -m -r -L -0 -a -A -b -B -c -C= -f -k -l -n -s -S -V --absolute-filenames --no-absolute-filenames --quiet --sparse --rsh-command=program --to-stdout -M= -w -x= -z',
  directory: (use) => use.value('--directory'),
  effects: (use) =>
    use.has('--extract') && !use.has('--list')
      ? unpacks(here, use.value('--file'), use)
      : use.has('--pass-through')
        ? use.operands.map((word) => writes(word, { tree: true }))
        : use.has('--create') && [
            (use.at.stdin.kind === 'text' ? use.at.stdin.text.split('\n') : [])
              .filter((line) => line !== '')
              .map((line) => reads(plainWord(line))),
            unclear('packs every file that its input names'),
          ],
};

/** Programs that pack and unpack. */
export const archives: Family = {
  'tar gtar bsdtar': tar,
  // gzip(1) and similar programs replace a file with its packed form, or the reverse.
  'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 unlz4 lzma unlzma lzip pigz unpigz brotli compress uncompress': {
    options:
      '* -# -a,--ascii -n,--no-name -N,--name -q,--quiet -v,--verbose --fast --best --rsyncable --ultra --long=? --rm --adapt -T0 -c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -k,--keep -l,--list -t,--test -S,--suffix= -r,--recursive -o= -T,--threads= --output-dir-flat= -D=',
    effects(use) {
      const output = use.value('-o');
      if (output !== undefined) {
        return [use.operands.map((word) => reads(word)), writes(output, { from: use.operands })];
      }
      if (use.has('--list', '--test', '--stdout') || use.operands.length === 0) {
        return use.operands.map((word) => reads(word));
      }
      return use.operands.map((word) => [
        reads(word),
        packedBeside(word, use),
        { ...writes(plainWord(word.text.replace(/\.(?:gz|bz2|xz|zst|lz4|lzma|br|Z)$/, '')), { from: [word], tree: use.has('--recursive') }), why: 'replaces files by packed or unpacked ones' },
      ]); // prettier-ignore
    },
    // Packed text that a shell runs could not be read here.
    prints: 'decoded',
  },
  unzip: {
    options:
      '* -A -a -b -B -C -c -D -d= -E -f -F -h -i -J -j -K -l -L -M -N -n -O= -o -p -P= -q -s -S -t -T -u -U -v -V -W -x -X -Y -z -Z -1 -2 -/ -: -^ -$',
    effects(use) {
      const [archive, ...members] = use.operands;
      if (use.has('-p', '-c')) {
        return [
          reading(archive),
          members.map((word) => reads(word)),
          (members.length === 0 || members.some(({ text }) => /[*?[]/.test(text))) && unclear('prints what it unpacks'),
        ];
      }
      if (use.has('-l', '-t', '-v', '-z', '-Z', '-h')) return reading(archive);
      return [reading(archive), unpacks(use.value('-d') ?? here, archive, use)];
    },
    prints: 'filtered',
  },
  'zipinfo lsar': { options: '*', operands: 'read*' },
  zip: {
    options:
      '* -b= -t= -n= -O,--out=write -P= -TT,--unzip-command=shell -x= -i= -m,--move -d,--delete -T,--test -r -q -j -u -f -y -e -g -l -s= -@ -lf=write',
    style: 'single',
    effects(use) {
      const [archive, ...files] = use.operands;
      if (archive === undefined) return [];
      const gone = use.has('--move') && files.map((word) => deletes(word, { recursive: true, force: true }));
      const packing = {
        ...writes(archive, { from: files }),
        why: use.has('--delete') ? 'deletes from the archive' : 'packs files',
      };
      return [files.map((word) => reads(word, true)), packing, gone];
    },
  },
  '7z 7za 7zr 7zz': {
    options: '*',
    subcommands: {
      'l t i h b': { options: '*', operands: 'read*' },
      'x e': does('*', (use) => [reading(use.operands[0]), unpacks(target(use), use.operands[0], use)]),
      'a u d rn': does(
        '*',
        ({ operands: [archive, ...files], words }) =>
          archive && [
            files.map((word) => reads(word, true)),
            { ...writes(archive, { from: files }), why: 'packs files' },
            words.some(({ text }) => text === '-sdel') &&
              files.map((word) => deletes(word, { recursive: true, force: true })),
          ],
      ),
    },
    bare: {},
    other: does('*', () => changes('packs or unpacks files')),
  },
  unrar: {
    options: '*',
    subcommands: {
      'l lb lt t v vt vb': { options: '*', operands: 'read*' },
      'x e': does('*', (use) => [reading(use.operands[0]), unpacks(use.operands[1] ?? here, use.operands[0], use)]),
    },
  },
  unar: {
    options: '* -o,-output-directory=',
    style: 'single',
    effects: (use) => [reading(use.operands[0]), unpacks(use.value('-output-directory') ?? here, use.operands[0], use)],
  },
  cpio,
  pax: {
    ...cpio,
    options: '-r -w -f= -a -b= -c -d -H -i -k -l -L -n -o= -p= -s= -t -u -v -x= -X -z -j -J',
    effects(use) {
      if (use.has('-r') && use.has('-w')) return use.operands.map((word) => writes(word, { tree: true }));
      return use.has('-r')
        ? unpacks(here, use.value('-f'), use)
        : use.has('-w') && use.value('-f') !== undefined
          ? use.values('-f').map((word) => writes(word))
          : use.has('-w') && use.operands.map((word) => reads(word, true, { hidden: true }));
    },
  },
  ar: {
    options: '* --plugin=load',
    bare: { effects: (use) => use.outer?.words.length !== 0 && unclear('takes commands from its input') },
    subcommands: { 't tv p pv tO': { options: '--plugin=load --target=', operands: 'read*', effects: optionFiles } },
    other: does('*', (use) => use.operands.slice(1, 2).map((word) => writes(word, { how: 'edit' }))),
  },
};
