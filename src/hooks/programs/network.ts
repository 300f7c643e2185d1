import type { ShellWord } from '../shell/invocation';
import { dropStart, unknownWord } from '../shell/reader/words';
import { hostOf, inside, remoteName, showsSecrets } from './parts/address';
import { curl, deletedByRequest } from './parts/curl';
import type { Action, Actions } from './effect';
import { changes, fetches, lists, machine, reads, reveals, runs, sends, unclear, writes } from './effect';
import { openssl } from './parts/openssl';
import { does, type Definition, type Family, type Prints, type Use } from './program';

/** Fetches from each address. */
function fetched(urls: readonly ShellWord[], said: readonly ShellWord[], follows = false): Actions {
  const shows = urls.some(showsSecrets) && reveals('what a service keeps secret');
  return [urls.map((url) => fetches(url, said, follows)), shows];
}

/** The file of a download, named after the address if no name is given. */
const saved = (directory: ShellWord | undefined, url: ShellWord) =>
  writes(inside(directory, remoteName(url) ?? unknownWord(url.text, 'input')));

const toStandardOutput = (word: ShellWord | undefined): boolean => word?.text === '-' || word?.text === '/dev/stdout';

/** wget(1) and wget2(1). */
const wget: Definition = {
  options:
    '-h,--help -b,--background -e,--execute= -o,--output-file=write -a,--append-output=append -d,--debug -q,--quiet -v,--verbose -nv --no-verbose ' +
    '--report-speed= -i,--input-file=read -F,--force-html -B,--base= --config=load --[no-]config --rejected-log=write -t,--tries= --retry-connrefused ' +
    '--retry-on-http-error= -O,--output-document= -nc --no-clobber --[no-]netrc -c,--continue --start-pos= --progress= --show-progress ' +
    '--[no-]force-progress -N,--timestamping --[no-]if-modified-since --[no-]use-server-timestamps -S,--server-response --spider -T,--timeout= ' +
    '--dns-timeout= --connect-timeout= --read-timeout= -w,--wait= --waitretry= --random-wait --[no-]proxy -Q,--quota= --bind-address= ' +
    '--limit-rate= --[no-]dns-cache --restrict-file-names= --ignore-case -4,--inet4-only -6,--inet6-only --prefer-family= --user= --password= ' +
    '--ask-password --use-askpass=program --[no-]iri --local-encoding= --remote-encoding= --unlink --xattr -x,--force-directories -nd --no-directories ' +
    '-nH --no-host-directories --protocol-directories -P,--directory-prefix= --cut-dirs= --http-user= --http-password= --[no-]cache --default-page= ' +
    '-E,--adjust-extension --ignore-length --header= --compression= --max-redirect= --proxy-user= --proxy-password= --referer= --save-headers ' +
    '-U,--user-agent= --[no-]http-keep-alive --[no-]cookies --load-cookies=read --save-cookies=write --keep-session-cookies --post-data= ' +
    '--post-file=read --method= --body-data= --body-file=read --content-disposition --content-on-error --auth-no-challenge --secure-protocol= ' +
    '--https-only --[no-]check-certificate --certificate=read --certificate-type= --private-key=read --private-key-type= --ca-certificate=read ' +
    '--ca-directory=read --crl-file=read --pinnedpubkey= --ciphers= --[no-]hsts --hsts-file=edit --ftp-user= --ftp-password= --[no-]remove-listing ' +
    '--[no-]glob --[no-]passive-ftp --preserve-permissions --retr-symlinks --ftps-implicit --ftps-resume-ssl --ftps-clear-data-connection ' +
    '--ftps-fallback-to-ftp --warc-file=write --warc-header= --warc-max-size= --warc-cdx --warc-dedup=read --[no-]warc-compression ' +
    '--[no-]warc-digests --[no-]warc-keep-log --warc-tempdir=write -r,--recursive -l,--level= --delete-after -k,--convert-links ' +
    '--convert-file-only --backups=? -K,--backup-converted -m,--mirror -p,--page-requisites --strict-comments -A,--accept= -R,--reject= ' +
    '--accept-regex= --reject-regex= --regex-type= -D,--domains= --exclude-domains= --follow-ftp --follow-tags= --ignore-tags= -H,--span-hosts ' +
    '-L,--relative -I,--include-directories= --trust-server-names -X,--exclude-directories= -np --no-parent -V,--version ' +
    '--max-threads= --[no-]robots --stats-site=? --chunk-size= --http2-only --[no-]http2 --[no-]force-metalink --[no-]compression',
  inert: '--help --version',
  effects(use) {
    const urls = [...use.operands, ...use.values('--base')];
    const sent = [
      use.values('--post-data', '--body-data').map((what) => sends(urls[0], { what: [what] })),
      use.values('--post-file', '--body-file').map((what) => sends(urls[0], { what: [what] })),
      use
        .values('--method')
        .flatMap(({ text, value }) =>
          value !== undefined && /^(?:GET|HEAD|OPTIONS)$/i.test(text)
            ? []
            : [{ ...sends(urls[0]), why: 'changes something at the other end' }],
        ),
    ];
    const said = use.values(
      '--header',
      '--user',
      '--password',
      '--http-user',
      '--http-password',
      '--referer',
      '--user-agent',
      '--proxy-user',
      '--proxy-password',
      '--load-cookies',
    );
    return [
      fetched(urls, said, use.value('--max-redirect')?.value !== '0'),
      use.has('--input-file') && fetches(),
      use.values('--execute').map(setting),
      sent,
      wgetFiles(use),
    ];
  },
  // It prints nothing by default; a pipe into a shell shows that it was meant to.
  prints: (use) =>
    use.has('--output-document') && !toStandardOutput(use.value('--output-document'))
      ? 'nothing'
      : use.has('--spider')
        ? 'nothing'
        : 'fetched',
};

