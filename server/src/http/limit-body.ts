import { Failure } from '@antiphon/contract/errors';

/**
 * The request with a body of at most `bytesMax`. A larger one is refused at once where its length is said (the platform holds
 * the sender to what it said), else when the byte too many arrives: then reading the body throws the same failure.
 */
export function limitBody(request: Request, bytesMax: number, shownMax = bytesMax): Request {
  const tooLarge = () => new Failure('too_large', `Max size: ${Math.floor(shownMax / 1024 / 1024)} MBs`, []);
  const said = request.headers.get('content-length');
  if (said !== null && Number(said) > bytesMax) throw tooLarge();
  if (said !== null || !request.body) return request;
  let bytes = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > bytesMax) controller.error(tooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Request(request, { body: counted, duplex: 'half' } as RequestInit);
}
