import assert from 'node:assert/strict';
import type { Flag, FlagState } from '../../../src/extension/flags/flag';
import { accessibilityLabel, backgroundOf, overallText, overview } from '../../../src/extension/status-bar/summary';

const flag = (title: string, more: Partial<Flag>): Flag => ({
  id: title,
  title,
  short: title.toLowerCase(),
  read: () => Promise.reject(new Error('not read')),
  ...more,
});
const shown = (title: string, state: Partial<FlagState>, more: Partial<Flag> = {}) => ({
  flag: flag(title, more),
  state: {
    status: 'missing' as const,
    reason: '',
    hold: 'none' as const,
    dependsOnFiles: false,
    facts: [],
    actions: [],
    ...state,
  },
});

const now = 1_000_000;
const review = { headlines: { stale: 'Review needed', failed: 'Review failed', unknown: 'Review state unreadable' } };
const broken = {
  headline: 'Settings unreadable',
  reason: 'The settings file a.json cannot be read.',
  action: { label: 'Open settings file', command: 'vscode.open' },
};

describe('the status bar', () => {
  for (const [what, flags, text, background] of [
    ['names itself when all is well', [shown('Tests', { status: 'passed' })], 'Gatehouse', undefined],
    ['names a failure', [shown('Tests', { status: 'failed' })], 'Tests: failed', undefined],
    [
      'says what blocks before what only advises, and counts the others',
      [
        shown('Docs', { status: 'failed', hold: 'advice' }),
        shown('Code review', { status: 'stale', hold: 'block' }, review),
      ],
      'Review needed +1',
      'warning',
    ],
    [
      'is red when a failure blocks',
      [shown('Code review', { status: 'failed', hold: 'block' }, review)],
      'Review failed',
      'error',
    ],
    [
      'puts an alarm before everything else',
      [shown('Code review', { status: 'failed', hold: 'block' }), shown('Not in force', { status: 'alarm' })],
      'Not in force: alarm +1',
      'error',
    ],
    [
      'G5 is red when a state file cannot be read, although it asks for nothing',
      [shown('Code review', { status: 'unknown' }, review), shown('Tests', { status: 'failed', hold: 'block' })],
      'Review state unreadable +1',
      'error',
    ],
    [
      'G4 is amber and counts down while the gates are paused, before what they would block',
      [
        shown('Tests', { status: 'failed', hold: 'block' }),
        shown('Gates', { status: 'paused', endsAt: now + 581_000 }, { headlines: { paused: 'Gates paused' } }),
      ],
      'Gates paused 9:41 +1',
      'warning',
    ],
    ['shows what is under way', [shown('Tests', { status: 'in-progress' })], 'Tests: in progress', undefined],
  ] as const) {
    it(what, () => {
      assert.equal(overallText(flags, [], now), `$(gatehouse-logo) ${text}`);
      assert.equal(backgroundOf(flags), background);
    });
  }

  it('G5 says what is wrong with Gatehouse itself before any flag', () => {
    const flags = [shown('Not in force', { status: 'alarm' })];
    assert.equal(overallText(flags, [broken], now), '$(gatehouse-logo) Settings unreadable');
    assert.match(overview('till', flags, [broken], now), /The settings file a\\\.json cannot be read/);
  });

  it('says everything to a screen reader, with times as people say them', () => {
    const flags = [
      shown('Review', { status: 'failed', hold: 'block', at: now - 180_000 }),
      shown('Tests', {}),
      shown('Gates', { status: 'paused', endsAt: now + 5_000 }),
    ];
    assert.equal(
      accessibilityLabel(flags, [broken], now),
      'Gatehouse: Settings unreadable; Review failed, 3 min ago, blocks; Tests not run; Gates paused, 0:05 left',
    );
  });

  it('keeps a folder name from being read as Markdown', () => {
    assert.match(overview('a*b[c](d)', [], [], now), /a\\\*b\\\[c\\\]\\\(d\\\)/);
  });
});
