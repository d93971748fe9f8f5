import { setTimeout as wait } from 'node:timers/promises';
import type { CallMessage } from '@antiphon/contract/calls';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeDeepgram } from '../../src/adapters/deepgram/deepgram.ts';
import { listenLimits } from '../../src/adapters/deepgram/deepgram-listener.ts';
import { speakLimits } from '../../src/adapters/deepgram/deepgram-speaker.ts';
import { makeAudioLeg } from '../../src/domain/call-sound/audio-leg.ts';
import type { LegEvent, Piece } from '../../src/domain/talks/talks.ports.ts';
import {
  type DeepgramStandIn,
  MS_OF_CHARACTER,
  spokenFrames,
  startDeepgramStandIn,
} from '../harness/deepgram-stand-in.ts';

let deepgram: DeepgramStandIn;
beforeAll(async () => {
  deepgram = await startDeepgramStandIn();
});
afterAll(() => deepgram.close());
beforeEach(() => {
  deepgram.say('What does it cost');
  deepgram.slow({});
});

const closings: (() => void)[] = [];
const BYTES_OF_MS = 48;
const REPORT_MS = 50;

/** A page that plays what it gets as time passes, and tells so. `speed`: 10 is ten times faster than it is. */
function openPage({ speed = 10, doesPlay = true, lang = 'en' } = {}) {
  const told: CallMessage[] = [];
  const events: LegEvent[] = [];
  const failures: string[] = [];
  const got = new Map<number, { ms: number; isEnded: boolean; playedMs: number; isTold: boolean }>();
  const order: string[] = [];
  const page = { mostAheadMs: 0, isPaused: false, isClosed: 0, mostUnsentMs: 0 };
  const on = { text: (_: string) => {}, bytes: (_: Buffer) => {}, close: () => {} };
  const aheadMs = () => [...got.values()].reduce((sum, { ms, playedMs }) => sum + ms - playedMs, 0);
  const take = (bytes: Buffer) => {
    const id = bytes.readUInt32LE(0);
    const piece = got.get(id) ?? { ms: 0, isEnded: false, playedMs: 0, isTold: false };
    got.set(id, piece);
    order.push(`${bytes.length > 4 ? 'sound' : 'end'} ${id}`);
    if (bytes.length === 4) piece.isEnded = true;
    piece.ms += (bytes.length - 4) / BYTES_OF_MS;
    page.mostAheadMs = Math.max(page.mostAheadMs, aheadMs());
  };
  const leg = makeAudioLeg({
    socket: {
      send(data) {
        if (typeof data !== 'string') return take(data);
        const message = JSON.parse(data) as CallMessage;
        told.push(message);
        if (message.type === 'say') order.push(`say ${message.piece}`);
        if (message.type === 'stop') got.clear();
        if (message.type === 'pause') page.isPaused = true;
        if (message.type === 'resume' || message.type === 'stop') page.isPaused = false;
      },
      onText: (listener) => void Object.assign(on, { text: listener }),
      onBytes: (listener) => void Object.assign(on, { bytes: listener }),
      onClose: (listener) => void Object.assign(on, { close: listener }),
      close: (code) => void Object.assign(page, { isClosed: code }),
    },
    speech: makeDeepgram({
      baseUrl: deepgram.url,
      key: deepgram.key,
      limits: { listen: listenLimits, speak: { ...speakLimits, firstMs: 600 } },
    }),
    ...{ lang, voice: '', speed: 1, hints: ['Antiphon'] },
    onFailure: (of) => failures.push(of),
  })((event) => events.push(event));
  const say = (message: object) => on.text(JSON.stringify(message));
  const play = () => {
    if (page.isPaused) return;
    let left = REPORT_MS * speed;
    for (const [piece, one] of got) {
      const now = Math.min(left, one.ms - one.playedMs);
      one.playedMs += now;
      left -= now;
      const isOver = one.isEnded && one.playedMs >= one.ms;
      if (one.ms > 0 && now > 0)
        say({ type: 'played', piece, share: isOver ? 1 : Math.min(one.playedMs / one.ms, 0.99) });
      else if (isOver && !one.isTold) say({ type: 'played', piece, share: 1 });
      one.isTold = isOver;
      if (isOver) got.delete(piece);
      if (left <= 0) break;
    }
  };
  const playing = doesPlay ? setInterval(play, REPORT_MS) : undefined;
  closings.push(() => {
    clearInterval(playing);
    on.close();
  });
  onTestFinished(async () => {
    for (const close of closings.splice(0)) close();
    await until(() => deepgram.openSockets() === 0, 4_000);
  });
  return { leg, told, events, failures, got, order, page, on, say, aheadMs };
}

async function until(isSo: () => boolean, ms = 5_000) {
  for (const from = Date.now(); !isSo() && Date.now() - from < ms; ) await wait(5);
  expect(isSo()).toBe(true);
}

