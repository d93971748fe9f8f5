import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = { target: 'http://localhost:3000' };

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2022',
    manifest: true,
    // The manifest gives the sizes of first load and routes; see scripts/size.mjs.
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: { '/api': server, '/widget.js': server, '/widget': server, '/na': server, '/eu': server },
  },
});
