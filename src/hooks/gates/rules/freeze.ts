import { gate } from '../../pipeline/gate';
import { message, pass, type Ruling } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import { personAct, promptDoubt } from '../../person/journal';
import type { UserPromptSubmit } from '../../protocol/call';
import { clearScope, scopeOf, scopesIn, setScope } from '../../session/scope';

/** `/freeze src/` limits the session that it is typed in; `/unfreeze` lifts that, where a person typed it. */
export const freeze = gate<'UserPromptSubmit'>({
  id: 'freeze',
  title: 'Freeze',
  summary: 'Limits a session to the folders named after /freeze in a prompt; /unfreeze lifts the limit.',
  events: ['UserPromptSubmit'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    const [, word, rest = ''] = /^\s*\/(freeze|unfreeze)(?:\s+([^\n]*))?\s*$/.exec(call.prompt) ?? [];
    if (word === undefined) return pass('nothing to freeze');
    return word === 'freeze' ? limit(rest.split(/\s+/).filter(Boolean), call, site) : lift(call, site);
  },
});

async function limit(globs: readonly string[], call: UserPromptSubmit, site: Site): Promise<Ruling> {
  if (globs.length === 0) return message('Gatehouse: name a folder, for example: /freeze src/', 'no folder was named');
  const now = scopeOf(scopesIn(site.home) ?? [], call.sessionId);
  // Another limit may be a wider one.
  const doubt = now === undefined ? undefined : await promptDoubt(call, site);
  if (doubt !== undefined) return notTaken('/freeze', doubt);
  const by = nameOf(site);
  if (site.dry !== true) {
    await setScope(site.home, { session: call.sessionId, globs: [...globs], by, at: site.clock.now() });
    const target = `${globs.join(' ')} (session ${call.sessionId.slice(0, 8)})`;
    personAct({ act: 'scope', target, by, from: 'prompt' }, site);
  }
  return message(
    `Gatehouse: this session is limited to ${globs.join(', ')}. /unfreeze lifts it.`,
    'the session is limited',
  );
}

async function lift(call: UserPromptSubmit, site: Site): Promise<Ruling> {
  if (scopeOf(scopesIn(site.home) ?? [], call.sessionId) === undefined)
    return message('Gatehouse: this session is not limited to a folder.', 'there is no limit');
  const doubt = await promptDoubt(call, site);
  if (doubt !== undefined) return notTaken('/unfreeze', doubt);
  const by = nameOf(site);
  if (site.dry !== true) {
    await clearScope(site.home, call.sessionId);
    const target = `lifted (session ${call.sessionId.slice(0, 8)})`;
    personAct({ act: 'scope', target, by, from: 'prompt' }, site);
  }
  return message('Gatehouse: the limit of this session is lifted.', 'a person lifted the limit');
}

const nameOf = ({ env }: Site): string => env.USER ?? env.LOGNAME ?? 'a person';

const notTaken = (word: string, why: string): Ruling =>
  message(`Gatehouse does not accept ${word}: ${why}. Use the status bar of the editor, or \`gatehouse scope\` in your own terminal.`, why); // prettier-ignore
