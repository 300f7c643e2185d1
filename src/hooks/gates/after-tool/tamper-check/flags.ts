import path from 'node:path';
import type { EvidenceKind } from '../../../evidence/evidence';
import { flagFiles, OwnWrites, type FlagFile } from '../../../evidence/own-writes';
import type { Site } from '../../../pipeline/site';
import { readText } from '../../../project/read-file';
import type { Tampering, Look } from './tampering';

const kindsIn: Readonly<Record<FlagFile, readonly EvidenceKind[]>> = {
  '.claude_review_state.json': ['code_review', 'doc_review', 'precommit'],
  '.claude/.test-status': ['tests'],
  '.claude/.proof-status': ['proof'],
};

/** Public files that say whether a flag is passed. */
export async function changedFlags({ by, repairs }: Look, site: Site): Promise<readonly Tampering[]> {
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
