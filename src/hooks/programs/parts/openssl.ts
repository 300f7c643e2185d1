import { fetches, reveals, runs, sends, unclear, type Actions } from '../effect';
import type { Definition, Use } from '../program';

/** Options of nearly all subcommands. `-in` is a key or a certificate that they use, or a text that they show. */
const common =
  '-out=write -inform= -outform= -noout -text -pubin -pubout -passin= -passout= -engine=load -provider=load -provider-path=load -propquery= -rand=read ' +
  '-writerand=write -config=load -verbose -quiet -nameopt= -certopt= -help';

const files = `-in=use ${common}`;
const shown = `-in=read ${common}`;

/** `openssl s_client … < /dev/null` and `echo | openssl s_client …` only end the connection. */
function isEmpty({ at: { stdin } }: Use): boolean {
  if (stdin.kind === 'text') return /^\s*(?:[QR]\s*)?$/.test(stdin.text);
  return stdin.kind === 'file' && stdin.path === '/dev/null';
}

const handlesKeys = unclear('what it does with keys is not known');
const decodes = ({ given }: Use): boolean => given.some(({ name }) => name === '-d');

const makes = (more = ''): Definition => ({
  style: 'single',
  options: `* ${files} ${more}`,
  effects: (use): Actions => !use.has('-out') && !use.has('-noout') && reveals('a new private key'),
});

