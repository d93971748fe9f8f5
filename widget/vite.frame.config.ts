import { defineConfig } from 'vite';

/** The chat itself: a page of our origin, `dist/frame/index.html`, with its assets under `/widget/assets/`. */
export default defineConfig({
  root: `${import.meta.dirname}/src/frame`,
  base: '/widget/',
  publicDir: false,
  resolve: { alias: { react: 'preact/compat', 'react-dom': 'preact/compat' } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    outDir: `${import.meta.dirname}/dist/frame`,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
