import assert from 'node:assert/strict';
import { definitionOf, familyNames } from '../../../src/hooks/programs/catalog';
import type { Definition } from '../../../src/hooks/programs/program';

describe('the catalog of programs', () => {
  it('names each program once, so that the order of the families means nothing', () => {
    const seen = new Set<string>();
    const all = familyNames().flatMap((names) => names.trim().split(' '));
    assert.deepEqual(
      all.filter((name) => seen.size === seen.add(name).size),
      [],
    );
  });

  it('has grammars that can be read', () => {
    const roles = 'text|read|use|list|write|append|edit|create|delete|shell|program|load|fetch|send|upload';
    const entry = new RegExp(`^(?:\\*{1,2}|-#|[-+/][^=]*(?:=(?:#|\\??(?:${roles})?!?))?)$`);
    const read = ({ options = '', subcommands = {}, bare, other }: Definition): void => {
      const wrong = options.split(/\s+/).filter((one) => one !== '' && !entry.test(one));
      assert.deepEqual(wrong, []);
      for (const inner of [...Object.values(subcommands), bare, other]) if (inner !== undefined) read(inner);
    };
    for (const name of familyNames().flatMap((names) => names.trim().split(' '))) {
      const definition = definitionOf(name);
      assert.ok(definition, name);
      read(definition);
    }
  });

  it('knows no program that it does not name', () => {
    assert.equal(definitionOf('frobnicate'), undefined);
    assert.equal(definitionOf(''), undefined);
  });
});
