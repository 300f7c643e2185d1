/** The programs of `runners`. */
// prettier-ignore
const runnerNames = [
  'pytest', 'py.test', 'unittest', 'tox', 'vitest', 'jest', 'mocha', 'ava', 'tap', 'playwright', 'cypress',
  'react-scripts', 'node', 'deno', 'cargo', 'cargo-nextest', 'go', 'gotestsum', 'mvn', 'mvnw', 'gradle', 'gradlew',
  'dotnet', 'rspec', 'rails', 'rake', 'phpunit', 'pest', 'artisan', 'php', 'phpstan', 'composer', 'just', 'task',
  'mix', 'swift', 'flutter', 'dart', 'ctest', 'bats', 'sbt', 'lein', 'stack', 'cabal', 'bazel', 'nx', 'nox', 'hatch',
  'zig', 'turbo', 'lerna', 'pre-commit', 'lefthook', 'lint-staged', 'eslint', 'oxlint', 'biome', 'stylelint', 'ruff',
  'flake8', 'pylint', 'rubocop', 'golangci-lint', 'staticcheck', 'tsc', 'vue-tsc', 'svelte-check', 'mypy', 'pyright',
  'basedpyright', 'vite', 'next', 'webpack', 'tsup', 'rollup',
] as const;

export type RunnerName = (typeof runnerNames)[number];

/** May this command run a check of the project? Looks only at its words, so that most commands load no definitions. */
export const mayRunCheck = (source: string): boolean => source.split(/\W+/).some((word) => words.has(word));

const words: ReadonlySet<string> = new Set([
  ...'test tests tst t spec check lint verify types type typecheck analyse analyze'.split(' '),
  ...'package install build compile make pre precommit'.split(' '),
  ...runnerNames.map((name) => name.replace(/\W.*/, '')),
]);
