import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceKind } from '../../../evidence/evidence';
import { flagFiles, OwnWrites, type FlagFile } from '../../../evidence/own-writes';
import { scopes, settingsPath } from '../../../install/scope';
import { carryOut, lossIn, type SettingsFile } from '../../../install/settings-file';
import { raiseAlarm } from '../../../pipeline/alarms';
import { subjectOf } from '../../../pipeline/decision-log';
import { context, deny, message, pass, type Ruling } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import { gatehouseHome } from '../../../project/home';
import { configDiffers, keepConfig, putConfigBack } from '../../../project/kept-config';
import { readText } from '../../../project/read-file';
import { firstTelling } from '../../../project/told-once';
import type { PostToolUse, PostToolUseFailure } from '../../../protocol/call';
import { noteLook } from './watched-files';

type Finished = PostToolUse | PostToolUseFailure;

const kindsIn: Readonly<Record<FlagFile, readonly EvidenceKind[]>> = {
  '.claude_review_state.json': ['code_review', 'doc_review', 'precommit'],
  '.claude/.test-status': ['tests'],
  '.claude/.proof-status': ['proof'],
};

/** Looks at what changed during the call, voids it or puts it back, and tells the person once in a session. */
export async function settleChanges(
  call: Finished,
  site: Site,
  enforced: boolean,
): Promise<Ruling | readonly Ruling[]> {
  const repairs = enforced && site.dry !== true;
  const by = `${call.tool} ${shown(subjectOf(call))}`;
  const found = [
    ...(await changedFlags(by, site, repairs)),
    ...(await lostHooks(by, call, site, repairs)),
    ...(await changedConfig(by, call, site)),
  ];
  if (site.dry !== true) noteLook(site);
  if (found.length === 0) return pass('what changed is Gatehouse’s own or the person’s');
  const rulings: Ruling[] = [];
  for (const { file, text } of found) {
    const { sessionId: session, toolUseId } = call;
    if (site.dry !== true) await raiseAlarm(site, { at: site.clock.now(), kind: 'tampered', session, toolUseId, text });
    rulings.push(context(`${text} Only Gatehouse and the person change this file.`, text));
    if (firstTelling(site.env, session, `tampered ${file}`)) {
      rulings.push(message(`${text} To see and clear: gatehouse alarms`, text));
    }
  }
  return rulings;
}

interface Change {
  readonly file: string;
  readonly text: string;
}

async function changedFlags(by: string, site: Site, repairs: boolean): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const file of flagFiles) {
    const writes = new OwnWrites(site.home, file);
    const text = readText(path.join(site.root, file)) ?? '';
    if (!writes.isForeign(text)) continue;
    if (repairs) {
      await site.evidence.voidTampered(kindsIn[file], by);
      writes.settle(text);
    }
    changes.push({ file, text: `${file} was changed behind Gatehouse's back by ${by}; what it says does not count.` });
  }
  return changes;
}

/** A person may take the hooks out by hand at any time; a call of the agent may not. */
async function lostHooks(by: string, call: Finished, site: Site, repairs: boolean): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const settings of settingsOf(site)) {
    const { file } = settings;
    if (!changedDuring(call, file) || lossOf(settings) === undefined) continue;
    if (repairs) await carryOut(settings, { kind: 'restore' });
    const what = repairs ? 'They were put back.' : 'They are gone.';
    changes.push({ file, text: `The hooks in ${file} were taken out behind Gatehouse's back by ${by}. ${what}` });
  }
  return changes;
}

/** At whatever level: the level is what a changed configuration says. */
async function changedConfig(by: string, call: Finished, site: Site): Promise<readonly Change[]> {
  if (site.dry === true) return [];
  const home = gatehouseHome(site.env);
  const file = path.join(home, 'config.json');
  if (!(await configDiffers(home))) return [];
  if (!changedDuring(call, file)) {
    await keepConfig(home);
    return [];
  }
  putConfigBack(home);
  const text = `${file} was changed behind Gatehouse's back by ${by}. It was put back; the other text is in config.json.changed. If you wrote that yourself, move it back while no call runs.`;
  return [{ file, text }];
}

/** While a session runs it keeps the hooks that it began with; 'gatehouse uninstall' goes through. */
export function lossDuringSession(site: Site): Ruling {
  for (const settings of settingsOf(site)) {
    const loss = lossOf(settings);
    if (loss === undefined) continue;
    const reason = `${settings.file} would lose Gatehouse's hooks while the session runs (${loss}).`;
    return deny('registration', reason, { wayForward: "A person takes them out with 'gatehouse uninstall'." });
  }
  return pass('the hooks stay registered');
}

function settingsOf({ root, env }: Pick<Site, 'root' | 'env'>): readonly SettingsFile[] {
  return scopes.map((scope) => ({ file: settingsPath(scope, root, env), home: gatehouseHome(env), env }));
}

function lossOf(settings: SettingsFile): string | undefined {
  try {
    return lossIn(settings);
  } catch {
    return 'the file cannot be read';
  }
}

/** Change times cannot be set, and tell a person's edit between two calls from what the call did. */
function changedDuring(call: Finished, file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false }) ?? lstatSync(path.dirname(file), { throwIfNoEntry: false });
  const { duration_ms: duration } = call.raw;
  if (stats === undefined || typeof duration !== 'number') return true;
  return stats.ctimeMs >= Date.now() - duration - slackMs;
}

/** From the tool's end to this look. */
const slackMs = 5_000;

const shown = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
