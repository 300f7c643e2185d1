import { local, reads, risky, unknown, type Judgement } from '../judgement';
import { judged, read, stop, verbs, type Table } from '../rule';
import type { Options } from '../../shell/options';

const curlValues = {
  short: 'AbcCdDeEFhHKmoPQrTuUwxXyYzt',
  long: [
    'user-agent',
    'cookie',
    'cookie-jar',
    'continue-at',
    'data',
    'data-raw',
    'data-binary',
    'data-urlencode',
    'data-ascii',
    'json',
    'dump-header',
    'referer',
    'cert',
    'cert-type',
    'key',
    'form',
    'form-string',
    'header',
    'config',
    'max-time',
    'output',
    'output-dir',
    'ftp-port',
    'quote',
    'range',
    'upload-file',
    'user',
    'proxy-user',
    'write-out',
    'proxy',
    'request',
    'speed-limit',
    'speed-time',
    'time-cond',
    'connect-timeout',
    'retry',
    'retry-delay',
    'retry-max-time',
    'max-redirs',
    'cacert',
    'capath',
    'ciphers',
    'dns-servers',
    'interface',
    'oauth2-bearer',
    'url',
    'url-query',
    'resolve',
    'limit-rate',
    'parallel-max',
    'socks5',
    'socks5-hostname',
    'socks4',
    'proto',
    'tls-max',
    'etag-compare',
    'etag-save',
    'stderr',
    'trace',
    'trace-ascii',
    'keepalive-time',
    'max-filesize',
    'mail-from',
    'mail-rcpt',
    'unix-socket',
    'abstract-unix-socket',
    'netrc-file',
    'connect-to',
    'preproxy',
    'engine',
  ],
};

/** Options of curl that neither send, nor write, nor take orders from a file. */
const curlReads =
  '-# -0 -1 -2 -3 -4 -6 -a -f -g -G -i -I -j -J -k -l -L -M -n -N -p -q -R -s -S -v -V -Z -A -C -e -E -h -H -m -r -u -U -w -x -X -y -Y -z -b -Q --anyauth --basic --digest --negotiate --ntlm --compressed --fail --fail-early --fail-with-body --globoff --get --head --include --insecure --location --manual --no-buffer --no-progress-meter --progress-bar --silent --show-error --verbose --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --ipv4 --ipv6 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --ssl --ssl-reqd --parallel --path-as-is --raw --tcp-nodelay --tcp-fastopen --no-keepalive --show-headers --styled-output --remote-time --disable --user-agent --continue-at --referer --cert --cert-type --header --max-time --range --user --proxy-user --write-out --proxy --request --speed-limit --speed-time --time-cond --connect-timeout --retry --retry-delay --retry-max-time --retry-all-errors --retry-connrefused --max-redirs --cacert --capath --ciphers --dns-servers --interface --oauth2-bearer --url --url-query --resolve --limit-rate --parallel-max --socks5 --socks5-hostname --socks4 --proto --tls-max --etag-compare --keepalive-time --max-filesize --cookie --quote'.split(
    ' ',
  );

/** Machines that hand out the credentials of the one that asks. */
const metadata = /169\.254\.169\.254|metadata\.google\.internal|fd00:ec2|100\.100\.100\.200/i;

const writesFiles = {
  '-o': 'writes a file',
  '-O': 'writes a file',
  '--output': 'writes a file',
  '--remote-name': 'writes a file',
  '-c': 'writes a file',
  '--cookie-jar': 'writes a file',
  '-D': 'writes a file',
  '--dump-header': 'writes a file',
  '--etag-save': 'writes a file',
  '--stderr': 'writes a file',
  '--trace': 'writes a file',
  '--trace-ascii': 'writes a file',
};

const curlJudgement = (given: Options): Judgement | undefined => {
  const methods = given.values('-X', '--request').map(({ text }) => text.toUpperCase());
  if (methods.some((method) => !/^(?:GET|HEAD|OPTIONS|TRACE|LIST|PROPFIND)$/.test(method)))
    return risky('changes something at the other end');
  const addresses = [...given.operands, ...given.values('--url')];
  if (addresses.some(({ text }) => metadata.test(text))) return risky('asks for credentials of this machine');
  if (
    addresses.some(
      ({ text }) =>
        /^[a-z][\w+.-]*:/i.test(text) && !/^(?:https?|ftps?):\/\//i.test(text) && !/^[\w.-]+:\d+/.test(text),
    )
  )
    return unknown('not a web address');
  if (
    given
      .values('-Q', '--quote')
      .some(({ text }) => !/^[-+*]?(?:STAT|SIZE|LIST|NLST|CWD|PWD|NOOP|HELP|SYST|MDTM|FEAT)\b/i.test(text))
  )
    return risky('changes something at the other end');
  if (
    [...given.values('-H', '--header', '-b', '--cookie', '-w', '--write-out')].some(
      ({ text }) => text.startsWith('@') || text.includes('%output{'),
    )
  )
    return unknown('reads or writes a file');
  if (given.values('-C', '--continue-at').length > 0 && given.values('-o').length > 0) return local('writes a file');
  return undefined;
};

/** `ip [options] object command`: an object that is only named is shown. */
const ipShows = /^(?:s|sh|sho|show|l|ls|li|lis|list|g|ge|get|monitor|identify|help|)$/;

