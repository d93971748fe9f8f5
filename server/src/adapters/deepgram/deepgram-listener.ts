import type { RawData } from 'ws';
import { WebSocket } from 'ws';
import type { Sound, SpeechToText } from '../../domain/speech/speech.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { refusalOf, unreachable, usable } from './deepgram-failures.ts';
import { heardOf, MESSAGE_BYTES_MAX, readMessage } from './deepgram-messages.ts';
import { baseOf, isUnderstood } from './deepgram-voices.ts';

export type ListenLimits = {
  /** To be connected. */
  connectMs: number;
  /** Sound is sent, and not a word comes, not even that it was listened to. */
  silentMs: number;
  /** From `end` to the close of the connection. */
  farewellMs: number;
  /** Of one connection; calls have less. */
  wholeMs: number;
};
export const listenLimits: ListenLimits = {
  connectMs: 2_500,
  silentMs: 15_000,
  farewellMs: 2_000,
  wholeMs: 30 * 60_000,
};

/** Deepgram listens in steps of so much: less at once makes nothing faster. */
const STEP_MS = 80;
/** What waits to be sent, at most; a voice that is later than this is answered by nobody. */
const UNSENT_MS_MAX = 5_000;
const BYTES_OF_SAMPLE = 2;
const HINTS_MAX = 50;
const HINT_CHARS_MAX = 60;
const KINDS_OF_ERROR: Record<string, number> = { 1008: 400, 1011: 503 };

type Options = Parameters<SpeechToText['open']>[0];
type Host = { baseUrl: string; key: string; limits?: ListenLimits };

/** Flux: https://developers.deepgram.com/docs/flux/quickstart. It tells by itself when somebody has ended. */
export function makeDeepgramListener({ baseUrl, key, limits = listenLimits }: Host): SpeechToText {
  return {
    open(options) {
      if (!isUnderstood(options.lang)) {
        const failure = new VendorFailure('invalid', 'Deepgram does not understand this language yet.');
        queueMicrotask(() => options.onFailure(failure));
        return { push() {}, end() {} };
      }
      return listen(addressOf(baseUrl, options), key, options, limits);
    },
  };
}

function addressOf(baseUrl: string, { lang, hints, rate }: Options): string {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/v2/listen`);
  url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  const isEnglish = baseOf(lang) === 'en';
  url.searchParams.set('model', isEnglish ? 'flux-general-en' : 'flux-general-multi');
  if (!isEnglish && lang !== '') url.searchParams.set('language_hint', baseOf(lang));
  url.searchParams.set('encoding', 'linear16');
  url.searchParams.set('sample_rate', String(rate));
  url.searchParams.set('eager_eot_threshold', '0.5');
  url.searchParams.set('eot_threshold', '0.7');
  url.searchParams.set('eot_timeout_ms', '3000');
  // What visitors say trains nobody's model.
  url.searchParams.set('mip_opt_out', 'true');
  for (const hint of hints.slice(0, HINTS_MAX)) {
    const term = hint.trim().slice(0, HINT_CHARS_MAX);
    if (term !== '') url.searchParams.append('keyterm', term);
  }
  return url.href;
}

function listen(address: string, key: string, { rate, onHeard, onSign, onFailure }: Options, limits: ListenLimits) {
  const bytesOf = (ms: number) => Math.round((rate * ms) / 1_000) * BYTES_OF_SAMPLE;
  const step = bytesOf(STEP_MS);
  let waiting: Sound[] = [];
  let waitingBytes = 0;
  let state: 'connecting' | 'open' | 'ending' | 'over' = 'connecting';
  let told = '';
  let silence: NodeJS.Timeout | undefined;
  const socket = connect(address, key, limits);
  const whole = setTimeout(() => fail(unreachable('listened for longer than any call')), limits.wholeMs);
  whole.unref();

  const over = () => {
    state = 'over';
    waiting = [];
    clearTimeout(silence);
    clearTimeout(whole);
    socket?.terminate();
  };
  const fail = (failure: VendorFailure) => {
    if (state === 'over') return;
    const isAwaited = state !== 'ending';
    over();
    if (isAwaited) onFailure(failure);
  };
  const flush = (least: number) => {
    if (state === 'connecting' || waitingBytes < least || waitingBytes === 0) return;
    // Nothing arrives: what is not taken in time is no conversation any more.
    if (socket && socket.bufferedAmount > bytesOf(UNSENT_MS_MAX)) return fail(unreachable('takes no more sound'));
    const all = Buffer.concat(waiting);
    const ready = least === 0 ? all : all.subarray(0, all.length - (all.length % step));
    socket?.send(ready);
    waiting = ready.length === all.length ? [] : [all.subarray(ready.length)];
    waitingBytes = all.length - ready.length;
    silence ??= setTimeout(() => fail(unreachable('says nothing')), limits.silentMs);
  };
  const close = () => {
    flush(0);
    socket?.send('{"type":"CloseStream"}');
    setTimeout(over, limits.farewellMs).unref();
  };
  const read = (data: RawData) => {
    const message = readMessage(bytesFrom(data));
    if (message?.type === 'TurnInfo') {
      clearTimeout(silence);
      silence = undefined;
      onSign?.();
    }
    if (message?.type === 'Error') {
      const { code, description } = message;
      return fail(refusalOf(400, { err_code: code, err_msg: description }, key));
    }
    const heard = message?.type === 'TurnInfo' ? heardOf(message) : null;
    if (!heard || state === 'over') return;
    const text = heard.kind === 'partial' ? heard.text : '';
    // It is told four times a second, whether or not anything was said.
    if (heard.kind === 'partial' && text === told) return;
    told = text;
    onHeard(heard);
  };

  if (!socket) queueMicrotask(() => fail(new VendorFailure('unauthorized', 'This is not a key of Deepgram.')));
  socket?.on('open', () => {
    if (state === 'ending') return close();
    state = 'open';
    flush(step);
  });
  socket?.on('message', read);
  socket?.on('unexpected-response', (request, response) => {
    // Its reason stands in a header; the body is not awaited.
    const said = { err_code: String(response.headers['dg-error'] ?? '') };
    request.destroy();
    fail(refusalOf(response.statusCode ?? 500, said, key));
  });
  socket?.on('error', () => fail(unreachable('could not be reached')));
  socket?.on('close', (code, reason) => {
    if (code === 1_000 && state === 'ending') return over();
    const status = KINDS_OF_ERROR[code];
    fail(status ? refusalOf(status, { err_msg: reason.toString().slice(0, 123) }, key) : unreachable('hung up'));
  });

  return {
    push(sound: Sound) {
      if (state === 'over' || state === 'ending') return;
      waiting.push(sound);
      waitingBytes += sound.length;
      while (waitingBytes > bytesOf(UNSENT_MS_MAX)) waitingBytes -= waiting.shift()?.length ?? waitingBytes;
      flush(step);
    },
    end() {
      if (state === 'over' || state === 'ending') return;
      const wasOpen = state === 'open';
      state = 'ending';
      if (wasOpen) close();
    },
  };
}

/** Null where the key is none: nothing is called with it. */
function connect(address: string, key: string, { connectMs }: ListenLimits): WebSocket | null {
  try {
    return new WebSocket(address, {
      headers: { authorization: `Token ${usable(key)}` },
      handshakeTimeout: connectMs,
      maxPayload: MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
      followRedirects: false,
    });
  } catch {
    return null;
  }
}

const bytesFrom = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
