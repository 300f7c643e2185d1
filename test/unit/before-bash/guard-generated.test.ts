import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readCommand } from '../../../src/hooks/shell/read-command';
import { firstObjection } from '../../../src/hooks/gates/before-bash/guard/policy';
import { viewOf } from '../../../src/hooks/gates/before-bash/guard/rule';
import { contextOf } from '../../../src/hooks/shell/shared-reading';
import { assumedSite } from '../../../bench/corpus-site';
import { callOf } from './judging';

/** Every run tries the same fifty thousand commands; a long one tries five times as many. */
const times = process.env.GATEHOUSE_STRESS === '1' ? 20 : 1;
const wrapped = 5_000 * times;
const anyText = 3_000 * times;
const seed = 20_260_101;

const site = assumedSite();
const context = contextOf(site);
const view = viewOf(site, callOf({}, site.cwd));
const refusal = (command: string) => firstObjection(readCommand(command, context), view);

/** Invocations as words, so that they can be quoted in other ways. */
const dangerous: readonly (readonly string[])[] = [
  ['rm', '-rf', '/'],
  ['rm', '-r', '-f', '/etc'],
  ['rm', '-fr', '/home/dev'],
  ['rm', '--recursive', '--force', '../other'],
  ['rm', '-rf', '.git'],
  ['find', '.', '-name', '*.log', '-delete'],
  ['find', '/', '-exec', 'rm', '-rf', '{}', ';'],
  ['dd', 'if=/dev/zero', 'of=/dev/sda'],
  ['mkfs.ext4', '/dev/sdb1'],
  ['chmod', '-R', '777', '/'],
  ['chown', '-R', 'me', '/usr'],
  ['shutdown', '-h', 'now'],
  ['systemctl', 'reboot'],
  ['git', 'reset', '--hard'],
  ['git', '-C', 'sub dir', 'reset', '-q', '--hard', 'HEAD~1'],
  ['git', 'clean', '-xfd'],
  ['git', 'checkout', '--', 'a file.ts'],
  ['git', 'restore', 'src/a.ts'],
  ['git', 'stash', 'clear'],
  ['git', 'branch', '-D', 'topic'],
  ['git', 'push', '--force', 'origin', 'main'],
  ['git', 'push', 'origin', '+HEAD:main'],
  ['git', 'push', 'origin', ':master'],
  ['git', 'update-ref', 'refs/heads/main', 'HEAD'],
  ['git', 'gc', '--prune=now'],
  ['psql', '-c', 'DROP TABLE users'],
  ['python3', '-c', "import shutil; shutil.rmtree('/srv')"],
  ['node', '-e', 'require("fs").rmSync("/etc", {recursive: true})'],
];

const safe: readonly (readonly string[])[] = [
  ['rm', '-rf', 'build'],
  ['rm', '-rf', '/tmp/scratch dir'],
  ['rm', '-f', 'a file.txt'],
  ['find', '.', '-name', '-delete', '-print'],
  ['grep', '-rn', 'rm -rf /', 'src'],
  ['echo', 'git reset --hard; rm -rf /'],
  ['printf', '%s', 'DROP TABLE users'],
  ['git', 'commit', '-m', 'stop `rm -rf /` and $(reboot)'],
  ['git', 'log', '--grep', 'reset --hard'],
  ['git', 'add', 'reset', '--hard.txt'],
  ['git', 'push', '-u', 'origin', 'topic'],
  ['git', 'merge', '--abort'],
  ['git', 'checkout', '-b', 'new topic'],
  ['git', 'restore', '--staged', 'a'],
  ['git', 'branch', '-d', 'topic'],
  ['git', 'stash', 'push', '-m', 'drop'],
  ['dd', 'if=/dev/sda', 'of=disk image.img'],
  ['chmod', '755', 'build'],
  ['psql', '-c', "SELECT 'DROP TABLE users'"],
  ['curl', '-s', 'https://x.example/a?b=1&c=2'],
  ['python3', '-c', 'print("shutil.rmtree(1)")'],
  ['node', '-e', 'console.log("rm -rf /")'],
  ['ls', '-la', '# rm -rf /'],
  ['cat', "it's a file"],
  ['npm', 'run', 'build'],
];

