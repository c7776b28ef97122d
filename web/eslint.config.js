// The rules that find mistakes; how code looks is no matter of rules here.
import eslint from '@eslint/js';
import typescript from 'typescript-eslint';

export default typescript.config(
  eslint.configs.recommended,
  ...typescript.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-implicit-coercion': ['error', { boolean: false }],
      'prefer-const': 'error',
      // tsc knows what is there.
      'no-undef': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', prefer: 'type-imports', disallowTypeAnnotations: false }],
    },
  },
);
