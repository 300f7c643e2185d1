import path from 'node:path';
import { evidenceKinds, type EvidenceKind } from '../../../evidence/evidence';
import { flagFiles, OwnWrites, type FlagFile } from '../../../evidence/own-writes';
import { putRunnerBack, runnerChanged } from '../../../install/deploy';
import { changedShims, keptPrograms, putShimBack } from '../../../install/kept-programs';
import { noteClient } from '../../../person/known-clients';
import { raiseAlarm } from '../../../pipeline/alarms';
import { subjectOf } from '../../../pipeline/decision-log';
import { context, message, pass, type Ruling } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import { gatehouseHome } from '../../../project/home';
import { configDiffers, keepConfig, putConfigBack } from '../../../project/kept-config';
import { readText } from '../../../project/read-file';
import { firstTelling } from '../../../project/told-once';
import { keepServers } from '../../../review/known-servers';
import { isBeingWritten, noteSnapshots } from '../../../runs/shell-snapshots';
import { noteSessionBegin } from '../../../runs/start-files';
import { changedSettings, keepSettings } from './kept-settings';
import { keepRefs, movedRefs } from './refs';
import { lostHooks } from './registration';
import { changedDuring, type Finished, type Look, type Tampering } from './tampering';
import { noteLook } from './watched-files';

/** Looks at what changed during the call, voids it or puts it back, and tells the person once in a session. */
export async function settleChanges(
  call: Finished,
  site: Site,
  enforced: boolean,
): Promise<Ruling | readonly Ruling[]> {
  const by = `${call.tool} ${shown(subjectOf(call))}`;
  const look: Look = { call, by, repairs: enforced && site.dry !== true };
  const found = [
    ...(await changedFlags(look, site)),
    ...(await lostHooks(look, site)),
    ...(await changedConfig(look, site)),
    ...changedPrograms(look, site),
    ...(await changedSettings(look, site)),
    ...(await changedSnapshots(look, site)),
    ...(await movedRefs(look, site)),
  ];
  if (look.repairs && found.some(({ voids }) => voids)) await site.evidence.voidTampered(evidenceKinds, by);
  if (site.dry !== true && !isBeingWritten(site)) noteLook(site);
  if (found.length === 0) return pass('the change was made by Gatehouse or the person');
  const rulings: Ruling[] = [];
  for (const { file, text } of found) {
    const { sessionId: session, toolUseId } = call;
    if (site.dry !== true) await raiseAlarm(site, { at: site.clock.now(), kind: 'tampered', session, toolUseId, text });
    rulings.push(context(`${text} Only Gatehouse and the person may change this.`, text));
    if (firstTelling(site.env, session, `tampered ${file}`)) {
      rulings.push(message(`${text} To view and clear alarms: gatehouse alarms`, text));
    }
  }
  return rulings;
}

/** What a session begins with is the person's. */
export async function keepStart(site: Site, session: string): Promise<void> {
  await keepSettings(site);
  await keepRefs(site);
  await noteSessionBegin(site);
  await keepServers(site, session);
  await noteClient(site.env, await site.caller());
}

const shown = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

/** The client runs each command in a snapshot of the person's shell, which only the client writes, and once. */
async function changedSnapshots({ by }: Look, site: Site): Promise<readonly Tampering[]> {
  if (site.dry === true) return [];
  return (await noteSnapshots(site)).map((file) => ({
    file,
    text: `${file}, which the client loads before every command, was changed behind Gatehouse's back by ${by}; no run counts until a new session.`,
    voids: true,
  }));
}

/** The person's configuration, at whatever level: the level is what a changed configuration says. */
async function changedConfig({ by, call }: Look, site: Site): Promise<readonly Tampering[]> {
  if (site.dry === true) return [];
  const home = gatehouseHome(site.env);
  const file = path.join(home, 'config.json');
  if (!(await configDiffers(home))) return [];
  if (!changedDuring(call, file)) {
    await keepConfig(home);
    return [];
  }
  putConfigBack(home);
  const text = `${file} was changed behind Gatehouse's back by ${by}. It was restored; the changed text is in config.json.changed. If you made that change, copy it back while no call runs.`;
  return [{ file, text }];
}

/** The shims and the runner: only an installation changes them, and says what it left. */
function changedPrograms({ by, repairs }: Look, site: Site): readonly Tampering[] {
  const home = gatehouseHome(site.env);
  const kept = keptPrograms(home);
  if (kept === undefined) return [];
  const findings = changedShims(home, kept).map((name): Tampering => {
    const file = path.join(home, 'bin', name);
    if (repairs) putShimBack(home, name, kept);
    const text = `${file}, which the hooks start, was changed behind Gatehouse's back by ${by}.`;
    return { file, text: repairs ? `${text} It was restored.` : text, voids: true };
  });
  if (!runnerChanged(home, kept.build)) return findings;
  const file = path.join(home, 'runner', kept.build);
  const back = repairs && putRunnerBack(home, kept.build, kept.source);
  const rest = back ? 'It was restored.' : "To repair: 'gatehouse doctor --fix', or install the hooks again.";
  const text = `${file}, the program of the hooks, was changed behind Gatehouse's back by ${by}. ${rest}`;
  return [...findings, { file, text, voids: true }];
}

const kindsIn: Readonly<Record<FlagFile, readonly EvidenceKind[]>> = {
  '.claude_review_state.json': ['code_review', 'doc_review', 'precommit'],
  '.claude/.test-status': ['tests'],
  '.claude/.proof-status': ['proof'],
};

/** Public files that say whether a flag is passed. */
async function changedFlags({ by, repairs }: Look, site: Site): Promise<readonly Tampering[]> {
  const findings: Tampering[] = [];
  for (const file of flagFiles) {
    const writes = new OwnWrites(site.home, file);
    const text = readText(path.join(site.root, file)) ?? '';
    if (!writes.isForeign(text)) continue;
    if (repairs) {
      await site.evidence.voidTampered(kindsIn[file], by);
      writes.settle(text);
    }
    findings.push({ file, text: `${file} was changed behind Gatehouse's back by ${by}; what it says does not count.` });
  }
  return findings;
}
