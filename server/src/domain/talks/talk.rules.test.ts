import type { MessageId } from '@antiphon/contract/ids';
import { describe, expect, test } from 'vitest';
import { type CallEffect, type CallEvent, newTalk, stepTalk } from './talk.rules.ts';
import { talkWordsIn } from './talk-words.rules.ts';
import type { Piece } from './talks.ports.ts';

const REPLY = '0198a7b2-0000-7000-8000-000000000001' as MessageId;
const NEXT = '0198a7b2-0000-7000-8000-000000000002' as MessageId;
const WORDS = talkWordsIn('en');
const ANSWER = 'We open at nine in the morning. On Sundays we are closed all day.';

/** A talk with a caller's side that plays what it is told to only when a test says so. */
function begin(
  more: { maxMs?: number; canPause?: boolean; putsThrough?: 'never' | 'later' | 'once' } = {},
  handoff: 'bot' | 'waiting' = 'bot',
) {
  const terms = {
    words: WORDS,
    maxMs: 900_000,
    canPause: true,
    putsThrough: 'never' as const,
    isBackchannel: (text: string) => text === 'mhm',
    ...more,
  };
  let now = 0;
  let talk = { ...newTalk(now), handoff } as ReturnType<typeof newTalk>;
  let pieces: Piece[] = [];
  const all: CallEffect[] = [];
  const take = (event: CallEvent, afterMs = 0): CallEffect[] => {
    now += afterMs;
    const step = stepTalk(talk, event, now, terms);
    talk = step.talk;
    for (const effect of step.effects) {
      if (effect.do === 'say') pieces.push(effect.piece);
      if (effect.do === 'stop') pieces = [];
    }
    all.push(...step.effects);
    return step.effects;
  };
  return {
    take,
    all,
    phase: () => talk.phase,
    said: () => all.flatMap((effect) => (effect.do === 'say' ? [effect.piece.text] : [])),
    /** Plays everything that waits, as fast as somebody speaks. */
    playAll() {
      for (let piece = pieces.shift(); piece; piece = pieces.shift())
        take({ kind: 'played', piece: piece.id, share: 1 }, piece.text.length * 60);
    },
    /** Plays a share of what is next. */
    playShare(share: number) {
      const [piece] = pieces;
      if (piece) take({ kind: 'played', piece: piece.id, share }, piece.text.length * share * 60);
    },
    wait(ms: number) {
      const effects: CallEffect[] = [];
      for (let at = 0; at < ms; at += 100) effects.push(...take({ kind: 'tick' }, 100));
      return effects;
    },
    /** A question is asked, and answered as far as `text` goes. */
    answer(text = ANSWER, isDone = true) {
      take({ kind: 'final', text: 'When do you open?' });
      take({ kind: 'owed', messageId: REPLY });
      return take({ kind: 'reply', messageId: REPLY, text, isDone });
    },
  };
}

const doing = (effects: CallEffect[]) => effects.map((effect) => effect.do);
const trims = (effects: CallEffect[]) =>
  effects.flatMap((effect) => (effect.do === 'trim' ? [[effect.messageId, effect.heard]] : []));

test('greets, listens, sends what was said, and speaks the answer sentence by sentence', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: ['You speak with an AI.', 'How can I help?'] });
  expect(call.said()).toEqual(['You speak with an AI.']);
  call.playAll();
  expect(call.said()).toEqual(['You speak with an AI.', 'How can I help?']);
  expect(call.phase()).toBe('listening');
  expect(call.take({ kind: 'final', text: 'When do you open?' })).toEqual([
    { do: 'send', text: 'When do you open?' },
    { do: 'tell', state: 'thinking' },
  ]);
  call.take({ kind: 'owed', messageId: REPLY });
  expect(call.take({ kind: 'reply', messageId: REPLY, text: 'We open at ', isDone: false })).toEqual([]);
  const first = call.take({
    kind: 'reply',
    messageId: REPLY,
    text: 'We open at nine in the morning. On',
    isDone: false,
  });
  expect(doing(first)).toEqual(['say', 'tell']);
  call.take({ kind: 'reply', messageId: REPLY, text: ANSWER, isDone: true });
  call.playAll();
  expect(call.said().slice(2).join(' ')).toBe(ANSWER);
  expect(call.phase()).toBe('listening');
  // It was heard to its end: nothing is cut.
  expect(trims(call.all)).toEqual([]);
});

