import assert from 'node:assert/strict';
import { trySession } from '../../../src/hooks/client/heartbeat';
import { rowOf } from '../../../src/extension/decisions/grouping';
import { whyPage, whyTitle, type WhyFacts } from '../../../src/extension/trace/why-page';
import type { Trace } from '../../../src/hooks/pipeline/trace';

const facts: WhyFacts = {
  now: 60_000,
  session: 'Publish the branch.',
  titles: new Map([['guard', 'Command guard']]),
  skipped: ['LLM review'],
  effects: ['git: publishes main'],
  allowedUntil: undefined,
};

function refusal(more: Partial<Trace> = {}, ruling: object = {}): Trace {
  return {
    v: 1,
    id: 'x',
    at: 0,
    ms: 2,
    via: 'warm',
    event: 'PreToolUse',
    tool: 'Bash',
    session: 's',
    cwd: '/p',
    root: '/p',
    subject: 'npm test && git push --force',
    fingerprint: 'f',
    gates: [
      {
        id: 'guard',
        level: 'enforce',
        ms: 1.4,
        notes: ['read /p/.git/config:3'],
        rulings: [
          { kind: 'deny', rule: 'force-push', reason: 'It overwrites <history>.', part: 'git push --force', ...ruling },
        ],
      },
    ],
    verdict: {
      decision: 'deny',
      gate: 'guard',
      rule: 'force-push',
      reason: 'Gatehouse guard [force-push]: It overwrites <history>. Ask the person for gatehouse allow-once x.',
    },
    ...more,
  };
}
const page = (trace: Trace) => whyPage(rowOf(trace, undefined), facts);
const plain = (html: string) =>
  html.replace(/<[^>]+>/g, ' ').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

describe('Why? as a page', () => {
  it('G8 has a title by which its tab is found again', () => {
    assert.equal(whyTitle(rowOf(refusal(), undefined)), 'Blocked: npm test && git push --force');
  });

  it('G8 says the verdict first, in colour, with the reason that is meant for people', () => {
    const html = page(refusal());
    assert.match(html, /<p class="verdict bad" role="status">It overwrites &#60;history&#62;\.<\/p>/);
    assert.match(html, /<mark class="deny"[^>]*>git push --force<\/mark>/);
    assert.match(plain(html), /Command guard · Bash · 1 min ago · Publish the branch\./);
  });

  it('G8 names no command that is not on the PATH: actions are buttons, the agent’s text is folded away', () => {
    const html = page(refusal());
    const folded = /<details>.*<\/details>/.exec(html)![0];
    assert.match(folded, /allow-once/);
    assert.doesNotMatch(html.replace(folded, ''), /gatehouse allow-once/);
    assert.deepEqual(
      [...html.matchAll(/data-action="(\w+)">/g)].map(([, action]) => action),
      ['allowOnce', 'makeRule', 'setLevel', 'inspect', 'copy', 'text'],
    );
  });

  it('says that the call is allowed once, and offers to undo it instead of allowing it again', () => {
    const html = whyPage(rowOf(refusal(), undefined), {
      ...facts,
      allowedUntil: new Date(2026, 0, 1, 17, 5).getTime(),
    });
    assert.match(plain(html), /Allowed once until (?:17:05|5:05\s?PM)\. Tell the agent to try again\./u);
    assert.match(html, /data-action="undoAllowOnce"/);
    assert.doesNotMatch(html, /data-action="allowOnce"/);
  });

  it('tells a person who allowed the call of Try It to choose Try It again', () => {
    const html = whyPage(rowOf({ ...refusal(), session: trySession }, undefined), {
      ...facts,
      allowedUntil: new Date(2026, 0, 1, 17, 5).getTime(),
    });
    assert.match(plain(html), /Allowed once until (?:17:05|5:05\s?PM)\. Choose Try It again to see it pass\./u);
  });

  it('says of what a person did who did it and where, in no other words', () => {
    const act = { act: 'allow once', target: 'guard: rm -rf a', by: 'ada', from: 'editor' };
    const html = page(
      refusal({ act, tool: undefined, subject: 'ada (editor): allow once guard: rm -rf a', gates: [] }),
    );
    assert.match(plain(html), /By a person\s*: Allowed once: rm -rf a/);
    assert.match(plain(html), /By ada in the editor\./);
    assert.doesNotMatch(plain(html), /ada \(editor\)/);
  });

  it('offers no allowance where there can be none', () => {
    const html = page(refusal({}, { liftable: false }));
    assert.doesNotMatch(html, /data-action="allowOnce"/);
    assert.match(plain(html), /never allowed to do this/);
  });

  it('tells each gate with its time, leads to files and lines, and says which were not asked', () => {
    const html = page(refusal());
    assert.match(html, /data-file="\/p\/\.git\/config" data-line="3"/);
    assert.match(plain(html), /Command guard\s+enforce\s+blocks\s*: It overwrites <history>\./);
    assert.match(plain(html), /Skipped, because the call was already blocked: LLM review/);
  });

  it('escapes everything that a call brings along', () => {
    const html = page(refusal({ subject: '<img src=x onerror=alert(1)>', problem: undefined }));
    assert.doesNotMatch(html, /<img/);
  });
});
