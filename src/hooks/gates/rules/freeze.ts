import { gate, message, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { personAct, promptDoubt } from '../../person/journal';
import type { UserPromptSubmit } from '../../protocol/call';
import { clearScope, scopeOf, scopesIn, setScope } from '../../session/scope';

/** `/freeze src/` sets the scope of the session that it is typed in; `/unfreeze` clears it if a person typed it. */
export const freeze = gate<'UserPromptSubmit'>({
  id: 'freeze',
  title: 'Freeze',
  summary: 'Sets the scope of a session to the folders named after /freeze in a prompt; /unfreeze clears it.',
  events: ['UserPromptSubmit'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    const [, word, rest = ''] = /^\s*\/(freeze|unfreeze)(?:\s+([^\n]*))?\s*$/.exec(call.prompt) ?? [];
    if (word === undefined) return pass('neither /freeze nor /unfreeze');
    return word === 'freeze' ? set(rest.split(/\s+/).filter(Boolean), call, site) : clear(call, site);
  },
});

async function set(globs: readonly string[], call: UserPromptSubmit, site: Site): Promise<Ruling> {
  if (globs.length === 0) return message('Gatehouse: name a folder, for example: /freeze src/', 'no folder was named');
  const now = scopeOf(scopesIn(site.home) ?? [], call.sessionId);
  // Another scope may be a wider one.
  const doubt = now === undefined ? undefined : await promptDoubt(call, site);
  if (doubt !== undefined) return notTaken('/freeze', doubt);
  const by = nameOf(site);
  if (site.dry !== true) {
    await setScope(site.home, { session: call.sessionId, globs: [...globs], by, at: site.clock.now() });
    const target = `${globs.join(' ')} (session ${call.sessionId.slice(0, 8)})`;
    personAct({ act: 'scope', target, by, from: 'prompt' }, site);
  }
  return message(
    `Gatehouse: the scope of this session is now ${globs.join(', ')}. /unfreeze clears it.`,
    'the scope is set',
  );
}

async function clear(call: UserPromptSubmit, site: Site): Promise<Ruling> {
  if (scopeOf(scopesIn(site.home) ?? [], call.sessionId) === undefined) {
    return message('Gatehouse: this session has no scope.', 'the session has no scope');
  }
  const doubt = await promptDoubt(call, site);
  if (doubt !== undefined) return notTaken('/unfreeze', doubt);
  const by = nameOf(site);
  if (site.dry !== true) {
    await clearScope(site.home, call.sessionId);
    const target = `cleared (session ${call.sessionId.slice(0, 8)})`;
    personAct({ act: 'scope', target, by, from: 'prompt' }, site);
  }
  return message('Gatehouse: the scope of this session is cleared.', 'a person cleared the scope');
}

const nameOf = ({ env }: Site): string => env.USER ?? env.LOGNAME ?? 'a person';

const notTaken = (word: string, why: string): Ruling =>
  message(
    `Gatehouse does not accept ${word}: ${why}. Use the status bar of the editor, or \`gatehouse scope\` in your own terminal.`,
    why,
  );
