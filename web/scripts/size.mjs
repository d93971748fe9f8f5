// P7: gzip bytes of JavaScript that the first screen loads, and that each other lazy part adds to it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const FIRST_LOAD_BYTES_MAX = 250_000;
const FIRST_LOAD_FILES_MAX = 12;
/** One style sheet for all parts. */
const STYLES_BYTES_MAX = 60_000;
const PART_BYTES_MAX = 120_000;
/** The code editor is no route's own: it and the language come when a field of code is first shown. */
const EDITOR_BYTES_MAX = 180_000;
const isEditor = (key) => key.includes('/@codemirror/') || key.endsWith('/ui/code-field.tsx');
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
const firstFiles = new Set([...first].map((key) => manifest[key].file)).size;
for (const { key, bytes } of parts) console.log(`${String(bytes).padStart(7)}  ${key}`);
const stylesBytes = bytesOf('style.css');
const most = (wanted) => Math.max(0, ...parts.filter(({ key }) => isEditor(key) === wanted).map(({ bytes }) => bytes));
console.log(
  `P7 first load ${firstBytes} B gzip, at most ${FIRST_LOAD_BYTES_MAX}, in ${firstFiles} files, at most ${FIRST_LOAD_FILES_MAX}; ` +
    `styles ${stylesBytes} B, at most ${STYLES_BYTES_MAX}; ` +
    `largest part ${most(false)} B, at most ${PART_BYTES_MAX}; ` +
    `code editor ${most(true)} B, at most ${EDITOR_BYTES_MAX}`,
);
if (
  firstBytes > FIRST_LOAD_BYTES_MAX ||
  firstFiles > FIRST_LOAD_FILES_MAX ||
  stylesBytes > STYLES_BYTES_MAX ||
  most(false) > PART_BYTES_MAX ||
  most(true) > EDITOR_BYTES_MAX
)
  process.exit(1);
