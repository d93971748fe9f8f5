// Builds the screens, the widget and the programs of the server when their sources are not those of the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root, run } from './runtime.mjs';

const SCREENS = ['web', 'widget', 'contract/src', 'package-lock.json'];
const PROGRAMS = ['server', 'stand-in', 'contract/src', 'package-lock.json', 'scripts/bundle.mjs'];
const SKIPPED = new Set(['dist', 'node_modules']);

function addTo(hash, path) {
  const entries = existsSync(path) && !path.includes('.') && readdirSync(path, { withFileTypes: true });
  if (!entries) return void hash.update(path).update(readFileSync(path));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.has(entry.name)) continue;
    if (entry.isDirectory()) addTo(hash, join(path, entry.name));
    else hash.update(join(path, entry.name)).update(readFileSync(join(path, entry.name)));
  }
}

/** Beside each text its compressed copies, which the server sends to whoever takes them. */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|html)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    // A smaller one fits one packet as it is.
    if (content.length < 1_000) continue;
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  }
}

export function build(environment) {
  whereChanged(SCREENS, join(root, 'web', 'dist', '.built'), () => {
    console.log('Building the screens and the widget');
    for (const name of ['web', 'widget']) {
      run('npm', ['run', 'build', '-w', name, '--silent'], { env: environment });
      compress(join(name, 'dist'));
    }
  });
  whereChanged(PROGRAMS, join(root, 'dist', '.built'), () => run('node', ['scripts/bundle.mjs'], { env: environment }));
}

/** `stamp` says of which sources the last build was. */
function whereChanged(sources, stamp, work) {
  const hash = createHash('sha256');
  for (const source of sources) addTo(hash, source);
  const wanted = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  work();
  writeFileSync(stamp, wanted);
}
