import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assumedSite } from '../../../bench/corpus-site';
import { firstObjection } from '../../../src/hooks/gates/before-bash/guard/policy';
import { viewOf } from '../../../src/hooks/gates/before-bash/guard/rule';
import { contextOf } from '../../../src/hooks/shell/shared-reading';
import { readCommand } from '../../../src/hooks/shell/read-command';
import { callOf } from './judging';
import { reachOf } from './reviewing';

const site = assumedSite();
const context = contextOf(site);
const view = viewOf(site, callOf({}, site.cwd));
const refused = (command: string): boolean => firstObjection(readCommand(command, context), view) !== undefined;

/** A command whose switches may stand in any order, and whose operands begin behind them. */
interface Parts {
  readonly program: string;
  readonly subcommand?: string;
  /** Switches with one letter and without a value. */
  readonly letters: readonly string[];
  readonly long: readonly string[];
  readonly operands: readonly string[];
}

const commands: readonly Parts[] = [
  { program: 'rm', letters: ['r', 'f', 'v'], long: ['--one-file-system'], operands: ['/etc', 'build'] },
  { program: 'rm', letters: ['r', 'f'], long: [], operands: ['build'] },
  { program: 'rm', letters: ['f'], long: ['--recursive', '--verbose'], operands: ['../other'] },
  { program: 'rm', letters: ['i'], long: [], operands: ['a.txt'] },
  { program: 'cp', letters: ['a', 'v'], long: ['--no-clobber'], operands: ['a', 'b'] },
  { program: 'cp', letters: ['f'], long: ['--verbose'], operands: ['x.img', '/dev/sda'] },
  { program: 'chmod', letters: ['R', 'v'], long: ['--changes'], operands: ['777', '/etc'] },
  { program: 'chown', letters: ['R', 'v'], long: [], operands: ['me', '/usr'] },
  { program: 'rsync', letters: ['a', 'v', 'z'], long: ['--delete', '--stats'], operands: ['empty/', '/etc/'] },
  { program: 'rsync', letters: ['a', 'v'], long: ['--delete', '--dry-run'], operands: ['empty/', '/etc/'] },
  { program: 'grep', letters: ['r', 'n', 'i'], long: ['--color'], operands: ['rm -rf /', 'src'] },
  { program: 'sort', letters: ['n', 'r', 'u'], long: ['--stable'], operands: ['a.txt'] },
  { program: 'git', subcommand: 'clean', letters: ['f', 'd', 'x'], long: ['--quiet'], operands: [] },
  { program: 'git', subcommand: 'clean', letters: ['d', 'n', 'x'], long: ['--quiet'], operands: [] },
  { program: 'git', subcommand: 'reset', letters: ['q'], long: ['--hard'], operands: ['HEAD~1'] },
  { program: 'git', subcommand: 'reset', letters: ['q'], long: ['--soft'], operands: ['HEAD~1'] },
  { program: 'git', subcommand: 'branch', letters: ['D', 'q'], long: [], operands: ['topic'] },
  { program: 'git', subcommand: 'status', letters: ['s', 'b'], long: ['--porcelain'], operands: [] },
];

const written = ({ program, subcommand, operands }: Parts, options: readonly string[], dashes = false): string =>
  [
    program,
    ...(subcommand === undefined ? [] : [subcommand]),
    ...options,
    ...(dashes ? ['--'] : []),
    ...operands.map(quoted),
  ].join(' ');

const quoted = (text: string): string => (/^[\w./~^-]+$/.test(text) ? text : `'${text}'`);
const plain = (parts: Parts): readonly string[] => [...parts.letters.map((letter) => `-${letter}`), ...parts.long];
const anyCommand = fc.constantFrom(...commands);

/** The same switches in another order, and the letters in other groups. */
const respelled = (parts: Parts): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...parts.letters], { minLength: parts.letters.length }),
      fc.array(fc.boolean(), { minLength: parts.letters.length, maxLength: parts.letters.length }),
      fc.infiniteStream(fc.nat(10)),
    )
    .map(([letters, breaks, places]) => {
      const groups: string[] = [];
      letters.forEach((letter, at) => {
        if (at === 0 || breaks[at] === true) groups.push(`-${letter}`);
        else groups.push(`${groups.pop() ?? '-'}${letter}`);
      });
      for (const long of parts.long) groups.splice((places.next().value as number) % (groups.length + 1), 0, long);
      return groups;
    });

const anySpelling = anyCommand.chain((parts) => respelled(parts).map((options) => ({ parts, options })));

describe('guard: one effect has one answer, however it is spelled', () => {
  it('the order of switches and their grouping never change a decision', () => {
    fc.assert(
      fc.property(anySpelling, ({ parts, options }) => {
        assert.equal(refused(written(parts, options)), refused(written(parts, plain(parts))), written(parts, options));
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  it('`--` in front of the operands never changes a decision', () => {
    for (const parts of commands.filter(
      ({ operands, subcommand }) => operands.length > 0 && subcommand === undefined,
    )) {
      assert.equal(refused(written(parts, plain(parts), true)), refused(written(parts, plain(parts))), parts.program);
    }
  });

  it('the full path of a program never changes a decision', () => {
    for (const parts of commands) {
      for (const folder of ['/bin/', '/usr/bin/', '/usr/local/bin/']) {
        const command = written(parts, plain(parts));
        assert.equal(refused(folder + command), refused(command), folder + command);
      }
    }
  });

  it('quotes around any word never change a decision', () => {
    fc.assert(
      fc.property(anyCommand, fc.infiniteStream(fc.constantFrom("'", '"', '')), (parts, quotes) => {
        const words = [parts.program, parts.subcommand ?? '', ...plain(parts), ...parts.operands].filter(
          (word) => word !== '',
        );
        const command = words
          .map((word) => {
            const quote = quotes.next().value as string;
            return quote === '' ? quoted(word) : `${quote}${word}${quote}`;
          })
          .join(' ');
        assert.equal(refused(command), refused(written(parts, plain(parts))), command);
      }),
      { numRuns: 1_000, seed: 8 },
    );
  });

  it('an unknown option never makes a decision weaker', () => {
    const unknown = fc.constantFrom('--no-such-option', '--frobnicate=x', '--zz y', '-~');
    fc.assert(
      fc.property(anyCommand, unknown, fc.nat(4), (parts, option, place) => {
        const options = [...plain(parts)];
        options.splice(place % (options.length + 1), 0, option);
        const command = written(parts, options);
        if (refused(written(parts, plain(parts)))) assert.ok(refused(command), `not refused: ${command}`);
        if (reachOf(written(parts, plain(parts))) === 'never') assert.equal(reachOf(command), 'never', command);
      }),
      { numRuns: 1_000, seed: 9 },
    );
  });
});
