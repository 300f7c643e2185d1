import assert from 'node:assert/strict';
import fc from 'fast-check';
import { reachOf } from './reviewing';

/** Every run tries the same commands; a long one tries many more of them. */
const rounds = process.env.GATEHOUSE_STRESS === '1' ? 50_000 : 1_000;
const seed = 20_260_102;

const single = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;
const double = (text: string): string => `"${text.replace(/["$`\\]/g, '\\$&')}"`;
const escaped = (text: string): string => (text === '' ? "''" : text.replace(/[^\w@%+=:,./-]/g, '\\$&'));
const styles = [single, double, escaped];

const quoted = (words: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(styles.length - 1), { minLength: words.length, maxLength: words.length })
    .map((picks) => words.map((word, at) => (styles[picks[at] ?? 0] ?? single)(word)).join(' '));

const undecided: readonly (readonly string[])[] = [
  ['rm', 'a.txt'],
  ['git', 'push'],
  ['git', 'commit', '-m', 'x'],
  ['git', '-c', 'core.fsmonitor=./x', 'status'],
  ['npm', 'publish'],
  ['python3', '-c', 'import tool'],
  ['sed', 'w /etc/x', 'f'],
  ['sed', '1e rm x', 'f'],
  ['awk', 'BEGIN { system("rm x") }'],
  ['awk', '{ print > "/etc/x" }', 'f'],
  ['find', '.', '-delete'],
  ['find', '.', '-exec', 'rm', '{}', ';'],
  ['sort', '--compress-program', './x', 'f'],
  ['cat', '.env'],
  ['head', '-1', '/home/dev/.ssh/id_rsa'],
  ['curl', '-X', 'POST', 'https://x.example'],
  ['aws', 'ec2', 'terminate-instances', '--instance-ids', 'list'],
  ['kubectl', 'delete', 'pod', 'get'],
  ['docker', 'run', 'alpine', 'ls'],
  ['psql', '-c', 'DELETE FROM t'],
  ['./ls'],
  ['/tmp/cat', 'f'],
  ['frobnicate', '--list'],
  ['sudo', 'ls'],
  ['kill', '1'],
  ['mkdir', '/etc/x'],
  ['less', '+!sh', 'f'],
];

const reading: readonly (readonly string[])[] = [
  ['ls', '-la', 'a b'],
  ['cat', "it's a file"],
  ['grep', '-rn', 'rm -rf /; $(x) | > y', 'src'],
  ['echo', 'git push; rm -rf /'],
  ['git', 'log', '--oneline', '-5'],
  ['git', 'grep', 'a|b;c'],
  ['find', '.', '-name', '*.ts', '-not', '-path', './a b/*'],
  ['awk', '$1 > 2 && /a|b/ { print $2, "x > y" }', 'f'],
  ['sed', '-n', '/a/,/b/{s/x;y/z|w/g;p}', 'f'],
  ['jq', '.a | .b', 'f.json'],
  ['npm', 'ls', '--depth=0'],
  ['kubectl', 'get', 'pods', '-o', 'wide'],
  ['aws', 's3', 'ls', 's3://delete-me'],
  ['psql', '-c', "SELECT 'DROP TABLE x; --' FROM t"],
  ['curl', '-s', 'http://localhost:3000/delete?a=b'],
];

const prefixes = ['', 'command ', 'env ', 'env A=1 ', 'LC_ALL=C ', 'time ', 'timeout 5 ', 'nice -n 5 ', 'stdbuf -oL '];

/** The depth keeps names apart. */
type Wrap = (command: string, depth: number) => string;
const around: readonly Wrap[] = [
  (command) => command,
  (command) => `ls && ${command}`,
  (command) => `${command}; pwd`,
  (command) => `pwd\n${command}\nls`,
  (command) => `${command} | head -3`,
  (command) => `${command} |& tail -1`,
  (command) => `${command} 2>/dev/null || true`,
  (command) => `( ${command} )`,
  (command) => `{ ${command}; }`,
  (command) => `if true; then ${command}; fi`,
  (command) => `for i in 1 2; do ${command}; done`,
  (command) => `echo "$( ${command} )"`,
  (command) => `cat <( ${command} )`,
  (command) => `A=$( ${command} ) pwd`,
  // In one group: behind `&&` a function would only perhaps be defined when it is called.
  (command, depth) => `{ f${depth}() { ${command}; }; f${depth}; }`,
  (command) => `cd src && ${command}`,
  (command) => `# a comment\n${command}`,
  (command) => `cat <<END\nsome text\nEND\n${command}`,
  (command) => `[ -f x ] && ${command} & wait`,
];

const commands = (pool: readonly (readonly string[])[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...pool).chain(quoted),
      fc.constantFrom(...prefixes),
      fc.array(fc.constantFrom(...around), { minLength: 1, maxLength: 4 }),
    )
    .map(([command, prefix, wraps]) => wraps.reduce((inner, wrap, depth) => wrap(inner, depth), `${prefix}${command}`));

describe('auto-review: generated commands', () => {
  it('approves none that a person must decide, however it is wrapped and quoted', () => {
    fc.assert(
      fc.property(commands(undecided), (command) => {
        assert.equal(reachOf(command), 'never');
      }),
      { numRuns: rounds, seed },
    );
  });
  it('approves every one that only reads', () => {
    fc.assert(
      fc.property(commands(reading), (command) => {
        assert.equal(reachOf(command), 'strict');
      }),
      { numRuns: rounds, seed },
    );
  });
});
