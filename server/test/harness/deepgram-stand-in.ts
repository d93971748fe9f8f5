import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { makeTurns } from './deepgram-stand-in-turns.ts';
import { readGiven } from './read-given.ts';

/**
 * Of listening: `refused` before, `tooMany`, `hang`: no answer to the upgrade; `error`: told within a turn; `cut`: within a turn; `silent`: takes
 * sound and says nothing; `garbage`; `lingers`: the stream is never closed after it was to be.
 */
export type ListenFault = 'refused' | 'tooMany' | 'hang' | 'error' | 'cut' | 'silent' | 'garbage' | 'lingers';
/** Of speaking: `broke`: nothing left to pay with; `cut`: in the middle; `endless`; `stalls`: in the middle; `nothing`: no sound at all. */
export type SpeakFault = 'refused' | 'tooMany' | 'broke' | 'down' | 'hang' | 'cut' | 'endless' | 'stalls' | 'nothing';

const Rate = z.enum(['8000', '16000', '24000', '44100', '48000']);
const number = (least: number, most: number) =>
  z.string().refine((text) => Number(text) >= least && Number(text) <= most, 'out of its range');
const Hint = z.enum(['en', 'es', 'fr', 'de', 'hi', 'ru', 'pt', 'ja', 'it', 'nl']);

const Listen = z
  .strictObject({
    model: z.enum(['flux-general-en', 'flux-general-multi']),
    language_hint: Hint.optional(),
    encoding: z.literal('linear16'),
    sample_rate: Rate,
    eager_eot_threshold: number(0.3, 0.9).optional(),
    eot_threshold: number(0.5, 1).optional(),
    eot_timeout_ms: number(500, 60_000).optional(),
    keyterm: z.union([z.string(), z.array(z.string()).max(100)]).optional(),
    mip_opt_out: z.enum(['true', 'false']).optional(),
    tag: z.string().optional(),
  })
  .refine(({ model, language_hint }) => language_hint === undefined || model === 'flux-general-multi', 'language_hint');
const Speak = z.strictObject({
  model: z.string().regex(/^aura-2-[a-z]+-(?:en|es|de|fr|nl|it|ja)$/),
  encoding: z.literal('linear16'),
  container: z.literal('none'),
  sample_rate: Rate,
  speed: number(0.7, 1.5).optional(),
  mip_opt_out: z.enum(['true', 'false']).optional(),
});
const SpeakBody = z.strictObject({ text: z.string().min(1).max(2_000) });

/** A character takes so long to be said, as a tone of 220 Hz. */
export const MS_OF_CHARACTER = 60;
const SOUND_FRAME_MS = 20;

/**
 * Deepgram on loopback, as https://developers.deepgram.com describes `/v2/listen`, `/v1/speak` and `/v1/auth/token`: other routes, parameters, codecs,
 * and messages that come after the stream was to be closed are refused. It understands what a test scripted, and speaks a tone.
 */
