import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RoundRobin = { port: number; close(): Promise<void> };

/**
 * A plain proxy: every request goes to the next of `origins`, whichever it is, and past one that refuses the connection. It
 * knows no visitors, keeps nobody at one process, and tells the caller of a request that broke with it.
 */
export async function startRoundRobin(origins: readonly string[]): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const body: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => body.push(chunk));
    incoming.on('end', () => {
      turn += 1;
      const order = origins.map((_, index) => origins[(turn + index) % origins.length] as string);
      pass(incoming, Buffer.concat(body), answer, order);
    });
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function pass(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, [origin, ...others]: string[]) {
  if (!origin) {
    answer.writeHead(502).end();
    return;
  }
  const { method, url, headers } = incoming;
  const outgoing = request(origin + url, { method: method ?? 'GET', headers, agent: false }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    answer.flushHeaders();
    response.pipe(answer);
    response.on('error', () => answer.destroy());
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') pass(incoming, body, answer, others);
    else answer.destroy();
  });
  answer.on('close', () => outgoing.destroy());
  outgoing.end(body);
}
