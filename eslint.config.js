import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

// Node's modules first, then packages, then our own: what a file depends on from far to near.
const importOrder = [
  {
    selector:
      'ImportDeclaration:not([source.value=/^node:/]) ~ ImportDeclaration[source.value=/^node:/]',
    message: 'Import modules of Node before all others.',
  },
  {
    selector:
      'ImportDeclaration[source.value=/^[.#]/] ~ ImportDeclaration:not([source.value=/^[.#]/])',
    message: 'Import packages before modules of this project.',
  },
];

// Of an expression that is made while the program runs, no tool can say whether it backtracks.
const madeExpression = {
  selector: ':function :matches(NewExpression, CallExpression)[callee.name="RegExp"]',
  message: 'Write the expression as a literal or a constant of the module, or match without one.',
};

// In JavaScript it lies between the letters of ASCII and all others, so that no word in Cyrillic, Greek or Thai has one.
const asciiBoundary = {
  selector:
    'Literal[regex.pattern=/\\\\b/][regex.pattern=/[\\u00c0-\\u024f\\u0370-\\u1fff\\u3040-\\uffff]/]',
  message: 'Bound words of other scripts by (?<!\\p{L}) and (?!\\p{L}): \\b knows ASCII alone.',
};

const LETTERS = '/\\p{L}{2}/u';
const shownAttribute =
  'JSXAttribute[name.name=/^(about|alt|aria-label|caption|description|label|none|submit|title)$/]';
// What a person reads is in texts.*.json, in every language; the product's name is the same in all.
const visibleText = [
  `JSXText[value=${LETTERS}][value!=/^\\s*Ledgerline\\s*$/]`,
  `:matches(JSXElement, JSXFragment) > JSXExpressionContainer :matches(Literal[value=${LETTERS}], TemplateElement[value.raw=${LETTERS}]):not(JSXAttribute *, CallExpression *, BinaryExpression *)`,
  `${shownAttribute} > Literal[value=${LETTERS}]`,
  `${shownAttribute} > JSXExpressionContainer > Literal[value=${LETTERS}]`,
  `${shownAttribute} > JSXExpressionContainer > * > Literal[value=${LETTERS}]:not(CallExpression > *, BinaryExpression > *)`,
  `Property[key.name=/^(label|message|title)$/] > Literal[value=${LETTERS}]`,
].map((selector) => ({
  selector,
  message: 'Texts are in texts*.en.json and texts*.de.json.',
}));

export default tseslint.config(
  // The schema is generated.
  {
    ignores: ['**/dist/', 'node_modules/', '.data/', 'test/fixtures/', 'packages/client/schema.ts'],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Express and mocha accept async callbacks; the rule cannot know.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/require-await': 'off',
      // TypeScript refuses enums here (erasableSyntaxOnly); to look for them takes a tenth of the linter's time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: false, skipComments: false }],
      'no-restricted-syntax': ['error', ...importOrder],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    // Texts come from strangers: matching takes time in proportion to their length, whatever they hold.
    files: ['**/*.{ts,js,mjs,cjs}'],
    ignores: ['test/**', 'bench/**'],
    plugins: { regexp },
    rules: {
      'no-restricted-syntax': ['error', ...importOrder, madeExpression, asciiBoundary],
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  {
    // What runs in a browser too asks for nothing that only Node has.
    files: ['packages/**/*.{ts,tsx}'],
    ignores: ['packages/cli/**', '**/vite.config.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Buffer', 'process', 'global', 'setImmediate'].map((name) => ({
          name,
          message: 'A browser lacks it.',
        })),
      ],
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(node:|csv-parser$)', message: 'A browser lacks it.' }] },
      ],
    },
  },
  {
    // A component is one function, its markup included; redirects are thrown.
    files: ['packages/console/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...importOrder, ...visibleText],
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
  {
    files: ['packages/client/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?!\\./)', message: 'It stands alone.' }] },
      ],
      'no-restricted-globals': ['error', 'Buffer', 'process', 'require', 'global', 'setImmediate'],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // chai's property assertions are expressions, and fixtures are read loosely.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      // A describe block holds many tests.
      'max-lines-per-function': 'off',
    },
  },
  {
    // Command-line programs talk to a person on standard output.
    files: ['scripts/**/*.ts', 'bench/**/*.ts', 'test/chaos/**/*.ts', 'test/long/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        URL: 'readonly',
        document: 'readonly',
        window: 'readonly',
        fetch: 'readonly',
      },
    },
  },
);