describe('a caller who interrupts', () => {
  test('is heard at once; what was not heard is cut off before what they say is sent', () => {
    const call = begin();
    call.take({ kind: 'connected', opening: [] });
    call.answer();
    call.playShare(0.5);
    expect(doing(call.take({ kind: 'voice', isOn: true }))).toEqual(['pause']);
    expect(doing(call.take({ kind: 'partial', text: 'And on' }, 100))).toEqual(['stop', 'trim', 'tell']);
    expect(call.phase()).toBe('listening');
    expect(trims(call.all)).toEqual([[REPLY, 'We open at nine']]);
    expect(doing(call.take({ kind: 'final', text: 'And on Mondays?' }))).toEqual(['send', 'tell']);
  });

  test('stops an answer that is still being written, and hears no more of it', () => {
    const call = begin();
    call.take({ kind: 'connected', opening: [] });
    call.answer('We open at nine in the morning. On Sun', false);
    call.playShare(0.5);
    expect(doing(call.take({ kind: 'tap' }))).toEqual(['stop', 'stopReply', 'trim', 'tell']);
    call.take({ kind: 'reply', messageId: REPLY, text: ANSWER, isDone: true });
    expect(call.said()).toHaveLength(1);
    expect(call.phase()).toBe('listening');
  });

  test('while nothing was spoken yet leaves nothing of the answer that was on its way', () => {
    const call = begin();
    call.take({ kind: 'connected', opening: [] });
    call.answer('', false);
    const effects = call.take({ kind: 'final', text: 'No, wait.' });
    expect(doing(effects)).toEqual(['stopReply', 'trim', 'send', 'tell']);
    expect(trims(effects)).toEqual([[REPLY, '']]);
  });

  test('with a sound alone is spoken on to', () => {
    const call = begin();
    call.take({ kind: 'connected', opening: [] });
    call.answer();
    call.take({ kind: 'voice', isOn: true });
    call.take({ kind: 'partial', text: 'mhm' }, 100);
    call.take({ kind: 'voice', isOn: false }, 100);
    expect(doing(call.wait(700))).toEqual(['resume']);
    call.playAll();
    expect(trims(call.all)).toEqual([]);
    expect(doing(call.all).filter((what) => what === 'send')).toHaveLength(1);
  });

  test('with a drawn-out sound alone, whose end is told late, is spoken on to as soon as it is understood', () => {
    const call = begin();
    call.take({ kind: 'connected', opening: [] });
    call.answer();
    call.take({ kind: 'voice', isOn: true });
    // Caught here: 400 ms that were counted from the first sign of the voice to the end of the silence behind it.
    expect(doing(call.wait(600))).toEqual([]);
    call.take({ kind: 'voice', isOn: false });
    expect(doing(call.take({ kind: 'final', text: 'mhm' }))).toEqual(['resume']);
  });

  test('by a voice that goes on is heard although no word was understood', () => {
    const call = begin();
    call.take({ kind: 'connected', opening: [] });
    call.answer();
    call.take({ kind: 'voice', isOn: true });
    expect(doing(call.wait(500))).toEqual([]);
    expect(doing(call.wait(300))).toEqual(['stop', 'trim', 'tell']);
  });

  test('does not shorten what a person wrote', () => {
    const call = begin();
    call.take({ kind: 'connected', opening: [] });
    call.take({ kind: 'person', messageId: NEXT, text: ANSWER });
    expect(doing(call.take({ kind: 'tap' }))).toEqual(['stop', 'tell']);
  });
});

test('a caller in need is told at once whom to dial, and answered all the same', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: [] });
  const effects = call.take({ kind: 'final', text: 'My father has a heart attack' });
  expect(doing(effects)).toEqual(['send', 'tell', 'say', 'tell', 'say']);
  call.take({ kind: 'owed', messageId: REPLY });
  call.take({ kind: 'reply', messageId: REPLY, text: ANSWER, isDone: true });
  call.playAll();
  expect(call.said().join(' ')).toMatch(/^If this is an emergency, hang up now.* We open at nine/);
});

test('a caller who says nothing is asked, and then told goodbye', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: ['Hello.'] });
  call.playAll();
  call.wait(10_000);
  expect(call.said().at(-1)).toBe(WORDS.stillThere);
  call.playAll();
  call.wait(10_000);
  expect(call.said().at(-1)).not.toBe(WORDS.stillThere);
  call.playAll();
  expect(call.all.at(-1)).toEqual({ do: 'hangUp', reason: 'silence' });
});

test('while a person holds the conversation nobody is hurried', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: [] });
  call.take({ kind: 'handoff', state: 'held' });
  call.wait(60_000);
  expect(call.said()).toEqual([]);
});

test('a person who does not come is told of once', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: [] });
  call.take({ kind: 'handoff', state: 'waiting' });
  call.wait(60_000);
  expect(call.said().join(' ')).toBe(WORDS.nobody);
});

test('where nobody pays on, what is spoken ends with its sentence, and the caller is told why', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: [] });
  const long = `${ANSWER} And so on. And on. And on.`;
  call.answer(long, false);
  call.take({ kind: 'unpaid' });
  // What comes now is not spoken any more.
  call.take({ kind: 'reply', messageId: REPLY, text: `${long} More.`, isDone: true });
  call.playAll();
  call.playAll();
  expect(call.said().join(' ')).toBe(`${ANSWER} ${WORDS.byeNoCredits}`);
  expect(trims(call.all)).toEqual([[REPLY, ANSWER]]);
  expect(call.all.at(-1)).toEqual({ do: 'hangUp', reason: 'no_credits' });
});

