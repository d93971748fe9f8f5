import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { agencyFonts } from './scripts/agency-fonts.ts';
import { fewFiles } from './scripts/few-files.ts';
import { mantineStyles } from './scripts/mantine-styles.ts';
import { compiledTexts, contractRoutes, cssCodeSplit } from './vite.config.ts';

/** What shows push messages is the same for everybody who has notifications, and says nobody's name. */
const pushWorker: Plugin = {
  name: 'push-worker',
  generateBundle() {
    const fileName = 'assets/push-worker-1.js';
    this.emitFile({ type: 'asset', fileName, source: readFileSync(`public/${fileName}`) });
  },
};

/** A build of its own: on an agency's host no file of another shell is served. */
export default defineConfig({
  plugins: [contractRoutes, compiledTexts, react(), mantineStyles(), agencyFonts(), pushWorker],
  publicDir: 'client-public',
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    manifest: true,
    cssCodeSplit,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: 'client.html',
      output: { codeSplitting: fewFiles },
      treeshake: { manualPureFunctions: ['z', 'oc'] },
    },
  },
});
