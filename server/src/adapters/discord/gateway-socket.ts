import type { Socket } from 'node:net';
import { Agent, buildConnector, WebSocket } from 'undici';

const CONNECT_MS = 8_000;
/** So long the other side may take to agree that it is over. */
const FAREWELL_MS = 2_000;

export type GatewaySocket = {
  send(value: unknown): void;
  /** Ends it for good, whether or not the other side answers. */
  end(code: number): void;
};

type Heard = {
  bytesMax: number;
  onText: (text: string) => void;
  /** Once. `code` is null where no connection came to be. */
  onEnd: (code: number | null) => void;
};

/** A WebSocket of Node's own client, whose messages have a limit and whose end does not hang on the other side. */
export function openGatewaySocket(url: string, { bytesMax, onText, onEnd }: Heard): GatewaySocket {
  const connectTo = buildConnector({ timeout: CONNECT_MS });
  let socket: Socket | null = null;
  let isOpen = false;
  let isEnded = false;
  const dispatcher = new Agent({
    webSocket: { maxPayloadSize: bytesMax },
    connect: (options, done) =>
      connectTo(options, (error, made) => {
        if (error) return done(error, null);
        socket = made;
        // Over before it began.
        if (isEnded) made.destroy();
        done(null, made);
      }),
  });
  const client = new WebSocket(url, { dispatcher });
  const over = (code: number | null) => {
    if (isEnded) return;
    isEnded = true;
    onEnd(code);
  };
  client.addEventListener('open', () => {
    isOpen = true;
  });
  client.addEventListener('message', ({ data }) => {
    if (!isEnded) onText(typeof data === 'string' ? data : '');
  });
  client.addEventListener('error', () => {});
  client.addEventListener('close', ({ code }) => {
    void dispatcher.destroy().catch(() => {});
    over(isOpen ? code : null);
  });
  return {
    send(value) {
      if (!isEnded && client.readyState === WebSocket.OPEN) client.send(JSON.stringify(value));
    },
    end(code) {
      over(code);
      client.close(code);
      const timer = setTimeout(() => {
        socket?.destroy();
        void dispatcher.destroy().catch(() => {});
      }, FAREWELL_MS);
      timer.unref();
    },
  };
}
