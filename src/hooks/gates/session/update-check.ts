import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { updateStatus, type UpdateStatus } from '../../evidence/files/caches';
import { gate, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { claudeHome, gatehouseHome } from '../../project/home';
import { placeOf } from '../../project/place';
import { Harness, takeTurn } from '../../session/update';
import { isDelivered } from '../../person/notices';
import { counted } from '../../project/text';

const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;

/** Updates a harness that is kept in git from its origin, unless a person's work would change. */
export const updateCheck = gate({
  id: 'update-check',
  title: 'Harness update',
  summary:
    'If the agent’s configuration folder is a git repository with an origin, checks for a newer version and fast-forwards within the same major version.',
  events: ['SessionStart'],
  posture: 'open',
  level,
  deadlineMs: 14_000,
  async decide(call, site) {
    if (call.source !== 'startup') return pass(`not looked for after ${call.source}`);
    const folder = repositoryFolder(site);
    if (folder === undefined) return pass('the harness is not kept in git');
    if (existsSync(path.join(folder, '.disable-auto-update'))) return pass('.disable-auto-update is there');
    if (site.dry === true || !isDelivered(site, { id: 'update-check', level })) return pass('only observed');
    const end = takeTurn(path.join(folder, '.update-check.lock'));
    if (end === undefined) return pass('another session is already checking');
    try {
      return await update(new Harness(folder, site), site);
    } finally {
      end();
    }
  },
});

/** The configuration folder, if it is the top of a git repository. */
function repositoryFolder(site: Site): string | undefined {
  const folder = claudeHome(site.env);
  if (!existsSync(folder)) return undefined;
  const place = placeOf(folder);
  return place.repository !== undefined && place.root === realpathSync.native(folder) ? place.root : undefined;
}

async function update(harness: Harness, site: Site): Promise<Ruling> {
  const track = await harness.track();
  if (track === undefined) return pass('the harness has no origin to follow');
  const fetched = await harness.fetch(track);
  if (fetched === undefined) return pass('the origin could not be reached; nothing was changed');
  const distance = await harness.distance(fetched);
  if (distance === undefined) return pass('the origin has no history in common; nothing was changed');
  const status = await fastForward(harness, track, fetched, distance, site);
  const full: UpdateStatus = { ...status, at: Math.floor(site.clock.now() / 1000) };
  await updateStatus(claudeHome(site.env), gatehouseHome(site.env)).update(() => full);
  return pass(`${full.status}: ${full.local} → ${full.remote}${full.summary === '' ? '' : ` (${full.summary})`}`);
}

type Track = NonNullable<Awaited<ReturnType<Harness['track']>>>;
type Distance = NonNullable<Awaited<ReturnType<Harness['distance']>>>;

async function fastForward(
  harness: Harness,
  track: Track,
  remote: string,
  { ahead, behind }: Distance,
  site: Site,
): Promise<Omit<UpdateStatus, 'at'>> {
  const [now, then] = await Promise.all([harness.version('HEAD'), harness.version(remote)]);
  const base = { local: now.name, remote: then.name, count: behind };
  if (behind === 0) return { ...base, status: 'up-to-date', summary: '' };
  if (now.major !== then.major) return { ...base, status: 'breaking', summary: '' };
  const whyNot = async (): Promise<string | undefined> => {
    if (!track.checkedOut) return `the checked-out branch is ${track.branch ?? 'none'}, not ${track.remoteBranch}`;
    if (ahead > 0) return `${counted(ahead, 'commit')} of your own: rebase or merge by hand`;
    if (!(await harness.isClean())) return 'there are uncommitted changes: commit or put them aside, then git pull';
    return site.config.settings.updates.apply ? undefined : 'updates are only reported (updates.apply is false)';
  };
  const reason = await whyNot();
  if (reason !== undefined) return { ...base, status: 'conflict', summary: reason };
  const subjects = await harness.subjects(remote);
  const refused = await harness.fastForward(remote);
  if (refused !== undefined) return { ...base, status: 'conflict', summary: refused };
  return { ...base, status: 'updated', summary: subjects.join(' · ') };
}