function wgetFiles(use: Use): Actions {
  if (use.has('--spider')) return [];
  const document = use.value('--output-document');
  if (document !== undefined) return !toStandardOutput(document) && writes(document);
  const directory = use.value('--directory-prefix');
  return use.operands.map((url) => {
    const host = hostOf(url.text);
    const tree = use.has('--recursive', '--mirror', '--page-requisites') && host !== undefined;
    const below = tree && writes(inside(directory, { ...url, value: host, text: host, raw: host }), { tree: true });
    const named =
      use.has('--content-disposition', '--trust-server-names') &&
      writes(unknownWord('the name that the server gives', 'input'));
    return [saved(directory, url), below, named];
  });
}

/** `-e name=value`: a line of .wgetrc, which may name programs and files. */
const setting = (word: ShellWord): Action =>
  /^(?:robots|tries|timeout|wait|quiet|verbose|user_?agent)\s*=/i.test(word.text)
    ? reads(unknownWord(word.text, 'input'))
    : unclear('takes settings of its own');

function placedAt(use: Use, url: ShellWord, file: string, directory?: string): Action {
  const where = directory === undefined ? undefined : use.value(directory);
  const name = use.value(file);
  return name === undefined ? saved(where, url) : writes(inside(where, name));
}

/** HTTPie and xh: `http [METHOD] URL [ITEM…]`. */
const httpie: Definition = {
  options:
    '-j,--json -f,--form --multipart --boundary= --raw= -x,--compress --pretty= -s,--style= --unsorted --sorted --response-charset= --response-mime= ' +
    '--format-options= -p,--print= -h,--headers -m,--meta -b,--body -v,--verbose --all -P,--history-print= -S,--stream -o,--output= -d,--download -c,--continue ' +
    '-q,--quiet --session=edit --session-read-only=read -a,--auth= -A,--auth-type= --bearer= --ignore-netrc --offline --proxy=fetch -F,--follow --max-redirects= ' +
    '--max-headers= --timeout= --check-status --path-as-is --chunked --verify= --ssl= --ciphers= --cert=read --cert-key=read --cert-key-pass= -I,--ignore-stdin ' +
    '--help --manual --version --traceback --default-scheme= --debug -4,--ipv4 -6,--ipv6 --https --http-version= --resolve=fetch --interface= --unix-socket=fetch --curl --curl-long',
  inert: '--help --manual --version',
  effects(use) {
    if (use.has('--offline', '--curl', '--curl-long')) return [];
    const named = /^[A-Z]+$/.test(use.verb);
    const method = named ? use.operands[0]?.text : undefined;
    const [url, ...items] = named ? use.operands.slice(1) : use.operands;
    const says = ({ text }: ShellWord) => /^[^:=@]+(?::(?!=)|==)/.test(text);
    const files = items.flatMap((word) => {
      const start = /^[^=@:]*(?::?=)?@/.exec(word.text)?.[0];
      return start === undefined ? [] : [dropStart(word, start.length)];
    });
    const sent = items.filter((word) => !says(word));
    const asks = method === undefined ? sent.length === 0 && !use.has('--raw') : /^(?:GET|HEAD|OPTIONS)$/.test(method);
    const piped =
      use.at.stdin.kind !== 'inherited' &&
      !use.has('--ignore-stdin') &&
      (method === 'POST' || method === 'PUT' || method === 'PATCH');
    const output = use.value('--output');
    return [
      fetched(
        url === undefined ? [] : [url],
        [...items.filter(says), ...use.values('--auth', '--bearer')],
        use.has('--follow', '--max-redirects'),
      ),
      files.map((file) => reads(file)),
      deletedByRequest(url === undefined ? [] : [url], method === 'DELETE'),
      !asks &&
        sends(url, {
          what: [
            ...sent.map((word) => files.find(({ text }) => word.text.endsWith(text)) ?? word),
            ...use.values('--raw'),
          ],
          input: piped,
        }),
      output === undefined ? use.has('--download') && url !== undefined && saved(undefined, url) : writes(output),
    ];
  },
  prints: (use) => (use.has('--output', '--download', '--offline') ? 'nothing' : 'fetched'),
};

