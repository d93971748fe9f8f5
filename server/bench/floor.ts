import { once } from 'node:events';
import http from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';

export const TOKEN_GAP_MS = 20;

/**
 * What any server of this kind must at least do, in the visitor's protocol: `bare hono` answers with its own SSE helper,
 * `bare http` writes paced tokens to the raw response. No database, no queue, no model.
 */
export async function startFloor(kind: 'hono' | 'http', { tokens, isPaced }: { tokens: number; isPaced: boolean }) {
  const streams = new Map<string, (event: string, data: string) => void>();
  const say = async (id: string) => {
    const write = streams.get(id);
    for (let token = 0; token < tokens; token += 1) {
      write?.('delta', '{"text":"word "}');
      if (isPaced) await new Promise((resolve) => setTimeout(resolve, TOKEN_GAP_MS));
    }
    write?.('done', '{}');
  };
  const started = () => ({ conversationId: crypto.randomUUID(), visitorToken: 'floor' });
  const server = kind === 'hono' ? honoServer(streams, say, started) : httpServer(streams, say, started);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Streams = Map<string, (event: string, data: string) => void>;
type Say = (id: string) => Promise<void>;

function honoServer(streams: Streams, say: Say, started: () => object): http.Server {
  const app = new Hono();
  app.post('/api/na/public/agents/:id/conversations', (c) => c.json(started(), 201));
  app.get('/api/na/public/conversations/:id/events', (c) =>
    streamSSE(c, async (stream) => {
      const id = c.req.param('id');
      streams.set(id, (event, data) => void stream.writeSSE({ event, data }));
      await new Promise<void>((resolve) => stream.onAbort(resolve));
    }),
  );
  app.post('/api/na/public/conversations/:id/messages', async (c) => {
    await c.req.json();
    void say(c.req.param('id'));
    return c.json({}, 202);
  });
  return serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as http.Server;
}

function httpServer(streams: Streams, say: Say, started: () => object): http.Server {
  const server = http.createServer((request, response) => {
    const id = request.url?.split('/')[5] ?? '';
    if (request.url?.endsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': open\n\n');
      streams.set(id, (event, data) => void response.write(`event: ${event}\ndata: ${data}\n\n`));
      return;
    }
    request.resume();
    const isStart = request.url?.endsWith('/conversations');
    if (!isStart) void say(id);
    response.writeHead(isStart ? 201 : 202, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isStart ? started() : {}));
  });
  server.listen(0, '127.0.0.1');
  return server;
}
