import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { id: string; path: string; headers: IncomingHttpHeaders; body: string };
export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** What a receiver says. `hang`: nothing, and the connection stays open. `cut`: the connection ends without a word. */
export type Reaction = { status: number; text?: string; headers?: Record<string, string> } | 'hang' | 'cut';

/** Somebody's endpoint on loopback; `react` decides on each request, 200 unless told otherwise. */
export async function startWebhookReceiver(react: (received: Received) => Reaction = () => ({ status: 200 })) {
  const received: Received[] = [];
  let answer = react;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const one = {
        id: String(request.headers['webhook-id']),
        path: request.url ?? '',
        headers: request.headers,
        body,
      };
      received.push(one);
      const reaction = answer(one);
      if (reaction === 'hang') return;
      if (reaction === 'cut') return void request.socket.destroy();
      response.writeHead(reaction.status, reaction.headers).end(reaction.text ?? 'ok');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    pair,
    url: `http://${pair}/events`,
    received,
    react(next: (received: Received) => Reaction) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
