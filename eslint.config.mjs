import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const noEnums = { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' };

export default tseslint.config(
  { ignores: ['dist/', 'out/', '.e2e/', '.client/', '.tools/', '.nodes/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      'no-console': 'error',
      // Unions of words instead; without enums the slowest rule of all has nothing to find.
      'no-restricted-syntax': ['error', noEnums],
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
    },
  },
  {
    // What few hooks need, some of it and at once: `require` is the one way to load it only then.
    files: [
      'src/hooks/{programs/catalog,programs/languages/{readable,read-code},project/{home,pattern}}.ts',
      'src/hooks/{gates/before-bash/self-protection/territory,shell/reader/run-program}.ts',
    ],
    rules: {
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': 'off',
      'no-restricted-syntax': [
        'error',
        noEnums,
        {
          selector: "CallExpression[callee.property.name='timeout'] > Literal",
          message: 'scripts/time-limits.mjs holds the time limits, which fit the machine.',
        },
        {
          selector: "CallExpression[callee.object.type='ThisExpression'][callee.property.name='skip']",
          message: "Say why: skip(this, 'the reason'), of test/harness/skip.ts.",
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'Buffer',
          'URL',
          'URLSearchParams',
          'fetch',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'setImmediate',
          'performance',
          'AbortSignal',
          'AbortController',
          'require',
          'module',
          'exports',
          '__dirname',
          '__filename',
          'Element',
          'document',
          'window',
          'acquireVsCodeApi',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
