import type { ShellWord } from '../../shell/invocation';
import { dropStart, plainWord, unknownWord } from '../../shell/reader/words';
import { inside, isHere, remoteName, showsSecrets } from './address';
import { fetches, reads, reveals, sends, service, unclear, writes, type Action, type Actions } from '../effect';
import { understand, type Definition, type Prints, type Use } from '../program';
import { redisVerb } from './redis';
import { sqlDestroys } from './sql';

const switches = (
  'anyauth append basic cert-status compressed compressed-ssh create-dirs crlf digest disable disable-eprt disable-epsv ' +
  'disallow-username-in-url doh-cert-status doh-insecure eprt epsv fail fail-early fail-with-body false-start form-escape ' +
  'ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control ftp-ssl get globoff haproxy-protocol head http0.9 ' +
  'http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6 ' +
  'junk-session-cookies list-only location location-trusted mail-rcpt-allowfails metalink mptcp negotiate netrc netrc-optional ' +
  'next alpn buffer clobber keepalive npn progress-meter sessionid ntlm ntlm-wb parallel parallel-immediate path-as-is post301 ' +
  'post302 post303 progress-bar proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate ' +
  'proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel raw remote-header-name remote-name ' +
  'remote-name-all remote-time remove-on-error retry-all-errors retry-connrefused sasl-ir show-error show-headers silent ' +
  'skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ' +
  'ssl-revoke-best-effort ssl-sessions sslv2 sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay ' +
  'tftp-no-options tls-earlydata tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time use-ascii verbose xattr ca-native'
)
  .split(' ')
  .map((name) => `--[no-]${name}`)
  .join(' ');

const short =
  '-a,--append -f,--fail -g,--globoff -G,--get -i,--include -I,--head -j,--junk-session-cookies -J,--remote-header-name ' +
  '-k,--insecure -l,--list-only -L,--location -M,--manual -n,--netrc -N,--no-buffer -O,--remote-name -p,--proxytunnel -q,--disable ' +
  '-R,--remote-time -s,--silent -S,--show-error -v,--verbose -V,--version -Z,--parallel -B,--use-ascii -#,--progress-bar -:,--next ' +
  '-0 -1 -2 -3 -4 -6';

const values =
  '--abstract-unix-socket=fetch --alt-svc=edit --aws-sigv4= --cacert=use --capath=use -E,--cert=use --cert-type= --ciphers= ' +
  '-K,--config=load --connect-timeout= --connect-to=fetch -C,--continue-at= -b,--cookie= -c,--cookie-jar=write --create-file-mode= ' +
  '--crlfile=use --curves= -d,--data= --data-ascii= --data-binary= --data-raw= --data-urlencode= --delegation= --dns-interface= ' +
  '--dns-ipv4-addr= --dns-ipv6-addr= --dns-servers=fetch --doh-url=fetch -D,--dump-header=write --ech= --egd-file=use --engine=load ' +
  '--etag-compare=read --etag-save=write --expect100-timeout= -F,--form= --form-string= --ftp-account= --ftp-alternative-to-user= ' +
  '--ftp-method= -P,--ftp-port= --ftp-ssl-ccc-mode= --happy-eyeballs-timeout-ms= --haproxy-clientip= -H,--header= -h,--help=? ' +
  '--hostpubmd5= --hostpubsha256= --hsts=edit --interface= --ip-tos= --ipfs-gateway=fetch --json= --keepalive-cnt= --keepalive-time= ' +
  '--key=use --key-type= --krb= --libcurl=write --limit-rate= --local-port= --login-options= --mail-auth= --mail-from= --mail-rcpt= ' +
  '--max-filesize= --max-redirs= -m,--max-time= --netrc-file=use --noproxy= --oauth2-bearer= -o,--output= --output-dir= ' +
  '--parallel-max= --parallel-max-host= --pass= --pinnedpubkey= --preproxy=fetch --proto= --proto-default= --proto-redir= ' +
  '-x,--proxy=fetch --proxy-cacert=use --proxy-capath=use --proxy-cert=use --proxy-cert-type= --proxy-ciphers= --proxy-crlfile=use ' +
  '--proxy-header= --proxy-key=use --proxy-key-type= --proxy-pass= --proxy-pinnedpubkey= --proxy-service-name= ' +
  '--proxy-tls13-ciphers= --proxy-tlsauthtype= --proxy-tlspassword= --proxy-tlsuser= -U,--proxy-user= --proxy1.0=fetch --pubkey=read ' +
  '-Q,--quote= --random-file=use -r,--range= --rate= -e,--referer= -X,--request= --request-target= --resolve=fetch --retry= ' +
  '--retry-delay= --retry-max-time= --sasl-authzid= --service-name= --sigalgs= --socks4=fetch --socks4a=fetch --socks5=fetch ' +
  '--socks5-gssapi-service= --socks5-hostname=fetch -Y,--speed-limit= -y,--speed-time= --stderr=write -t,--telnet-option= ' +
  '--tftp-blksize= -z,--time-cond= --tls-max= --tls13-ciphers= --tlsauthtype= --tlspassword= --tlsuser= --trace=write ' +
  '--trace-ascii=write --trace-config= --unix-socket=fetch -T,--upload-file= --upload-flags= --url= --url-query= -u,--user= ' +
  '-A,--user-agent= --variable= --vlan-priority= -w,--write-out=';