export async function startDeepgramStandIn({ key = 'dg-key-of-a-test-0123456789' } = {}) {
  const listens: {
    query: Record<string, unknown>;
    turns: ReturnType<typeof makeTurns> | null;
    socket: WebSocket | null;
  }[] = [];
  const speaks: { text: string; query: Record<string, unknown>; sentMs: number; isAborted: boolean }[] = [];
  const closes: { code: number; late: number }[] = [];
  const urls: string[] = [];
  const hanging: Duplex[] = [];
  const listenFaults: ListenFault[] = [];
  const speakFaults: SpeakFault[] = [];
  const state = { script: [] as string[], speakDelayMs: 0, speedFactor: 20 };
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1024 * 1024 });

  const isKnown = (request: IncomingMessage) => request.headers.authorization === `Token ${key}`;
  const queryOf = (url: URL) => {
    const read: Record<string, string | string[]> = {};
    for (const name of new Set(url.searchParams.keys())) {
      const all = url.searchParams.getAll(name);
      read[name] = all.length > 1 ? all : (all[0] as string);
    }
    return read;
  };

  const listen = (socket: WebSocket, query: z.infer<typeof Listen>, fault: ListenFault | undefined) => {
    const turns = makeTurns(
      socket,
      { rate: Number(query.sample_rate), eager: query.eager_eot_threshold !== undefined },
      (turn) => state.script[turn] ?? `Turn ${turn + 1}`,
    );
    listens.push({ query, turns, socket });
    let isClosing = false;
    let late = 0;
    socket.on('close', (code) => closes.push({ code, late }));
    socket.on('message', (data: Buffer, isBinary) => {
      if (isClosing) {
        late += 1;
        return;
      }
      if (!isBinary) {
        if (data.toString() !== '{"type":"CloseStream"}') {
          turns.send({ type: 'Error', code: 'UNPARSABLE_CLIENT_MESSAGE', description: 'Could not be parsed.' });
          return socket.close(1_008, 'UNPARSABLE_CLIENT_MESSAGE');
        }
        isClosing = true;
        if (fault === 'lingers') return;
        turns.finish();
        return socket.close(1_000);
      }
      if (data.length % 2 !== 0) return socket.close(1_008, 'DATA-0000');
      if (fault === 'silent') return;
      turns.push(data);
      if (!turns.isWithinTurn()) return;
      if (fault === 'cut') socket.terminate();
      if (fault === 'garbage') socket.send('[{"type":');
      if (fault === 'error') {
        turns.send({ type: 'Error', code: 'INTERNAL_SERVER_ERROR', description: `Not with ${key}.` });
        socket.close(1_011, 'NET-0000');
      }
    });
  };

  const refuseUpgrade = (stream: Duplex, status: number, reason: string) =>
    stream.end(`HTTP/1.1 ${status} Refused\r\ndg-error: ${reason}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'http://deepgram');
    urls.push(url.href);
    stream.on('error', () => {});
    if (url.pathname !== '/v2/listen') return refuseUpgrade(stream, 404, 'Not Found');
    if (!isKnown(request)) return refuseUpgrade(stream, 401, 'INVALID_AUTH');
    const query = Listen.safeParse(queryOf(url));
    if (!query.success) return refuseUpgrade(stream, 400, `INVALID_QUERY_PARAMETER ${query.error.issues[0]?.path}`);
    const fault = listenFaults.shift();
    if (fault === 'refused') return refuseUpgrade(stream, 401, `INVALID_AUTH ${key}`);
    if (fault === 'tooMany') return refuseUpgrade(stream, 429, 'TOO_MANY_REQUESTS');
    if (fault === 'hang') return void hanging.push(stream);
    sockets.handleUpgrade(request, stream, head, (socket) => listen(socket, query.data, fault));
  };

  const answer = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const refuse = (response: ServerResponse, status: number, code: string, message: string = code) =>
    answer(response, status, { err_code: code, err_msg: message, request_id: crypto.randomUUID() });

  const speak = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const query = Speak.safeParse(queryOf(url));
    if (!query.success) return refuse(response, 400, 'INVALID_QUERY_PARAMETER', String(query.error.issues[0]?.path));
    const body = SpeakBody.safeParse(await readGiven(request));
    if (!body.success) return refuse(response, 400, 'PAYLOAD_ERROR');
    const made = { text: body.data.text, query: query.data, sentMs: 0, isAborted: false };
    speaks.push(made);
    const fault = speakFaults.shift();
    response.on('close', () => {
      made.isAborted = !response.writableFinished;
    });
    if (fault === 'hang') return;
    if (fault === 'refused') return refuse(response, 401, 'INVALID_AUTH', `Invalid credentials: ${key}`);
    if (fault === 'tooMany') return refuse(response, 429, 'TOO_MANY_REQUESTS');
    if (fault === 'broke') return refuse(response, 402, 'ASR_PAYMENT_REQUIRED');
    if (fault === 'down') return response.writeHead(502).end('<html>');
    await wait(state.speakDelayMs);
    const rate = Number(query.data.sample_rate);
    const wholeMs = fault === 'endless' ? 1e9 : fault === 'nothing' ? 0 : made.text.length * MS_OF_CHARACTER;
    response.writeHead(200, { 'content-type': 'audio/l16', 'dg-char-count': String(made.text.length) });
    response.flushHeaders();
    while (made.sentMs < wholeMs && !response.destroyed) {
      if (made.sentMs >= wholeMs / 2 && fault === 'cut') return response.destroy();
      if (made.sentMs >= wholeMs / 2 && fault === 'stalls') return;
      // Odd lengths, as a network cuts them.
      const frame = tone(rate, made.sentMs);
      response.write(frame.subarray(0, 333));
      await wait(1);
      if (!response.write(frame.subarray(333))) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      made.sentMs += SOUND_FRAME_MS;
      if (fault !== 'endless') await wait(SOUND_FRAME_MS / state.speedFactor);
    }
    return response.end();
  };

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://deepgram');
    urls.push(url.href);
    const route = `${request.method} ${url.pathname}`;
    if (!isKnown(request)) return refuse(response, 401, 'INVALID_AUTH', 'Invalid credentials.');
    if (route === 'GET /v1/auth/token' && url.search === '') return answer(response, 200, { scopes: ['usage:write'] });
    if (route === 'POST /v1/speak') return void speak(request, response, url);
    return refuse(response, 404, 'NOT_FOUND');
  };

  const server = createServer(handle).on('upgrade', upgrade).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    key,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listens,
    speaks,
    closes,
    /** Of every request: no key may stand in one. */
    urls,
    /** What is understood of the turns of every connection, in order. */
    say: (...turns: string[]) => void Object.assign(state, { script: turns }),
    failListen: (...faults: ListenFault[]) => void listenFaults.push(...faults),
    failSpeak: (...faults: SpeakFault[]) => void speakFaults.push(...faults),
    /** `delayMs`: to the first byte; `factor`: how much faster than it is heard the sound is made. */
    slow: ({ delayMs = 0, factor = 20 }: { delayMs?: number; factor?: number }) =>
      void Object.assign(state, { speakDelayMs: delayMs, speedFactor: factor }),
    openSockets: () => sockets.clients.size,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      for (const stream of hanging) stream.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type DeepgramStandIn = Awaited<ReturnType<typeof startDeepgramStandIn>>;

/** 20 ms of a tone that goes on from frame to frame. */
function tone(rate: number, fromMs: number): Buffer {
  const samples = (rate * SOUND_FRAME_MS) / 1_000;
  const frame = Buffer.alloc(samples * 2);
  const first = (rate * fromMs) / 1_000;
  for (let at = 0; at < samples; at += 1)
    frame.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 220 * (first + at)) / rate)), at * 2);
  return frame;
}

/** What a microphone gives: a voice (a tone) or silence with a little noise, in frames of 20 ms. */
export function* spokenFrames(parts: { voiceMs?: number; silenceMs?: number }[], rate = 16_000): Generator<Buffer> {
  let at = 0;
  for (const { voiceMs = 0, silenceMs = 0 } of parts)
    for (let ms = 0; ms < voiceMs + silenceMs; ms += SOUND_FRAME_MS, at += SOUND_FRAME_MS)
      yield ms < voiceMs ? tone(rate, at) : noise(rate);
}

function noise(rate: number): Buffer {
  const frame = Buffer.alloc(((rate * SOUND_FRAME_MS) / 1_000) * 2);
  for (let at = 0; at < frame.length; at += 2) frame.writeInt16LE(((at * 7_919) % 41) - 20, at);
  return frame;
}
