import assert from 'node:assert/strict';
import { families, ruleFor } from '../../../src/hooks/command-tiers/programs';
import { definitionOf, families as definitions } from '../../../src/hooks/programs/catalog';

describe('the tables of programs', () => {
  const programs = families.flatMap((family) => Object.keys(family()).flatMap((names) => names.split(' ')));

  it('name each program once, so that their order means nothing', () => {
    const seen = new Set<string>();
    const all = [...programs, ...definitions.flatMap((family) => Object.keys(family).flatMap((key) => key.split(' ')))];
    const twice = all.filter((name) => seen.size === seen.add(name).size);
    assert.deepEqual(twice, []);
  });

  it('answer for every program that they name, and for no other', () => {
    assert.deepEqual(
      programs.filter((name) => ruleFor(name) === undefined),
      [],
    );
    assert.equal(ruleFor('frobnicate'), undefined);
    assert.equal(ruleFor(''), undefined);
    assert.equal(definitionOf('frobnicate'), undefined);
  });
});
