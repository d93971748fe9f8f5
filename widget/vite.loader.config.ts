import { defineConfig } from 'vite';

/** The loader is one classic script: a page includes it by a plain script tag, also where modules are not allowed. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: 'src/loader/main.ts', name: '_', formats: ['iife'], fileName: () => 'widget.js' },
    reportCompressedSize: false,
  },
});