export function network(): Table {
  const curl = read({
    takes: curlValues,
    known: true,
    exact: false,
    only: curlReads,
    local: writesFiles,
    risky: {
      '-d': 'sends data',
      '--data': 'sends data',
      '--data-raw': 'sends data',
      '--data-binary': 'sends data',
      '--data-urlencode': 'sends data',
      '--data-ascii': 'sends data',
      '--json': 'sends data',
      '-F': 'sends data',
      '--form': 'sends data',
      '--form-string': 'sends data',
      '-T': 'sends a file',
      '--upload-file': 'sends a file',
      '-K': 'takes orders from a file',
      '--config': 'takes orders from a file',
      '--mail-from': 'sends mail',
      '--mail-rcpt': 'sends mail',
      '--output-dir': 'writes elsewhere',
      '--create-dirs': 'writes elsewhere',
      '--unix-socket': 'talks to a service of this machine',
      '--abstract-unix-socket': 'talks to a service of this machine',
    },
    judge: curlJudgement,
  });

  const wget = read({
    takes: {
      short: 'OTtUePQwoaiBAYRDIXlu',
      long: ['timeout', 'tries', 'user-agent', 'header', 'output-document', 'output-file'],
    },
    known: true,
    risky: {
      '--method': 'may change something at the other end',
      '--post-data': 'sends data',
      '--post-file': 'sends a file',
      '--body-data': 'sends data',
      '--body-file': 'sends a file',
      '-e': 'takes settings',
      '--execute': 'takes settings',
      '-i': 'takes addresses from a file',
      '--input-file': 'takes addresses from a file',
      '-o': 'writes a file',
      '--output-file': 'writes a file',
      '-a': 'writes a file',
      '--use-askpass': 'runs a program',
    },
    judge: (given) =>
      given.has('--spider', '-h', '-V') || given.value('-O', '--output-document')?.text === '-'
        ? undefined
        : risky('downloads to a file'),
  });

  const openssl = verbs(
    {
      'version help list ciphers errstr': read(),
      x509: read({
        takes: { single: true },
        exact: true,
        risky: {
          '-out': 'writes a file',
          '-signkey': 'signs',
          '-key': 'signs',
          '-CA': 'signs',
          '-CAkey': 'signs',
          '-req': 'signs',
          '-engine': 'loads code',
          '-provider': 'loads code',
          '-provider-path': 'loads code',
        },
      }),
      s_client: read({
        takes: { single: true, long: ['connect', 'servername', 'starttls', 'CAfile', 'CApath', 'alpn'] },
        exact: true,
        known: true,
        risky: {
          '-key': 'uses a key',
          '-sess_out': 'writes a file',
          '-keylogfile': 'writes keys',
          '-msgfile': 'writes a file',
          '-engine': 'loads code',
          '-provider': 'loads code',
        },
      }),
    },
    { switches: ['-v'], other: stop('handles keys') },
  );
  const ip = judged((words) => {
    const texts = words.map(({ text }) => text);
    if (words.some(({ value }) => value === undefined)) return unknown('what it does is not known');
    let at = 0;
    for (; at < texts.length && texts[at]?.startsWith('-') === true; at++) {
      const name = texts[at] ?? '';
      if (/^-(?:b|batch|force)$/.test(name)) return risky('takes commands from a file');
      if (/^-(?:n|netns|f|family|l|loops|rc|rcvbuf)$/.test(name)) at++;
    }
    const [object = '', command = '', ...rest] = texts.slice(at);
    if (/^(?:mon?|moni\w*)$/.test(object) || object === '' || object === 'help')
      return rest.includes('file') ? unknown('reads a file') : reads;
    if (object === 'netns' && command === 'exec') return risky('runs a program');
    return ipShows.test(command) ? reads : risky('changes the network');
  });

  const ifconfig = judged((words) => {
    const operands = words.filter(({ text }) => !text.startsWith('-'));
    const plain = words.every(
      ({ text, value }) => value !== undefined && (!text.startsWith('-') || /^-[aslLvmu]$/.test(text)),
    );
    return plain && operands.length <= 1 ? reads : risky('changes the network');
  });

  return {
    curl,
    wget,
    'http https xh httpie': stop('may send data'),
    openssl,
    ip,
    ifconfig,
    'dig host nslookup drill doggo': read({
      known: true,
      takes: { short: 'fkbpqtcxy' },
      judge: ({ operands }) =>
        operands.some(({ text }) => /^[ai]xfr\b/i.test(text)) ? risky('asks for a whole zone') : undefined,
      risky: { '-f': 'reads a file', '-k': 'reads a key', '-y': 'reads a key' },
    }),
    'ping ping6 traceroute traceroute6 tracepath mtr whois': read({
      known: true,
      takes: { short: 'cistwWIlpQqmMfFSTz' },
      risky: { '-f': 'floods' },
    }),
    'ss netstat lsof': read({ risky: { '-K': 'closes connections', '--kill': 'closes connections' } }),
    arp: read({ risky: { '-s': 'changes the table', '-d': 'changes the table', '-f': 'changes the table' } }),
    route: read({ only: ['-n', '-e', '-4', '-6', '-v', '-ee'], operands: 0 }),
    'iptables ip6tables nft ufw firewall-cmd': stop('changes the firewall'),
    'ssh telnet nc ncat netcat socat ftp lftp': stop('reaches another machine'),
    'nmap masscan tcpdump tshark': stop('looks into the network'),
  };
}
