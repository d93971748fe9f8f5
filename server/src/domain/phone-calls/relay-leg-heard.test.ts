import { beforeEach, expect, test, vi } from 'vitest';
import { makeTelephony } from '../../../test/factories/telephony-factory.ts';
import { makeRelayPlayer, readFrame } from '../../../test/harness/relay-player.ts';
import type { Piece } from '../talks/talks.ports.ts';
import { openRelayLeg } from './relay-leg.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const WORDS = 'the fox, sees a small dog. It runs; over 28 hills: and of of course we do! Again we do.'.split(' ');
const bare = (text: string) => text.replace(/\s+/g, '');

/** The same every time. */
function makeRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

/** A relay that plays what the leg sends, and what the leg told to be heard of it. */
function begin() {
  let onMessage: (text: string) => void = () => {};
  const tell = (message: object) => onMessage(JSON.stringify(message));
  const player = makeRelayPlayer({ wordMs: () => 100, tell });
  const wire = {
    send: (text: string) => {
      const frame = readFrame(text);
      if (frame?.type !== 'text') expect.fail(`The relay refuses ${text}`);
      player.say(frame.token, frame.preemptible ?? false);
    },
    close: () => {},
    onMessage: (listener: typeof onMessage) => {
      onMessage = listener;
    },
    onClose: () => {},
  };
  const shares = new Map<number, number>();
  const leg = openRelayLeg({ wire, readMessage: makeTelephony().readMessage })((event) => {
    if (event.kind === 'played') shares.set(event.piece, event.share);
  });
  return { player, leg, shares, tell };
}

// Caught here: shares of what is begun that are told as whole, and words that count twice because an interruption tells them again.
test('after 300 interruptions what was told to be heard is what was heard, to the letter', () => {
  const random = makeRandom(7);
  for (let round = 0; round < 300; round += 1) {
    const { player, leg, shares, tell } = begin();
    const pieces: Piece[] = Array.from({ length: 1 + random(5) }, (_, at) => {
      const text = Array.from({ length: 1 + random(9) }, () => WORDS[random(WORDS.length)]).join(' ');
      return { id: at + 1, text, messageId: null, from: 0, to: text.length };
    });
    for (const piece of pieces) {
      leg.say(piece);
      vi.advanceTimersByTime(random(200));
    }
    vi.advanceTimersByTime(random(4_000));
    tell({ type: 'info', name: 'clientSpeaking', value: 'on' });
    player.interrupt();
    leg.stop();
    vi.advanceTimersByTime(10_000);
    const told = pieces.map(({ id, text }) => {
      const letters = bare(text);
      return letters.slice(0, Math.round(letters.length * (shares.get(id) ?? 0)));
    });
    expect(told.join('')).toBe(bare(player.heard()));
  }
});
