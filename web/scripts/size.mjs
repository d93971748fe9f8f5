// P7: gzip bytes of JavaScript that the first screen loads, and that each other lazy part adds to it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const FIRST_LOAD_BYTES_MAX = 250_000;
const PART_BYTES_MAX = 120_000;
/** What opens `/app/{region}/agents`: the entry, the shell and the list. */
const FIRST_SCREEN = ['index.html', 'src/shells/owner/owner-shell.tsx', 'src/features/agents/agent-list-page.tsx'];

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const bytesOf = (key) => gzipSync(readFileSync(join(dist, manifest[key].file)), { level: 9 }).length;

/** A part with everything that it imports before it can run. */
function closure(keys, found = new Set()) {
  for (const key of keys) {
    if (found.has(key)) continue;
    if (manifest[key] === undefined) throw new Error(`The build has no part ${key}.`);
    found.add(key);
    closure(manifest[key].imports ?? [], found);
  }
  return found;
}
const sum = (keys) =>
  [...keys].filter((key) => manifest[key].file.endsWith('.js')).reduce((all, key) => all + bytesOf(key), 0);

const first = closure(FIRST_SCREEN);
const parts = Object.keys(manifest)
  .filter((key) => manifest[key].isDynamicEntry && !first.has(key))
  .map((key) => ({ key, bytes: sum([...closure([key])].filter((own) => !first.has(own))) }))
  .sort((a, b) => b.bytes - a.bytes);

const firstBytes = sum(first);
for (const { key, bytes } of parts) console.log(`${String(bytes).padStart(7)}  ${key}`);
console.log(
  `P7 first load ${firstBytes} B gzip, at most ${FIRST_LOAD_BYTES_MAX}; largest part ${parts[0]?.bytes ?? 0} B, at most ${PART_BYTES_MAX}`,
);
if (firstBytes > FIRST_LOAD_BYTES_MAX || parts.some(({ bytes }) => bytes > PART_BYTES_MAX)) process.exit(1);
