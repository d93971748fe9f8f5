import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';

/** One message: 20 ms of sound are 640 bytes, and a text has its own limit. */
const MESSAGE_BYTES_MAX = 32 * 1024;
/** Whoever leaves so much unread is gone. */
const UNREAD_BYTES_MAX = 1024 * 1024;
/** A connection of which nothing is heard for so long is dead. */
const SILENT_MS = 30_000;

/** A connection that stays open, both ways. */
export type OpenSocket = {
  send(data: string | Buffer): void;
  onText(listener: (text: string) => void): void;
  onBytes(listener: (bytes: Buffer) => void): void;
  onClose(listener: (code: number) => void): void;
  close(code: number): void;
};

/** Is handed the connection of whoever may have one. */
export type TakeSocket = (socket: OpenSocket) => void;

/** Of a request that asks for a connection: to be called by what lets it have one. */
export type UpgradeBindings = { takeSocket?: (take: TakeSocket) => void };

type Fetch = (request: Request, bindings: HttpBindings & UpgradeBindings) => Response | Promise<Response>;

/**
 * Requests for a connection are answered by the routes, as all others are: by the host that they name, with its limits. Whoever is
 * refused has that answer's status and no connection.
 */
export function mountSockets(server: Server, fetch: Fetch, log: Logger) {
  const upgrades = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    handleProtocols: (protocols) => protocols.values().next().value ?? false,
  });
  const answer = async (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const asked: { take?: TakeSocket } = {};
    const response = await fetch(
      new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`), {
        headers: headersOf(incoming),
      }),
      {
        incoming,
        // Nothing is written to it: of what the routes answer, the status alone is sent.
        outgoing: new ServerResponse(incoming),
        takeSocket: (take) => {
          asked.take = take;
        },
      },
    );
    const { take } = asked;
    if (!take) return refuse(socket, response.status);
    if (!socket.destroyed) upgrades.handleUpgrade(incoming, socket, head, (opened) => take(wrap(opened)));
  };
  server.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => socket.destroy());
    answer(incoming, socket, head).catch((error: unknown) => {
      log.error({ err: error }, 'a connection could not be opened');
      refuse(socket, 500);
    });
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

function refuse(socket: Duplex, status: number) {
  if (!socket.destroyed) socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function wrap(socket: WebSocket): OpenSocket {
  let heardAt = Date.now();
  const heard = () => {
    heardAt = Date.now();
  };
  const watch = setInterval(() => {
    if (Date.now() - heardAt > SILENT_MS || socket.bufferedAmount > UNREAD_BYTES_MAX) socket.terminate();
    else socket.ping();
  }, SILENT_MS / 3);
  socket.on('message', heard);
  socket.on('pong', heard);
  socket.on('error', () => socket.terminate());
  socket.on('close', () => clearInterval(watch));
  return {
    send(data) {
      if (socket.readyState === socket.OPEN) socket.send(data);
    },
    onText(listener) {
      socket.on('message', (data: Buffer, isBinary) => {
        if (!isBinary) listener(data.toString('utf8'));
      });
    },
    onBytes(listener) {
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) listener(data);
      });
    },
    onClose: (listener) => void socket.on('close', listener),
    close: (code) => socket.close(code),
  };
}
