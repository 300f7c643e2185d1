import { existsSync } from 'node:fs';
import path from 'node:path';
import { gate, allow, context, pass, type Ruling } from '../../pipeline/gate';
import { shellCommand, shellTools } from '../../protocol/tools';
import type { Site } from '../../pipeline/site';
import { personHome } from '../../project/home';
import { memoize } from '../../project/functions';
import type { CommandReading } from '../../shell/invocation';
import { isHere } from '../../programs/parts/address';
import { effectsOf } from '../../shell/effects';
import { resolvePath, within } from '../../shell/paths';
import { readingAt } from '../../shell/shared-reading';
import { wordSet } from '../../project/text';
import { isSystemFact } from './auto-review/tier';
import { startsOwnProgram } from './auto-review/own-programs';
import { judgeLine, type LineJudgement } from './auto-review/line';

/** Approves commands that are fully understood and safe, and says what makes the others risky. */
export const autoReview = gate<'PreToolUse'>({
  id: 'auto-review',
  title: 'Auto-review',
  summary:
    'Approves shell commands that it fully understands and that only read (level `strict`) or also make reversible changes to the project (`standard`). For all others it says what makes them risky.',
  events: ['PreToolUse'],
  tools: [...shellTools],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  approves: true,
  decide(call, site) {
    const command = shellCommand(call);
    if (command === undefined || command.trim() === '') return pass('no command');
    if (call.tool === 'PowerShell') return pass('PowerShell is not analysed');
    const mode = call.permissionMode;
    const { reading, judgement } = assessAt(command, site);
    const { tier, why, part } = judgement;
    const reason = part === undefined || part === '' ? why : `${why} (${part})`;
    if (tier === 'risky' || tier === 'unknown') return advice(reason, mode);
    if (call.input.dangerouslyDisableSandbox === true) return advice('it asks to run outside the sandbox', mode);
    if (!approves(judgement, site)) return pass(`not only reading: ${reason}`);
    if (tier !== 'read' && onlyReading.has(mode ?? '')) return pass(`the permission mode is ${mode ?? ''}: ${reason}`);
    if (judgedByClient.has(mode ?? '') && !staysInProject(reading, site))
      return pass(`the permission mode is ${mode ?? ''}, and it reads outside the project or asks a service`);
    return allow(
      tier === 'read'
        ? 'every part of the command only reads'
        : tier === 'throwaway'
          ? 'every part of the command reads, compiles the project without running it, or keeps its output in a new temporary file'
          : 'every part of the command reads, or makes reversible changes to the project',
    );
  },
});

/** Modes in which the client decides on changes: an approval here would bypass its plan, its check or its refusal. */
const onlyReading = wordSet('plan auto dontAsk');

/** Modes in which an approval replaces the client's own check, or its refusal. */
const judgedByClient = wordSet('auto dontAsk');

/** Modes in which the client asks no person. */
const unasked = wordSet('auto dontAsk bypassPermissions');

function advice(why: string, mode: string | undefined): Ruling {
  if (unasked.has(mode ?? '')) return pass(`not approved: ${why}`);
  return context(`Gatehouse auto-review leaves the decision on this command to the person: ${why}.`, why);
}

/** A command, read and judged where it would run. */
export interface Assessment {
  readonly reading: CommandReading;
  readonly judgement: LineJudgement;
}

export function assessAt(command: string, site: Site): Assessment {
  const { env, root, git, config } = site;
  const reading = readingAt(command, site);
  // Outside a repository the folder is the project, unless it is everything the person has.
  const wide = git === undefined && within(personHome(env), root);
  const { safe, risky } = config.settings.autoReview;
  let starts: boolean | undefined;
  return {
    reading,
    judgement: judgeLine(reading, {
      roots: wide ? [] : [root],
      home: personHome(env),
      cwd: site.cwd,
      path: env.PATH,
      isOtherRepository: memoize((folder) => isOtherRepository(folder, site)),
      startsOwnProgram: () => (starts ??= startsOwnProgram(site)),
      safe,
      risky,
    }),
  };
}

/**
 * Does the directory belong to another repository? A bare repository can be checked in as plain files of the project:
 * then its configuration, which can start programs, came with the project.
 */
function isOtherRepository(directory: string, site: Site): boolean {
  if (directory === site.cwd || site.git === undefined) return false;
  if (/\.git(?:\/|$)/.test(directory.slice(site.root.length))) return true;
  if (existsSync(path.join(directory, 'HEAD')) && existsSync(path.join(directory, 'objects'))) return true;
  return !within(directory, site.root) || site.at(directory).root !== site.root;
}

/**
 * Are reversible changes approved too? If the setting is `profile`: in the profile harness, and if the gate runs by
 * name (`--only`).
 */
export function approvesChanges({ config, requestedByName }: Site): boolean {
  const { level } = config.settings.autoReview;
  return level === 'profile' ? requestedByName || config.profile === 'harness' : level === 'standard';
}

export function approves({ tier }: LineJudgement, site: Site): boolean {
  return tier === 'read' || tier === 'throwaway' || (tier === 'local' && approvesChanges(site));
}

/** Does it stay in this project on this machine: no service, no network address, no file elsewhere? */
function staysInProject(reading: CommandReading, { root }: Site): boolean {
  return (
    reading.invocations.every(({ program, effects }) => program === '' || effects !== undefined) &&
    effectsOf(reading).every(({ effect }) => {
      if (effect.kind === 'service' || effect.kind === 'send') return false;
      if (effect.kind === 'fetch') return isHere(effect.from);
      if (effect.kind !== 'read') return true;
      const path = resolvePath(effect.cwd, effect.path.text);
      return path !== undefined && (within(path, root) || isSystemFact(path));
    })
  );
}
