import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = { target: 'http://localhost:3000' };

/**
 * The browser calls by method and path alone; the schemas of all procedures, and the library that checks them, stay on the
 * server. So the contract's entry is given to the build as its routes in JSON.
 */
const contractRoutes: Plugin = {
  name: 'contract-routes',
  async load(id) {
    if (!id.replaceAll('\\', '/').endsWith('/contract/src/api.ts')) return null;
    const { apiContract } = await import('@antiphon/contract/api');
    const { minifyContractRouter } = await import('@orpc/contract');
    return `export const apiContract = ${JSON.stringify(minifyContractRouter(apiContract))};`;
  },
};

export default defineConfig({
  plugins: [contractRoutes, react()],
  build: {
    target: 'es2022',
    // The manifest tells scripts/size.mjs what the first screen loads and what each route adds.
    manifest: true,
    chunkSizeWarningLimit: 700,
    // A schema of the contract that no screen reads is dropped.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
  server: {
    proxy: { '/api': server, '/widget.js': server, '/widget': server, '/na': server, '/eu': server },
  },
});