test('a call ends at its longest, although its caller talks on, and although nothing is played', () => {
  const call = begin({ maxMs: 60_000 });
  call.take({ kind: 'connected', opening: [] });
  for (let second = 0; second < 70; second += 5) {
    call.take({ kind: 'partial', text: 'and then' });
    call.wait(5_000);
  }
  call.wait(16_000);
  expect(call.all.at(-1)).toEqual({ do: 'hangUp', reason: 'too_long' });
});

test('an answer that takes long is announced, and again before three seconds of silence', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: [] });
  call.answer('', false);
  call.wait(1_300);
  call.playAll();
  call.wait(2_400);
  expect(call.said()).toEqual([WORDS.moment]);
  call.wait(200);
  call.playAll();
  call.take({ kind: 'reply', messageId: REPLY, text: ANSWER, isDone: true });
  call.playAll();
  expect(call.said().join(' ')).toBe(`${WORDS.moment} ${WORDS.longer} ${ANSWER}`);
});

test('who was not listened to is asked to say it again, unless the agent speaks', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: ['Hello there.'] });
  call.take({ kind: 'unheard' });
  call.playAll();
  expect(call.said()).toEqual(['Hello there.']);
  call.take({ kind: 'unheard' });
  expect(call.said().join(' ')).toBe(`Hello there. ${WORDS.failed}`);
});

test('a caller who comes back hears the rest of the sentence that they missed', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: [] });
  call.take({ kind: 'goOn', messageId: REPLY, text: ANSWER, isDone: true, from: 31 });
  expect(call.said()).toEqual(['On Sundays we are closed all day.']);
  call.take({ kind: 'tap' });
  expect(trims(call.all)).toEqual([[REPLY, 'We open at nine in the morning.']]);
});

describe('who asks for a person', () => {
  const waiting = { kind: 'handoff', state: 'waiting' } as const;
  const opening: CallEvent = { kind: 'connected', opening: [] };

  // Caught here: a caller who is put through before anybody had time.
  test('is put through once nobody in the inbox came, after it was said', () => {
    const call = begin({ putsThrough: 'later' });
    call.take(opening);
    call.take(waiting);
    expect(call.wait(24_900)).toEqual([]);
    expect(call.wait(200)).toContainEqual(
      expect.objectContaining({ do: 'say', piece: expect.objectContaining({ text: WORDS.putThrough }) }),
    );
    expect(call.all.some((effect) => effect.do === 'hangUp')).toBe(false);
    call.playAll();
    expect(call.all.at(-1)).toEqual({ do: 'hangUp', reason: 'transferred' });
  });

  test('is put through at once where the number says so, behind the answer', () => {
    const call = begin({ putsThrough: 'once' });
    call.take(opening);
    call.answer('I ask for somebody.');
    call.take(waiting);
    call.playAll();
    expect(call.said()).toEqual(['I ask for somebody.', WORDS.putThrough]);
    expect(call.all.at(-1)).toEqual({ do: 'hangUp', reason: 'transferred' });
  });

  test('is put through where none is there, and by whoever looks on', () => {
    for (const event of [{ kind: 'personAway' }, { kind: 'transfer' }] as const) {
      const call = begin({ putsThrough: 'later' });
      call.take(opening);
      call.take(event);
      call.playAll();
      expect(call.all.at(-1)).toEqual({ do: 'hangUp', reason: 'transferred' });
    }
  });

  test('is answered on where there is nobody to put them through to', () => {
    const call = begin();
    call.take(opening);
    call.take({ kind: 'personAway' });
    call.take({ kind: 'transfer' });
    call.take(waiting);
    const effects = call.wait(25_100);
    call.playAll();
    expect(effects).toContainEqual({ do: 'endWait' });
    expect(call.said().join(' ')).toBe(WORDS.nobody);
    expect(call.phase()).toBe('listening');
  });

  test('is taken back where nobody answered', () => {
    const call = begin({ putsThrough: 'later' }, 'waiting');
    const effects = call.take({ kind: 'connected', opening: [WORDS.unanswered], isUnanswered: true });
    expect(effects[0]).toEqual({ do: 'endWait' });
    call.playAll();
    expect(call.said().join(' ')).toBe(WORDS.unanswered);
  });

  test('goes on waiting in another process', () => {
    const call = begin({ putsThrough: 'later' }, 'waiting');
    call.take(opening);
    call.wait(25_100);
    call.playAll();
    expect(call.all.at(-1)).toEqual({ do: 'hangUp', reason: 'transferred' });
  });
});

// Caught here: an answer that waits for the end of what fills the silence before it.
test('an answer does not wait for the end of what filled the silence', () => {
  const call = begin();
  call.take({ kind: 'connected', opening: [] });
  call.take({ kind: 'final', text: 'When do you open?' });
  call.take({ kind: 'owed', messageId: REPLY });
  call.wait(1_300);
  expect(call.said()).toEqual([WORDS.moment]);
  call.take({ kind: 'reply', messageId: REPLY, text: 'We open at nine.', isDone: true });
  const pieces = call.all.flatMap((effect) => (effect.do === 'say' ? [effect.piece] : []));
  expect(pieces.map(({ text, isFiller = false }) => [text, isFiller])).toEqual([
    [WORDS.moment, true],
    ['We open at nine.', false],
  ]);
});
