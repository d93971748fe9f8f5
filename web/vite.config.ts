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
 * server. So the contract's entry is given to the build as its routes.
 */
export const contractRoutes: Plugin = {
  name: 'contract-routes',
  async load(id) {
    if (!id.replaceAll('\\', '/').endsWith('/contract/src/api.ts')) return null;
    const { apiContract } = await import('@antiphon/contract/api');
    const { minifyContractRouter } = await import('@orpc/contract');
    return `const route = (method, path, inputStructure, outputStructure) =>
      ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path, inputStructure, outputStructure } } });
    export const apiContract = ${writeRoutes(minifyContractRouter(apiContract) as unknown as RouteTree)};`;
  },
};

type Procedure = { '~orpc': { route: Record<string, string | undefined> } };
type RouteTree = { [name: string]: RouteTree | Procedure };

const isProcedure = (node: RouteTree | Procedure): node is Procedure => '~orpc' in node;

/** Without what a route says to its readers; each is a call, because several hundred objects of one form are long. */
function writeRoutes(node: RouteTree | Procedure): string {
  if (!isProcedure(node))
    return `{${Object.entries(node).map(([name, inner]) => `${JSON.stringify(name)}:${writeRoutes(inner)}`)}}`;
  const { method, path, inputStructure, outputStructure } = node['~orpc'].route;
  const given = [method, path, inputStructure, outputStructure].map((one) => JSON.stringify(one) ?? 'undefined');
  return `route(${given.join(',').replace(/(,undefined)+$/, '')})`;
}

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
