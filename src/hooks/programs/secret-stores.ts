import { machine, reveals, runs, service, unclear, uses, writes, type Actions, type UsesService } from './effect';
import { isDestroying } from './parts/by-verb';
import { does, type Definition, type Family, type Use } from './program';

/** By its first words: prints what the store keeps, only names it, or does something else. */
function store(what: string, prints: RegExp, names: RegExp): Definition {
  return {
    options: '*',
    inert: '--version --help',
    effects(use) {
      const words = use.operands.map(({ text }) => text).join(' ');
      const command = use.afterDashes && runs({ form: 'command', words: use.afterDashes, wrapper: true });
      if (use.operands.some(({ value }) => value === undefined)) return [reveals(what), command];
      if (prints.test(words)) return [reveals(what), command];
      return !names.test(words) && service('secret store', words, changesOrLoses(words.split(' ')));
    },
  };
}

/** A store has no second copy of what is deleted from it. */
const changesOrLoses = (words: readonly string[]): UsesService['access'] =>
  words.slice(0, 2).some((word) => isDestroying(word) || /^(?:clear|reset)$/.test(word)) ? 'destroy' : 'change';

/** Decrypts to standard output unless a file is named. */
function decrypter(options: string, decrypts: (use: Use) => boolean): Definition {
  return {
    options,
    inert: '--version --help -h',
    effects(use): Actions {
      const output = use.value('--output');
      if (!decrypts(use)) return unclear('encrypts or edits files');
      return [
        use.operands.map((word) => uses(word)),
        output === undefined ? reveals('what is decrypted') : writes(output),
      ];
    },
  };
}

const decrypting = decrypter(
  '* -d,--decrypt --output= -i,--in-place --extract= --input-type= --output-type= --config=load --background --pristine --user= --filename= --no-fifo',
  (use) => use.has('--decrypt') || use.operands[0]?.text === 'decrypt',
);

