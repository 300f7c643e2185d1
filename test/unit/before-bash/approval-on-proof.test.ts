import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshFolder } from '../../harness/test-project';
import { autoReviewSettings, reachOf, reviewOf, type Reach } from './reviewing';

const table: Readonly<Record<string, Reach>> = {
  // What a file says where the command shows no word.
  'echo $(<list)': 'strict',
  'rm -rf $(<list)': 'never',
  'kill `<list`': 'never',
  'x=$(<list); rm -rf $x': 'never',
  // What packs or compares prints bytes, also of files that git ignores.
  'tar cf - . | strings': 'never',
  'tar czf - src': 'never',
  'find . | cpio -o': 'never',
  'pax -w .': 'never',
  'tar tf a.tar': 'strict',
  'cmp a b': 'strict',
  'cmp -l a b': 'strict',
  'cmp -l .env a': 'never',
  'make -pn': 'never',
  'export GATEHOUSE_DISABLE=1': 'never',
  'GATEHOUSE_LEVEL_GUARD=off ls': 'never',
  // A window without its extensions.
  'code --disable-extensions .': 'never',
  'code --list-extensions': 'strict',
  // A compiler that runs none of the code it reads.
  'go build ./...': 'strict',
  'go build -o app . && go vet ./...': 'strict',
  'go build -ldflags "-s -w -X main.version=1" -o bin/app ./cmd/app': 'strict',
  'go build -o app && ./app sync --help': 'strict',
  'go build -o app && ./app sync': 'never',
  'go build -o src/main.go .': 'standard',
  'go build -o node_modules/.bin/eslint .': 'standard',
  'go build -o .git/hooks/pre-commit .': 'never',
  'go build -o ~/bin/git .': 'never',
  "go build -ldflags '-extld=./x' .": 'never',
  'go build -gcflags=-cpuprofile=x .': 'never',
  'go build -toolexec ./x ./...': 'never',
  'GOFLAGS=-toolexec=./x go build ./...': 'never',
  'cd /srv/other && go build ./...': 'never',
  'go test ./...': 'standard',
  // A configuration that is code.
  'eslint src': 'standard',
  'stylelint a.css': 'standard',
  'rake -T': 'standard',
  'bundle list': 'standard',
  'terraform plan': 'standard',
  'prettier --check .': 'strict',
  'mypy .': 'strict',
  'golangci-lint run': 'strict',
  'make -n': 'strict',
  'cargo tree': 'strict',
  // What is loaded before a version is printed.
  'java -version': 'strict',
  'java -agentpath:./x -version': 'never',
  'php -d extension=x.so -v': 'never',
  'node -r ./x -v': 'never',
  'bat --config-file x a.md': 'never',
  // Names of files that a list or another program brings.
  'cat $(git ls-files)': 'strict',
  "cat $(find . -name '*.md')": 'strict',
  'cat $(ls -a | grep env)': 'never',
  'cat $(ls docs/*.md)': 'strict',
  'cat $(ls *)': 'never',
  'cat $(ls .e*)': 'never',
  'cat "$(find . -name a -type d)/b.md"': 'strict',
  'cat "$(find . -name a -type d)/../../b.md"': 'never',
  'cat "$(ls -d apps/*)/.env"': 'never',
  'while read -r f; do cat "$f"; done < list.txt': 'never',
  'sort --files0-from=list': 'never',
  'xargs -a list.txt cat': 'never',
  'cat list | { xargs cat; }': 'never',
  'xargs cat': 'strict',
  'xargs md5sum': 'strict',
  'xargs sh -c "echo hello"': 'strict',
  'xargs rm': 'never',
  'xargs ln -s': 'never',
  // A loop or a command sets a variable that decides what runs.
  'for f in a b; do cat "$f"; done': 'strict',
  'for PATH in ./bin; do ls; done': 'never',
  'select PATH in ./bin; do ls; done': 'never',
  'read -r PATH < a; ls': 'never',
  'read -a PATH < a; ls': 'never',
  'mapfile -t PATH < a; ls': 'never',
  'printf -v PATH ./bin; ls': 'never',
  'getopts x LD_PRELOAD; ls': 'never',
  'wait -p PATH; ls': 'never',
  'ls ${PATH:=./bin}': 'never',
  '(( PATH = 1 )); ls': 'never',
  'echo $((PATH++)); ls': 'never',
  'echo $((PATH == 1)); ls': 'strict',
  'exec {PATH}>/dev/null; ls': 'never',
  // Names of variables are code where a subscript may stand in them.
  'test -v HOME': 'strict',
  '[ -v "$X" ]': 'never',
  'echo "${!v}"': 'never',
  // Servers that the command names, and text that goes into a question.
  "psql -c 'SELECT 1'": 'strict',
  "psql -h localhost -c 'SELECT 1'": 'strict',
  "psql -c 'SELECT count(*), max(id) FROM a WHERE lower(b) IN (1, 2)'": 'strict',
  // A function of the database's own may do anything.
  "psql -c 'SELECT refresh_totals()'": 'never',
  "psql -h db.example -c 'SELECT 1'": 'never',
  "psql postgres://db.example/app -c 'SELECT 1'": 'never',
  "mysql -h db.example -e 'SELECT 1'": 'never',
  'redis-cli -h db.example get x': 'never',
  'gh api https://db.example/x': 'never',
  'aws s3 ls "s3://b/$(cat notes.txt)"': 'never',
  // What shows the environment of others.
  "gh pr list --jq '.[].title'": 'strict',
  "gh pr list --jq 'env'": 'never',
  'docker history --no-trunc x': 'never',
  'helm get values x': 'never',
  'php -i': 'never',
  'systemctl show-environment': 'never',
  // Patterns and options that look like files with secrets.
  "yq '.key' a.yaml": 'strict',
  'grep -v ".wrangler" a': 'strict',
  'grep -rn -e auth.json src': 'strict',
  'aws s3api get-object-acl --bucket b --key k': 'strict',
  'grep -f .env a': 'never',
  // Values that node shows.
  "node -p 'process.version'": 'strict',
  "node -p 'process.env'": 'never',
  "node -r ./x -p 'process.version'": 'never',
  // Programs of others that are asked what they can do.
  'some-tool --version': 'strict',
  'some-tool sync --help': 'strict',
  // What stands in front of the question is run, and may do what it likes.
  'node x.js --help': 'never',
  'bash x.sh --help': 'never',
  'npx some-tool run --help': 'never',
  'python -m tool --help': 'never',
  'docker run image --help': 'never',
  'timeout 5 git push --help': 'strict',
  'ruby -v': 'strict',
  'ruby -v x.rb': 'never',
  'lua -v x.lua': 'never',
  'tar tf host.example:/x.tar': 'never',
  'tar tf x.tar': 'strict',
  'deno info https://x.example/a.ts': 'never',
  'pytest --fixtures': 'standard',
  'vagrant status': 'standard',
  'some-tool --now --help': 'never',
  'while IFS= read -r l; do echo "$l"; done < README.md': 'strict',
  // A configuration outside the project, or one that the line itself wrote, may name code.
  'cd ~/other && cargo tree': 'never',
  'cd ~/other && pnpm list': 'never',
  'cd ~/other && mypy -p a': 'never',
  'cd ~/other && terraform validate': 'never',
  'cd ~/other && make -n': 'never',
  'cd ~/other && python3 -m calendar': 'never',
  'cd "$X" && composer show': 'never',
  'cd src && pnpm list': 'strict',
  'git show HEAD:a > /tmp/gatehouse-none/Makefile; make -n -C /tmp/gatehouse-none': 'never',
  // Without a project, an environment or a choice of Python, `uv run` only runs the command.
  'uv run ls': 'strict',
  'uv run --frozen sh -c ls': 'strict',
  'uv run --project sub ls': 'strict',
  'uv run --project ~/other ls': 'never',
  'uv run --with a ls': 'never',
  'uv run --python 3.11 ls': 'standard',
  'cd ~/other && uv run ls': 'never',
  // Folders and names for temporary files.
  'mkdir -p /tmp/gatehouse-none && echo a > /tmp/gatehouse-none/a': 'strict',
  'mkdir -p ~/none': 'never',
  'mkdir /tmp/gatehouse-none/../../etc/a': 'never',
  'cp a /tmp/gatehouse-none': 'never',
  'D=$(mktemp -d); ls > $D/a': 'strict',
  'mktemp -p . a.XXX': 'standard',
  'mktemp ~/a.XXX': 'never',
  'script /tmp/gatehouse-none ls': 'strict',
  'script /tmp/gatehouse-none ./a.sh': 'never',
  'go build -o /tmp/gatehouse-none .': 'strict',
  'go build -o /tmp/gatehouse-none . && /tmp/gatehouse-none': 'never',
  'git diff > /tmp/gatehouse-none; python3 -c "print(open(\'/tmp/gatehouse-none\').read())"': 'strict',
  'git diff > /tmp/gatehouse-none/json.py; cd /tmp/gatehouse-none; python3 -c "import json"': 'never',
  // What a service prints of a thing, and what it could print.
  'terraform output -raw vpc_id': 'strict',
  'terraform output db_password': 'never',
  'terraform output -json': 'never',
  "aws lambda list-functions --query 'Functions[].[FunctionName,Runtime]'": 'strict',
  "aws lambda list-functions --query 'Functions[].Environment'": 'never',
  'aws lambda list-functions': 'never',
  'docker config inspect a': 'strict',
  'docker inspect a': 'never',
  'poetry config --list': 'strict',
  'poetry config a b': 'never',
  // What the shell counts itself, and switches of programs.
  'ps -o rss= -p $$': 'strict',
  'read -r RANDOM < a; git log $RANDOM': 'never',
  'tsc --noEmit --pretty false': 'strict',
  'tsc --noEmit false': 'standard',
  'swapon --show': 'strict',
  'swapon /dev/sda1': 'never',
  'conda info --envs': 'strict',
  'nginx -v': 'strict',
  'nginx -s stop': 'never',
  'pdftotext -l 1 a.pdf -': 'strict',
  'pdftotext a.pdf a.txt': 'standard',
  'protoc --decode_raw < a.bin': 'strict',
  'fzf --history=/tmp/gatehouse-none': 'strict',
  'pip install -r requirements.txt': 'standard',
  'echo a | pip install -r -': 'never',
  'pip install -r <(echo a)': 'never',
  'echo a | uv add -r -': 'never',
  'echo a | uv pip sync -': 'never',
  './a/ b': 'never',
  // Files that a program names itself, and folders that a pattern names.
  'awk \'BEGIN { ARGV[1] = "a" } { print }\' b': 'never',
  'jq -f a.jq b.json': 'strict',
  'jq -f ~/a.jq b.json': 'never',
  'jq \'import "a" as a; .\' b.json': 'never',
  'git rerere': 'standard',
  'git rerere status': 'strict',
  'for d in */; do git -C $d status; done': 'never',
  // Data files and what describes pictures.
  'ack --type=perl a src': 'strict',
  'unzip -p a.jar META-INF/MANIFEST.MF': 'strict',
  'unzip -p a.zip': 'never',
  'csvcut -c 1 a.csv': 'strict',
  'csvsql --query "SELECT 1" a.csv': 'never',
  'gron https://a.example': 'never',
  'tomlq .package.version Cargo.toml': 'strict',
  'tomlq -i .a=1 Cargo.toml': 'standard',
  "xmlstarlet sel -t -v '//version' pom.xml": 'strict',
  'xmlstarlet sel -t -v \'document("http://a.example")\' pom.xml': 'never',
  'exiftool -json -DateTimeOriginal -ext jpg photos': 'strict',
  "exiftool -if 'system(1)' a.jpg": 'never',
  'exiftool -Artist=me a.jpg': 'never',
  'exiftool -w txt a.jpg': 'never',
  'mediainfo --LogFile=~/a a.mp4': 'never',
  'stty size': 'strict',
  'stty -echo': 'never',
  'ninja -t targets': 'strict',
  'ninja -t clean': 'never',
  'ruby -c a.rb': 'strict',
  'ruby -r./x -c a.rb': 'never',
  'luacheck src': 'strict',
  'terraform console': 'strict',
  'echo 1 | terraform console': 'never',
  'sqlite3 -safe a.db': 'strict',
  'sqlite3 a.db': 'never',
  'for b in $(git branch --format="%(refname:short)"); do git rev-list --count main..$b; done': 'strict',
  // Repositories beside the project's, and files outside it by another spelling.
  'git -C src status': 'strict',
  'git -C ~/other log': 'never',
  'cd ~/other && git diff': 'never',
  "sqlite3 'file:a.db?mode=ro' 'select 1'": 'strict',
  "sqlite3 'file:/home/dev/x.db?mode=ro' 'select 1'": 'never',
  "sqlite3 -readonly a.db 'SELECT count(*) FROM a'": 'strict',
  "sqlite3 -readonly a.db 'SELECT load_extension(1)'": 'never',
  "sqlite3 -readonly a.db 'SELECT edit(1)'": 'never',
  "sqlite3 -readonly a.db 'SELECT readfile(1)'": 'never',
  'sqlite3 -readonly a.db .tables': 'strict',
  'duckdb -readonly a.db "SELECT * FROM \'https://a.example/a.csv\'"': 'never',
  'setfacl --restore=p.txt': 'never',
  'ruff check @words.txt': 'never',
  'cdk ls': 'standard',
  'brew fetch x': 'never',
  'swiftformat .': 'standard',
  'scalafmt --test': 'strict',
  'pax -r -f a.pax': 'never',
  'nx graph': 'standard',
  'swift package describe': 'standard',
  'bazel query deps': 'standard',
  'nix eval a': 'never',
  'systemd-analyze set-log-level debug': 'never',
  'terraform providers lock': 'never',
  'yarn why x': 'strict',
  'echo x > .cursorrules': 'never',
  'cp a .cline/hooks/a': 'never',
  // Previews and bindings are commands.
  "fzf --preview='bat {}'": 'strict',
  "fzf --preview='rm {}'": 'never',
  // What answers here may send the question on to another machine.
  'curl http://localhost:3000/health': 'strict',
  'curl -L localhost:3000': 'never',
  'curl --location-trusted http://127.0.0.1/a': 'never',
  'wget -qO- localhost:3000': 'never',
  'wget --max-redirect=0 -qO- localhost:3000': 'strict',
  'http localhost:3000': 'strict',
  'http --follow localhost:3000': 'never',
  'getent passwd dev': 'strict',
  'getent hosts a.example': 'never',
  'hg log': 'strict',
  'hg -R https://a.example log': 'never',
  // Code that is installed, the same on every machine.
  'sed -n 1,40p /usr/include/stdio.h': 'strict',
  'head -3 /usr/bin/ldd': 'strict',
  'grep -rn "class Path" /usr/lib/python3/dist-packages': 'strict',
  'cat ~/go/pkg/mod/example.org/a@v1.0.0/a.go': 'strict',
  'cat ~/.cargo/registry/src/a/lib.rs': 'strict',
  'cat ~/go/src/a.go': 'never',
  'cat ~/.cargo/credentials.toml': 'never',
  'cat /opt/homebrew/etc/my.cnf': 'never',
  "cat $(go list -m -f '{{.Dir}}' example.org/a)/a.go": 'strict',
  "cat $(go list -m -f '{{.Dir}}')/a.go": 'never',
  'cat "$(go env GOPATH)/pkg/mod/example.org/a@v1.0.0/a.go"': 'strict',
  'cat "$(go env GOPATH)/src/a.go"': 'never',
  // Services that keep secrets.
  'curl http://localhost:8001/api/v1/namespaces/a/secrets': 'never',
  'curl http://localhost:2375/containers/a/json': 'never',
  'curl http://localhost:8080/actuator/env': 'never',
  // Questions that an application of the project, a recipe or a script answers.
  'celery -A app inspect active': 'standard',
  'airflow dags list': 'standard',
  'wp plugin list': 'standard',
  'ctest -N': 'standard',
  'invoke --list': 'standard',
  'nx report': 'standard',
  'brew bundle check': 'strict',
  'brew bundle list --global': 'standard',
  'brew info wget': 'strict',
  'brew info ./wget.rb': 'never',
  'ansible-inventory --list': 'strict',
  'ansible-inventory --graph -i hosts.ini': 'strict',
  'ansible-inventory --graph -i hosts.py': 'standard',
  'ansible all --list-hosts -i a.example,b.example': 'strict',
  'ansible all --list-hosts --playbook-dir .': 'standard',
  'ansible-playbook site.yml --syntax-check': 'standard',
  'ansible-doc ping': 'strict',
  'pip --python ./x list': 'never',
  'apt-get -o Dir::Bin::Methods=./x check': 'never',
  'apt download curl': 'never',
  'launchctl getenv PATH': 'strict',
  'launchctl getenv API_TOKEN': 'never',
  'yarn run playwright test': 'standard',
  'yarn run playwright install --with-deps': 'never',
  'bun publish --dry-run': 'standard',
  'gradle --dry-run build': 'standard',
  'xmllint --noout a.xml': 'strict',
  'xmllint --noent a.xml': 'never',
  'xmllint --schema a.xsd a.xml': 'strict',
  'xmllint --schema http://a.example/a.xsd a.xml': 'never',
  'xmllint --noout http://a.example/a.xml': 'never',
  'ffprobe a.mp4': 'strict',
  'ffprobe -i http://a.example/a.mp4': 'never',
  'rustc --print cfg': 'strict',
  'rustc -Z codegen-backend=./x --print cfg': 'never',
  'pandoc a.md': 'strict',
  'pandoc -t x.lua a.md': 'never',
  'pandoc --embed-resources a.md': 'never',
  'clang -fsyntax-only a.c': 'strict',
  'clang -Xclang -load -Xclang ./x -fsyntax-only a.c': 'never',
  'clang --config=./x -fsyntax-only a.c': 'never',
  'openssl ciphers -provider ./x': 'never',
  'docker manifest inspect alpine': 'strict',
  'docker manifest inspect a.example/b': 'never',
  'identify a.png': 'strict',
  'identify text:a.png': 'never',
  'mogrify -resize 1 a': 'standard',
  'flock .lock ls': 'standard',
  // Python that looks at files, names and what is installed.
  'python3 -c "import ast; ast.parse(open(\'a.py\').read())"': 'strict',
  'python3 -c "import sys; print(open(sys.argv[1]).read())" a.txt': 'strict',
  'python3 -c "import sys; print(open(sys.argv[1]).read())" ~/a.txt': 'never',
  'python3 -c "import sys; print(open(sys.argv[1]).read())" .env': 'never',
  'python3 -c "import sys; sys.argv.insert(1, x); print(open(sys.argv[1]).read())" a.txt': 'never',
  'python3 -c "from pathlib import Path; print(Path(\'a.md\').read_text())"': 'strict',
  'python3 -c "from pathlib import Path; print(Path(\'/home/dev/a.md\').read_text())"': 'never',
  "python3 -c \"from pathlib import Path; Path('a').replace('b')\"": 'never',
  // JavaScript that only computes, and reads files that it names.
  "node -p '[1, 2].map((x) => x * 2).join()'": 'strict',
  "node -p \"JSON.parse(require('fs').readFileSync('a.json', 'utf8')).name\"": 'strict',
  "node -p \"require('fs').readFileSync('/home/dev/a.json', 'utf8')\"": 'never',
  "node -p \"require('fs').readFileSync('.env', 'utf8')\"": 'never',
  'node -e "require(\'./build.js\')"': 'never',
  // Numbers, names of commits, and files that a search names.
  'sed -n "$((n - 1)),$((n + 1))p" a': 'strict',
  'sed -n "$(cat n)p" a': 'never',
  'n=$(wc -l < a); sed -n "$((n - 5)),${n}p" a': 'strict',
  'n=$(grep -n x a | head -1 | cut -d: -f1); sed -n "${n},$((n + 20))p" a': 'strict',
  'sed -n "$(grep -n x a b | cut -d: -f1)p" a': 'never',
  'sed -n "$(grep -n -C2 x a | cut -d: -f1)p" a': 'never',
  'sed -n "$(grep -n x a | cut -d: -f2)p" a': 'never',
  'sed "$(grep -n x a | cut -d: -f1)e id" a': 'never',
  'awk "NR > $(wc -l < a) # system(1)" a': 'never',
  'grep -o "go[^<\\`]*" a.md': 'strict',
  "x='a[$(id)]'; echo ${y:x}": 'never',
  "x='a[$(id)]'; [[ $x -eq 1 ]]": 'never',
  'awk "NR == $((n + 1))" a': 'strict',
  'git diff $(git merge-base origin/main HEAD)..HEAD': 'strict',
  'git diff $(cat rev)': 'never',
  'fd -e md -x cat': 'strict',
  'fd . -x cat': 'never',
  'fd env -x cat': 'never',
  'echo 7b22 | xxd -r -p': 'strict',
  'xxd -r a b': 'never',
  'docker compose --env-file .env ps': 'strict',
  'tokei --output json': 'strict',
  // What comes from elsewhere, and what is merged.
  'git pull': 'never',
  'git fetch': 'standard',
  'docker pull alpine': 'never',
  'docker build .': 'standard',
  // A noun lists what there is; a verb behind it does not.
  'fly regions': 'strict',
  'fly regions list': 'strict',
  'fly regions add ewr': 'never',
  'vercel domains add a.example': 'never',
  'heroku members:add a@b.example': 'never',
  'fly apps list create': 'strict',
  'stripe events resend evt_1': 'never',
  'velero restore describe a': 'strict',
  'dvc list https://a.example/b': 'never',
  'helmfile list': 'standard',
  // It brings the lockfile up to date first.
  'uv tree': 'standard',
  'uv tree --frozen': 'strict',
};