/** openssl(1). */
export const openssl: Definition = {
  options: '-v -h',
  subcommands: {
    'version help list ciphers errstr': {
      style: 'single',
      options: '* -engine=load -provider=load -provider-path=load -config=load',
    },
    x509: {
      style: 'single',
      options:
        `${files} -issuer -subject -serial -dates -startdate -enddate -email -fingerprint -sha1 -sha256 -sha384 -sha512 -md5 -hash -subject_hash -issuer_hash -pubkey -modulus -purpose ` +
        '-checkend= -checkhost= -checkip= -checkemail= -ext= -trustout -alias -ocsp_uri -ocspid -C -noout -dateopt= -certopt= -signkey=use -key=use -CA=use -CAkey=use -req -days= ' +
        '-set_serial= -CAcreateserial -CAserial=edit -extfile=read -extensions= -clrext -force_pubkey=read -subj= -new -x509toreq -CAform= -CAkeyform= -copy_extensions= ' +
        '-sigopt= -vfyopt= -preserve_dates -setalias= -addtrust= -addreject= -clrtrust -clrreject -keyform= -badsig -multi',
      effects: (use) => use.has('-CA', '-CAcreateserial') && unclear('signs, and writes the serial number'),
      prints: 'filtered',
    },
    'crl asn1parse verify pkcs7 nseq sess_id prime': {
      style: 'single',
      options: `${shown} * -CAfile=use -CApath=use -untrusted=use -trusted=use -CRLfile=read -strparse= -offset= -length= -oid=read -genconf=read -genstr= -cert=use`,
      operands: 'read*',
      effects: () => handlesKeys,
      prints: 'filtered',
    },
    s_client: {
      style: 'single',
      options:
        '-connect= -host= -port= -bind= -proxy=fetch -unix=fetch -4 -6 -servername= -noservername -verify= -cert=use -certform= -key=use -keyform= -pass= -CAfile=use ' +
        '-CApath=use -CAstore=use -no-CAfile -no-CApath -showcerts -prexit -debug -msg -msgfile=write -trace -state -quiet -ign_eof -no_ign_eof -brief -starttls= -xmpphost= ' +
        '-tls1 -tls1_1 -tls1_2 -tls1_3 -no_tls1 -no_tls1_1 -no_tls1_2 -no_tls1_3 -no_ssl3 -ssl3 -dtls -cipher= -ciphersuites= -curves= -groups= -sigalgs= -alpn= -nextprotoneg= ' +
        '-status -reconnect -sess_out=write -sess_in=read -keylogfile=write -early_data=upload -engine=load -provider=load -provider-path=load -crlf -nbio -verify_return_error ' +
        '-verify_hostname= -verify_ip= -verify_email= -tlsextdebug -security_debug -serverpref -legacy_renegotiation -no_ticket -psk= -psk_identity= -timeout -mtu= -name= -nocommands -adv -noservername -enable_pha -help',
      effects(use) {
        const to = use.value('-connect') ?? use.value('-host') ?? use.operands[0];
        const fed = use.at.stdin.kind !== 'inherited' && !isEmpty(use);
        return [fetches(to), fed && sends(to, { input: true })];
      },
      prints: 'fetched',
    },
    's_server s_time ocsp ts cmp': {
      style: 'single',
      options: `* ${files} -connect= -url= -host= -accept= -port=`,
      effects: (use) => [fetches(use.value('-connect', '-url', '-host')), unclear('talks to another machine')],
    },
    rand: {
      style: 'single',
      options:
        '-hex -base64 -out=write -engine=load -provider=load -provider-path=load -rand=read -writerand=write -help',
      effects: () => unclear('prints what may become a secret'),
    },
    'dgst sha1 sha224 sha256 sha384 sha512 md5': {
      style: 'single',
      options: `* ${files} -sign=use -verify=read -prverify=read -signature=read -hmac= -mac= -macopt= -keyform= -sigopt= -c -r -hex -binary -list`,
      operands: 'use*',
      effects: () => handlesKeys,
      prints: 'filtered',
    },
    'enc base64 aes-256-cbc aes-128-cbc des3 rc4 bf cast5 chacha20 zlib': {
      style: 'single',
      options: `${shown} -e -d -a -base64 -A -k= -K= -iv= -S= -kfile=use -pass= -md= -iter= -pbkdf2 -salt -nosalt -nopad -p -P -bufsize= -z -v *`,
      effects: (use) => [
        handlesKeys,
        decodes(use) && !use.has('-out', '-base64', '-a') && use.path[0] !== 'base64' && reveals('what is decrypted'),
      ],
      prints: (use) => (use.has('-out') ? 'nothing' : decodes(use) ? 'decoded' : 'filtered'),
    },
    // Prints a private key unless only its public half, or nothing, is asked for.
    'rsa ec pkey dsa pkcs8 dh': {
      style: 'single',
      options: `${files} -inkey=use -check -modulus -des -des3 -aes128 -aes192 -aes256 -aes-256-cbc -aes128-cbc -topk8 -nocrypt -v1= -v2= -v2prf= -traditional -param_enc= -conv_form= -no_public -iter= -text_pub -RSAPublicKey_in -RSAPublicKey_out`,
      effects(use) {
        const half = use.has('-pubout', '-pubin', '-text_pub', '-RSAPublicKey_out');
        const hides = half || use.has('-out') || (use.has('-noout') && !use.has('-text'));
        return !hides && reveals('a private key');
      },
      prints: 'filtered',
    },
    pkcs12: {
      style: 'single',
      options: `* ${files} -inkey=use -certfile=use -export -name= -caname= -password= -nokeys -nocerts -clcerts -cacerts -nodes -noenc -info -legacy`,
      effects: (use) => !use.has('-nokeys', '-noout', '-out', '-export') && reveals('a private key'),
    },
    'genrsa genpkey gendsa': makes('-paramfile=read -algorithm= -pkeyopt='),
    'req ca': {
      style: 'single',
      options: `* ${files} -key=use -keyout=write -newkey= -days= -subj= -x509 -nodes -new -extensions= -reqexts= -addext= -CA=use -CAkey=use -cert=use -keyfile=use -policy= -spkac=read -ss_cert=read -outdir=write -extfile=read -startdate= -enddate= -infiles -batch -gencrl -revoke=edit`,
      effects: () => handlesKeys,
    },
    'pkeyutl rsautl smime cms': {
      style: 'single',
      options: `* ${files} -inkey=use -sign -verify -encrypt -decrypt -sigfile=read -peerkey=read -certin -recip=read -signer=read -certfile=use -content=read -CAfile=use`,
      effects: () => handlesKeys,
      prints: (use) => (use.has('-decrypt') ? 'decoded' : 'filtered'),
    },
    'dhparam dsaparam ecparam pkeyparam': makes('-name= -genkey -list_curves -check -2 -5'),
    passwd: {
      style: 'single',
      options: '* -in=read -salt= -stdin -1 -5 -6 -apr1 -noverify -quiet',
      effects: () => handlesKeys,
    },
    speed: {
      style: 'single',
      options:
        '* -engine=load -provider=load -provider-path=load -config=load -rand=read -writerand=write -evp= -multi= -seconds= -bytes=',
    },
  },
  other: { style: 'single', options: `* ${shown}`, effects: () => handlesKeys },
  // Without a subcommand it reads its own commands.
  bare: { effects: (use) => use.at.stdin.kind !== 'inherited' && runs({ form: 'input', language: 'other' }) },
};
