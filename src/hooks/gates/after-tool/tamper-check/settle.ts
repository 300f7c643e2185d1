import { evidenceKinds } from '../../../evidence/evidence';
import { raiseAlarm } from '../../../pipeline/alarms';
import { subjectOf } from '../../../pipeline/decision-log';
import { context, message, pass, type Ruling } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import { noteClient } from '../../../person/known-clients';
import { keepServers } from '../../../review/known-servers';
import { isBeingWritten } from '../../../runs/shell-snapshots';
import { noteSessionBegin } from '../../../runs/session-begin';
import { firstTelling } from '../../../project/told-once';
import { changedConfig } from './configuration';
import type { Finished, Look } from './tampering';
import { changedFlags } from './flags';
import { changedSettings, keepSettings } from './kept-settings';
import { changedSnapshots } from './shell-snapshots';
import { changedPrograms } from './programs';
import { keepRefs, movedRefs } from './refs';
import { lostHooks } from './registration';
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
