import type { CallerMessage, CallMessage } from '@antiphon/contract/calls';

/** A call that goes on, as the tab keeps it: whoever reloads the page comes back to it. */
export interface KeptCall {
  callId: string;
  conversationId: string;
  secret: string;
  /** What was spoken last, up to where. */
  messageId: string | null;
  to: number;
}

interface LineOptions {
  /** `wss://...`, of the call. */
  url: string;
  call: KeptCall;
  isResumed: boolean;
  onMessage(message: CallMessage): void;
  onBytes(bytes: ArrayBuffer): void;
  onWeak(isWeak: boolean): void;
  onLost(): void;
}

export interface Line {
  tell(message: CallerMessage): void;
  send(bytes: ArrayBuffer): void;
  close(): void;
}

const KEY = 'call';
const AGAIN_MS = [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000];
const SERVED = 1000;
const PING_MS = 10_000;

export function keepCall(call: KeptCall | null): void {
  try {
    if (call) sessionStorage.setItem(KEY, JSON.stringify(call));
    else sessionStorage.removeItem(KEY);
  } catch {}
}

export function keptCall(): KeptCall | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** The connection of a call. Where it breaks it is made anew, by the secret that the one before was given. */
export function openLine({ url, call, isResumed, onMessage, onBytes, onWeak, onLost }: LineOptions): Line {
  let socket: WebSocket | null = null;
  let isClosed = false;
  let tries = 0;
  let comesBack = isResumed;
  const send = (data: string | ArrayBuffer) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data);
  };
  const tell = (message: CallerMessage) => send(JSON.stringify(message));
  let roundTripMs: number | undefined;
  const ping = () => tell({ type: 'ping', at: Date.now(), ...(roundTripMs === undefined ? {} : { roundTripMs }) });
  const pinging = setInterval(ping, PING_MS);
  const end = () => {
    isClosed = true;
    clearInterval(pinging);
    keepCall(null);
  };
  const connect = () => {
    socket = new WebSocket(url, `call.${call.secret}`);
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') return onBytes(data);
      const message = JSON.parse(data) as CallMessage;
      if (message.type === 'ready') {
        tries = 0;
        call.secret = message.secret;
        keepCall(call);
        onWeak(false);
        onMessage(message);
        if (comesBack && call.messageId) tell({ type: 'resume', messageId: call.messageId as never, to: call.to });
        comesBack = true;
        roundTripMs = undefined;
        return ping();
      }
      if (message.type === 'pong') {
        const isFirst = roundTripMs === undefined;
        roundTripMs = Math.min(60_000, Math.max(0, Date.now() - message.at));
        if (isFirst) ping();
        return;
      }
      if (message.type === 'ended') end();
      onMessage(message);
    };
    socket.onclose = ({ code }) => {
      if (isClosed) return;
      const wait = AGAIN_MS[tries];
      if (code === SERVED || wait === undefined) {
        end();
        return onLost();
      }
      tries += 1;
      onWeak(true);
      setTimeout(connect, wait);
    };
  };
  connect();
  return {
    tell,
    send,
    close() {
      tell({ type: 'end' });
      end();
      socket?.close(SERVED);
    },
  };
}
