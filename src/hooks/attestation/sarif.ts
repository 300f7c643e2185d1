import { version } from '../version';
import type { Problem, Verified } from './verify';

const rules: Readonly<Record<Problem['rule'], string>> = {
  'not-attested': 'The commit’s tree carries no statement about its evidence.',
  changed: 'Files are not as in the commit.',
  'wrong-content': 'A statement names other content than the tree holds.',
  missing: 'Evidence that the project asks for is missing.',
  failed: 'A check failed on this content.',
};

/** What is missing as SARIF 2.1.0. A result that is about no file points at the project's configuration. */
export function sarif({ commit, problems }: Verified): object {
  const results = problems.map(({ rule, message, files }) => ({
    ruleId: rule,
    level: 'error',
    message: { text: message },
    locations: (files.length === 0 ? ['.claude/gatehouse.json'] : files.slice(0, 100)).map((file) => ({
      physicalLocation: { artifactLocation: { uri: encodeURI(file), uriBaseId: 'SRCROOT' }, region: { startLine: 1 } },
    })),
    partialFingerprints: { 'gatehouse/v1': `${rule} ${commit.tree}` },
  }));
  const driver = {
    name: 'Gatehouse',
    version,
    informationUri: 'https://github.com/gatehouse-guard/gatehouse',
    rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
  };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        versionControlProvenance: [{ repositoryUri: '.', revisionId: commit.id }],
        results,
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
}
