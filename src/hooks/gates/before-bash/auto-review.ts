import { gate } from '../../pipeline/gate';
import { allow, context, pass } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import { personHome } from '../../project/home';
import { shellCommand, shellTools } from '../../protocol/tools';
import { within } from '../../shell/paths';
import { readCommand } from '../../shell/read-command';
import { judgeLine, type Bounds } from './auto-review/line';

/** Approves commands that are understood to their end and safe, and says of the others what a person should look at. */
export const autoReview = gate<'PreToolUse'>({
  id: 'auto-review',
  title: 'Auto-review',
  summary:
    'Approves shell commands that are understood whole and only read (level `strict`) or also change the project in ways that can be taken back (`standard`); of all others it says what makes them risky.',
  events: ['PreToolUse'],
  tools: [...shellTools],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  approves: true,
  decide(call, site) {
    const command = shellCommand(call);
    if (command === undefined || command.trim() === '') return pass('no command');
    if (call.tool === 'PowerShell') return pass('PowerShell is not analysed');
    const { tier, why, part } = judgeLine(readCommand(command, readingContext(site)), boundsOf(site));
    const where = part === undefined || part === '' ? '' : ` (${part})`;
    if (tier === 'risky' || tier === 'unknown') return advice(`${why}${where}`);
    if (call.input.dangerouslyDisableSandbox === true) return advice('it asks to run outside the sandbox');
    if (tier === 'read') return allow('every part of the command only reads');
    return approvesChanges(site)
      ? allow('every part of the command reads, or changes the project in a way that can be taken back')
      : pass(`not only reading: ${why}${where}`);
  },
});

const advice = (why: string) => context(`Gatehouse auto-review leaves this command to the person: ${why}.`, why);

/** Without a word of the person, the plan-driven profile and callers of the gate alone get the seed's tiers. */
function approvesChanges(site: Site): boolean {
  const { level } = site.config.settings.autoReview;
  return level === 'profile' ? site.alone || site.config.profile === 'harness' : level === 'standard';
}

function readingContext({ cwd, env }: Site) {
  return {
    cwd,
    home: personHome(env),
    env: { TMPDIR: env.TMPDIR, USER: env.USER, CLAUDE_PROJECT_DIR: env.CLAUDE_PROJECT_DIR },
  };
}

/** Outside a repository the folder is the project, unless it is everything the person has. */
function boundsOf({ root, git, config, env }: Site): Bounds {
  const { safe, risky } = config.settings.autoReview;
  const wide = git === undefined && within(personHome(env), root);
  return { roots: wide ? [] : [root], safe, risky };
}
