import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const OPCODES = { text: 1, close: 8, ping: 9, pong: 10 };

export type ServerSocket = {
  send(value: unknown): void;
  close(code: number): void;
  /** Ends without a word, as a cable that is cut. */
  drop(): void;
  isOpen(): boolean;
};

/** The server's side of a WebSocket (RFC 6455), as far as a stand-in of a provider needs it: whole texts from a client. */
export function acceptSocket(
  request: IncomingMessage,
  socket: Duplex,
  { onText, onEnd }: { onText: (text: string) => void; onEnd: (code: number | null) => void },
): ServerSocket {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  );
  let pending = Buffer.alloc(0);
  let isOpen = true;
  const end = (code: number | null) => {
    if (!isOpen) return;
    isOpen = false;
    onEnd(code);
  };
  const write = (opcode: number, payload: Buffer) => {
    if (!isOpen || socket.destroyed) return;
    const { length } = payload;
    const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    head[0] = 0x80 | opcode;
    head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
    if (length >= 65_536) head.writeBigUInt64BE(BigInt(length), 2);
    else if (length >= 126) head.writeUInt16BE(length, 2);
    socket.write(Buffer.concat([head, payload]));
  };
  const close = (code: number) => {
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    write(OPCODES.close, payload);
    end(code);
    socket.end();
  };
  const read = (opcode: number, payload: Buffer) => {
    if (opcode === OPCODES.text) onText(payload.toString());
    else if (opcode === OPCODES.ping) write(OPCODES.pong, payload);
    else if (opcode === OPCODES.close) {
      write(OPCODES.close, payload);
      end(payload.length >= 2 ? payload.readUInt16BE() : null);
      socket.end();
    }
  };
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (let frame = readFrame(pending); frame; frame = readFrame(pending)) {
      pending = pending.subarray(frame.bytes);
      read(frame.opcode, frame.payload);
    }
  });
  socket.on('close', () => end(null));
  socket.on('error', () => end(null));
  return {
    send: (value) => write(OPCODES.text, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))),
    close,
    drop() {
      end(null);
      socket.destroy();
    },
    isOpen: () => isOpen,
  };
}

/** The first frame of what came; null where it is not whole yet. A client's are masked. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; bytes: number } | null {
  if (bytes.length < 6) return null;
  const short = (bytes[1] as number) & 0x7f;
  const at = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < at + 4) return null;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < at + 4 + length) return null;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
  for (let index = 0; index < length; index += 1)
    payload[index] = (payload[index] as number) ^ (mask[index % 4] as number);
  return { opcode: (bytes[0] as number) & 0x0f, payload, bytes: at + 4 + length };
}