/** Every address of the call. */
const addresses = (use: Use): readonly ShellWord[] => [...use.operands, ...use.values('--url')];

const isFile = ({ text }: ShellWord): boolean => /^file:/i.test(text);
const localPath = (url: ShellWord): ShellWord => {
  const start = /^file:(?:\/\/(?:localhost)?)?/i.exec(url.text)?.[0] ?? '';
  return dropStart(url, start.length);
};

/** Methods that only read. */
const asking = /^(?:GET|HEAD|OPTIONS|TRACE|LIST|PROPFIND|STAT|NLST)$/i;

/** The request's body: text, or `@file`, which is read first. */
function body(use: Use): Actions {
  const parts: Action[] = [];
  const to = addresses(use)[0];
  const text = (what: ShellWord) => parts.push(sends(to, { what: [what] }));
  const upload = (path: ShellWord) => {
    if (path.text === '-' || path.text === '.') parts.push(sends(to, { input: true }));
    else parts.push(reads(path), sends(to, { what: [path] }));
  };
  for (const { name, value } of use.given) {
    if (value === undefined) continue;
    if (/^--(?:data|data-ascii|data-binary|json)$/.test(name)) {
      if (value.text.startsWith('@')) upload(dropStart(value, 1));
      else text(value);
    } else if (name === '--data-urlencode' || name === '--url-query') {
      const file = /^[^=@]*@/.exec(value.text)?.[0];
      if (file !== undefined) upload(dropStart(value, file.length));
      else if (name === '--data-urlencode') text(value);
    } else if (name === '--form') {
      const file = /^[^=]*=[@<]/.exec(value.text)?.[0];
      if (file === undefined) text(value);
      else for (const path of filesOf(dropStart(value, file.length))) upload(path);
    } else if (/^--(?:data-raw|form-string|mail-from|mail-rcpt)$/.test(name)) text(value);
    else if (name === '--upload-file') upload(value);
  }
  return parts;
}

/** `@a,b;type=text/plain`: several files for one field, each with its attributes. */
function filesOf(word: ShellWord): readonly ShellWord[] {
  if (word.value === undefined || !/[;,]/.test(word.value)) return [word];
  return word.value.split(',').map((path) => plainWord(path.replace(/;.*$/s, ''), word.range));
}

/** Headers, cookies, names and passwords: text that the request sends, and the files with such text. */
function request(use: Use): { readonly words: readonly ShellWord[]; readonly files: readonly Action[] } {
  const words: ShellWord[] = [];
  const files: Action[] = [];
  for (const { name, value } of use.given) {
    if (value === undefined) continue;
    if (
      /^--(?:user|proxy-user|oauth2-bearer|user-agent|referer|ftp-account|quote|request-target|url-query|telnet-option)$/.test(
        name,
      )
    ) {
      words.push(value);
    }
    if (name === '--cookie') (value.text.includes('=') ? words : []).push(value);
    if (name === '--cookie' && !value.text.includes('=') && value.text !== '') {
      files.push(reads(value), sends(undefined, { what: [value] }));
    }
    if (name === '--header' || name === '--proxy-header') {
      words.push(value);
      if (value.text.startsWith('@')) {
        files.push(reads(dropStart(value, 1)), sends(undefined, { what: [dropStart(value, 1)] }));
      }
    }
    if (name === '--variable') {
      const file = /^%?[^=@]*@/.exec(value.text)?.[0];
      if (file !== undefined) files.push(reads(dropStart(value, file.length)));
      else words.push(value);
    }
    if (name === '--write-out') {
      if (value.text.startsWith('@')) files.push(reads(dropStart(value, 1)));
      for (const [, path = ''] of value.text.matchAll(/%output\{(?:>>)?([^}]*)\}/g)) {
        files.push(writes(plainWord(path)));
      }
    }
  }
  return { words, files };
}

