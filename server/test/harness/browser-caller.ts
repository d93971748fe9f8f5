import { setTimeout as wait } from 'node:timers/promises';
import type { CallerMessage, CallMessage } from '@antiphon/contract/calls';
import { WebSocket } from 'ws';

type Said = Extract<CallMessage, { type: 'say' }>;

/** How long a character takes to be spoken: people take 60 ms, tests have less time. */
const CHAR_MS = 36;

/**
 * A caller's browser: speaks what it is told to in its time, tells how far it is, and stops at once where it is told to. `heard` is what
 * its visitor truly heard, to the character.
 */
export async function openBrowserCaller(
  origin: string,
  region: string,
  { callId, secret }: { callId: string; secret: string },
  headers: Record<string, string> = {},
  charMs = CHAR_MS,
) {
  const url = `${origin.replace('http', 'ws')}/api/${region}/calls/${callId}`;
  const socket = new WebSocket(url, [`call.${secret}`], { headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  const messages: CallMessage[] = [];
  const queue: Said[] = [];
  let closedWith: number | null = null;
  const heard: { messageId: string | null; text: string; to: number }[] = [];
  let isHeld = false;
  let playing: { said: Said; at: number } | null = null;
  const tell = (message: CallerMessage) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message));
  const note = ({ messageId, text, to }: Said, chars: number) => {
    const last = heard.at(-1);
    const known = last && last.to === to && last.messageId === messageId ? heard.pop() : null;
    heard.push({ messageId, to, text: text.slice(0, Math.max(chars, known?.text.length ?? 0)) });
  };
  const timer = setInterval(() => {
    if (isHeld) return;
    const next = playing ? null : queue.shift();
    if (next) playing = { said: next, at: 0 };
    if (!playing) return;
    const { said } = playing;
    playing.at = Math.min(said.text.length, playing.at + 1);
    note(said, playing.at);
    const isOver = playing.at === said.text.length;
    if (isOver || playing.at % 6 === 0)
      tell({ type: 'played', piece: said.piece, share: playing.at / said.text.length });
    if (isOver) playing = null;
  }, charMs);
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as CallMessage;
    messages.push(message);
    if (message.type === 'say') queue.push(message);
    else if (message.type === 'pause') isHeld = true;
    else if (message.type === 'resume') isHeld = false;
    else if (message.type === 'stop') {
      isHeld = false;
      playing = null;
      queue.length = 0;
    }
  });
  socket.on('close', (code) => {
    closedWith = code;
    clearInterval(timer);
  });
  await new Promise((done, refuse) => {
    socket.once('open', done);
    socket.once('error', refuse);
  });
  const spoken = () => messages.flatMap((message) => (message.type === 'say' ? [message.text] : []));
  const until = async <Found>(find: () => Found | undefined | null | false, withinMs = 15_000): Promise<Found> => {
    for (const end = Date.now() + withinMs; Date.now() < end; await wait(10)) {
      const found = find();
      if (found) return found;
    }
    throw new Error(`not heard in time; messages: ${JSON.stringify(messages.slice(-12))}`);
  };
  return {
    messages,
    heard,
    spoken,
    tell,
    until,
    /** Says something, as recognition tells of it. */
    async say(text: string) {
      tell({ type: 'partial', text: text.split(' ').slice(0, 2).join(' ') });
      await wait(20);
      tell({ type: 'final', text });
    },
    untilSpoken: (words: string) => until(() => spoken().some((text) => text.includes(words))),
    untilListening: () =>
      until(() => {
        const last = messages.findLast((message) => message.type === 'state');
        return last?.state === 'listening' && !playing && queue.length === 0;
      }),
    /** How much of a message was heard, in its own characters. */
    heardOf: (messageId: string) =>
      heard
        .filter((one) => one.messageId === messageId)
        .map(({ text }) => text)
        .join(' '),
    nextSecret: () => messages.findLast((message) => message.type === 'ready')?.secret ?? '',
    closedWith: () => closedWith,
    hangUp: () => tell({ type: 'end' }),
    /** As a connection that breaks. */
    drop: () => socket.terminate(),
  };
}

export type BrowserCaller = Awaited<ReturnType<typeof openBrowserCaller>>;
