import type { EvidenceKind } from './evidence';

/** How people speak about a flag: the beginnings of its sentences. */
export const flagWords: Readonly<
  Record<
    EvidenceKind,
    {
      readonly name: string;
      readonly passed: string;
      readonly failed: string;
      readonly never: string;
      readonly started: string;
    }
  >
> = {
  code_review: ofRun('code review'),
  doc_review: ofRun('documentation review'),
  precommit: ofRun('precommit check'),
  tests: ofRun('test run'),
  proof: {
    name: 'proof',
    passed: 'A person confirmed that it works',
    failed: 'A person revoked the confirmation that it works',
    never: 'No person has confirmed yet that it works',
    started: 'A person was asked to confirm that it works',
  },
};

function ofRun(name: string) {
  return {
    name,
    passed: `The ${name} passed`,
    failed: `The ${name} failed`,
    never: `No ${name} has been recorded here`,
    started: `The ${name} was started`,
  };
}
