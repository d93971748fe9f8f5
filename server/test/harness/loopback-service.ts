import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ServiceRequest = { line: string; headers: IncomingHttpHeaders; body: string; key: string };
/** `cut`: the connection ends without an answer; `ms`: it takes so long. */
export type ServiceAnswer = { status: number; body: string; ms?: number } | 'cut';

/** A customer's own system on a free port of loopback. Each request is kept before it is answered. */
export async function startLoopbackService(answer: (request: ServiceRequest, nth: number) => ServiceAnswer) {
  const service = { requests: [] as ServiceRequest[], answer };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const received = {
        line: `${request.method} ${request.url}`,
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
        key: String(request.headers['idempotency-key']),
      };
      service.requests.push(received);
      const given = service.answer(received, service.requests.length);
      if (given === 'cut') return void request.socket.destroy();
      const { status, body, ms = 0 } = given;
      setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(body), ms);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    pair,
    origin: `http://${pair}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