const pieceOf = (id: number, text: string): Piece => ({ id, text, messageId: null, from: 0, to: text.length });
const LONG = 'This is a long sentence of which a caller hears the first words, and then says something else.';
const playedOf = (events: LegEvent[], of: number) =>
  events.flatMap((event) => (event.kind === 'played' && event.piece === of ? [event.share] : []));

test('what a caller says is shown to the page and told to the call', async () => {
  const { on, told, events } = openPage();
  for (const frame of spokenFrames([{ silenceMs: 200 }, { voiceMs: 900 }, { silenceMs: 500 }])) on.bytes(frame);
  await until(() => events.some(({ kind }) => kind === 'final'));
  expect(events.at(-1)).toEqual({ kind: 'final', text: 'What does it cost' });
  expect(events.filter(({ kind }) => kind === 'partial').length).toBeGreaterThan(1);
  const shown = told.flatMap((message) => (message.type === 'heard' ? [message] : []));
  expect(shown.at(-1)).toEqual({ type: 'heard', text: 'What does it cost', isFinal: true });
  expect(shown.slice(0, -1).every(({ isFinal }) => !isFinal)).toBe(true);
  expect(deepgram.listens.at(-1)?.query).toMatchObject({ sample_rate: '16000', keyterm: 'Antiphon' });
});

test('pieces sound one after the other, each to its end, and the next is begun meanwhile', async () => {
  deepgram.slow({ delayMs: 80 });
  const { leg, order, events, told } = openPage();
  const before = deepgram.speaks.length;
  leg.say(pieceOf(1, 'We open at nine every day.'));
  leg.say(pieceOf(2, 'Come in.'));
  leg.say(pieceOf(3, 'Bye.'));
  await wait(60);
  expect(deepgram.speaks).toHaveLength(before + 2);
  await until(() => playedOf(events, 3).includes(1));
  expect(order.filter((one, at) => one !== order[at - 1])).toEqual(
    [1, 2, 3].flatMap((id) => [`say ${id}`, `sound ${id}`, `end ${id}`]),
  );
  expect([1, 2, 3].map((id) => playedOf(events, id).filter((share) => share === 1))).toEqual([[1], [1], [1]]);
  const shares = playedOf(events, 1);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
  expect(told.find(({ type }) => type === 'say')).toEqual({
    ...{ type: 'say', piece: 1, text: 'We open at nine every day.', messageId: null, to: 26 },
  });
});

test('a page is never a second ahead of what it played, and what waits has a limit', async () => {
  deepgram.slow({ factor: 1_000 });
  const { leg, page, got, events } = openPage({ speed: 2 });
  const before = deepgram.speaks.length;
  for (let id = 1; id <= 3; id += 1) leg.say(pieceOf(id, LONG));
  await until(() => playedOf(events, 1).some((share) => share > 0.4));
  expect(page.mostAheadMs).toBeGreaterThan(900);
  expect(page.mostAheadMs).toBeLessThanOrEqual(1_040);
  expect(got.has(2)).toBe(false);
  // Of nearly six seconds.
  const wholeMs = LONG.length * MS_OF_CHARACTER;
  expect(wholeMs).toBeGreaterThan(5_000);
  expect(deepgram.speaks).toHaveLength(before + 2);
});

test('a page that plays nothing gets a second, and no more is made than two', async () => {
  const { leg, page, aheadMs, events } = openPage({ doesPlay: false });
  leg.say(pieceOf(1, LONG.repeat(4)));
  await until(() => aheadMs() > 900);
  await wait(300);
  expect(page.mostAheadMs).toBeLessThanOrEqual(1_040);
  expect(events).toEqual([{ kind: 'sounding', piece: 1 }]);
});

test('pause and resume are told at once, and nothing is sent between', async () => {
  const { leg, told, order, events } = openPage({ speed: 4 });
  leg.say(pieceOf(1, LONG));
  await until(() => playedOf(events, 1).length > 2);
  leg.pause();
  expect(told.at(-1)).toEqual({ type: 'pause' });
  const sent = order.length;
  await wait(200);
  expect(order).toHaveLength(sent);
  leg.resume();
  expect(told.at(-1)).toEqual({ type: 'resume' });
  await until(() => playedOf(events, 1).includes(1));
});

test('what is stopped is not made any more, and what is said then sounds', async () => {
  deepgram.slow({ factor: 3 });
  const { leg, told, order, events } = openPage({ speed: 4 });
  leg.say(pieceOf(1, LONG));
  leg.say(pieceOf(2, LONG));
  leg.say(pieceOf(3, 'Never asked.'));
  await until(() => playedOf(events, 1).length > 2);
  leg.stop();
  expect(told.at(-1)).toEqual({ type: 'stop' });
  const sent = order.length;
  await wait(150);
  expect(deepgram.speaks.slice(-2).map(({ isAborted, text }) => [text, isAborted])).toEqual([
    [LONG, true],
    [LONG, true],
  ]);
  expect(order).toHaveLength(sent);
  leg.say(pieceOf(4, 'Something else.'));
  await until(() => playedOf(events, 4).includes(1));
  expect(order.slice(sent).filter((one) => !one.endsWith(' 4'))).toEqual([]);
});

