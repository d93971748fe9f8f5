import { type Caller, callerHeaders } from './api.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read data of every event.
export type StreamFrame = { id: string; event: string; data: any };

/** A stream of `conversationId` from `lastEventId` on, or from the beginning. */
export async function openStream(
  origin: string,
  conversationId: string,
  options: { visitor: Caller; lastEventId?: string | undefined; signal?: AbortSignal; region?: string },
): Promise<Response> {
  const { visitor, lastEventId, signal, region = 'na' } = options;
  return fetch(`${origin}/api/${region}/public/conversations/${conversationId}/events`, {
    headers: { ...callerHeaders(visitor), ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    ...(signal ? { signal } : {}),
  });
}

/**
 * Reads frames until `isEnough` says so, or until `bytesMax` bytes have come: then the connection is cut right there, and what
 * was not a whole frame yet is lost, as it is for a browser. Returns the whole frames.
 */
export async function readFrames(
  response: Response,
  left: AbortController,
  { isEnough, bytesMax = Number.POSITIVE_INFINITY }: { isEnough: (frame: StreamFrame) => boolean; bytesMax?: number },
): Promise<{ frames: StreamFrame[]; wasCut: boolean }> {
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status} ${await response.text()}`);
  const frames: StreamFrame[] = [];
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const taken = chunk.subarray(0, Math.max(0, bytesMax - bytes));
      bytes += taken.length;
      text += decoder.decode(taken, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const frame = parseFrame(text.slice(0, end));
        text = text.slice(end + 2);
        if (!frame) continue;
        frames.push(frame);
        if (isEnough(frame)) return { frames, wasCut: false };
      }
      if (bytes >= bytesMax) return { frames, wasCut: true };
    }
    return { frames, wasCut: true };
  } catch (error) {
    // The server died: for a reader that is a cut like any other.
    if (error instanceof TypeError) return { frames, wasCut: true };
    throw error;
  } finally {
    left.abort();
  }
}

function parseFrame(block: string): StreamFrame | null {
  const field = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n');
  const event = field('event');
  return event ? { id: field('id'), event, data: JSON.parse(field('data')) } : null;
}

/** What a reader shows: the text of each reply as its frames put it together. */
export class Reader {
  lastEventId: string | undefined;
  readonly texts = new Map<string, string>();
  readonly ends: StreamFrame[] = [];

  take(frames: StreamFrame[]) {
    for (const frame of frames) {
      this.lastEventId = frame.id;
      const id = frame.data.messageId as string;
      if (frame.event === 'status' && frame.data.status === 'restarted') this.texts.set(id, '');
      if (frame.event === 'delta') this.texts.set(id, (this.texts.get(id) ?? '') + frame.data.text);
      if (frame.event === 'trimmed') this.texts.set(id, frame.data.text);
      if (frame.event === 'done' || frame.event === 'error') this.ends.push(frame);
    }
  }
}
