import assert from 'node:assert/strict';
import type { Flag, FlagState } from '../../../src/extension/flags/flag';
import { backgroundOf, overallText, overview, spoken } from '../../../src/extension/status-bar/summary';

const flag = (title: string): Flag => ({
  id: title,
  title,
  short: title.toLowerCase(),
  read: () => Promise.reject(new Error('not read')),
});
const shown = (title: string, state: Partial<FlagState>) => ({
  flag: flag(title),
  state: {
    status: 'missing' as const,
    reason: '',
    hold: 'none' as const,
    bound: false,
    facts: [],
    actions: [],
    ...state,
  },
});

describe('the status bar', () => {
  for (const [what, flags, text, background] of [
    [
      'names itself when nothing asks for anything',
      [shown('Tests', { status: 'passed' })],
      '$(shield) Gatehouse',
      undefined,
    ],
    ['names a failure', [shown('Tests', { status: 'failed' })], '$(shield) $(error) tests', undefined],
    [
      'names what blocks before what only advises, and counts the others',
      [shown('Docs', { status: 'failed', hold: 'advice' }), shown('Review', { status: 'stale', hold: 'block' })],
      '$(shield) $(history) review +1',
      'warning',
    ],
    [
      'is red when a failure blocks',
      [shown('Review', { status: 'failed', hold: 'block' })],
      '$(shield) $(error) review',
      'error',
    ],
    [
      'puts an alarm before everything else',
      [shown('Review', { status: 'failed', hold: 'block' }), shown('Not in force', { status: 'alarm' })],
      '$(shield) $(alert) not in force +1',
      'error',
    ],
    [
      'shows what is under way',
      [shown('Review', { status: 'in-progress' })],
      '$(shield) $(sync~spin) review',
      undefined,
    ],
  ] as const) {
    it(what, () => {
      assert.equal(overallText(flags), text);
      assert.equal(backgroundOf(flags), background);
    });
  }

  it('says everything to a screen reader', () => {
    assert.equal(
      spoken([shown('Review', { status: 'failed', hold: 'block' }), shown('Tests', {})]),
      'Gatehouse: Review failed, blocks; Tests not run',
    );
  });

  it('keeps a folder name from being read as Markdown', () => {
    assert.match(overview('a*b[c](d)', []), /a\\\*b\\\[c\\\]\\\(d\\\)/);
  });
});
