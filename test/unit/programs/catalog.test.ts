import assert from 'node:assert/strict';
import { definitionOf, families } from '../../../src/hooks/programs/catalog';
import { Grammar } from '../../../src/hooks/programs/grammar';
import type { Definition } from '../../../src/hooks/programs/program';

describe('the catalog of programs', () => {
  it('names each program once, so that the order of the families means nothing', () => {
    const seen = new Set<string>();
    const all = families.flatMap((family) => Object.keys(family).flatMap((key) => key.split(' ')));
    assert.deepEqual(
      all.filter((name) => seen.size === seen.add(name).size),
      [],
    );
  });

  it('has grammars that can be read', () => {
    const read = ({ options = '', subcommands = {}, style = 'gnu', bare, other }: Definition): void => {
      assert.doesNotThrow(() => new Grammar(options, style), options);
      for (const inner of [...Object.values(subcommands), bare, other]) if (inner !== undefined) read(inner);
    };
    for (const family of families) for (const definition of Object.values(family)) read(definition);
  });

  it('knows no program that it does not name', () => {
    assert.equal(definitionOf('frobnicate'), undefined);
    assert.equal(definitionOf(''), undefined);
  });
});
