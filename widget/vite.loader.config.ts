import { defineConfig } from 'vite';

/** The loader is one classic script: a page includes it by a plain script tag, also where modules are not allowed. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [
    {
      // The stylesheet is one text of the script, which no minifier looks into.
      name: 'one-line-styles',
      transform: (code, id) => (id.endsWith('loader/styles.ts') ? code.replace(/}\n/g, '}') : undefined),
    },
  ],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: 'src/loader/main.ts', name: '_', formats: ['iife'], fileName: () => 'widget.js' },
    reportCompressedSize: false,
  },
});
