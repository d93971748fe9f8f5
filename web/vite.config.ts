import { readFile } from 'node:fs/promises';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fewFiles } from './scripts/few-files.ts';
import { mantineStyles } from './scripts/mantine-styles.ts';
import { publicPages } from './scripts/public-pages.ts';

const server = { target: 'http://localhost:3000' };

/**
 * The browser calls by method and path alone; the schemas of all procedures, and the library that checks them, stay on the
 * server. So the contract's entry is given to the build as its routes in JSON.
 */
export const contractRoutes: Plugin = {
  name: 'contract-routes',
  async load(id) {
    if (!id.replaceAll('\\', '/').endsWith('/contract/src/api.ts')) return null;
    const { apiContract } = await import('@antiphon/contract/api');
    const { minifyContractRouter } = await import('@orpc/contract');
    const routes = JSON.stringify(minifyContractRouter(apiContract), (key, value) =>
      key === 'route' && 'path' in value ? forCaller(value) : value,
    );
    return `export const apiContract = ${routes};`;
  },
};

/** Without what a route says to its readers. */
const forCaller = ({ method, path, inputStructure, outputStructure }: Record<string, unknown>) => ({
  method,
  path,
  inputStructure,
  outputStructure,
});

/** Texts are compiled here, so that the browser is sent no parser of their format. */
export const compiledTexts: Plugin = {
  name: 'compiled-texts',
  async load(id) {
    const namespace = /\/src\/texts\/[a-z]+\/([a-z-]+)\.json$/.exec(id.replaceAll('\\', '/'))?.[1];
    if (namespace === undefined) return null;
    this.addWatchFile(id);
    return JSON.stringify(compile(JSON.parse(await readFile(id, 'utf8')), namespace));
  },
};

type TextTree = { [key: string]: string | TextTree };

const compile = (texts: TextTree, prefix: string): Record<string, unknown> =>
  Object.assign(
    {},
    ...Object.entries(texts).map(([key, text]) =>
      typeof text === 'string'
        ? { [`${prefix}.${key}`]: compileMessageOrThrow(text) }
        : compile(text, `${prefix}.${key}`),
    ),
  );

/** A part's own rules are a kilobyte, and a file of them a request each: a screen of ten parts waited for ten. */
export const cssCodeSplit = false;

export default defineConfig({
  plugins: [contractRoutes, compiledTexts, react(), mantineStyles(), publicPages()],
  build: {
    target: 'es2022',
    // The manifest tells scripts/size.mjs what the first screen loads and what each route adds.
    manifest: true,
    cssCodeSplit,
    chunkSizeWarningLimit: 700,
    // A schema or procedure of the contract that no screen reads is dropped.
    rolldownOptions: { output: { codeSplitting: fewFiles }, treeshake: { manualPureFunctions: ['z', 'oc'] } },
  },
  server: {
    proxy: { '/api': server, '/widget.js': server, '/widget': server, '/na': server, '/eu': server },
  },
});