/** Programs that keep secrets, and print them when they are asked. */
export const secretStores: Family = {
  // pass(1) prints what it is told the name of, with or without `show`.
  'pass gopass': {
    options: '* -c=? --clip=? -q=? --qrcode=?',
    inert: '--version --help',
    effects({ operands: [verb, name] }) {
      if (verb === undefined || /^(?:ls|list|find|search|help|version|git)$/.test(verb.text)) return [];
      if (
        /^(?:insert|add|generate|rm|remove|delete|mv|rename|cp|copy|edit|init|sync|clone|setup|recipients)$/.test(
          verb.text,
        )
      ) {
        return service('secret store', verb.text, changesOrLoses([verb.text]));
      }
      // A function of a test script has the same name: `pass "two plans agree"`.
      if (name === undefined && (verb.text === 'show' || /\s/.test(verb.text))) return [];
      return reveals('a password of the store');
    },
  },
  security: {
    options: '* -a= -s= -l= -c= -D= -G= -j= -C= -d=?',
    style: 'strict',
    effects: ({ words, operands: [verb] }) => {
      const shows = words.some(({ text }) => /^-[a-z]{0,2}[wgd][a-z]{0,2}$/.test(text));
      if (/^find-(?:generic|internet)-password$/.test(verb?.text ?? ''))
        {return shows && reveals('a password of the keychain');}
      // Builds make keychains of their own and delete them again.
      const own = verb?.text === 'delete-keychain' && !words.some(({ text }) => /(?:^|\/)(?:login|System)\.keychain/.test(text));
      if ((verb?.text ?? '').startsWith('delete-') && !own) return service('secret store', verb?.text ?? '', 'destroy');
      if (/^(?:dump-keychain|export)$/.test(verb?.text ?? '')) return reveals('what the keychain holds');
      return !/^(?:find-certificate|list-smartcards|verify-cert|error|help|dump-trust-settings|get-identity-preference|translocate-status-check|find-identity|show-keychain-info)$/.test(verb?.text ?? '') && machine('settings', 'handles keys and passwords');
    },
  }, // prettier-ignore
  // gpg(1): secret keys, and what is decrypted, become text unless they go to a file.
  'gpg gpg2': {
    options:
      '* -o,--output=write -d,--decrypt -e,--encrypt -s,--sign -b,--detach-sign --clearsign --clear-sign --verify -k,--list-keys --list-public-keys --list-secret-keys -K --fingerprint --list-sigs --check-sigs ' +
      '--list-packets --show-keys --print-md= -a,--armor -r,--recipient= -u,--local-user= --homedir=load --export --export-secret-keys --export-secret-subkeys --import --keyserver= --recv-keys --send-keys --refresh-keys ' +
      '--search-keys --locate-keys --delete-keys --delete-secret-keys --delete-secret-and-public-key --gen-key --generate-key --full-generate-key --quick-generate-key --edit-key -c,--symmetric --passphrase= ' +
      '--passphrase-file=use --passphrase-fd= --pinentry-mode= --batch --yes --no-tty -q,--quiet -v,--verbose --with-colons --keyid-format= --status-fd= --dearmor --enarmor',
    inert: '--version --help',
    effects(use) {
      const quiet = use.has('--output');
      if (use.has('--delete-secret-keys', '--delete-secret-and-public-key')) return service('secret store', 'delete', 'destroy');
      if (use.has('--export-secret-keys', '--export-secret-subkeys')) return reveals('secret keys');
      if (use.has('--decrypt'))
        {return [use.operands.map((word) => uses(word)), !quiet && reveals('what is decrypted')];}
      return use.has('--verify', '--list-keys', '--list-public-keys', '--list-secret-keys', '-K', '--fingerprint', '--list-sigs', '--check-sigs', '--list-packets', '--show-keys', '--print-md')
        ? use.operands.map((word) => uses(word))
        : unclear('what it does with keys is not known');
    },
    prints: (use) => (use.has('--decrypt') ? 'decoded' : undefined),
  }, // prettier-ignore
  // sops(1): decrypts and encrypts files; `exec-env` and `exec-file` run text with what is in them.
  sops: {
    ...decrypting,
    effects(use) {
      const [verb, file, text] = use.operands;
      if (!/^exec-(?:env|file)$/.test(verb?.text ?? '')) return decrypting.effects?.(use);
      return [file && uses(file), reveals('what is decrypted'), text && runs({ form: 'shell', text, via: 'sops' })];
    },
  },
  'age rage': decrypter('* -d,--decrypt -i,--identity=use -o,--output= -p -e -r= -R=use -a', (use) =>
    use.has('--decrypt'),
  ),
  bw: store('a password of the vault', /^(?:get|list|export|unlock|login)\b/, /^(?:status|config|sync|help)\b/),
  lpass: store('a password of the vault', /^(?:show|export)\b/, /^(?:ls|status)\b/),
  keyring: store('a password of the keyring', /^get\b/, /^(?:diagnose|--list-backends)\b/),
  'secret-tool': store('a password of the keyring', /^(?:lookup|search)\b/, /^help\b/),
  'kwallet-query': does('*', () => reveals('a password of the wallet')),
  keyctl: store(
    'a key of the kernel',
    /^(?:print|pipe|read)\b/,
    /^(?:show|list|rlist|describe|rdescribe|search|id|supports)\b/,
  ),
  chamber: store('secrets of the project', /^(?:read|export|env|exec)\b/, /^(?:list|list-services|history|version)\b/),
  infisical: store('secrets of the project', /^(?:secrets|export|run)\b/, /^(?:help|init)\b/),
  envchain: {
    style: 'strict',
    options: '-l,--list -v,--show-value --set --unset -n,--namespace --noecho -p,--require-passphrase',
    effects: ({ operands }) => [
      reveals('secrets of the keychain'),
      runs({ form: 'command', words: operands.slice(1), wrapper: true }),
    ],
  },
  'teller berglas': store('secrets of the project', /./, /^$/),
  'keeper ksm': store('a password of the vault', /\b(?:get|show|secret|export)\b/, /^(?:whoami|version|help)\b/),
};