const single = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;
const double = (text: string): string => `"${text.replace(/["$`\\]/g, '\\$&')}"`;
const escaped = (text: string): string => (text === '' ? "''" : text.replace(/[^\w@%+=:,./-]/g, '\\$&'));
const ansi = (text: string): string =>
  `$'${text.replace(/[^\w /.-]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;
/** Half in one kind of quotes, half in another. */
const mixed = (text: string): string => {
  const half = text.length >> 1;
  return `${double(text.slice(0, half))}${single(text.slice(half))}`;
};

const styles = [single, double, escaped, ansi, mixed];

/** The words, each quoted in a way of its own. */
function quoting(words: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.nat(styles.length - 1), { minLength: words.length, maxLength: words.length })
    .map((picks) => words.map((word, index) => (styles[picks[index] ?? 0] ?? single)(word)).join(' '));
}

/** The depth keeps names apart. */
type Wrap = (command: string, depth: number) => string;

/** What may stand in front of a simple command. */
const prefixes: readonly Wrap[] = [
  (command) => `sudo ${command}`,
  (command) => `sudo -u root -- ${command}`,
  (command) => `env A=1 ${command}`,
  (command) => `command ${command}`,
  (command) => `nohup nice -n 5 ${command}`,
  (command) => `timeout -k 1 5 ${command}`,
  (command) => `stdbuf -oL ${command}`,
];

/** Ways to run any command. */
const carriers: readonly Wrap[] = [
  (command) => `time ${command}`,
  (command) => `sh -c ${single(command)}`,
  (command) => `bash -lc ${double(command)}`,
  (command) => `eval ${single(command)}`,
  (command) => `( ${command}\n)`,
  (command) => `{ ${command}\n}`,
  (command) => `if true; then ${command}\nfi`,
  (command) => `for i in 1; do ${command}\ndone`,
  (command, depth) => `f${depth}() { ${command}\n}; f${depth}`,
  (command) => `echo "$( ${command}\n)"`,
  (command) => `cat <( ${command}\n)`,
  (command, depth) => `bash <<'END${depth}'\n${command}\nEND${depth}\n`,
  (command) => `printf '%s\\n' ${single(command)} | sh`,
  (command) => `bash <<< ${single(command)}`,
  (command) => `trap ${single(command)} EXIT`,
  (command, depth) => `c${depth}=${single(command)}; eval "$c${depth}"`,
  (command, depth) => `echo ${single(command)} > s${depth}.sh; sh s${depth}.sh`,
];

/** What may stand around a command. */
const around: readonly Wrap[] = [
  (command) => `ls && ${command}`,
  (command) => `ls; ${command}\nls`,
  (command) => `true &\n${command}`,
  (command) => `# a comment ' with a quote\n${command}`,
  (command) => `{ ${command}\n} > out.txt 2>&1`,
  (command) => `( ${command}\n) | cat`,
  (command) => `A=1; B='x y'\n${command}`,
  (command) => `  \t${command}`,
  (command) => `echo 'no "command' && ${command}`,
  (command, depth) => `cat <<E${depth}\ntext it's\nE${depth}\n${command}`,
];

function commandOf(pool: readonly (readonly string[])[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...pool).chain(quoting),
      fc.array(fc.constantFrom(...prefixes), { maxLength: 2 }),
      fc.array(fc.constantFrom(...carriers, ...around), { maxLength: 4 }),
    )
    .map(([command, before, outer]) => {
      const simple = before.reduce((text, wrap) => wrap(text, 0), command);
      return outer.reduce((text, wrap, depth) => wrap(text, depth), simple);
    });
}

describe(`guard: ${2 * wrapped + anyText} generated commands`, () => {
  it('lets no dangerous command through, however it is quoted and wrapped', () => {
    fc.assert(
      fc.property(commandOf(dangerous), (command) => {
        assert.ok(refusal(command), `not refused: ${command}`);
      }),
      { numRuns: wrapped, seed },
    );
  });

  it('refuses no safe command', () => {
    fc.assert(
      fc.property(commandOf(safe), (command) => {
        const found = refusal(command);
        assert.equal(found, undefined, `refused by ${found?.rule ?? ''}: ${command}`);
      }),
      { numRuns: wrapped, seed },
    );
  });

  it('survives any text', () => {
    const piece = fc.constantFrom(
      'rm',
      ' ',
      '-rf',
      '/',
      '$(',
      ')',
      '`',
      '"',
      "'",
      '<<E\n',
      '\n',
      ';',
      '&&',
      '|',
      '{',
      '}',
      '${x:-',
      '\\',
      'git',
      'E',
      '>',
      '&',
      'if',
      'fi',
      'case',
      '((',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        refusal(pieces.join(''));
      }),
      { numRuns: anyText, seed },
    );
  });
});