test('shares are of the whole piece, though the page knows only what it has', async () => {
  deepgram.slow({ factor: 1_000 });
  const { leg, say, events, aheadMs } = openPage({ doesPlay: false });
  leg.say(pieceOf(1, LONG));
  await until(() => aheadMs() > 900);
  say({ type: 'played', piece: 1, share: 1 });
  const [share] = playedOf(events, 1);
  expect(share).toBeGreaterThan(0.12);
  expect(share).toBeLessThan(0.24);
});

test('a piece that fails at first is asked for again; one that cannot be spoken is passed over', async () => {
  const { leg, events, failures, told } = openPage();
  deepgram.failSpeak('down', 'refused', 'hang', 'hang');
  leg.say(pieceOf(1, 'Hello.'));
  await until(() => playedOf(events, 1).includes(1) || failures.length > 0);
  expect(failures).toEqual(['speaking']);
  leg.say(pieceOf(2, 'And you?'));
  await until(() => playedOf(events, 2).includes(1));
  expect(failures).toEqual(['speaking', 'speaking']);
  deepgram.failSpeak('down');
  leg.say(pieceOf(3, 'Fine.'));
  await until(() => playedOf(events, 3).includes(1));
  expect(failures).toHaveLength(2);
  // The page shows the words of each.
  expect(told.flatMap((one) => (one.type === 'say' ? [one.piece] : []))).toEqual([1, 2, 3]);
});

test('listening goes on behind a lost connection, but not behind a refusal', async () => {
  deepgram.failListen('cut');
  const cut = openPage();
  for (const frame of spokenFrames([{ voiceMs: 300 }])) cut.on.bytes(frame);
  await until(() => deepgram.closes.at(-1)?.code === 1_006 && deepgram.openSockets() > 0);
  for (const frame of spokenFrames([{ voiceMs: 600 }, { silenceMs: 400 }])) cut.on.bytes(frame);
  await until(() => cut.events.some(({ kind }) => kind === 'final'));
  expect(cut.failures).toEqual([]);
  deepgram.failListen('refused');
  const refused = openPage();
  refused.on.bytes(Buffer.alloc(640));
  await until(() => refused.failures.length > 0);
  const listened = deepgram.listens.length;
  refused.on.bytes(Buffer.alloc(6_400));
  await wait(100);
  expect(refused.failures).toEqual(['hearing']);
  expect(deepgram.listens).toHaveLength(listened);
});

test('nobody is listened to faster than time passes', async () => {
  const { on } = openPage();
  on.bytes(Buffer.alloc(640));
  await until(() => deepgram.openSockets() > 0);
  for (let at = 0; at < 30; at += 1) for (const frame of spokenFrames([{ silenceMs: 1_000 }])) on.bytes(frame);
  await wait(300);
  expect(deepgram.listens.at(-1)?.turns?.heardMs()).toBeLessThan(6_000);
});

test('what the page tells is told on; what is none closes the connection at last', () => {
  const { say, on, told, events, page } = openPage();
  say({ type: 'voice', isOn: true });
  say({ type: 'tap' });
  say({ type: 'partial', text: 'typed into the console' });
  say({ type: 'ping', at: 7 });
  say({ type: 'played', piece: 99, share: 1 });
  say({ type: 'end' });
  expect(events).toEqual([{ kind: 'voice', isOn: true }, { kind: 'tap' }, { kind: 'end' }]);
  expect(told).toEqual([{ type: 'pong', at: 7 }]);
  for (let bad = 0; bad < 9; bad += 1) on.text('[');
  expect(page.isClosed).toBe(0);
  on.text('{}');
  expect(page.isClosed).toBe(1_008);
});

test.each(['hangUp', 'leave', 'lost'] as const)('%s: nothing is made or heard any more', async (how) => {
  deepgram.slow({ factor: 3 });
  const { leg, on, events, told, page, order } = openPage({ speed: 4 });
  leg.say(pieceOf(1, LONG));
  await until(() => playedOf(events, 1).length > 1);
  if (how === 'lost') on.close();
  else if (how === 'hangUp') leg.hangUp('caller');
  else leg.leave();
  const [sent, heard] = [order.length, events.length];
  for (const frame of spokenFrames([{ voiceMs: 400 }, { silenceMs: 400 }])) on.bytes(frame);
  await until(() => deepgram.openSockets() === 0);
  await wait(100);
  expect(deepgram.speaks.at(-1)?.isAborted).toBe(true);
  expect([order.length, events.length]).toEqual([sent, heard]);
  expect(page.isClosed).toBe({ hangUp: 1_000, leave: 1_012, lost: 0 }[how]);
  expect(told.at(-1)?.type === 'ended').toBe(how === 'hangUp');
  expect(events.at(-1)?.kind === 'lost').toBe(how === 'lost');
});
