import { isAddress, reads, readsAt, unclear, writes, type Action, type Actions } from './effect';
import { does, type Definition, type Family, type Use } from './program';

/*
 * Programs that query files of data: CSV, JSON, TOML, XML, and what describes a picture or a film.
 */

const csvReading =
  '-h,--help -V,--version -d,--delimiter= -t,--tabs -q,--quotechar= -u,--quoting= -b,--no-doublequote -p,--escapechar= -z,--maxfieldsize= -e,--encoding= -L,--locale= ' +
  '-S,--skipinitialspace --blanks --null-value= --date-format= --datetime-format= -H,--no-header-row -K,--skip-lines= -v,--verbose -l,--linenumbers --zero ' +
  '-y,--snifflimit= -I,--no-inference -n,--names -c,--columns=';

const csv = (options: string, effects: (use: Use) => Actions = () => []): Definition => ({
  options: `${csvReading} ${options}`,
  inert: '--help --version',
  effects: (use) => [use.operands.filter(({ text }) => text !== '-').map((word) => reads(word)), effects(use)],
  prints: 'filtered',
});

const xmlReading = '--net -q -Q,--quiet -h,--help';

/** Options of exiftool(1) that take a value and only choose what is shown, or how. */
const exifShows =
  /^-(?:c|coordFormat|d|dateFormat|ext\+?|extension|-?ext|x|exclude|i|ignore|sep|separator|charset|lang|fileOrder\d*|g\d*:?|sort)$/i;
/** Options that only switch something, and names of tags: `-s3`, `-json`, `-DateTimeOriginal`, `-gps:all`. */
const exifSwitch = /^-{1,2}[A-Za-z][\w:#*?-]*$/;
const exifDoes =
  /^-{1,2}(?:@|if|p-?$|printFormat|config|w|textOut|tagOut|W|o$|out|execute|stay_open|overwrite|delete|restore|geo|tagsFromFile|addTagsFromFile|srcfile|api|common_args|efile|csv[=+]|json[=+]|userParam|use|password|echo|z$|zip|k$|pause|require)/i;

/** Programs that query files of data. */
export const dataFiles: Family = {
  csvcut: csv('-C,--not-columns= -x,--delete-empty-rows'),
  csvgrep: csv('-m,--match= -r,--regex= -f,--file=read -i,--invert-match -a,--any-match'),
  csvstat: csv(
    '--csv --json --type --nulls --non-nulls --unique --min --max --sum --mean --median --stdev --len --max-precision --freq --freq-count= --count --decimal-format= -G,--no-grouping-separator',
  ),
  csvsort: csv('-r,--reverse -i,--ignore-case'),
  csvlook: csv('--max-rows= --max-columns= --max-column-width= --max-precision= --no-number-ellipsis'),
  csvjson: csv(
    '-i,--indent= -k,--key= --lat= --lon= --type= --geometry= --crs= --no-bbox --stream -D,--out-delimiter=',
  ),
  csvformat: csv(
    '-E,--skip-header -D,--out-delimiter= -T,--out-tabs -A,--out-asv -Q,--out-quotechar= -U,--out-quoting= -B,--out-no-doublequote -P,--out-escapechar= -M,--out-lineterminator=',
  ),
  csvjoin: csv('--outer --left --right'),
  csvstack: csv('-g,--groups= --group-name= --filenames'),
  in2csv: csv(
    '-f,--format= -s,--schema=read -k,--key= --sheet= --write-sheets= --use-sheet-names --encoding-xls= --reset-dimensions',
    (use) => use.has('--write-sheets') && unclear('writes a file for each sheet'),
  ),
  // gron(1): takes a file or an address.
  gron: {
    options: '-u,--ungron -v,--values -c,--colorize -m,--monochrome -s,--stream -k,--insecure -j,--json --no-sort --version',
    effects: (use) => use.operands.map(readsAt),
    prints: 'filtered',
  }, // prettier-ignore
  // xmlstarlet(1): its queries are templates of XSLT, in which `document()` opens another file or address.
  'xmlstarlet xml': {
    options: `${xmlReading} --version --doc-namespace --no-doc-namespace`,
    inert: '--version --help',
    effects: (use) => (use.has('--net') && unclear('loads what the document names, also from the network')),
    subcommands: {
      'sel select': {
        options:
          `${xmlReading} -C,--comp -R,--root -T,--text -I,--indent -D,--xml-decl -B,--noblanks -E,--encode= -N= -t,--template -c,--copy-of= -v,--value-of= -o,--output= -n,--nl ` +
          '-f,--inp-name -m,--match= --var= -i,--if= --elif= --else -e,--elem= -a,--attr= -b,--break -s,--sort=',
        effects: (use) => [
          use.operands.map(readsAt),
          (use.has('--net') || use.says(/\bdocument\s*\(/)) && unclear('opens what the query names'),
        ],
        prints: 'filtered',
      },
      'el elements': does(`${xmlReading} -a -v -u -d=?`, (use) => use.operands.map(readsAt)),
      'fo format': {
        options: `${xmlReading} -n,--noindent -t,--indent-tab -s,--indent-spaces= -o,--omit-decl -R,--recover -D,--dropdtd -C,--nocdata -N,--nsclean -e,--encode= -H,--html`,
        effects: (use) => use.operands.map(readsAt),
        prints: 'filtered',
      },
      'val validate': does(`${xmlReading} -w,--well-formed -s,--xsd= -E,--embed -r,--relaxng= -d,--dtd= -e,--err -S,--stop -b,--list-bad -g,--list-good -q,--quiet`, (use) => [
          [...use.operands, ...use.values('--xsd', '--relaxng', '--dtd')].map(readsAt),
          use.has('--embed', '--net') && unclear('loads what the document names, also from the network'),
        ]),
      'esc escape unesc unescape pyx p2x depyx list ls': { options: xmlReading, operands: 'read*' },
    },
  }, // prettier-ignore
  // exiftool(1): a word with `=` or `<` writes a tag, and conditions and formats are Perl.
  exiftool: {
    options: '**',
    effects({ words }) {
      const found: Action[] = [];
      let isValue = false;
      for (const word of words) {
        if (isValue) isValue = false;
        else if (!word.text.startsWith('-') || word.text === '-') {
          if (word.text !== '-') found.push(reads(word));
        } else if (exifDoes.test(word.text) || /[=<>]/.test(word.text)) found.push(unclear(`${word.raw} may write files or run code`));
        else if (exifShows.test(word.text)) isValue = true;
        else if (!exifSwitch.test(word.text)) found.push(unclear(`${word.raw} is not known here`));
      }
      return found;
    },
    prints: 'filtered',
  }, // prettier-ignore
  mediainfo: {
    options: '-h,--Help --Help-Inform --Help-Output --Version -f,--Full --Output= --Inform= --Language= --LogFile= --BOM --ParseSpeed= --Details=',
    effects: (use) => [
      use.operands.map((word): Actions => (isAddress(word) ? unclear(`fetches ${word.raw}`) : reads(word))),
      use.values('--Output', '--Inform').filter(({ text }) => text.startsWith('file:')).map((word) => reads(word)),
      use.values('--LogFile').map((word) => writes(word)),
    ],
    prints: 'filtered',
  }, // prettier-ignore
};
