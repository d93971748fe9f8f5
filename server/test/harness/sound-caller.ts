import type { CallerMessage, CallMessage } from '@antiphon/contract/calls';
import { WebSocket } from 'ws';
import { until } from './api.ts';
import { MS_OF_CHARACTER, spokenFrames } from './deepgram-stand-in.ts';

const BYTES_OF_MS = 48;
const FRAME_MS = 20;
/** As the page's detector tells a voice: after so much of it, and after so much silence that it has ended. */
const VOICE_ONSET_MS = 120;
const VOICE_HANG_MS = 300;

type Options = { origin: string; region: string; opened: { callId: string; secret: string }; speed?: number };

/**
 * A page whose sound travels: sends what its microphone hears, frame by frame, and plays what comes, `speed` times as fast as people hear. Tells
 * its voice as the worklet does, and takes the secret of each next connection.
 */
export async function openSoundCaller({ origin, region, opened, speed = 1 }: Options) {
  const url = `${origin.replace('http', 'ws')}/api/${region}/calls/${opened.callId}`;
  const messages: CallMessage[] = [];
  const pieces = new Map<number, { waitingMs: number; playedMs: number; isEnded: boolean }>();
  /** For so long each piece was heard, also of those that were stopped. */
  const heardMs = new Map<number, number>();
  const sounded: { piece: number; at: number }[] = [];
  let microphone: { frame: Buffer; isVoice: boolean }[] = [];
  const voice = { isOn: false, voicedMs: 0, silentMs: 0, endedAt: 0 };
  const seen = { underruns: 0, roundTripMs: undefined as number | undefined };
  let isHeld = false;
  let closedWith: number | null = null;
  let socket: WebSocket;
  const tell = (message: CallerMessage) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message));

  const play = (now: number) => {
    if (isHeld) return;
    for (const [id, piece] of pieces) {
      const ms = Math.min(piece.waitingMs, FRAME_MS * speed);
      if (ms === 0 && piece.playedMs > 0 && !piece.isEnded) seen.underruns += 1;
      piece.waitingMs -= ms;
      piece.playedMs += ms;
      heardMs.set(id, piece.playedMs);
      if (ms > 0) sounded.push({ piece: id, at: now });
      if (piece.waitingMs === 0 && piece.isEnded) {
        pieces.delete(id);
        tell({ type: 'played', piece: id, share: 1 });
        continue;
      }
      if (ms > 0) tell({ type: 'played', piece: id, share: piece.playedMs / (piece.playedMs + piece.waitingMs) });
      return;
    }
  };
  const listen = (now: number) => {
    const heard = microphone.shift() ?? { frame: [...spokenFrames([{ silenceMs: FRAME_MS }])][0]!, isVoice: false };
    if (socket.readyState !== socket.OPEN) return;
    socket.send(heard.frame);
    voice.silentMs = heard.isVoice ? 0 : voice.silentMs + FRAME_MS;
    voice.voicedMs = heard.isVoice ? voice.voicedMs + FRAME_MS : 0;
    if (heard.isVoice) voice.endedAt = now;
    const isOn = voice.isOn ? voice.silentMs < VOICE_HANG_MS : voice.voicedMs >= VOICE_ONSET_MS;
    if (isOn !== voice.isOn) tell({ type: 'voice', isOn });
    voice.isOn = isOn;
  };
  // By the clock: a process that is busy for a moment loses none of its time.
  let due = performance.now();
  const ticking = setInterval(() => {
    for (const now = performance.now(); due <= now; due += FRAME_MS) {
      play(now);
      listen(now);
    }
  }, FRAME_MS / 4);
  const ping = () => tell({ type: 'ping', at: Date.now(), roundTripMs: seen.roundTripMs });
  const onMessage = (data: Buffer, isBinary: boolean) => {
    if (!isBinary) {
      const message = JSON.parse(String(data)) as CallMessage;
      if (message.type === 'pong') {
        const isFirst = seen.roundTripMs === undefined;
        seen.roundTripMs = Math.max(0, Date.now() - message.at);
        if (isFirst) ping();
        return;
      }
      messages.push(message);
      if (message.type === 'ready') ping();
      if (message.type === 'pause') isHeld = true;
      else if (message.type === 'resume') isHeld = false;
      else if (message.type === 'stop') {
        isHeld = false;
        pieces.clear();
      }
      return;
    }
    const id = data.readUInt32LE(0);
    const piece = pieces.get(id) ?? { waitingMs: 0, playedMs: 0, isEnded: false };
    pieces.set(id, piece);
    if (data.length === 4) piece.isEnded = true;
    else piece.waitingMs += (data.length - 4) / BYTES_OF_MS;
  };
  const connect = async (secret: string) => {
    pieces.clear();
    closedWith = null;
    socket = new WebSocket(url, [`call.${secret}`], { headers: { 'sec-fetch-site': 'same-origin' } });
    socket.on('message', onMessage);
    socket.on('close', (code) => {
      closedWith = code;
    });
    await new Promise((done, refuse) => {
      socket.once('open', done);
      socket.once('error', refuse);
    });
  };
  await connect(opened.secret);
  const spoken = () => messages.flatMap((message) => (message.type === 'say' ? [message.text] : []));
  const untilSo = (is: () => boolean) => until(async () => is(), Boolean);
  return {
    messages,
    sounded,
    tell,
    spoken,
    /** Of a message, what was heard of it as it was spoken. */
    heardOf: (messageId: string) =>
      messages
        .flatMap((one) => (one.type === 'say' && one.messageId === messageId ? [one] : []))
        .map(({ piece, text }) => text.slice(0, Math.round((heardMs.get(piece) ?? 0) / MS_OF_CHARACTER)))
        .filter((text) => text !== '')
        .join(' '),
    mode: () => messages.findLast((message) => message.type === 'ready')?.mode,
    voice: () => messages.findLast((message) => message.type === 'ready')?.voice,
    closedWith: () => closedWith,
    /** How often there was nothing to be played in the middle of a piece. */
    underruns: () => seen.underruns,
    /** Speaks for so long, and is silent then. */
    talk(ms: number) {
      for (const frame of spokenFrames([{ voiceMs: ms }])) microphone.push({ frame, isVoice: true });
    },
    /** Speaks for so long; answers after how many milliseconds of silence something was heard. */
    async waitAfter(ms: number) {
      for (const frame of spokenFrames([{ voiceMs: ms }])) microphone.push({ frame, isVoice: true });
      await untilSo(() => microphone.length === 0);
      const { endedAt } = voice;
      await untilSo(() => (sounded.at(-1)?.at ?? 0) > endedAt - ms);
      return Math.max(0, (sounded.find(({ at }) => at > endedAt - ms)?.at ?? 0) - endedAt);
    },
    untilSpoken: (words: string) => untilSo(() => spoken().some((text) => text.includes(words))),
    untilHeard: (id: number) => untilSo(() => sounded.some(({ piece }) => piece === id)),
    untilListening: () =>
      untilSo(
        () => messages.findLast((message) => message.type === 'state')?.state === 'listening' && pieces.size === 0,
      ),
    untilClosed: () => untilSo(() => closedWith !== null),
    /** Comes back, as a page does whose connection was closed. */
    comeBack: () => connect(messages.findLast((message) => message.type === 'ready')?.secret ?? ''),
    hangUp() {
      clearInterval(ticking);
      microphone = [];
      tell({ type: 'end' });
    },
  };
}
