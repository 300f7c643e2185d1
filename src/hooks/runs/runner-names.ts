/** The programs of `runners`, for a look at a command that does not load what is known of each. */
// prettier-ignore
export const runnerNames = [
  'pytest', 'py.test', 'unittest', 'tox', 'vitest', 'jest', 'mocha', 'ava', 'tap', 'playwright', 'cypress',
  'react-scripts', 'node', 'deno', 'cargo', 'cargo-nextest', 'go', 'gotestsum', 'mvn', 'mvnw', 'gradle', 'gradlew',
  'dotnet', 'rspec', 'rails', 'rake', 'phpunit', 'pest', 'artisan', 'php', 'phpstan', 'composer', 'just', 'task',
  'mix', 'swift', 'flutter', 'dart', 'ctest', 'bats', 'sbt', 'lein', 'stack', 'cabal', 'bazel', 'nx', 'nox', 'hatch',
  'zig', 'turbo', 'lerna', 'pre-commit', 'lefthook', 'lint-staged', 'eslint', 'oxlint', 'biome', 'stylelint', 'ruff',
  'flake8', 'pylint', 'rubocop', 'golangci-lint', 'staticcheck', 'tsc', 'vue-tsc', 'svelte-check', 'mypy', 'pyright',
  'basedpyright', 'vite', 'next', 'webpack', 'tsup', 'rollup',
] as const;

export type RunnerName = (typeof runnerNames)[number];
