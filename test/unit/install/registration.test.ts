import assert from 'node:assert/strict';
import { foundIn, statusOf, withEntries, withoutEntries } from '../../../src/hooks/install/registration';
import { ignoredBecause } from '../../../src/hooks/install/ignored-settings';
import { sampleEntries } from './sample';

const entries = sampleEntries();
const foreign = '{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "theirs.sh" }] }';

/** Files as people and tools leave them. */
const oddFiles: readonly [string, string][] = [
  ['an empty object', '{}'],
  ['an object with a line in it', '{\n}\n'],
  ['no final newline', '{\n  "model": "opus"\n}'],
  ['tabs', '{\n\t"model": "opus",\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n'],
  ['four spaces', '{\n    "model": "opus"\n}\n'],
  ['CRLF', '{\r\n  "model": "opus"\r\n}\r\n'],
  ['a byte order mark', '\uFEFF{\n  "model": "opus"\n}\n'],
  ['one line', '{"model":"opus","hooks":{"Stop":[]}}'],
  ['one line without anything', '{ }'],
  ['line comments', '{\n  // mine\n  "model": "opus" // the best\n}\n'],
  ['block comments', '{\n  "hooks": { /* none yet */ },\n  "model": "opus" /* last */\n}\n'],
  ['a trailing comma', '{\n  "hooks": {\n    "Stop": [\n      ' + foreign + ',\n    ],\n  },\n}\n'],
  ['a comment after a trailing comma', '{\n  "model": "opus", // why\n}\n'],
  ['empty hooks', '{\n  "hooks": {}\n}\n'],
  ['empty hooks over two lines', '{\n  "hooks": {\n  }\n}\n'],
  ['an empty list', '{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n'],
  ['an empty list over two lines', '{\n  "hooks": {\n    "PreToolUse": [\n    ]\n  }\n}\n'],
  [
    'hooks of others on the same events',
    `{\n  "hooks": {\n    "PreToolUse": [\n      ${foreign}\n    ],\n    "Stop": [${foreign}]\n  }\n}\n`,
  ],
  [
    'hooks of others with a comment behind',
    `{\n  "hooks": {\n    "PreToolUse": [\n      ${foreign} // theirs\n    ]\n  }\n}\n`,
  ],
  ['a key that occurs twice', '{\n  "hooks": { "Stop": [] },\n  "hooks": {\n    "Stop": []\n  }\n}\n'],
  [
    "another installer's tags",
    `{\n  "hooks": {\n    "Stop": [ { "_gstack_source": "plan-tune", "hooks": [] } ]\n  }\n}\n`,
  ],
  ['escapes and wide letters', '{\n  "statusLine": "\\u00e9 é 🚪 \\\\"\n}\n'],
];

