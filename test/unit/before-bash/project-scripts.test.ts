import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assumedSite } from '../../../bench/corpus-site';
import { freshFolder } from '../../harness/test-project';
import { judgeAt } from './judging';
import { reviewOf } from './reviewing';

const files: Readonly<Record<string, string>> = {
  'scripts/clean.sh': '#!/bin/bash\nset -e\ncd "$(dirname "$0")/.."\nrm -rf dist\n',
  'scripts/wipe.sh': '#!/bin/sh\nrm -rf ~\n',
  'scripts/loop.sh': '#!/bin/bash\n./scripts/loop.sh\nbash scripts/loop.sh\n',
  'remove.sh': 'rm -rf "$1"\n',
  publish: '#!/usr/bin/env bash\ngit push --force origin main\n',
  'lib.sh': 'wipe() { rm -rf ~; }\nkeep() { rm -rf dist; }\nHERE=$PWD\nreturn 0\n',
  notes: 'rm -rf ~\n',
  env: 'OUT=dist\ncd build || return\n',
  'tool.py': '#!/usr/bin/env python3\n# rm -rf ~\n',
  Makefile: 'clean:\n\trm -rf build\nwipe:\n\t./scripts/wipe.sh\n',
  'package.json': '{"scripts":{"wipe":"bash scripts/wipe.sh","clean":"sh scripts/clean.sh"}}',
  'gone.py': 'import os, shutil\nshutil.rmtree(os.path.expanduser("~/notes"))\n',
  'shell.py': 'import subprocess\nsubprocess.run("rm -rf ~/notes", shell=True)\n',
  'gone.js': "const fs = require('fs');\nfs.rmSync('/srv/data', { recursive: true });\n",
  'gone.mjs': "import { rmSync } from 'node:fs';\nrmSync('/srv/data', { recursive: true });\n",
  'gone.rb': "require 'fileutils'\nFileUtils.rm_rf('/srv/data')\n",
  'gone.pl': 'system("rm -rf /srv/data");\n',
  tool: '#!/usr/bin/env python3\nimport shutil\nshutil.rmtree("/srv/data")\n',
  'kept.py':
    'import shutil, sys, tempfile\nshutil.rmtree("build")\nshutil.rmtree(sys.argv[1])\nshutil.rmtree(tempfile.mkdtemp())\n',
  'kept.js':
    "const fs = require('fs');\nfs.rmSync('dist', { recursive: true });\nfs.rmSync(process.env.OUT, { recursive: true });\n",
  'scripts/here.js':
    "const fs = require('fs'), path = require('path');\nfs.rmSync(path.join(__dirname, '..', 'dist'), { recursive: true });\nfs.rmSync(path.resolve(__dirname, '../build'), { recursive: true });\nfs.rmSync(`${__dirname}/../out`, { recursive: true });\n",
  'scripts/here.mjs':
    "import { rmSync } from 'node:fs';\nimport { fileURLToPath } from 'node:url';\nrmSync(new URL('../dist', import.meta.url), { recursive: true });\nrmSync(fileURLToPath(new URL('../dist', import.meta.url)), { recursive: true });\nrmSync(`${import.meta.dirname}/../dist`, { recursive: true });\n",
  'scripts/here.py':
    'import os, shutil\nfrom pathlib import Path\nroot = Path(__file__).resolve().parent.parent\nshutil.rmtree(root / "build")\nshutil.rmtree(Path(__file__).parents[1] / "dist")\nshutil.rmtree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "out"))\nos.chdir(os.path.dirname(__file__))\nshutil.rmtree("../dist")\n',
  'scripts/here.rb':
    "require 'fileutils'\nFileUtils.rm_rf(File.join(__dir__, '..', 'dist'))\nFileUtils.rm_rf(File.expand_path('../dist', __dir__))\n",
  'scripts/here.pl': 'use FindBin;\nsystem("rm -rf $FindBin::Bin/../dist");\n',
  'words.py': 'print("shutil.rmtree(\'/srv/data\')")  # rm -rf ~\n',
  'packages/web/package.json': '{"scripts":{"gone":"rm -rf ~","kept":"rm -rf dist"}}',
  'deno.json': '{"tasks":{"gone":"rm -rf ~","all":{"command":"rm -rf ~"},"kept":"rm -rf dist"}}',
  'more/Makefile': 'include parts/rules.mk\nV := $(shell cat VERSION)\nall:\n\techo $(V)\n',
  'more/parts/rules.mk': 'gone:\n\trm -rf ~\nkept:\n\trm -rf build\n',
  'Taskfile.yml':
    'version: "3"\ntasks:\n  kept:\n    desc: cleans\n    cmds:\n      - rm -rf dist\n      - echo ok\n  short: rm -rf ~\n  gone:\n    deps: [kept]\n    cmds:\n      - echo first\n      - cmd: rm -rf ~\n  last:\n    cmds:\n      - rm -rf build\n',
  'plain/Makefile': 'all:\n\techo ok\n',
  'asks/Makefile': 'X := $(shell rm -rf $(HOME)/notes)\ntest:\n\techo ok\n',
  'assigns/Makefile': 'X != rm -rf ~/notes\ntest:\n\techo ok\n',
  'recipe/Makefile': 'test:\n\techo $(shell rm -rf ~/notes)\nother:\n\techo ok\n',
};

