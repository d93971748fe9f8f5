import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

type Received = { id: string; body: string; headers: Record<string, string> };

/** A customer's endpoint on loopback, which answers with the status that was set last. */
export async function startWebhookReceiver() {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      received.push({ id: headers['webhook-id'] ?? '', body: Buffer.concat(parts).toString(), headers });
      response.writeHead(status).end(status < 300 ? 'Thank you' : 'Not now');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pair = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    pair,
    url: `http://${pair}/events`,
    received,
    answerWith(next: number) {
      status = next;
    },
    /** What the reference library makes of the last request; it throws where the signature is wrong. */
    verifyLast(secret: string) {
      const last = received.at(-1);
      return last && (new Webhook(secret).verify(last.body, last.headers) as { type: string; payload: object });
    },
    close: () => void server.close(),
  };
}
