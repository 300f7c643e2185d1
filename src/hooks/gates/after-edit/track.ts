import path from 'node:path';
import { sessionChanges } from '../../evidence/files/session';
import { gate, changedFlags, pass } from '../../pipeline/gate';
import { editTools, shellTools } from '../../protocol/tools';
import { fileEdits } from '../../source/file-edits';
import { isProductSource } from '../../source/file-kind';

/** What a session changed, and that a verification is of the product as it was shown. */
export const track = gate({
  id: 'track',
  title: 'Change tracking',
  summary:
    'Records the files that a session changes, and makes a verification pending again when product source changes.',
  events: ['PostToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const edits = await fileEdits(call, site);
    const inside = edits.filter(({ kind }) => kind.relative !== undefined);
    if (inside.length === 0) return pass('no file of this project was written');
    const paths = inside.map(({ kind }) => kind.path);
    await sessionChanges(site, call.sessionId).update((now) => [...(now ?? []), ...paths]);
    site.note(`tracked ${paths.map((file) => path.relative(site.root, file)).join(', ')}`);
    if (!inside.some(({ kind }) => isProductSource(kind))) return pass('tracked; no product source changed');
    if (site.evidence.proof.value()?.status !== 'verified') return pass('tracked');
    const at = Math.floor(site.clock.now() / 1000);
    await site.evidence.proof.update((now) => (now?.status === 'verified' ? { status: 'pending', at } : undefined));
    return changedFlags('tracked; the verification was for other content, so it is pending', { proof: 'stale' });
  },
});