const isRemote = ({ text }: ShellWord): boolean => /^:?[\w.@-]+(?:,[^:]*)?:(?![\\])/.test(text);

/** `rclone copy SOURCE TARGET`: a source or a target with a colon is another machine. */
function copying(deletesSource: boolean, clears: boolean): Definition {
  return does(rcloneOptions, (use) => {
    const [from, to] = use.operands;
    if (from === undefined || to === undefined || use.has('--dry-run')) {
      return use.operands.map((word) => (isRemote(word) ? fetches(word) : lists(word)));
    }
    return [
      isRemote(from) ? fetches(from) : reads(from, true),
      isRemote(to)
        ? sends(to, { what: [from] })
        : writes(to, { tree: true, ...(isRemote(from) ? {} : { from: [from] }) }),
      deletesSource && !isRemote(from) && { kind: 'move' as const, path: from, to },
      clears && !isRemote(to) && { kind: 'delete' as const, path: to, recursive: true, force: true, contents: true },
      clears && isRemote(to) && remoteDelete('sync'),
      deletesSource && isRemote(from) && remoteDelete('move'),
    ];
  });
}

const rcloneOptions =
  '* -n,--dry-run --config=load --include= --exclude= --filter= --include-from=read --exclude-from=read --filter-from=read --files-from=read --log-file=write ' +
  '--backup-dir= --transfers= --checkers= --bwlimit= --max-age= --min-age= --max-size= --min-size= --max-depth= --log-level= --password-command=shell --compare-dest= ' +
  '--copy-dest= --suffix= --retries= --stats= --contimeout= --timeout= --user-agent= -f= --header= --cache-dir=write --temp-dir=write';

const remoteDelete = (verb: string): Action => ({ kind: 'service', system: 'rclone', verb, access: 'destroy' });

const rclone: Definition = {
  options: rcloneOptions,
  subcommands: {
    'copy copyto': copying(false, false),
    'move moveto': copying(true, false),
    sync: copying(false, true),
    bisync: copying(false, true),
    'cat ls lsl lsd lsf lsjson size md5sum sha1sum hashsum check cryptcheck tree about': does(rcloneOptions, (use) =>
      use.operands.map((word) => (isRemote(word) ? fetches(word) : reads(word, true))),
    ),
    copyurl: does(rcloneOptions, ({ operands: [url, to] }) => [
      fetches(url),
      to && (isRemote(to) ? sends(to) : writes(to)),
    ]),
    rcat: does(rcloneOptions, ({ operands: [to] }) => sends(to, { input: true })),
    'delete deletefile purge rmdir rmdirs cleanup dedupe': does(rcloneOptions, (use) =>
      use.has('--dry-run')
        ? use.operands.map((word) => (isRemote(word) ? fetches(word) : lists(word)))
        : use.operands.map((word) =>
            isRemote(word)
              ? remoteDelete(use.path.at(-1) ?? 'delete')
              : { kind: 'delete', path: word, recursive: true, force: true },
          ),
    ),
    'listremotes version help genautocomplete': {
      options: `${rcloneOptions.replace('* ', '')} --long --source= --order-by= --json`,
    },
    config: {
      subcommands: { 'show dump': does('*', () => reveals('the accounts of rclone')), 'file paths providers': {} },
      other: does('*', () => changes('changes the accounts of rclone')),
    },
  },
  other: does('*', () => unclear('what it does to a remote is not known')),
};

