import type { ShellWord } from '../invocation';
import { readOptions, type OptionSpec } from '../options';
import { plainWord } from './words';

/** What a downloading program prints and which files it fills. */
export interface Download {
  readonly prints: boolean;
  readonly files: readonly ShellWord[];
}

const curl: OptionSpec = {
  short: 'AbcCdDeEFHhKmoPQrTtuUwxXyYz',
  long: (
    'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at cookie ' +
    'cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr ' +
    'dns-ipv6-addr dns-servers doh-url dump-header egd-file engine etag-compare etag-save expect100-timeout form form-string ftp-account ' +
    'ftp-alternative-to-user ftp-method ftp-port header hostpubmd5 hostpubsha256 hsts interface ipfs-gateway json keepalive-time key key-type ' +
    'krb libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy ' +
    'oauth2-bearer output output-dir parallel-max pass pinnedpubkey postquote preproxy prequote proto proto-default proto-redir proxy ' +
    'proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass ' +
    'proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file ' +
    'range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4 socks4a socks5 ' +
    'socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers ' +
    'tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file url url-query user user-agent variable write-out'
  ).split(' '),
};
const wget: OptionSpec = {
  short: 'oaeitOTwUQPlARDIXBY',
  long: (
    'output-file append-output execute input-file base config rejected-log tries output-document start-pos progress dns-timeout ' +
    'connect-timeout read-timeout timeout wait waitretry quota bind-address limit-rate dns-servers restrict-file-names prefer-family user ' +
    'password directory-prefix cut-dirs default-page http-user http-password header compression max-redirect proxy-user proxy-password referer ' +
    'save-cookies load-cookies user-agent post-data post-file method body-data body-file secure-protocol certificate certificate-type ' +
    'private-key private-key-type ca-certificate ca-directory crl-file pinnedpubkey random-file ciphers level accept reject domains ' +
    'exclude-domains follow-tags ignore-tags include-directories exclude-directories'
  ).split(' '),
};
const ssh: OptionSpec = { short: 'BbcDEeFIiJLlmOopQRSWw', strict: true };
const netcat: OptionSpec = {
  short: 'cegGhiIkmopqsTvVwxXO'.replace(/[hkv]/g, ''),
  long: [
    'exec',
    'sh-exec',
    'lua-exec',
    'source',
    'source-port',
    'wait',
    'idle-timeout',
    'delay',
    'output',
    'proxy',
    'proxy-type',
    'proxy-auth',
    'max-conns',
  ],
};

/** Undefined for programs that are no downloaders, and for calls of them that only print help. */
export function downloadOf(program: string, args: readonly ShellWord[]): Download | undefined {
  switch (program) {
    case 'curl':
      return curlDownload(args);
    case 'wget':
    case 'wget2':
      return wgetDownload(args);
    case 'ssh': {
      const read = readOptions(args, ssh);
      return read.operands.length === 0 ? undefined : { prints: true, files: [] };
    }
    case 'nc':
    case 'ncat':
    case 'netcat': {
      const read = readOptions(args, netcat);
      const connects = read.operands.length > 0 || read.has('-l', '--listen', '-p');
      return connects && !read.has('-z', '--help') ? { prints: true, files: [] } : undefined;
    }
    case 'http':
    case 'https':
    case 'xh': {
      const read = readOptions(args, {
        short: 'osavAp',
        long: ['output', 'session', 'auth', 'auth-type', 'print', 'verify', 'proxy'],
      });
      if (read.operands.length === 0 || read.has('--help', '--version', '--offline', '--download', '-d'))
        return undefined;
      const file = read.value('-o', '--output');
      return { prints: file === undefined, files: file === undefined ? [] : [file] };
    }
    case 'aria2c':
    case 'axel': {
      const read = readOptions(args, { short: 'odsxj', long: ['out', 'dir', 'split'] });
      const file = read.value('-o', '--out', '--output');
      return { prints: false, files: file === undefined ? read.operands.flatMap(remoteName) : [file] };
    }
    case 'fetch':
    case 'ftp':
    case 'lwp-request':
    case 'get':
    case 'telnet':
      return args.some((word) => !word.text.startsWith('-')) ? { prints: true, files: [] } : undefined;
    case 'openssl':
      return args[0]?.text === 's_client' ? { prints: true, files: [] } : undefined;
    case 'dig':
    case 'aws':
    case 'gsutil':
    case 'rclone':
    case 'gh':
      return reading.test(args.map((word) => word.text).join(' ')) ? { prints: true, files: [] } : undefined;
    case 'lynx':
    case 'w3m':
    case 'links':
    case 'elinks':
      return args.some((word) => /^--?(?:source|dump|dump_source|dump-width)/.test(word.text))
        ? { prints: true, files: [] }
        : undefined;
    case 'socat':
      return args.some((word) => /^(?:tcp|udp|openssl|ssl|sctp|proxy|socks)\w*[:-]/i.test(word.text))
        ? { prints: true, files: [] }
        : undefined;
  }
  return undefined;
}

/** Their ways of printing what lies elsewhere. */
const reading = /^(?:s3 cp \S+ -|cat |api |(?:\S+ )*\btxt\b)/i;

function curlDownload(args: readonly ShellWord[]): Download | undefined {
  const read = readOptions(args, curl);
  if (read.has('-h', '--help', '-V', '--version', '-M', '--manual')) return undefined;
  const urls = [...read.operands, ...read.values('--url')];
  if (urls.length > 0 && urls.every((word) => word.text.startsWith('file:'))) return undefined;
  const directory = read.value('--output-dir')?.value;
  const inside = (word: ShellWord) => (directory === undefined ? word : plainWord(`${directory}/${word.text}`));
  const outputs = read.values('-o', '--output');
  const files = outputs.filter((word) => word.text !== '-').map(inside);
  const named = read.has('-O', '--remote-name', '--remote-name-all');
  // With -J the server chooses the name: nothing is known about it.
  if (named && !read.has('-J', '--remote-header-name')) files.push(...urls.flatMap(remoteName).map(inside));
  const toStdout = !named && (outputs.length === 0 || outputs.some((word) => word.text === '-'));
  return { prints: toStdout && !read.has('-I', '--head'), files };
}

function wgetDownload(args: readonly ShellWord[]): Download | undefined {
  const read = readOptions(args, wget);
  if (read.has('-h', '--help', '-V', '--version', '--spider')) return undefined;
  const output = read.value('-O', '--output-document');
  if (output !== undefined) {
    const toStdout = output.text === '-' || output.text === '/dev/stdout';
    return { prints: toStdout, files: toStdout ? [] : [output] };
  }
  const directory = read.value('-P', '--directory-prefix')?.value;
  const files = read.operands.flatMap(remoteName);
  // It prints nothing by itself; whoever pipes it into a shell means it to.
  return {
    prints: true,
    files: directory === undefined ? files : files.map((word) => plainWord(`${directory}/${word.text}`)),
  };
}

/** The file name that a URL is saved under. */
function remoteName(url: ShellWord): readonly ShellWord[] {
  if (url.value === undefined) return [];
  const path = url.value.replace(/^\w+:\/\//, '').replace(/[?#].*$/, '');
  const name = path.includes('/') ? path.slice(path.lastIndexOf('/') + 1) : '';
  return [plainWord(name === '' ? 'index.html' : name)];
}