/** Protocols in which the address itself is a command to the server. */
function told(url: ShellWord): Actions {
  const raw = /^gopher:\/\/[^/]+\/.?([^]*)$/i.exec(url.text)?.[1] ?? /^dict:\/\/[^/]+\/([^]*)$/i.exec(url.text)?.[1];
  if (raw === undefined) {
    return (
      /^(?:smtps?|telnet|mqtt|ldaps?|imaps?|pop3s?|smbs?|ws?s|rtmp\w*|tftp|scp|sftp|rtsp):\/\//i.test(url.text) &&
      unclear('speaks another protocol than the web’s')
    );
  }
  const verb = redisVerb(decoded(raw).replace(/:/g, ' '));
  return [sends(url, { what: [url] }), verb && service('redis', verb.name, verb.access)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The output file of each address. */
function outputs(use: Use): Actions {
  const directory = use.value('--output-dir');
  const urls = addresses(use);
  const found: Action[] = [];
  const named = use.values('--output').filter(({ text }) => text !== '-');
  const only = urls.length === 1 && urls[0] !== undefined && isFile(urls[0]) ? [localPath(urls[0])] : undefined;
  for (const file of named) {
    // `-o 'x#1'` takes its name from the pattern in the address.
    const name = /#\d/.test(file.text) ? unknownWord(file.text, 'input') : file;
    found.push(writes(inside(directory, name), { from: only }));
  }
  if (!use.has('--remote-name', '--remote-name-all')) return found;
  for (const url of urls.slice(use.has('--remote-name-all') ? named.length : 0)) {
    // With -J the server chooses the name.
    const name = use.has('--remote-header-name') ? undefined : remoteName(url);
    found.push(writes(inside(directory, name ?? unknownWord('the name that the server gives', 'input'))));
  }
  return found;
}

const keepsFile = (use: Use): boolean => use.has('--remote-name', '--remote-name-all');

/** `-K`: options from a file or from standard input, one in a line: `url = "https://x"`. */
function configured(use: Use): Actions {
  const words = use.values('--config').flatMap((file) => {
    const path = use.resolve(file);
    const { stdin } = use.at;
    const text = file.text !== '-' ? path && use.at.readFile(path) : stdin.kind === 'text' ? stdin.text : undefined;
    return (text ?? '').split('\n').flatMap((line) => {
      const [, name, value] = /^\s*-{0,2}([\w-]+)(?:\s*[=:\s]\s*"?(.*?)"?)?\s*$/.exec(line) ?? [];
      if (name === undefined || name === 'config' || name === 'K') return [];
      return [name.length === 1 ? `-${name}` : `--${name}`, ...(value === undefined ? [] : [value])].map((word) =>
        plainWord(word),
      );
    });
  });
  return words.length !== 0 && understand(use.program, curl, words, use.at).effects;
}

/** Text that may be a statement for the database at the address. */
const statements = (use: Use): readonly string[] =>
  use
    .values('--data', '--data-raw', '--data-binary', '--data-urlencode', '--url-query')
    .map(({ text }) => text.replace(/^q(?:uery)?=/, ''));

/** curl(1): fetches from and sends to addresses of many protocols. */
export const curl: Definition = {
  options: `${switches} ${short} ${values}`,
  inert: '--help --version --manual',
  effects(use) {
    const urls = addresses(use);
    const { words, files } = request(use);
    const follows = use.has('--location', '--location-trusted');
    const methods = use.values('--request');
    const asks = methods.every(({ value }) => value !== undefined && asking.test(value));
    const quotes = use
      .values('--quote')
      .filter(({ text }) => !/^[-+*]?(?:STAT|SIZE|LIST|NLST|CWD|PWD|NOOP|HELP|SYST|MDTM|FEAT)\b/i.test(text));
    return [
      urls.map((url) => (isFile(url) ? reads(localPath(url)) : fetches(url, words, follows))),
      urls.map(told),
      urls.some(showsSecrets) && reveals('what a service keeps secret'),
      configured(use),
      body(use),
      files,
      deletedByRequest(
        urls,
        methods.some(({ text }) => /^DELETE$/i.test(text)),
        statements(use),
      ),
      asks && quotes.length === 0
        ? []
        : { ...sends(urls[0], { what: [...methods, ...quotes] }), why: 'changes something at the other end' },
      outputs(use),
    ];
  },
  prints(use): Prints {
    const toFiles = use.values('--output').some(({ text }) => text !== '-' && text !== '/dev/stdout') || keepsFile(use);
    if (toFiles || use.has('--head')) return 'nothing';
    const urls = addresses(use);
    return urls.length > 0 && urls.every(isFile) ? 'files' : 'fetched';
  },
};

/** Elasticsearch, CouchDB, InfluxDB, Prometheus and similar servers, by their ports. */
const stores = /:(?:9200|9201|5984|8086|8123|6333|7700|8529|8098|2379|8500|8200|8001|9090)(?:\/|$)/;
const losesData =
  /_delete_by_query|delete_series|\/doDelete\b|_(?:flush|purge)_all|[?&]q(?:uery)?=(?:drop|truncate|delete)(?:\+|%20)/i;

/** What a request deletes on the server: by DELETE, by its address, or by a statement in it. */
export function deletedByRequest(urls: readonly ShellWord[], deletes: boolean, data: readonly string[] = []): Actions {
  const store = urls.some(({ text }) => stores.test(text));
  if (deletes && store) return service('elasticsearch', 'DELETE', 'destroy');
  const elsewhere = urls.some((url) => !isHere(url));
  if (deletes && elsewhere) return service('web service', 'DELETE', 'destroy');
  const told = data.some(sqlDestroys) || urls.some(({ text }) => losesData.test(text));
  return told && (store || elsewhere) && service(store ? 'elasticsearch' : 'web service', 'delete', 'destroy');
}