/** `ip [options] object command`: an object without a command is shown. */
const ipShows = /^(?:s|sh|sho|show|l|ls|li|lis|list|g|ge|get|monitor|identify|help|)$/;

/** Names of machines, which a server on the network is asked for. */
const lookUps = (words: readonly ShellWord[]): Actions =>
  words.filter(({ text }) => /[a-z]\.[a-z]/i.test(text)).map((word) => fetches(word));

/** Programs that use the network. */
export const network: Family = {
  curl,
  'wget wget2': wget,
  aria2c: {
    options:
      '* -d,--dir= -o,--out= -i,--input-file=read -l,--log=write -x,--max-connection-per-server= -s,--split= -j,--max-concurrent-downloads= -k,--min-split-size= ' +
      '-V,--check-integrity=? -c,--continue=? -t,--timeout= -m,--max-tries= -T,--torrent-file=read -M,--metalink-file=read -U,--user-agent= -h,--help=? -v,--version ' +
      '--header= --load-cookies=read --save-cookies=write --conf-path=load --on-download-complete=program --on-download-start=program --on-download-stop=program ' +
      '--on-download-error=program --on-download-pause=program --on-bt-download-complete=program --all-proxy=fetch --http-proxy=fetch --https-proxy=fetch --checksum= ' +
      '--http-user= --http-passwd= --referer= --private-key=read --certificate=read --save-session=write --enable-rpc=? --input-file=read --log-level= --retry-wait=',
    inert: '--help --version',
    effects: (use) => [
      fetched(use.operands, use.values('--header', '--http-user', '--http-passwd', '--referer')),
      use.has('--input-file', '--torrent-file', '--metalink-file') && [
        fetches(),
        writes(unknownWord('what the list names', 'input')),
      ],
      use.has('--enable-rpc') && machine('processes', 'takes orders from the network'),
      use.operands.map((url) => placedAt(use, url, '--out', '--dir')),
    ],
    prints: 'nothing',
  },
  axel: {
    options:
      '-s,--max-speed= -n,--num-connections= --max-redirect= -o,--output= -S,--search=? -4,--ipv4 -6,--ipv6 -H,--header= -U,--user-agent= -N,--no-proxy ' +
      '-k,--insecure -c,--no-clobber -q,--quiet -v,--verbose -a,--alternate -p,--percentage -h,--help -T,--timeout= -V,--version',
    inert: '--help --version',
    effects: (use) => [
      fetched(use.operands, use.values('--header')),
      use.operands.slice(0, 1).map((url) => placedAt(use, url, '--output')),
    ],
    prints: 'nothing',
  },
  'http https xh xhs httpie': httpie,
  // Browsers of the terminal: they show a page, or print it.
  'lynx w3m links links2 elinks': {
    options:
      '* -dump=? -source -dump_source -width= -cfg=load -config=load -lss=read -auth= -pauth= -cookie_file=edit -cookie_save_file=write -post_data -get_data ' +
      '-cmd_script=load -cmd_log=write -useragent= -T= -o= -cols= -header= -post=upload -config-file=load -eval=load -html-width= -listonly -nolist -version -help',
    style: 'single',
    inert: '-help -version',
    effects: (use) => [
      use.operands.map((url) =>
        /^(?:[./~]|file:)/.test(url.text)
          ? reads(dropStart(url, /^file:(?:\/\/)?/.exec(url.text)?.[0].length ?? 0))
          : fetches(url),
      ),
      use.has('-post_data') && sends(use.operands[0], { input: true }),
    ],
    prints: (use) => (use.operands.every((url) => /^(?:[./~]|file:)/.test(url.text)) ? 'filtered' : 'fetched'),
  },
  'lwp-request get fetch': {
    options: '* -o= -m= -b= -t= -i= -c= -p= -P= -H= -C=',
    effects: (use) => [
      fetched(use.operands, use.values('-H', '-C')),
      use.program === 'fetch' && use.values('-o').map((file) => writes(file)),
    ],
    prints: 'fetched',
  },
  'curlie websocat wscat grpcurl gnutls-cli mosquitto_sub smbclient ipfs gopher': {
    options: '*',
    effects: ({ operands }) => [fetched(operands, []), unclear('what it sends is not known')],
    prints: 'fetched',
  },
  'pastebinit transfer slackcat': {
    options: '* -i=upload -c= -a= -f= -t=',
    operands: 'upload*',
    effects: () => fetches(),
  },
  'croc wormhole magic-wormhole ffsend': {
    options: '*',
    subcommands: { 'send upload': { options: '* -t,--text= -c,--code=', operands: 'upload*' } },
    other: does('*', () => fetches()),
  },
  // Programs that send mail; without an addressee they show the inbox.
  'mail mailx s-nail mutt neomutt sendmail msmtp swaks': does(
    '* -a=upload -A=upload --attach=upload -i= -s= -c= -b= -r= -q= -S= -f= -F= -t -T= -H= -e= --to= --from= --server= --header= --body=send',
    (use) => {
      const to = use.operands[0] ?? use.value('--to');
      return to === undefined && !use.has('-t') ? unclear('shows what has come by mail') : sends(to, { input: true });
    },
  ),
  rclone,
  openssl,
  // A DNS query: the name itself leaves the machine.
  'dig host nslookup drill doggo kdig dog': {
    options:
      '* -f=read -k=read -y= -t= -c= -p= -q= -b= -x= -m -v -i -r -s -w -W= -N= -R= -T -4 -6 -h --help -port= -type= -query= -timeout= -retry= -class= -domain=',
    effects(use) {
      const names = [...use.operands.filter(({ text }) => !text.startsWith('+')), ...use.values('-q', '-x')];
      const zone = [...use.operands, ...use.values('-t', '-type', '-query')].some(({ text }) =>
        /^[ai]xfr\b/i.test(text),
      );
      return [names.map((name) => fetches(name)), zone && sends(names[0])];
    },
    prints: (use): Prints =>
      use.operands.some(({ text }) => /^txt$/i.test(text)) ||
      use.value('-t', '-type', '-q', '-query')?.text.toLowerCase().replace('=', '') === 'txt'
        ? 'fetched'
        : 'filtered',
  },
  'ping ping6 traceroute traceroute6 tracepath mtr fping arping': {
    options:
      '* -c= -i= -s= -w= -W= -t= -I= -l= -p= -q -Q= -m= -M= -S= -F= -T= -f -h= -P= -n -v -V -4 -6 -a -A -b -D -e= -L -o -B -U -u -z= -R -O -d -N= -r -j -x -y= -X -C --report-cycles= --interval= -g=',
    effects: (use) => [
      use.operands.map((host) => fetches(host)),
      use.program.startsWith('ping') && use.has('-f') && machine('settings', 'floods a machine'),
    ],
    prints: 'filtered',
  },
  whois: {
    options: '* -h= -p= -s= -t= -T= -v= -q= -i= -g=',
    effects: (use) => use.operands.map((name) => fetches(name)),
    prints: 'filtered',
  },
  ip: {
    style: 'single',
    options:
      '-V -Version -h -human -human-readable -b=read -batch=read -force -s -stats -statistics -d -details -l= -loops= -f= -family= -4 -6 -B -M -0 -o -oneline ' +
      '-r -resolve -n= -netns= -N -Numeric -a -all -c -color=? -t -timestamp -ts -tshort -rc= -rcvbuf= -iec -br -brief -j -json -p -pretty -echo',
    inert: '-V -Version',
    effects(use) {
      if (use.has('-b', '-batch')) return machine('settings', 'takes commands from a file');
      const [object, command, ...rest] = use.operands.map(({ text }) => text);
      const [, , third] = use.operands;
      if (use.operands.some(({ value }) => value === undefined)) return unclear('what it does is not known');
      if (object === undefined || object === 'help') return [];
      if (/^mon?(?:i\w*)?$/.test(object)) {
        return (rest.includes('file') || command === 'file') && unclear('reads a file');
      }
      if (third !== undefined && /^netn?s?$/.test(object) && /^e(?:x(?:e(?:c)?)?)?$/.test(command ?? '')) {
        return [
          machine('privileges', 'acts in another network'),
          runs({ form: 'command', words: use.words.slice(use.words.indexOf(third) + 1), wrapper: true }),
        ];
      }
      return !ipShows.test(command ?? '') && machine('settings', 'changes the network');
    },
  },
  ifconfig: {
    style: 'single',
    options: '-a -s -l -L -v -m -u -d -r -f= -X=',
    effects: (use) =>
      use.operands.length <= 1 && use.operands.every(({ value }) => value !== undefined)
        ? []
        : machine('settings', 'changes the network'),
  },
  resolvectl: does('* --no-pager --no-legend', ({ verb }) => (!/^(?:status|statistics|dns|domain|llmnr|mdns|nta|)$/.test(verb) && unclear('asks a server or changes how names are found'))), // prettier-ignore
  ss: does(
    '-H,--no-header -O,--oneline -Q,--no-queues -n,--numeric -r,--resolve -a,--all -l,--listening -B,--bound-inactive -o,--options -e,--extended -m,--memory ' +
      '-p,--processes -T,--threads -i,--info --tos --cgroup --tipcinfo --inet-sockopt -s,--summary -b,--bpf -E,--events -Z,--context -z,--contexts -N,--net= ' +
      '-4,--ipv4 -6,--ipv6 -0,--packet -t,--tcp -u,--udp -d,--dccp -w,--raw -x,--unix -S,--sctp -M,--mptcp --tipc --vsock --xdp -f,--family= ' +
      '-A,--query,--socket= -D,--diag=write -F,--filter=read -K,--kill -h -V,--version',
    (use) => (use.has('--kill') ? machine('processes', 'closes connections') : lookUps(use.operands)),
  ),
  netstat: { options: '*' },
  lsof: {
    options:
      '-? -a -b -c= -C -d= -D= -e= -E -f=? -F=? -g=? -h -H -i=? -k=use -K=? -l -L=? -m=use -M -n -N -o=? -O -p= -P -Q -r=? -R -s=? -S=? -t -T=? -u= -U -v -V -w -x=? -X -z=? -Z=?',
    operands: 'list*',
    effects: (use) =>
      use.has('-D') ? changes('writes a list of devices') : lookUps(use.words.filter(({ text }) => text.includes('@'))),
  },
  arp: does('-a -v,--verbose -n,--numeric -e -i,--device= -H,--hw-type= -A,-p -s,--set -d,--delete -f,--file=read -D,--use-device -l', (use) => (use.has('--set', '--delete', '--file') ? machine('settings', 'changes the network') : lookUps(use.operands))), // prettier-ignore
  route: does(
    '-n -e -v -4 -6 -A= -C -F -ee',
    (use) => use.operands.length !== 0 && machine('settings', 'changes the network'),
  ),
  'iptables ip6tables iptables-restore ip6tables-restore nft ufw firewall-cmd pfctl': does('**', ({ words }) => {
    if (
      words.length === 0 ||
      words.every(({ text }) =>
        /^(?:status|verbose|numbered|version|list|show|ruleset|tables?|-[LSnvVxt]+|--list\S*|--get\S*|--state|filter|nat)$/.test(
          text,
        ),
      )
    ) {
      return [];
    }
    const text = words.map((word) => word.text).join(' ');
    const opens =
      /^(?:--force )?(?:disable|reset)\b|(?:^| )(?:-F|--flush|-X|--panic-off)\b|^flush ruleset|(?:^| )(?:-P|--policy) \w+ ACCEPT\b|^default allow\b/;
    return opens.test(text) ? machine('protection') : machine('settings', 'changes the firewall');
  }),
  // Programs that capture traffic or scan a network.
  'nmap masscan tcpdump tshark tcpflow ngrep': does(
    '* -w=write -r=read -i= -c= -C= -G= -W= -z=program -Z= -F=read -s= -T= -y= -E= -M= -B= -oN=write -oX=write -oG=write -oA=write -oS=write -iL=read ' +
      '--script=load --script-args= --script-args-file=read --datadir=load -p= -e= -Y= -f= -b= -a= -R= -X=load -d= -L -D',
    (use) => [
      machine('settings', 'looks into the network'),
      /^(?:nmap|masscan)$/.test(use.program) && use.operands.map((host) => fetches(host)),
    ],
  ),
  'ngrok cloudflared localtunnel lt bore': does('*', (use) => [
    { ...sends(use.operands.at(-1)), why: 'opens this machine to the network' },
    machine('processes', 'opens this machine to the network'),
  ]),
};
