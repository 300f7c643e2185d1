import * as z from 'zod/mini';
import { gate, feedback, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { lazyObject } from '../../project/lazy-schema';

/** Insisting more often would trap the agent. */
const mostInsists = 2;

const Insisted = lazyObject(() => ({
  v: z.literal(1),
  turns: z.array(z.object({ key: z.string(), count: z.number() })),
}));

/** Asks for a next step when an answer ends with a bare "done". */
export const forwardMotion = gate({
  id: 'forward-motion',
  title: 'Forward motion',
  summary: 'Sends an answer back once if it ends with a bare “done” and names no next step.',
  events: ['Stop'],
  posture: 'open',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
  async decide(call, site) {
    if (call.stopHookActive) return pass('a hook already made the agent continue');
    const ending = lastParagraph(call.lastAssistantMessage);
    if (ending === '') return pass('no answer to look at');
    if (offers.test(ending)) return pass('the answer names a next step');
    if (!saysDone(ending)) return pass('the answer does not end with a bare completion');
    if ((await insists(site, `${call.sessionId} ${call.promptId ?? ''}`)) > mostInsists)
      return pass('said twice this turn; that is enough');
    return feedback(
      'The answer ends with a completion and nothing else. Say in a sentence what could come next (a test to run, a file to look at, a choice to make), or ask.',
      'a bare completion',
    );
  },
  standaloneReply(rulings) {
    const texts = rulings.flatMap((ruling) => (ruling.kind === 'feedback' ? [ruling.text] : []));
    return { stdout: '', stderr: texts.map((text) => `${text}\n`).join(''), exitCode: texts.length > 0 ? 2 : 0 };
  },
});

/** A question mark in code or an address asks nothing. */
function lastParagraph(answer: string): string {
  const prose = answer
    .replace(/```[\s\S]*?(?:```|$)/g, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\bhttps?:\/\/\S+/g, '');
  return (
    prose
      .trim()
      .split(/\n\s*\n/)
      .at(-1)
      ?.trim() ?? ''
  );
}

const offers =
  /\?|\b(?:want me to|shall i|should i|let me know|would you like|next (?:step|up|i)|what do you think|ready (?:to|for)|happy to|i can also|i(?:'|’)ll (?:now|next)|feel free|go ahead|you (?:can|could|may) (?:now )?(?:run|try|review|merge|open|check)|to (?:try|run|see|verify) it|remaining|still (?:to do|open|needs?)|todo)\b/i;

const done = /\b(?:done|finished|completed?|all set|that(?:'|’)s it|wrapped up)\b/i;
const notDone =
  /\b(?:not|n't|n’t|never|isn(?:'|’)t|before|until|once|when|if|half|partially|almost)\b[^.!]{0,40}\b(?:done|finished|completed?)\b/i;

const saysDone = (text: string): boolean => done.test(text) && !notDone.test(text);

async function insists(site: Site, key: string): Promise<number> {
  let count = 1;
  await site.own('forward-motion.json', Insisted).update((now) => {
    const turns = now?.turns ?? [];
    count = (turns.find((turn) => turn.key === key)?.count ?? 0) + 1;
    return { v: 1, turns: [...turns.filter((turn) => turn.key !== key), { key, count }].slice(-50) };
  });
  return count;
}