describe('auto-review approves on proof', () => {
  for (const [command, reach] of Object.entries(table)) {
    it(`${reach === 'never' ? 'leaves to the person' : `approves at ${reach}`}: ${command}`, () =>
      assert.equal(reachOf(command), reach));
  }

  for (const command of ['go build ./...', 'git diff > /tmp/gatehouse-no-such-file']) {
    it(`the plan mode does not approve ${command}, which leaves files behind`, () => {
      const strict = autoReviewSettings({ level: 'strict' });
      assert.equal(reviewOf({ command }, strict).kind, 'allow');
      assert.equal(reviewOf({ command }, strict, 'Bash', 'plan').kind, 'pass');
    });
  }
});

describe('auto-review and output that is kept in a temporary file', () => {
  const folder = mkdtempSync('/tmp/gatehouse-test-');
  before(() => {
    writeFileSync(path.join(folder, 'there'), 'kept\n');
    symlinkSync('/usr', path.join(folder, 'link'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const kept: readonly (readonly [command: string, Reach])[] = [
    ['git diff > new', 'strict'],
    ['git log --oneline 2>&1 | tee new | head', 'strict'],
    ['git diff > new; wc -l new', 'strict'],
    ['echo x > new; echo y >> new', 'strict'],
    ['mkdir -p sub && git diff > sub/new', 'strict'],
    ['mkdir there', 'never'],
    ['git diff > there', 'never'],
    ['git diff >> there', 'never'],
    ['git diff > link/new', 'never'],
    ['git diff > /var/folders/none/out', 'strict'],
    ['git diff > .netrc', 'never'],
    ['git diff > a.git/config', 'never'],
    ['git diff --output=new', 'never'],
    ['touch new', 'never'],
  ];
  for (const [command, reach] of kept) {
    it(`${reach === 'strict' ? 'approves' : 'does not approve'} ${command}`, () =>
      assert.equal(
        reachOf(command.replace(/\b(?=new|there|link|sub)|(?<= )(?=\.netrc|a\.git)/g, `${folder}/`)),
        reach,
      ));
  }
});

describe('auto-review and patches', () => {
  const root = path.join(freshFolder(), 'project');
  before(() => mkdirSync(root, { recursive: true }));
  after(() => rmSync(path.dirname(root), { recursive: true, force: true }));

  const patchOf = (file: string) => `--- /dev/null\n+++ b/${file}\n@@ -0,0 +1 @@\n+x\n`;
  const reviewed = (command: string, file: string) => {
    writeFileSync(path.join(root, 'a.patch'), patchOf(file));
    return reviewOf({ command }, { ...autoReviewSettings({ level: 'standard' }), root }).kind;
  };
  for (const command of ['git apply a.patch', 'git apply < a.patch', 'patch -p1 < a.patch', 'patch -p1 -i a.patch']) {
    it(`approves ${command} by the files that it changes`, () => {
      assert.equal(reviewed(command, 'src/a.ts'), 'allow');
      assert.equal(reviewed(command, '.husky/pre-commit'), 'context');
      assert.equal(reviewed(command, '../other/a.ts'), 'context');
    });
  }
});

describe('auto-review and configurations that name code', () => {
  const root = path.join(freshFolder(), 'project');
  before(() => mkdirSync(root, { recursive: true }));
  after(() => rmSync(path.dirname(root), { recursive: true, force: true }));

  const configured: Readonly<Record<string, readonly [file: string, text: string]>> = {
    'prettier --check .': ['prettier.config.mjs', 'export default {};\n'],
    'prettier --check a.ts': ['.prettierrc', '{ "plugins": ["./x.js"] }\n'],
    'mypy .': ['mypy.ini', '[mypy]\nplugins = ./x.py\n'],
    'pylint src': ['.pylintrc', '[MASTER]\ninit-hook=import x\n'],
    'flake8 src': ['.flake8', '[flake8:local-plugins]\nextension = X = x:X\n'],
    'golangci-lint run': ['.golangci.yml', 'linters-settings:\n  custom:\n    x:\n      path: x.so\n'],
    'prettier --check b.ts': ['package.json', '{ "prettier": "./x.js" }\n'],
    'mypy src': ['mypy.ini', '[mypy]\npython_executable = ./x\n'],
    'pylint lib': ['pyproject.toml', '[tool.pylint]\nextension-pkg-allow-list = ["x"]\n'],
    'markdownlint-cli2 a.md': ['.markdownlint-cli2.jsonc', '{ "customRules": ["./x.js"] }\n'],
    'cspell a.md': ['cspell.config.mjs', 'export default {};\n'],
    'oxlint src': ['.oxlintrc.json', '{ "jsPlugins": ["./x.js"] }\n'],
    tflint: ['.tflint.hcl', 'plugin "x" {\n}\n'],
    'ruff check .': ['ruff.toml', 'fix = true\n'],
    'golangci-lint run ./...': ['.golangci.yml', 'issues:\n  fix: true\n'],
    'yarn why x': ['.yarnrc.yml', 'yarnPath: .yarn/yarn.cjs\n'],
    'pnpm list': ['.pnpmfile.cjs', 'module.exports = {};\n'],
    'npm help x': ['.npmrc', 'viewer=./x\n'],
    'coverage report': ['.coveragerc', '[run]\nplugins = x\n'],
    'composer show': ['composer.json', '{ "scripts": { "pre-command-run": "./x" } }\n'],
    'hatch version': ['pyproject.toml', '[tool.hatch.version]\nsource = "code"\n'],
    'bazel info': ['.bazelversion', 'someone/1.0.0\n'],
    'bazel --version': ['tools/bazel', '#!/bin/sh\n'],
    'bazel version': ['.bazelrc', 'startup --server_javabase=./x\n'],
    'yarn --version': ['.yarnrc.yml', 'yarnPath: .yarn/yarn.cjs\n'],
    'mvn --version': ['.mvn/jvm.config', '-javaagent:x.jar\n'],
    'dotnet --version': ['global.json', '{ "sdk": { "paths": ["./x"] } }\n'],
    'deno lint': ['deno.json', '{ "lint": { "plugins": ["./x.ts"] } }\n'],
    'rails --version': ['bin/rails', 'x\n'],
    'flask --help': ['app.py', 'print(1)\n'],
    'grunt --help': ['Gruntfile.js', 'x();\n'],
    'tox --version': ['toxfile.py', 'print(1)\n'],
    'ava --version': ['ava.config.js', 'export default {};\n'],
    'sbt --version': ['.sbtopts', '-J-javaagent:x.jar\n'],
    'cargo xtask --help': ['.cargo/config.toml', '[alias]\nxtask = "run"\n'],
    'rustc -V': ['rust-toolchain.toml', '[toolchain]\npath = "/x"\n'],
    'make -n all': ['Makefile', 'X := $(call shell,./x)\n'],
    'make -n check': ['Makefile', 'Makefile: a\n\t./x\n'],
    'make -n test': ['Makefile', '$(file >x,text)\n'],
    'terragrunt output': ['terragrunt.hcl', 'locals {\n  x = run_cmd("./x")\n}\n'],
    'ansible-config dump': ['ansible.cfg', '[defaults]\nlibrary = ./x\n'],
    'ansible-inventory --list': ['ansible.cfg', '[defaults]\ninventory = ./x\n'],
    'ansible-inventory --list -i hosts.ini': ['hosts.ini', '#!/bin/sh\n'],
    "cat $(go list -m -f '{{.Dir}}' example.org/a)/a.go": ['go.mod', 'replace example.org/a => ../a\n'],
    'cdk docs': ['cdk.json', '{ "browser": "./x %u" }\n'],
    'cargo tree': ['.cargo/config.toml', '[build]\nrustc = "./x"\n'],
    'cargo metadata': ['rust-toolchain.toml', '[toolchain]\npath = "./x"\n'],
    'python3 -m timeit 1': ['timeit.py', 'print(1)\n'],
    'python3 -m pip list': ['pip.py', 'print(1)\n'],
    'python3 -m json.tool a.json': ['json.py', 'print(1)\n'],
    'make -n': ['Makefile', 'X := $(shell ./x)\nall:\n\techo\n'],
    'jq -f a.jq b.json': ['a.jq', 'env\n'],
    'brew bundle list': ['Brewfile', 'brew `./x`\n'],
    'uv run ls': ['pyproject.toml', '[project]\n'],
    'luacheck src': ['.luacheckrc', 'std = x()\n'],
    'cargo check': ['Cargo.toml', '[dependencies]\na = "1"\n'],
    'cargo clippy': ['build.rs', 'fn main() {}\n'],
    'python3 -c "import json"': ['decimal.py', 'print(1)\n'],
  };
  for (const [command, [file, text]] of Object.entries(configured)) {
    it(`is not sure of ${command} beside ${file}`, () => {
      const at = { ...autoReviewSettings({ level: 'strict' }), root };
      assert.equal(reviewOf({ command }, at).kind, 'allow');
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
      assert.notEqual(reviewOf({ command }, at).kind, 'allow');
      rmSync(path.join(root, file));
    });
  }
});
