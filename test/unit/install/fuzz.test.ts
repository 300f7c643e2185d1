import assert from 'node:assert/strict';
import fc from 'fast-check';
import { entriesFor } from '../../../src/hooks/install/entry';
import { foundIn, withEntries, withoutEntries } from '../../../src/hooks/install/registration';
import { sampleEntries, sampleGates } from './sample';

const numRuns = process.env.GATEHOUSE_STRESS === '1' ? 2_000 : 120;

const events = ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart', '__proto__', 'Made Up'];
const foreignHandler = fc.record({ type: fc.constant('command'), command: fc.string(), timeout: fc.double() });
const group = fc.record(
  { matcher: fc.string(), _gstack_source: fc.string(), hooks: fc.array(foreignHandler) },
  { requiredKeys: ['hooks'] },
);
const hooks = fc.dictionary(fc.constantFrom(...events), fc.array(group, { maxLength: 3 }), { maxKeys: 4 });
const other = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
const large = fc.constant({ big: Array.from({ length: 400 }, (_, index) => ({ [`key ${index}`]: 'x'.repeat(100) })) });

/** How a file may be written down: every choice keeps it a settings file that we can read. */
interface Hand {
  readonly indent: string | number;
  readonly eol: string;
  readonly mark: string;
  readonly end: string;
  readonly liberty: 'none' | 'comments' | 'commas' | 'both';
  readonly twice: boolean;
}
const hand: fc.Arbitrary<Hand> = fc.record({
  indent: fc.constantFrom<string | number>(0, 1, 2, 4, '\t', '   '),
  eol: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
  end: fc.constantFrom('', '\n', '\n\n', '  \n'),
  liberty: fc.constantFrom<Hand['liberty']>('none', 'none', 'comments', 'commas', 'both'),
  twice: fc.boolean(),
});

function written(value: object, { indent, eol, mark, end, liberty, twice }: Hand): string {
  const commas = liberty === 'commas' || liberty === 'both';
  const comments = liberty === 'comments' || liberty === 'both';
  const flat = (child: unknown, depth: number): string => {
    if (typeof child !== 'object' || child === null) return JSON.stringify(child);
    const list = Array.isArray(child);
    const items = list
      ? (child as unknown[]).map((item) => flat(item, depth + 1))
      : Object.entries(child).map(([key, item]) => `${JSON.stringify(key)}: ${flat(item, depth + 1)}`);
    const pad = (count: number) =>
      indent === 0 ? '' : eol + (typeof indent === 'number' ? ' '.repeat(indent) : indent).repeat(count);
    const note = comments && indent !== 0 ? ' // a note, "with" { odd ] things' : comments ? ' /* note */ ' : '';
    const [open, close] = list ? '[]' : '{}';
    if (items.length === 0) return `${open ?? ''}${note === '' ? '' : note + pad(depth)}${close ?? ''}`;
    const body = items.map((item) => pad(depth + 1) + item).join(`,${note}`);
    return `${open ?? ''}${body}${commas ? ',' : ''}${note}${pad(depth)}${close ?? ''}`;
  };
  const body = flat(value, 0);
  const doubled = twice && Object.keys(value).length > 0 ? body.replace('{', `{ "hooks": {"Stop": []}, `) : body;
  return mark + doubled + end;
}

describe('settings files of every shape', () => {
  const entries = sampleEntries();
  const later = entriesFor(sampleGates.slice(1), () => 'warn', { kind: 'own', bin: '/new/bin' });

  it(`come through installing, installing again and uninstalling byte for byte (${numRuns} files)`, () => {
    const file = fc
      .tuple(fc.oneof({ weight: 9, arbitrary: other }, { weight: 1, arbitrary: large }), fc.option(hooks), hand)
      .map(([rest, withHooks, how]) => {
        const value: Record<string, unknown> = { ...rest };
        delete value.hooks;
        return written(withHooks === null ? value : { ...value, hooks: withHooks }, how);
      });
    fc.assert(
      fc.property(file, (text) => {
        const once = withEntries(text, entries);
        assert.equal(foundIn(once).length, entries.length);
        assert.equal(withEntries(once, entries, text), once);
        const upgraded = withEntries(once, later, text);
        assert.equal(foundIn(upgraded).length, later.length);
        assert.equal(withoutEntries(upgraded, text), text);
        assert.equal(withoutEntries(once, text), text);
      }),
      { numRuns },
    );
  });
});
