import type { ShellWord } from '../shell/invocation';
import { changes, fetches, isAddress, readsAt, runsUnseen, unclear, uses, writes, type Actions } from './effect';
import { does, type Family, type Use } from './program';

/*
 * Programs that convert pictures, sound, film and documents. They may write any file, and some run code that their input
 * or their options name.
 */

/** `mvg:x`, `msl:x`, `@list`: ImageMagick reads instructions from them, but not from `png:x`. */
const instructs = ({ text }: ShellWord): boolean =>
  /\.(?:msl|mvg|mpc|mgk)$|^@|^(?!(?:png|jpe?g|gif|tiff?|webp|bmp|svg|pdf|ico|avif|heic|rgba?|gray|null|info|xc|canvas|gradient|pattern):)[a-z][\w-]+:(?!\/\/)/i.test(
    text,
  );

const inputEffects = (word: ShellWord): Actions => {
  if (isAddress(word)) return fetches(word);
  if (instructs(word)) return runsUnseen(`takes instructions from ${word.raw}`, word);
  return word.text !== '-' && /[./]/.test(word.text) && uses(word);
};

const outputEffects = (word: ShellWord | undefined): Actions =>
  word && word.text !== '-' && !/^(?:-|info:|null:)/.test(word.text) && writes(word);

/** The words that are not options. The value of an option is among them. */
const withoutOptions = ({ words }: Use): readonly ShellWord[] =>
  words.filter(({ text }) => !/^[-+]\w|^[()]$/.test(text));

const switches =
  /^-(?:y|n|an|vn|sn|dn|re|hide_banner|nostdin|stats|nostats|shortest|copyts|start_at_zero|version|h|help|formats|codecs|encoders|decoders|filters|devices|protocols|pix_fmts|layouts|L|xerror|bitexact|ignore_unknown)$/;

/** Options with a value that say what is read and how the result looks. */
const takesValue =
  /^-(?:i|f|ss|to|t|sseof|itsoffset|c|codec|vcodec|acodec|scodec|map|map_metadata|map_chapters|b|q|qscale|crf|preset|tune|profile|level|pix_fmt|r|s|aspect|ar|ac|g|bf|vol|frames|vframes|aframes|threads|v|loglevel|stream_loop|loop|framerate|movflags|metadata|disposition|vsync|fps_mode|async|maxrate|minrate|bufsize|ab|vb|vtag|atag|tag|filter|vf|af|filter_complex|lavfi|stats_period|fflags|analyzeduration|probesize|sws_flags|max_muxing_queue_size|hide_banner|avoid_negative_ts|quality|compression_level|lossless|sample_fmt|channel_layout|start_number|pattern_type|update|err_detect|y|n)(?::[\w:]*)?$/;
/** Filters that name files of their own, libraries or addresses. */
const opens =
  /(?:file(?:name)?|result|path|plugin|model|input|log\w*|bind_address)\s*=|\b(?:a?movie|subtitles|ass|frei0r|ladspa|lv2|zmq|azmq|sendcmd|asendcmd|dnn_\w+|ocr|lut3d|lut1d|signature|vidstab\w*|libvmaf|arnndn|sofalizer|drawtext)\b/;