describe('registration', () => {
  for (const [name, text] of oddFiles) {
    it(`comes and goes without a mark in a file with ${name}`, () => {
      const once = withEntries(text, entries);
      assert.deepEqual(
        statusOf(once, entries).map(({ status }) => status),
        ['registered', 'registered', 'registered', 'registered', 'registered'],
      );
      assert.equal(withEntries(once, entries, text), once, 'a second installation changes nothing');
      assert.equal(withoutEntries(once, text), text);
    });

    it(`writes nothing the client would stumble over into a file with ${name}`, () => {
      const strict = ignoredBecause(text) === undefined;
      assert.equal(ignoredBecause(withEntries(text, entries)) === undefined, strict);
    });
  }

  it('fills an empty file with an object of hooks alone', () => {
    assert.deepEqual(Object.keys(JSON.parse(withEntries('', entries)) as object), ['hooks']);
  });

  it('puts its entry behind the others and leaves those unchanged', () => {
    const text = `{\n  "hooks": {\n    "Stop": [\n      ${foreign}\n    ]\n  }\n}\n`;
    const stop = (JSON.parse(withEntries(text, entries)) as { hooks: { Stop: unknown[] } }).hooks.Stop;
    assert.deepEqual(stop[0], JSON.parse(foreign));
    assert.equal(stop.length, 2);
  });

  it('looks like the file it goes into', () => {
    assert.equal(
      withEntries('{\n\t"model": "opus"\n}\n', entries.slice(-1)),
      '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{\n\t\t\t\t"hooks": [\n\t\t\t\t\t{\n\t\t\t\t\t\t"type": "command",\n' +
        '\t\t\t\t\t\t"command": "/home/ada/.gatehouse/bin/gatehouse-hook",\n\t\t\t\t\t\t"args": [\n\t\t\t\t\t\t\t"Stop"\n\t\t\t\t\t\t],\n' +
        '\t\t\t\t\t\t"timeout": 30\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}\n',
    );
  });

  it('keeps what others changed after us', () => {
    const before = '{\n  "model": "opus"\n}\n';
    const ours = withEntries(before, entries);
    const edited = ours.replace('"opus"', '"sonnet"').replace('"hooks"', '"added": true,\n  "hooks"');
    assert.equal(withoutEntries(edited, before), '{\n  "model": "sonnet",\n  "added": true\n}\n');
  });

  it('leaves no empty list behind that it made, when it no longer knows what was there', () => {
    assert.equal(withoutEntries(withEntries('{\n  "a": 1\n}\n', entries)), '{\n  "a": 1\n}\n');
  });

  it('takes only our handler out of an entry that holds others too', () => {
    const text = JSON.stringify({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'theirs.sh' }, entries.at(-1)?.handler] }] },
    });
    assert.equal(withoutEntries(text), '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"theirs.sh"}]}]}}');
  });

  it('replaces an entry that was altered, and one of an older version', () => {
    const altered = withEntries('{}', entries).replace('"timeout":30', '"timeout":1').replace('ada', 'old');
    assert.equal(withEntries(altered, entries, '{}'), withEntries('{}', entries));
  });

  it('says how each event stands', () => {
    const text = withEntries('{}', entries);
    const hooks = (JSON.parse(text) as { hooks: Record<string, unknown[]> }).hooks;
    delete hooks.PostToolUseFailure;
    hooks.Stop?.push(hooks.Stop[0]);
    (hooks.PreToolUse?.[0] as { matcher: string }).matcher = 'Bash';
    hooks.SessionEnd = [{ hooks: [{ ...entries.at(-1)?.handler, args: ['SessionEnd'] }] }];
    assert.deepEqual(
      statusOf(JSON.stringify({ hooks }), entries).map(({ event, lane, status }) => [event, lane, status]),
      [
        ['PreToolUse', 'sync', 'drifted'],
        ['PostToolUse', 'sync', 'registered'],
        ['PostToolUse', 'async', 'registered'],
        ['PostToolUseFailure', 'sync', 'missing'],
        ['Stop', 'sync', 'duplicate'],
        ['SessionEnd', 'sync', 'drifted'],
      ],
    );
  });

  it('an event with two entries stands only as well as both of them', () => {
    const hooks = (change: (groups: { matcher: string }[]) => void) => {
      const settings = JSON.parse(withEntries('{}', entries)) as { hooks: { PreToolUse: { matcher: string }[] } };
      change(settings.hooks.PreToolUse);
      return statusOf(JSON.stringify(settings), entries)[0]?.status;
    };
    assert.equal(
      hooks(() => undefined),
      'registered',
    );
    assert.equal(
      hooks((groups) => groups.pop()),
      'drifted',
    );
    assert.equal(
      hooks(([, brief]) => (brief!.matcher = 'Bash')),
      'drifted',
    );
    assert.equal(
      hooks((groups) => groups.push(groups[1]!)),
      'duplicate',
    );
  });

  const corrupt: readonly [string, string, RegExp][] = [
    ['half a file', '{\n  "model": "opus",\n  "hooks": {\n', /line 4/],
    ['a merge conflict', '{\n<<<<<<< HEAD\n  "model": "opus"\n}\n', /line 2/],
    ['a list', '[]', /line 1, it does not hold a JSON object/],
    ['two documents', '{}\n{}\n', /line 2/],
    ['hooks that are a list', '{\n  "hooks": []\n}', /line 2, "hooks" is not an object/],
    ['an event that is an object', '{\n  "hooks": {\n    "Stop": {}\n  }\n}', /line 3, "hooks.Stop" is not a list/],
    ['nesting beyond reason', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested too deeply/],
  ];
  for (const [name, text, message] of corrupt) {
    it(`refuses ${name} and says which line`, () => assert.throws(() => withEntries(text, entries), message));
  }

  it('finds no Gatehouse entry in a file without one', () => {
    assert.deepEqual(foundIn(`{"hooks":{"Stop":[${foreign}]}}`), []);
  });
});

describe('what makes the client ignore a whole file', () => {
  const files: readonly [string, number, RegExp][] = [
    ['{\n  "a": 1, // why\n  "b": 2\n}', 2, /comment/],
    ['{\n  "a": [1,\n  2,\n  ]\n}', 3, /trailing comma/],
    ['{\n  "a": "x // no comment",\n  "b": ["y",]\n}', 3, /trailing comma/],
  ];
  for (const [text, line, problem] of files) {
    it(`is ${problem.source} in line ${line}`, () => {
      const because = ignoredBecause(text);
      assert.equal(because?.line, line);
      assert.match(because.problem, problem);
    });
  }
  const hook = (event: string, entry: string) => `{\n  "hooks": {\n    "${event}": [\n      ${entry}\n    ]\n  }\n}`;
  const invalid: readonly [string, string, RegExp][] = [
    ['PreToolUse', '{ "hooks": [{ "type": "command", "command": "a", "timeout": 0 }] }', /timeout is not above zero/],
    ['PreToolUse', '{ "hooks": [{ "type": "shell", "command": "a" }] }', /of no known type/],
    ['PermissionRequest', '{ "matcher": "Bash" }', /no list of hooks/],
    ['Stop', '{ "hooks": [{ "type": "command", "command": "a", "timeout": "5" }] }', /timeout is not above zero/],
  ];
  for (const [event, entry, problem] of invalid) {
    it(`is a hook under ${event} that is ${problem.source}`, () => {
      const because = ignoredBecause(hook(event, entry));
      assert.equal(because?.line, 4);
      assert.match(because.problem, problem);
    });
  }
  it('is no hook of any kind the client knows', () => {
    for (const type of ['command', 'http', 'mcp_tool', 'prompt', 'agent']) {
      assert.equal(
        ignoredBecause(hook('PreToolUse', `{ "hooks": [{ "type": "${type}", "timeout": 0.5 }] }`)),
        undefined,
      );
    }
  });
  it('is not a byte order mark', () => assert.equal(ignoredBecause('\uFEFF{}'), undefined));
});
