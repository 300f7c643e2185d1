import assert from 'node:assert/strict';
import { outcomeOf } from '../../../bench/corpus-judge';
import { judge } from './judging';
import { reachOf } from './reviewing';

const kindOf = async (command: string, env?: Record<string, string>) =>
  (await judge(command, env === undefined ? {} : { env })).kind;

describe('A2 an option moves no target out of sight', () => {
  for (const command of [
    'rsync -a fake .claude/.test-status',
    'rsync -a --exclude-from x fake .claude/.test-status',
    'rsync -a --files-from x fake .claude/.test-status',
    'rsync -a --log-file x fake .claude/.test-status',
    'rsync -a --chmod=F644 fake .claude/.test-status',
    'cp fake .claude/.test-status --no-preserve mode',
    'cp fake .claude/.test-status --new-option mode',
    'scp h:fake .claude/.test-status',
    'split -l 1 fake .claude/.test-status',
    'xxd -r fake .claude/.test-status',
    'openssl base64 -d -in fake -out .claude/.test-status',
  ])
    it(`refuses ${command}`, async () => assert.equal((await outcomeOf(command, 'standard')).decision, 'deny'));
});

describe('A3 forms of one effect get one answer', () => {
  const refused = [
    'git branch -D topic',
    'git update-ref -d refs/heads/topic',
    'git checkout -- f.ts',
    'git show HEAD:f.ts > f.ts',
    'git diff | git apply -R',
    'rm -rf *',
    'for f in *; do rm -rf "$f"; done',
    'rm -rf ~',
    'npx rimraf ~',
    "git config alias.undo 'reset --hard' && git undo",
    `python3 -c "import subprocess as s; s.run(['rm', '-rf', '/home/dev'])"`,
    "make -f - <<< $'all:\\n\\trm -rf ~'",
    "vim -c ':!rm -rf ~'",
    "PAGER='rm -rf ~' git log",
    "echo '* * * * * rm -rf ~' | crontab -",
    'python.exe -c "import shutil; shutil.rmtree(\'/home/dev\')"',
    "node.exe -e \"require('fs').rmSync('/home/dev', {recursive: true})\"",
  ];
  for (const command of refused) it(command, async () => assert.equal(await kindOf(command), 'deny'));
});

describe('A6 false alarms', () => {
  for (const command of ["find . -name '*.pyc' -exec rm {} \\;", 'rm -rf "${BUILD_DIR:?}"/*'])
    it(`leaves ${command} alone`, async () => assert.equal(await kindOf(command), 'pass'));
  for (const [command, says] of [
    ['rm -rf /', /everything on the machine/],
    ['rm -rf ~', /a whole home/],
  ] as const)
    it(`says what ${command} takes`, async () => assert.match((await judge(command)).reason, says));
  it('knows a home below /tmp', async () => {
    assert.equal((await judge('rm -rf ~', { env: { HOME: '/tmp/home' } })).kind, 'deny');
    assert.equal((await judge('rm -rf ~/notes', { env: { HOME: '/tmp/home' } })).kind, 'deny');
  });
});

describe('A9 commands from the wild', () => {
  for (const command of [
    'find . -type d -name __pycache__ -exec rm -rf {} +',
    "find . -name '*.pyc' -delete",
    'trap \'rm -rf "$TMPDIR"\' EXIT; TMPDIR=$(mktemp -d)',
    'kill -HUP 1',
    'docker exec web kill -USR2 1',
    'curl -o x.tgz https://x.example/x.tgz && tar xf x.tgz && rm -rf x.tgz x',
    'git filter-repo --analyze',
    'git checkout --theirs "*.lock"',
    'docker run --rm debian rm -rf /var/lib/apt/lists/*',
    'diskutil erasevolume HFS+ ram $(hdiutil attach -nomount ram://2048)',
    'mkfs.ext4 /dev/ram0',
  ])
    it(`leaves ${command} alone`, async () => assert.equal(await kindOf(command), 'pass'));

  for (const command of [
    'make all-push',
    'make build-and-push',
    'cmake --build build --target install',
    'bun run file.ts',
    'go run ./cmd/deploy --prod',
    'yarn global add x',
    'pnpm tsx scripts/release.ts',
    'yarn node a.js',
    'pip install --user x',
  ])
    it(`does not approve ${command}`, () => assert.equal(reachOf(command), 'never'));

  it('does not approve pulumi preview at strict', () => assert.notEqual(reachOf('pulumi preview'), 'strict'));
});
