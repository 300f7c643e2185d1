import path from 'node:path';
import { StrikeBook } from '../../evidence/strike-book';
import { gate } from '../../pipeline/gate';
import { context, deny, pass, type Ruling } from '../../pipeline/ruling';
import { editTools, shellTools } from '../../protocol/tools';
import { contentAfter, fileEdits, type FileEdit } from '../../source/file-edits';
import { compiledMocks, javascriptMocks, pythonMocks, type Mock, type MockReader } from './mock-gate/languages';

const readers: Readonly<Record<string, MockReader>> = {
  TypeScript: javascriptMocks,
  JavaScript: javascriptMocks,
  Vue: javascriptMocks,
  Svelte: javascriptMocks,
  Python: pythonMocks,
  Go: compiledMocks('go'),
  Java: compiledMocks('java'),
  Scala: compiledMocks('java'),
  Kotlin: compiledMocks('kotlin'),
  Ruby: compiledMocks('ruby'),
  Rust: compiledMocks('rust'),
};

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
      const reader = edit.kind.test && !edit.kind.vendored ? readers[edit.kind.language?.name ?? ''] : undefined;
      if (reader === undefined || edit.texts === undefined) continue;
      const there = site.at(path.dirname(edit.kind.path));
      const book = new StrikeBook(there, 'mock-gate');
      const [inside] = mocksIn(edit, reader, there.root).filter((mock) => mock.of === 'inside');
      if (inside === undefined) {
        await book.clear((entry) => entry.session === call.sessionId && entry.subject === edit.kind.path);
        continue;
      }
      return checkMock(edit, inside, await book.add(call.sessionId, edit.kind.path));
    }
    return pass('no mock of the project’s own code');
  },
});

/** An exemption counts only with a reason. */
const exempt = /@mock-exempt\s*:\s*\S.{2,}/;

function mocksIn(edit: FileEdit, reader: MockReader, root: string): readonly Mock[] {
  const text = (edit.texts ?? []).join('\n');
  const whole = contentAfter(edit) ?? text;
  return exempt.test(whole) || exempt.test(text) ? [] : reader(text, whole, root);
}

function checkMock(edit: FileEdit, mock: Mock, strike: number): Ruling {
  const name = edit.kind.relative ?? edit.kind.path;
  const found = `${name} mocks the project's own code: ${mock.text.slice(0, 120)}`;
  const wayForward =
    "Use the real thing, or replace only what is outside the project (network, database, clock, file system). If a mock is unavoidable, say why in a comment: '@mock-exempt: <reason>'.";
  if (strike < 2) return context(`${found}. ${wayForward} The next such write is blocked.`, found);
  return deny('internal-mock', `${found}, again (strike ${strike}).`, { part: mock.text.slice(0, 120), wayForward });
}
