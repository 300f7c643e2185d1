import { isSecretVariable } from '../secrets/values';
import { lists, machine, reads as effectReads, reveals, runsUnseen, unclear, writes } from './effect';
import { does, type Definition, type Family, type Use } from './program';
import { wrapper } from './wrappers';

/** By the first word: only shows something, or changes the machine. */
function shows(verbs: RegExp, why: string): Definition {
  return {
    style: 'single',
    options: '**',
    effects: ({ words: [first] }) => (first !== undefined && verbs.test(first.text) ? [] : machine('settings', why)),
  };
}

/** By the first operand. */
function readOnlyWhen(verbs: RegExp, why: string, options = '**'): Definition {
  return {
    style: 'single',
    options,
    effects: ({ operands: [verb] }) =>
      verb?.value !== undefined && verbs.test(verb.value) ? [] : machine('settings', why),
  };
}

/** With one of these options it writes or changes something. */
const reads = (
  options: string,
  dangerous: readonly string[],
  why: string,
  style: 'gnu' | 'single' = 'single',
): Definition => ({ style, options, effects: (use: Use) => use.has(...dangerous) && machine('settings', why) });

/** Programs that show or change settings of a Mac. */
export const mac: Family = {
  // Archives of old Macintosh files.
  'applesingle binhex macbinary': {
    style: 'single',
    options: '**',
    effects: (use) => {
      const [verb, ...files] = use.operands;
      const prints = verb?.value === 'probe' || use.says(/^--?(?:pipe|to-stdout)$/);
      return prints ? files.map((word) => effectReads(word)) : unclear('writes files beside the archive');
    },
  },
  'sw_vers system_profiler ioreg': { style: 'single', options: '**' },
  mdls: { style: 'single', options: '* -name= -plist=write', operands: 'list*' },
  networksetup: shows(/^-(?:get|list|show|is|print|version|help)/, 'changes the network'),
  scutil: does('**', ({ words: [first, , third] }) =>
    /^(?:--get|--dns|--proxy|--nwi|-r|-w|--help)$/.test(first?.text ?? '') &&
    (first?.text !== '--get' || third === undefined)
      ? []
      : machine('settings', 'changes settings of this machine'),
  ),
  defaults: readOnlyWhen(/^(?:read|read-type|domains|find|help)$/, 'changes settings', '-currentHost -host= **'),
  pkgutil: shows(
    /^--(?:pkgs|packages|groups|files|lsbom|pkg-info|pkg-groups|file-info|check-signature|export-plist|payload-files|help|volume)/,
    'changes what is installed',
  ),
  launchctl: does('**', ({ words: [verb, key] }) => {
    const name = verb?.text ?? '';
    if (name === 'getenv') {
      return isSecretVariable(key?.text ?? '') && reveals(`the variable ${key?.text ?? ''}`);
    }
    if (
      /^(?:list|print|print-cache|print-disabled|error|help|hostinfo|managerpid|manageruid|managername|procinfo|variant|version|blame|dumpstate|resolveport)$/.test(
        name,
      )
    ) {
      return [];
    }
    if (/^(?:load|bootstrap|enable|submit)$/.test(name)) {
      return machine('schedule', 'has a program start by itself');
    }
    return name === 'reboot' ? machine('halt') : machine('settings', 'changes services');
  }),
  profiles: readOnlyWhen(/^(?:list|show|status|validate|version|help)$/, 'changes what manages this machine'),
  plutil: {
    style: 'single',
    options: '**',
    effects({ words: [first, ...rest] }) {
      const only = first !== undefined && (!first.text.startsWith('-') || /^-(?:lint|p|help|s)$/.test(first.text));
      return only && !rest.some(({ text }) => text === '-o')
        ? []
        : rest.slice(-1).map((word) => writes(word, { how: 'edit' }));
    },
  },
  codesign: does(
    '* -v,--verify -d,--display --verbose=? --deep --strict=? -R= --requirements=? -r=? --entitlements=write --xml --der --extract-certificates=?write --file-list=write -h -a,--architecture= --all-architectures ' +
      '-s,--sign= -f,--force --remove-signature --check-notarization -i,--identifier= -o,--options= --timestamp=? --preserve-metadata=? --generate-entitlement-der',
    (use) =>
      use.has('--sign', '--force', '--remove-signature', '--extract-certificates')
        ? use.operands.map((word) => writes(word, { how: 'edit' }))
        : use.operands.map((word) => lists(word)),
  ),
  spctl: does(
    '-a,--assess -t,--type= -v,--verbose --status --disable-status --add --remove --enable --disable --global-enable --global-disable --master-enable --master-disable --label= --rule= --list',
    (use) =>
      !use.has('--assess', '--status', '--disable-status', '--list') &&
      (use.has('--disable', '--global-disable', '--master-disable')
        ? machine('protection')
        : machine('settings', 'changes what may run')),
  ),
  lipo: {
    style: 'single',
    options:
      '-archs -info -detailed_info -verify_arch -o=write -output=write -create -thin= -extract= -remove= -replace=',
    effects: (use) => use.has('-create') && machine('settings', 'writes a program'),
  },
  sips: { style: 'single', options: '-g= --getProperty= --verify -1 --oneLine --help -h --formats', operands: 'list*' },
  tmutil: readOnlyWhen(
    /^(?:listbackups|listlocalsnapshots|listlocalsnapshotdates|latestbackup|machinedirectory|destinationinfo|uniquesize|isexcluded|status|version|help|compare|calculatedrift|verifychecksums)$/,
    'changes backups',
  ),
  xattr: reads('** -w -d -c -p -l -r -s -v -x', ['-w', '-d', '-c'], 'changes attributes', 'gnu'),
  pmset: shows(/^-g$/, 'changes settings of this machine'),
  hdiutil: readOnlyWhen(/^(?:info|imageinfo|verify|checksum|plugins|help|isencrypted|pmap)$/, 'changes disk images'),
  dscl: does('**', ({ words }) => {
    const verb = words.filter(({ text }) => !/^-(?:plist|raw|url|q|p|u|P|f)$/.test(text))[1]?.text.replace(/^-/, '');
    return (
      !/^(?:read|readall|readpl|readpli|list|search|diff)$/.test(verb ?? '') && machine('users', 'changes accounts')
    );
  }),
  textutil: shows(/^--?(?:info|help)$/, 'writes files'),
  mdimport: shows(/^-(?:A|L|X|t)$/, 'changes the index'),
  qlmanage: reads('** -o=write -r', ['-r'], 'changes how files are shown'),
  open: {
    style: 'single',
    options: '** -R',
    effects: (use) => use.words[0]?.text !== '-R' && unclear('opens a program'),
  },
  symbols: reads('** -symbolsPackageDir=write -saveSignature=write', [], ''),
  sample: {
    style: 'single',
    options: '-wait -mayDie -fullPaths -e -subst= -file=write',
    effects: ({ operands }) => operands.length === 0 && unclear('it is not told what to do'),
  },
  say: does(
    '-v,--voice= -r,--rate= -f,--input-file=read -o,--output-file=write -n,--network-send= -a,--audio-device= -i --interactive=? --progress --file-format= --data-format= --channels= --bit-rate= --quality=',
    (use) => use.has('--network-send', '--audio-device') && unclear('sends sound elsewhere'),
  ),
  compression_tool: { style: 'single', options: '-encode -decode -a= -i=read -o=write -v -h' },
  caffeinate: wrapper('-d -i -m -s -u -t= -w='),
  arch: wrapper('-32 -64 -arm64 -arm64e -i386 -x86_64 -x86_64h -c -d= -e= -h'),
  automator: does('**', () => runsUnseen('drives other programs')),
};
