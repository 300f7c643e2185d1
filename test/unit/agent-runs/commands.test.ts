import assert from 'node:assert/strict';
import { mayRunCheck } from '../../../src/hooks/agent-runs/quick-check';
import { knownCommand, wholeCommand } from '../../../src/hooks/agent-runs/known-command';
import { readCommand } from '../../../src/hooks/shell/read-command';

/** What a command of a project does, and whether it does the whole of it. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'tests full': [
    'npm test', 'npm t', 'npm run test', 'npm run test:unit', 'npm run -s test', 'npm --silent test', 'npm test --workspaces',
    'npm test -- --coverage', 'npm test -- --run', 'pnpm test', 'pnpm test -- --run', 'pnpm -r test', 'pnpm run test', 'pnpm t',
    'pnpm vitest run', 'pnpm exec vitest run', 'yarn test', 'yarn run test', 'yarn jest', 'bun test', 'bun run test', 'npx vitest',
    'npx vitest run', 'npx vitest run --reporter=verbose', 'npx vitest run --reporter verbose', 'npx vitest --run', 'npx jest',
    'npx jest --coverage', 'npx mocha', 'node --test', 'node --test --test-reporter=spec', 'node --test --experimental-test-coverage',
    'python -m unittest', 'python3 -m unittest discover', 'python3 -m unittest discover -v', 'python -m pytest', 'python3 -m pytest -q',
    'pytest', 'pytest .', 'pytest -q', 'pytest -v', 'pytest -p no:cacheprovider -q', 'pytest -x -q', 'pytest --ff', 'pytest --maxfail=1', 'pytest --tb=short -q', 'pytest --tb short',
    'pytest -n auto', 'pytest -n4', 'pytest --cov=src', 'pytest --cov src', 'pytest -rA', 'uv run pytest', 'uv run pytest -q',
    'uv run python -m pytest', 'uv run --frozen pytest', 'poetry run pytest', 'pipenv run pytest', 'hatch test', 'nox', 'tox',
    'go test ./...', 'go test -v ./...', 'go test -race ./...', 'go test -count=1 ./...', 'go test -count 1 ./...',
    'go test -timeout 30s ./...', 'go test -cover ./...', 'go test -coverprofile=c.out ./...', 'go test -json ./...',
    'go test -tags integration ./...', 'gotestsum ./...', 'gotestsum -- ./...', 'cargo test', 'cargo test --workspace',
    'cargo test --all-features', 'cargo test -- --nocapture', 'cargo test -- --test-threads=1', 'cargo test --release', 'cargo test -q',
    'cargo +nightly test', 'cargo nextest run', 'cargo nextest run --workspace', 'make test', 'make check', 'make -j4 test', 'just test',
    'task test', 'deno test', 'deno test -A', 'deno test --allow-read', 'deno task test', 'dotnet test', 'dotnet test --no-build',
    'dotnet test -c Release', 'dotnet test --configuration Release', 'dotnet test App.sln', 'mvn test', 'mvn -q test', 'mvn -B verify',
    'mvn clean test', 'mvn clean install', './mvnw test', 'gradle test', './gradlew test', './gradlew clean test', './gradlew check',
    'rspec', 'bundle exec rspec', 'bin/rspec', 'rails test', 'bin/rails test', 'rake test', 'bundle exec rake spec', 'phpunit',
    'vendor/bin/phpunit', 'vendor/bin/pest', 'php artisan test', 'composer test', 'composer run test', 'mix test', 'swift test',
    'flutter test', 'dart test', 'ctest', 'ctest --test-dir build', 'bats test', 'sbt test', 'lein test', 'stack test', 'cabal test',
    'zig build test', 'cd sub && npm test', './gradlew build', 'mvn package', 'npx playwright test', 'npx cypress run', 'npx ava',
    'npx tap', 'npx nx run-many -t test', 'npx turbo test', 'npx turbo run test', 'npx lerna run test', 'bazel test //...',
    'npm run test -- --watchAll=false', 'CI=true npm test', 'npx jest --ci --runInBand', 'npx jest -i', 'npx jest --passWithNoTests',
    'npx jest --verbose', 'npx react-scripts test --watchAll=false',
  ],
  'tests targeted': [
    'npm test -w packages/a', 'npm test --prefix packages/a', 'npm test -- src/a', 'npm run test -- -t name',
    'npm run test --workspace=a', 'pnpm --filter a test', 'yarn jest src/a.test.js', 'bun test src/a.test.ts',
    'npx vitest run src/a.test.ts', 'npx vitest run -t name', 'npx jest path', 'npx jest --testPathPattern=x', 'npx jest --onlyChanged',
    'npx jest -o', 'npx mocha test/a.js', 'npx mocha -g name', 'npx mocha --grep name', "npx mocha 'test/**/*.test.js'",
    'node --test test/', 'node --test test/a.test.js', 'node --test --test-name-pattern=x', "node --test 'test/**/*.test.js'",
    'node --test --test-only', 'python3 -m unittest discover -s tests', 'python -m unittest tests.test_a', 'python -m unittest -k foo',
    'pytest -q -k add', 'pytest -k add', 'pytest tests', 'pytest tests/', 'pytest tests/test_a.py', 'pytest tests/test_a.py::test_b',
    'pytest -m slow', 'pytest --lf', 'pytest --deselect tests/a.py::b', 'pytest --ignore=tests/slow', 'pytest -p fake',
    'tox -e py311', 'go test -short ./...', 'go test -run X ./...', 'go test -run=X ./...', 'go test ./pkg/...', 'go test', 'go test .',
    'go test -bench=. ./...', 'cargo test name', 'cargo test --lib', 'cargo test --doc', 'cargo test -p one', 'cargo test --package one',
    'cargo test -- name', 'cargo test -- --ignored', 'cargo test --test integration', 'cargo nextest run name',
    "cargo nextest run -E 'test(x)'", 'make -C sub test', 'make test ARGS=x', 'make TESTS=a test', 'deno test src/a_test.ts',
    'dotnet test --filter Name=X', 'dotnet test tests/A.csproj', 'mvn test -Dtest=FooTest', 'mvn -pl a test',
    './gradlew test --tests Foo', './gradlew :app:test', 'bundle exec rspec spec/a_spec.rb', 'bundle exec rspec spec/a_spec.rb:12',
    'bundle exec rspec -e name', 'bin/rails test test/models/a_test.rb', './vendor/bin/phpunit --filter x',
    'vendor/bin/phpunit tests/ATest.php', 'mix test test/a_test.exs', 'swift test --filter X', 'ctest -R name',
    'npx playwright test a.spec.ts', 'npx nx test app', 'bazel test //a:b',
  ],
  'lint full': [
    'npm run lint', 'npx eslint .', 'npx eslint . --fix', 'npx eslint --max-warnings 0 .', 'npx eslint . --ext .ts', 'ruff check',
    'ruff check .', 'ruff check --fix .', 'flake8', 'go vet ./...', 'golangci-lint run', 'golangci-lint run ./...', 'cargo clippy',
    'cargo clippy -- -D warnings', 'cargo clippy --all-targets --all-features -- -D warnings', 'npx biome check', 'npx biome ci .',
    'make lint', 'rubocop', 'bundle exec rubocop',
  ],
  'lint targeted': [
    'npx eslint src', 'ruff check src', 'pylint src',
  ],
  'types full': [
    'mypy .', 'mypy --strict .', 'pyright', 'tsc', 'npx tsc --noEmit', 'npx tsc -p tsconfig.json --noEmit', 'npx tsc -b',
    'npx vue-tsc --noEmit', 'npm run typecheck', 'cargo check',
  ],
  'types targeted': [
    'mypy src',
  ],
  'build full': [
    'mvn test -DskipTests', './gradlew build -x test', 'npm run build', 'yarn build', 'npx vite build', 'npx webpack', 'go build ./...',
    'cargo build', 'make build', 'dotnet build', 'mvn compile',
  ],
  'precommit full': [
    'pre-commit run --all-files', 'pre-commit run -a', 'npm run precommit',
  ],
  'precommit targeted': [
    'pre-commit run', 'pre-commit run eslint -a', 'npx lint-staged',
  ],
  'nothing': [
    'npm run test:e2e', 'bundle exec rake', 'ruff format --check .', 'cargo fmt --check', 'npx prettier --check .',
    'npm run format:check', 'make', 'npm run check', 'npm run validate', 'npm run ci', 'shellcheck *.sh', 'javac A.java',
    'xcodebuild test -scheme A', 'buck2 test //...', 'pants test ::', 'npm install', 'git commit -m test', 'echo pytest',
    'go test -list . ./...', 'cargo test --no-run', 'npx jest --listTests', 'vitest list', 'mvn test -fn', 'pytest --co', 'make -n test',
  ],
}; // prettier-ignore

function read(command: string): string {
  if (!mayRunCheck(command)) return 'nothing';
  const acting = wholeCommand(readCommand(command, { cwd: '/project', home: '/home/ada', env: {} })) ?? [];
  const runs = acting
    .map(knownCommand)
    .map((known) => (known === undefined ? 'nothing' : `${known.kind} ${known.scope}`));
  return runs.length === 0 ? 'nothing' : runs.join(' + ');
}

describe('which commands check a project', () => {
  for (const [expected, list] of Object.entries(commands)) {
    for (const command of list) it(`${command}: ${expected}`, () => assert.equal(read(command), expected));
  }
});
