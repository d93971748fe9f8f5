import { defineConfig } from 'vite';
import { inlinePage } from './inline-page.ts';

/** The chat itself: a page of our origin a language, `dist/frame/{lang}.html`; texts of other languages under `/widget/assets/`. */
export default defineConfig({
  root: `${import.meta.dirname}/src/frame`,
  base: '/widget/',
  publicDir: false,
  plugins: [inlinePage()],
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
