// Bundles the programs of the server into `dist`: each reads a few files instead of some 2,200, which is most of what its start
// costs. They run where the repository lies, with its packages.
import { globSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './runtime.mjs';

const FOLDER = join(root, 'dist');
const PROGRAMS = {
  server: 'server/src/main.ts',
  'stand-in': 'stand-in/src/main.ts',
  // What tests start and kill.
  ...Object.fromEntries(
    globSync('server/test/**/*-process.ts', { cwd: root }).map((path) => [basename(path, '.ts'), path]),
  ),
};
/** They bring files that are not JavaScript, which they look for beside themselves. */
const WITH_OTHER_FILES = ['sharp', '@node-rs/argon2', /^@electric-sql\/pglite/];

/** Files beside a source (migrations, workers) stay where they are. */
const sourceAddresses = {
  name: 'source-addresses',
  transform(code, id) {
    if (!id.endsWith('.ts') || id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    const source = JSON.stringify(relative(FOLDER, id));
    return { code: code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`), map: null };
  },
};

rmSync(FOLDER, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: PROGRAMS,
  platform: 'node',
  external: WITH_OTHER_FILES,
  plugins: [sourceAddresses],
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({ dir: FOLDER, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
