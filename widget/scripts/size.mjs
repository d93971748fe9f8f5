// P1 and P2: what a page loads for the launcher, and what an open English chat that waits for an answer loads in all, gzip bytes; beside a bare button,
// and beside the library that the chat is drawn with.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { vanilla } from './vanilla-launcher.mjs';

const LOADER_BYTES_MAX = 4_096;
const OPEN_CHAT_BYTES_MAX = 32 * 1_024;

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist');
const packed = (content) => gzipSync(content, { level: 9 }).length;
const gzipBytes = (path) => packed(readFileSync(join(dist, path)));
const preactBytes = packed(readFileSync(fileURLToPath(import.meta.resolve('preact'))));

const html = readFileSync(join(dist, 'frame/en.html'), 'utf8');
if (/<script[^>]* src=|<link[^>]* rel="?stylesheet/.test(html))
  throw new Error('The chat asks for more than its page.');
const parts = ['widget.js', 'frame/en.html', 'waiting.js'];

let sum = 0;
for (const part of parts) {
  const bytes = gzipBytes(part);
  sum += bytes;
  console.log(`${String(bytes).padStart(7)}  ${part}`);
}
const later = readdirSync(join(dist, 'frame/assets')).filter((name) => name.endsWith('.js'));
console.log(
  `P1 loader            ${gzipBytes('widget.js')} B gzip, at most ${LOADER_BYTES_MAX}; a bare button ${packed(vanilla)} B`,
);
console.log(`P2 loader + open chat ${sum} B gzip, at most ${OPEN_CHAT_BYTES_MAX}; preact alone ${preactBytes} B`);
console.log(
  `Loaded only where needed: ${later.map((name) => `${name} ${gzipBytes(`frame/assets/${name}`)}`).join(', ')}`,
);
if (gzipBytes('widget.js') > LOADER_BYTES_MAX || sum > OPEN_CHAT_BYTES_MAX) process.exit(1);
