// A system that sends more than anybody wants, as a process of its own: `/endless` a gigabyte, `/bomb` 64 MB packed into 64 kB. Prints
// its `host:port`.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

const MEGABYTE = 1024 * 1024;
const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE, 'x'), { level: 9 });
const chunk = Buffer.alloc(MEGABYTE, 'x');

function flood(response: ServerResponse) {
  response.on('error', () => {});
  Readable.from(Array.from({ length: 1_024 }, () => chunk)).pipe(response);
}

const server = createServer((request, response) => {
  if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  else flood(response.writeHead(200));
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
