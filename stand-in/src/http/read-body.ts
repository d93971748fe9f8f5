import type { IncomingMessage } from 'node:http';

const BYTES_MAX = 262_144;

export class BodyTooLong extends Error {}

export async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > BYTES_MAX) throw new BodyTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
