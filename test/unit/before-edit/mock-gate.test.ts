import assert from 'node:assert/strict';
import { Rig } from '../review/rig';

describe('mocks before an edit', () => {
  let rig: Rig;
  before(() => {
    rig = new Rig();
    rig.write('package.json', '{"name":"shop","dependencies":{"axios":"1"}}');
    rig.write('myapp/__init__.py', '');
    rig.write('app.py', '');
  });
  after(() => rig.clear());

  let session = 0;
  async function write(file: string, content: string): Promise<string> {
    rig.session = `s${(session += 1)}`;
    return again(file, content);
  }
  async function again(file: string, content: string): Promise<string> {
    const input = { file_path: rig.at(file), content };
    const { stdout } = await rig.hook('PreToolUse', { tool_name: 'Write', tool_input: input }, 'mock-gate');
    if (stdout === '') return 'pass';
    return stdout.includes('"deny"') ? 'deny' : 'advice';
  }

  describe('mock-gate: 7.2 and 16.13, neither way wrong', () => {
    // The first mock of the project's own code is advised against; what passes replaces only the outside.
    const table: readonly (readonly [string, string, 'pass' | 'advice'])[] = [
      ['a.test.ts', "jest.mock('./db');", 'advice'],
      ['a.test.ts', "vi.mock('@/services/orders');", 'advice'],
      ['a.test.ts', "vi.mock(import('./db'), () => ({}));", 'advice'],
      ['a.test.ts', "jest.doMock('../cart');", 'advice'],
      ['a.test.ts', 'jest.mock(`./db`);', 'advice'],
      ['a.test.ts', "jest.mock('shop');", 'advice'],
      ['a.test.ts', "jest.mock('axios');", 'pass'],
      ['a.test.ts', "jest.mock('fs'); jest.mock('node:fs'); jest.mock('http'); jest.mock('pg');", 'pass'],
      ['a.test.ts', "jest.mock('./services/stripe-client');", 'advice'],
      ['a.test.ts', "jest.mock('../axios-wrapper/internal');", 'advice'],
      ['a.test.ts', "import { api } from './api';\njest.spyOn(api, 'get');", 'advice'],
      ['a.test.ts', "vi.spyOn(console, 'log'); vi.spyOn(Date, 'now');", 'pass'],
      ['a.test.ts', "import fs from 'node:fs';\njest.spyOn(fs, 'readFileSync').mockReturnValue('x');", 'pass'],
      ['a.test.ts', "import { api } from './api';\nsinon.stub(api, 'get');", 'advice'],
      [
        'a.test.ts',
        "import { mock } from 'node:test';\nimport { api } from './api';\nmock.method(api, 'get');",
        'advice',
      ],
      ['a.test.ts', 'getUser.mockRejectedValue(new Error());', 'advice'],
      ['a.test.ts', 'const onClick = jest.fn();', 'pass'],
      ['a.test.ts', '// jest.mock is not used here\nconst a = 1;', 'pass'],
      ['a.test.ts', 'const text = "jest.mock(\'./db\')";', 'pass'],
      ['a.test.ts', "// @mock-exempt: the printer driver has no simulator\njest.mock('./printer');", 'pass'],
      ['a.test.ts', "// @mock-exempt\njest.mock('./printer');", 'advice'],
      ['src/a.ts', "jest.mock('./db');", 'pass'],
      ['test_a.py', "from unittest.mock import patch\n@patch('requests.get')\ndef test(m): pass", 'pass'],
      ['test_a.py', "from unittest.mock import patch\nwith patch('requests.get'):\n  pass", 'pass'],
      ['test_a.py', "from unittest.mock import patch\n@patch('myapp.orders.save')\ndef test(m): pass", 'advice'],
      ['test_a.py', "from unittest.mock import patch\n@patch('myapp.requests.submit')\ndef test(m): pass", 'advice'],
      ['test_a.py', "def test(mocker):\n  mocker.patch('app.websocket.send')", 'advice'],
      ['test_a.py', "def test(mocker):\n  mocker.spy(app, 'send')", 'advice'],
      ['test_a.py', "def test(monkeypatch):\n  monkeypatch.setenv('A', 'b')", 'pass'],
      ['test_a.py', "import myapp\ndef test(monkeypatch):\n  monkeypatch.setattr(myapp, 'x', 1)", 'advice'],
      ['test_a.py', 'from unittest import mock\nm = mock.create_autospec(Order)', 'advice'],
      ['test_a.py', 'import unittest.mock as um\nm = um.MagicMock()', 'advice'],
      ['a_test.go', 'package a\nfunc T() { c := gomock.NewController(t); m.EXPECT().Save() }', 'advice'],
      ['a_test.go', 'package a\nfunc T() { httptest.NewServer(nil) }', 'pass'],
      ['src/test/java/AppTest.java', 'class AppTest { @Mock Orders o; }', 'advice'],
      ['spec/a_spec.rb', 'allow(Order).to receive(:save)', 'advice'],
      ['spec/a_spec.rb', 'allow(Time).to receive(:now)', 'pass'],
      ['tests/a.rs', '#[automock]\ntrait Orders {}', 'advice'],
    ];
    for (const [file, content, expected] of table) {
      it(`${file} ${JSON.stringify(content)}: ${expected}`, async () =>
        assert.equal(await write(file, content), expected));
    }

    it('7.2 stops the second mock of a file, leaves other files their own warning, and forgets when the mock is gone', async () => {
      const mocked = "jest.mock('./db');";
      assert.equal(await write('a.test.ts', mocked), 'advice');
      assert.equal(await again('a.test.ts', mocked), 'deny');
      assert.equal(await again('b.test.ts', mocked), 'advice');
      assert.equal(await again('a.test.ts', 'expect(1).toBe(1);'), 'pass');
      assert.equal(await again('a.test.ts', mocked), 'advice');
    });

    it('K-7 ten runs at once are ten strikes', async () => {
      rig.session = 'many';
      await Promise.all(Array.from({ length: 10 }, () => again('c.test.ts', "jest.mock('./db');")));
      assert.equal(await again('c.test.ts', "jest.mock('./db');"), 'deny');
      assert.match(rig.read('.claude/.mock-gate-strikes'), /^\d{2,}\|/);
    });
  });
});
