import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { react: 'preact/compat', 'react-dom': 'preact/compat' } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: { include: ['src/**/*.test.ts'] },
});
