import path from 'node:path';
import { StrikeLog } from '../../evidence/strike-log';
import { gate, context, deny, pass, type Ruling } from '../../pipeline/gate';
import { editTools, shellTools } from '../../protocol/tools';
import { type FileEdit, fileEdits } from '../../source/file-edits';
import type { Mock } from './mock-gate/mocks';

/** Tests run the project's own code; only the world outside it is replaced. */
export const mockGate = gate({
  id: 'mock-gate',
  title: 'Mock gate',
  summary:
    'Warns about the first mock of the project’s own code in a test file and blocks the next one. Mocks of external boundaries are allowed.',
  events: ['PreToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
  async decide(call, site) {
    for (const edit of await fileEdits(call, site)) {
      if (!edit.kind.test || edit.kind.vendored || edit.texts === undefined) continue;
      const { mocksIn } = await import(/* webpackMode: "eager" */ './mock-gate/mocks');
      const there = site.at(path.dirname(edit.kind.path));
      const mocks = mocksIn(edit, there.root);
      if (mocks === undefined) continue;
      const strikes = new StrikeLog(there, 'mock-gate');
      const inside = mocks.find((mock) => mock.of === 'inside');
      if (inside === undefined) {
        await strikes.clear((entry) => entry.session === call.sessionId && entry.subject === edit.kind.path);
        continue;
      }
      return checkMock(edit, inside, await strikes.add(call.sessionId, edit.kind.path));
    }
    return pass('no mock of the project’s own code');
  },
});

function checkMock(edit: FileEdit, mock: Mock, strike: number): Ruling {
  const name = edit.kind.relative ?? edit.kind.path;
  const found = `${name} mocks the project's own code: ${mock.text.slice(0, 120)}`;
  const instead =
    "Use the real thing, or replace only what is outside the project (network, database, clock, file system). If a mock is unavoidable, say why in a comment: '@mock-exempt: <reason>'.";
  if (strike < 2) return context(`${found}. ${instead} The next such write is blocked.`, found);
  return deny('internal-mock', `${found}, again (strike ${strike}).`, { part: mock.text.slice(0, 120), instead });
}