describe('scripts of the project are judged by what they do', () => {
  let root: string;
  before(() => {
    root = freshFolder();
    mkdirSync(path.join(root, 'scripts'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const refused = [
    './scripts/wipe.sh',
    'bash scripts/wipe.sh',
    'bash -x scripts/wipe.sh --now',
    'cd scripts && ./wipe.sh',
    'sudo ./scripts/wipe.sh',
    'timeout 5 scripts/wipe.sh',
    'sh remove.sh ~',
    './remove.sh /etc',
    './publish',
    'make wipe',
    'npm run wipe',
    'bun run wipe',
    'bun wipe',
    'python3 gone.py',
    'cd packages && python3 ../shell.py',
    'node gone.js',
    'node gone.mjs',
    'ruby gone.rb',
    'perl gone.pl',
    './tool --now',
    'task gone',
    'task short',
    'node --run wipe',
    'npm run gone -w packages/web',
    'npm run gone --workspace=@org/web',
    'pnpm --filter web run gone',
    'deno task gone',
    'deno task all',
    'make -C more gone',
    'make -C asks test',
    'make -C assigns test',
    'make -C recipe test',
    'source scripts/wipe.sh',
    '. ./lib.sh && wipe',
    'source lib.sh; rm -rf ~',
    'bash notes',
    'sh < notes',
    'cat notes | bash',
    'bash -s now < remove.sh; cat scripts/wipe.sh | sudo sh',
  ];
  for (const command of refused)
    it(`refuses ${command}`, async () => {
      assert.equal((await judgeAt(assumedSite({ root }), { command })).kind, 'deny');
    });

  it('does not approve a dry run of a makefile that includes others, since make may have to make them first', () => {
    const reviewed = (folder: string) => reviewOf({ command: `make -n -C ${folder}` }, { root }).kind;
    assert.equal(reviewed('more'), 'pass');
    assert.equal(reviewed('plain'), 'allow');
  });

  const free = [
    './scripts/clean.sh',
    'python3 kept.py',
    'node scripts/here.js',
    'node scripts/here.mjs',
    'cd scripts && node here.js && python3 here.py',
    'python3 scripts/here.py',
    'ruby scripts/here.rb',
    'perl scripts/here.pl',
    'node kept.js',
    'python3 words.py',
    'node --check gone.js',
    'cat gone.py',
    'task kept',
    'task last',
    'node --run clean',
    'npm run kept -w packages/web',
    'deno task kept',
    'make -C more kept',
    'make -C more all',
    'make -C recipe other',
    'bash scripts/clean.sh',
    'sh remove.sh dist',
    'scripts/loop.sh',
    './tool.py',
    'cat scripts/wipe.sh',
    'cat notes | grep rm',
    'bash env',
    'bash < scripts/clean.sh',
    'bash -n scripts/wipe.sh',
    'chmod +x scripts/wipe.sh',
    'git commit -m "./scripts/wipe.sh"',
    'make clean',
    'npm run clean',
    'bun run clean',
    'source lib.sh',
    '. ./lib.sh; keep',
    'source env && rm -rf "$OUT"',
  ];
  for (const command of free)
    it(`leaves ${command} alone`, async () => {
      assert.notEqual((await judgeAt(assumedSite({ root }), { command })).kind, 'deny');
    });
});