export const media: Family = {
  // convert(1) and similar programs: the last word is the output.
  'convert magick mogrify identify montage composite compare gm': {
    options: '** -version --version -list= -write=write -script=load -process=load',
    style: 'single',
    inert: '-version -list',
    effects(use) {
      const words = withoutOptions(use);
      const copies = use.words.map((word, at) => use.words[at - 1]?.text === '+write' && outputEffects(word));
      if (use.program === 'identify' || words[0]?.value === 'identify') return [words.map(inputEffects), copies];
      if (use.program === 'mogrify' || words[0]?.value === 'mogrify') {
        return [
          changes('changes pictures'),
          words.filter(({ text }) => /[./]/.test(text)).map((word) => writes(word, { how: 'edit' })),
        ];
      }
      return [words.slice(0, -1).map(inputEffects), outputEffects(words.at(-1)), copies];
    },
  },
  // ffmpeg(1): every word that is neither an option nor its value is an output file.
  'ffmpeg avconv': {
    options: '**',
    style: 'single',
    effects({ words }) {
      const found: Actions[] = [];
      for (let at = 0; at < words.length; at++) {
        const word = words[at];
        if (word === undefined) break;
        if (!/^-./.test(word.text)) found.push(outputEffects(word));
        else if (!switches.test(word.text)) {
          const value = words[++at];
          if (value === undefined) break;
          if (word.text === '-i') found.push(inputEffects(value));
          else if (/^-(?:attach|passlogfile|vstats_file|filter_script|filter_complex_script)/.test(word.text)) {
            found.push(writes(value));
          } else if (/^-(?:vf|af|filter|lavfi)/.test(word.text) && opens.test(value.text)) {
            found.push(unclear(`${word.text} may write or load files`));
          } else if (!takesValue.test(word.text)) {
            found.push(unclear(`${word.raw} is not known here`));
          }
        }
      }
      return found;
    },
  },
  ffprobe: {
    options:
      '-v= -loglevel= -hide_banner -f= -i= -of= -output_format= -print_format= -o=write -select_streams= -show_entries= -show_format -show_streams -show_packets -show_frames -show_chapters -show_programs -show_error -show_data ' +
      '-show_stream_groups -show_program_version -show_versions -show_pixel_formats -show_private_data -count_frames -count_packets -read_intervals= -unit -prefix -byte_binary_prefix -sexagesimal -pretty -analyze_frames -bitexact -report',
    style: 'single',
    effects: (use) => [
      [...use.values('-i'), ...use.operands].map(inputEffects),
      use.has('-report') && changes('writes a report'),
      use.values('-f').some(({ text }) => text === 'lavfi') && unclear('runs a graph of filters'),
    ],
  },
  'pdfinfo pdffonts': { options: '*', operands: 'use*' },
  // pandoc(1): its filters and engines are programs.
  pandoc: {
    options:
      '-f,-r,--from,--read= -t,-w,--to,--write= -o,--output=write --data-dir=load -d,--defaults=load --file-scope --sandbox -s,--standalone --template=load ' +
      '-V,--variable= --wrap= --ascii --toc,--table-of-contents --toc-depth= -N,--number-sections --number-offset= --top-level-division= --extract-media=write ' +
      '--resource-path= -H,--include-in-header=read -B,--include-before-body=read -A,--include-after-body=read --no-highlight --highlight-style= --syntax-definition=read ' +
      '--dpi= --eol= --columns= -p,--preserve-tabs --tab-stop= --pdf-engine=program --pdf-engine-opt= --reference-doc=read --self-contained --embed-resources --request-header= ' +
      '--no-check-certificate --abbreviations=read --indented-code-classes= --default-image-extension= -F,--filter=program -L,--lua-filter=load --shift-heading-level-by= ' +
      '--base-header-level= --track-changes= --strip-comments --reference-links --reference-location= --markdown-headings= --list-tables --listings -i,--incremental --slide-level= ' +
      '--section-divs --html-q-tags --email-obfuscation= --id-prefix= -T,--title-prefix= -c,--css= --epub-subdirectory= --epub-cover-image=read --epub-title-page= --epub-metadata=read ' +
      '--epub-embed-font=read --split-level= --chunk-template= --epub-chapter-level= --ipynb-output= -C,--citeproc --bibliography=read --csl=read --citation-abbreviations=read --natbib ' +
      '--biblatex --mathml --webtex=? --mathjax=? --katex=? --gladtex -M,--metadata= --metadata-file=read --trace --dump-args --ignore-args --verbose --quiet --fail-if-warnings ' +
      '--log=write --bash-completion --list-input-formats --list-output-formats --list-extensions=? --list-highlight-languages --list-highlight-styles -D,--print-default-template= ' +
      '--print-default-data-file= --print-highlight-style= -v,--version -h,--help',
    inert: '--version --help --list-input-formats --list-output-formats --list-extensions',
    effects: (use) => [
      use.operands.map(readsAt),
      use.has('--embed-resources', '--self-contained') && unclear('fetches what the document names'),
      // A format that is a file is a Lua program.
      use
        .values('--read', '--write')
        .filter(({ text }) => /\.lua\b/.test(text))
        .map((word) => runsUnseen(`loads code from ${word.raw}`, word)),
    ],
    prints: 'filtered',
  },
  'dot neato fdp sfdp circo twopi osage patchwork': {
    options: '-T= -o=write -O -G= -N= -E= -K= -l=load -n -q -s= -v -V -x -y -P -?',
    operands: 'read*',
    effects: (use) => use.has('-O') && changes('writes pictures beside the graphs'),
    prints: 'filtered',
  },
  // LaTeX and similar programs: a document may ask them to run commands.
  'latexmk latex pdflatex xelatex lualatex tectonic': {
    options: '* -output-directory=create -outdir=create -jobname= -r=load -shell-escape --shell-escape -interaction=',
    style: 'single',
    effects: (use) => [
      changes('typesets a document'),
      use.given.some(({ name }) => /^--?(?:shell-escape|enable-write18|e|r|pvc)$/.test(name)) &&
        runsUnseen('runs what the document asks for'),
    ],
  },
  // The last of several words is the output: `pdftotext a.pdf a.txt`.
  'sox lame rsvg-convert pdftotext pdftoppm pdftocairo pdfunite qpdf cwebp dwebp wkhtmltopdf wkhtmltoimage ps2pdf inkscape tesseract':
    does(
      '* -o,--output=write --out=write --outfile=write -f=# -l=# -r=# -x=# -y=# -W=# -H=# -layout -raw -nopgbrk -htmlmeta -bbox -enc= -eol= -q -nodiag -fixed=',
      (use) => [
        // With one word they write a file beside it.
        use.operands.length === 1 &&
          /^(?:lame|pdftotext|pdftocairo|ps2pdf|inkscape|tesseract)$/.test(use.program) &&
          changes('writes a file beside the one it reads'),
        use.operands.slice(0, use.operands.length > 1 ? -1 : undefined).map(inputEffects),
        use.operands.length > 1 && outputEffects(use.operands.at(-1)),
      ],
    ),
  'optipng jpegoptim pngquant advpng': {
    options: '* -out= -dir=create -d=create -o,--output=write',
    operands: 'edit*',
  },
  'yt-dlp youtube-dl': {
    options:
      '* -o,--output=write -P,--paths=create --exec=shell --config-location=load --config-locations=load --batch-file=read -a=read --cookies=use --external-downloader=program --downloader=program -f= --format=',
    operands: 'fetch*',
  },
};
