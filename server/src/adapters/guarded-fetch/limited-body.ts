import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

export const tooLarge = (bytesMax: number) =>
  new VendorFailure('invalid', `This page is larger than ${Math.floor(bytesMax / 1024 / 1024)} MB.`);

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate };

/**
 * The body as it was before the site compressed it, at most `bytesMax` of it: decompressors give out 16 kB at a time, so that
 * a bomb is stopped where it passes the limit. Errors in the middle go through `failureOf`.
 */
export async function* limitedBody(
  body: Readable,
  encoding: string | string[] | undefined,
  bytesMax: number,
  failureOf: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  const name = String(encoding ?? 'identity')
    .trim()
    .toLowerCase();
  let bytes = 0;
  try {
    for await (const chunk of decoded(body, name)) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      yield chunk;
    }
  } catch (error) {
    throw failureOf(error);
  } finally {
    body.on('error', () => {}).destroy();
  }
}

function decoded(body: Readable, name: string): AsyncIterable<Uint8Array> {
  if (name === 'identity' || name === '') return body;
  const make = DECODERS[name as keyof typeof DECODERS];
  if (!make) throw new VendorFailure('invalid', 'The site answered in an encoding that cannot be read.');
  // The decoder carries the error of either stream to whoever reads it.
  return pipeline(body, make(), () => {});
}
