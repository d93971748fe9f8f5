import { defineConfig } from 'vite';

/**
 * The loader is one classic script: a page includes it by a plain script tag, also where modules are not allowed. `--mode waiting` builds
 * what it brings in by itself.
 */
export default defineConfig(({ mode }) => ({
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
    ...(mode === 'waiting'
      ? {
          modulePreload: false,
          rolldownOptions: {
            input: 'src/loader/waiting.ts',
            preserveEntrySignatures: 'strict',
            output: { entryFileNames: 'waiting.js' },
          },
        }
      : { lib: { entry: 'src/loader/main.ts', name: '_', formats: ['iife'], fileName: () => 'widget.js' } }),
    reportCompressedSize: false,
  },
}));
