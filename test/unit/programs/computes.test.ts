import assert from 'node:assert/strict';
import fc from 'fast-check';
import { computesWith } from '../../../src/hooks/programs/languages/computes';
import { nodeComputes } from '../../../src/hooks/programs/languages/computes-node';

const proven: readonly string[] = [
  'print(1)',
  "import json,sys; print(json.load(sys.stdin)['a'])",
  'import json,sys\nfor l in sys.stdin:\n  try: r=json.loads(l)\n  except: continue\n  print(sorted(r.keys()))',
  "import json; s=json.load(open('package.json'))['scripts']; print('\\n'.join(f'{k}: {v}' for k,v in s.items()))",
  'import hashlib; print(hashlib.md5("a".encode()).hexdigest())',
  'from datetime import datetime; print(datetime.now().isoformat())',
  "import re\nwith open('a.diff') as f:\n  text = f.read()\nprint(re.findall(r'^diff', text, flags=re.MULTILINE)[:3], len(text))",
  "print('{}: {}'.format(1, 2))",
  "import json; d=json.load(open('a.json')); print(f\"{json.dumps(d.get('x', {}))[:60]}\")",
  "import os; print(os.getcwd(), os.listdir('src'), os.path.exists('a'))",
  "import os.path as p; print(p.join('a', 'b'))",
  "import glob; print(len(glob.glob('**/*.py', recursive=True)))",
  "from pathlib import Path; print([p.name for p in Path('src').rglob('*.py')], Path('a.md').read_text())",
  "import importlib.metadata; print(importlib.metadata.version('a'))",
  "import importlib.util as u; print(u.find_spec('a'))",
  "import urllib.parse; print(urllib.parse.quote('a b'))",
  "import ast; print([n.name for n in ast.walk(ast.parse(open('a.py').read()))])",
  "compile(open('a.py').read(), 'a.py', 'exec')",
];

const unproven: readonly string[] = [
  "eval('1')",
  "print(open('a', 'w'))",
  'open(p)',
  "open('/home/x/.s' 'sh/id_rsa')",
  'import os; print(os.environ)',
  "import os; os.remove('a')",
  "import os; os.path.os.system('a')",
  'import os; p = os.path',
  'import platform; platform.os',
  'import importlib; importlib.import_module("a")',
  'import importlib.metadata; importlib.metadata.sys.modules',
  "import urllib.parse; urllib.request.urlopen('http://a.example')",
  "from pathlib import Path; Path('a').replace('b')",
  'from pathlib import Path; Path(x).read_text()',
  "from pathlib import Path; [p.read_text() for p in Path('.').rglob('*')]",
  "exec(compile(open('a.py').read(), 'a.py', 'exec'))",
  "x=1; print(f'{x:{exec(1)}}')",
  'import json; json.decoder',
  'import json as j; x = j; x.loads',
  "f = open; f('a', 'w')",
  "print(eval=1); eval('1')",
  '().__class__',
  "print(('{0._' + '_globals_' + '_}').format(print))",
  "print('{0._' '_x}'.format(print))",
  "val=1; ｅval('1')",
  "# x\reval('1')",
  'x=1; print(f"{eval("x")}")',
  'import json.tool',
  'from json import *',
  'from sys import modules',
  '@print\ndef f(): pass',
  'import numpy',
];

describe('code that only computes and prints', () => {
  for (const code of proven) it(`proves ${code}`, () => assert.notEqual(computesWith(code), undefined));
  for (const code of unproven) it(`does not prove ${code}`, () => assert.equal(computesWith(code), undefined));

  it('names the modules that it loads', () => {
    assert.deepEqual(computesWith('import json, sys as s; from math import pi; print(json.dumps(pi))'), [
      'json',
      'sys',
      'math',
    ]);
  });

  it('is not proven any more with a call of an unknown name in it', () => {
    const name = fc.stringMatching(/^[a-z]{3,8}_x$/);
    fc.assert(
      fc.property(fc.constantFrom(...proven), name, fc.boolean(), (code, unknown, attribute) => {
        const call = attribute ? `(1).${unknown}()` : `${unknown}()`;
        assert.equal(computesWith(`${code}\n${call}`), undefined);
        assert.equal(computesWith(`${call}\n${code}`), undefined);
      }),
    );
  });
});

describe('code for node that only computes and prints', () => {
  const shows = (code: string) => nodeComputes(code, (path) => path === './package.json');
  const shown: readonly string[] = [
    'process.version',
    "require('./package.json').version",
    "console.log(require('./package.json').dependencies['a-b'])",
    "JSON.stringify(require('./package.json'), null, 2);",
    "Object.keys(require('./package.json').dependencies).length",
    "console.log(process.versions.node.split('.')[0])",
    'console.log(1)+(2)',
    '[1, 2].map((x) => x * 2).join()',
    "const fs = require('fs'); console.log(Object.keys(JSON.parse(fs.readFileSync('a.json', 'utf8'))).length)",
    'for (const [k, v] of Object.entries({ a: 1 })) console.log(`${k}: ${v}`)',
    'const f = (a) => a + 1; console.log(f(2))',
    "require('os').cpus().length",
    'new Date(0).toISOString()',
  ];
  const unclear: readonly string[] = [
    'process.env',
    "require('./folder.json').version",
    "require('./package.json').a()",
    "process.version.constructor('x')()",
    'process.version.split(process.kill(1))',
    "require('./package.json')[process.kill(1)]",
    "require('a')",
    "require('child_process').execSync('a')",
    "require('fs').writeFileSync('a', 'b')",
    "const fs = require('fs'); const g = fs; g.writeFileSync('a', 'b')",
    "const { writeFileSync } = require('fs'); writeFileSync('a', 'b')",
    'require("fs").readFileSync(x)',
    'process.mainModule',
    "process['mainModule']",
    "eval('1')",
    "fetch('http://a.example')",
    "const k = 'const' + 'ructor'; const f = [][k][k]; f('x')",
    "const k = 'const' + 'ructor'; ['x'].map([][k][k]).map((g) => g())",
    'const k = 1; const f = [][k]; [1].map(f)',
    'let f = (a) => a; f = [][0]; f(1)',
    'function f() {} { let f = [][0]; f(1) }',
    'const of = [][0]; of(1)',
    'const a = 1; a`x`',
    "i = 1; i++ / eval('x') / 2",
    "const o = {}; o.return / eval('x') / 2",
    "if (1) /'/.test('x'); eval('y'); '",
    "const x = /[/']/; eval('y')//'",
    "// a\r eval('x')",
    "<!-- '\neval('x') //'",
    'console.log(`${`${eval(1)}`}`)',
    'this',
    'with (process) env',
  ];
  for (const code of shown) it(`proves ${code}`, () => assert.equal(shows(code), true));
  for (const code of unclear) it(`does not prove ${code}`, () => assert.equal(shows(code), false));
});
