import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeTelephony } from '../../../test/factories/telephony-factory.ts';
import type { LegEvent, Piece } from '../talks/talks.ports.ts';
import { openRelayLeg } from './relay-leg.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

function begin() {
  const events: LegEvent[] = [];
  const sent: { type: string; token?: string; handoffData?: string; preemptible?: boolean }[] = [];
  const closed: number[] = [];
  let onMessage: (text: string) => void = () => {};
  let onClose: (code: number) => void = () => {};
  const wire = {
    send: (text: string) => void sent.push(JSON.parse(text)),
    close: (code: number) => void closed.push(code),
    onMessage: (listener: typeof onMessage) => {
      onMessage = listener;
    },
    onClose: (listener: typeof onClose) => {
      onClose = listener;
    },
  };
  const leg = openRelayLeg({ wire, readMessage: makeTelephony().readMessage })((event) => void events.push(event));
  let id = 0;
  const say = (text: string): Piece => {
    id += 1;
    const piece: Piece = { id, text, messageId: null, from: 0, to: text.length };
    leg.say(piece);
    return piece;
  };
  const told = (...messages: object[]) => {
    for (const message of messages) onMessage(JSON.stringify(message));
    return events.splice(0);
  };
  const tokens = () => sent.flatMap(({ token }) => (token === undefined ? [] : [token.trim()]));
  return {
    leg,
    say,
    told,
    tokens,
    sent,
    closed,
    events,
    text: (text: string) => onMessage(text),
    close: onCloseOf(() => onClose),
  };
}
const onCloseOf = (get: () => (code: number) => void) => (code: number) => get()(code);

const played = (value: string) => ({ type: 'info', name: 'tokensPlayed', value });
const agent = (value: 'on' | 'off') => ({ type: 'info', name: 'agentSpeaking', value });
const caller = (value: 'on' | 'off') => ({ type: 'info', name: 'clientSpeaking', value });
const prompt = (voicePrompt: string, last = true) => ({ type: 'prompt', voicePrompt, lang: 'en', last });
const interrupt = (utteranceUntilInterrupt: string) => ({
  ...{ type: 'interrupt', utteranceUntilInterrupt, durationUntilInterruptMs: 684 },
});
const key = (digit: string) => ({ type: 'dtmf', digit });
const wait = (ms: number) => vi.advanceTimersByTime(ms);

describe('what is said', () => {
  // As it was recorded: clauses are told one by one, with their spaces.
  test('was heard clause by clause, and to its end', () => {
    const { say, told, sent } = begin();
    say('I heard: Holding.');
    expect(sent).toEqual([
      { type: 'text', token: 'I heard: Holding. ', last: true, interruptible: true, preemptible: false },
    ]);
    expect(told(agent('on'), played('I heard:'))).toEqual([{ kind: 'played', piece: 1, share: 7 / 15 }]);
    expect(told(played(' Holding.'), agent('off'))).toEqual([{ kind: 'played', piece: 1, share: 1 }]);
  });

  test('goes to the relay two pieces at a time, for it takes nothing back', () => {
    const { say, told, tokens, leg } = begin();
    for (const text of ['One.', 'Two.', 'Three.', 'Four.']) say(text);
    expect(tokens()).toEqual(['One.', 'Two.']);
    expect(told(played('One.'))).toEqual([{ kind: 'played', piece: 1, share: 1 }]);
    wait(100);
    expect(tokens()).toEqual(['One.', 'Two.', 'Three.']);
    leg.stop();
    expect(told(played('Two.'), played('Three.'), agent('off'))).toEqual([]);
    expect(tokens()).toHaveLength(3);
    say('Five.');
    expect(told(played('Five.'))).toEqual([{ kind: 'played', piece: 5, share: 1 }]);
  });

  test('told as of two pieces at once, or in other letters, is of both', () => {
    const { say, told } = begin();
    say('One.');
    say('Two “three”.');
    expect(told(played('One. Two "three".'))).toEqual([
      { kind: 'played', piece: 1, share: 1 },
      { kind: 'played', piece: 2, share: 1 },
    ]);
  });

  test('told in fewer letters is over when the relay falls silent', () => {
    const { say, told } = begin();
    say('It costs 28 euros.');
    expect(told(played('It costs'), agent('off'))).toEqual([
      { kind: 'played', piece: 1, share: 7 / 15 },
      { kind: 'played', piece: 1, share: 1 },
    ]);
  });
});

describe('who interrupts', () => {
  const TWELVE = Array.from({ length: 12 }, (_, at) => `Sentence ${at + 1} of twelve: the quick brown fox.`);

  // Recorded: twelve sentences wait, the caller speaks after some words of the second, and nothing more is spoken.
  test('has heard the first sentence and some of the second', () => {
    const { say, told, tokens, leg } = begin();
    for (const text of TWELVE) say(text);
    told(agent('on'), played('Sentence 1 of twelve:'), played(' the quick brown fox.'));
    expect(told(caller('on'), played(' Sentence 2 of'), interrupt('Sentence 2 of'), agent('off'))).toEqual([
      { kind: 'played', piece: 2, share: 'Sentence2of'.length / 'Sentence2oftwelve:thequickbrownfox.'.length },
      { kind: 'voice', isOn: true },
    ]);
    leg.stop();
    wait(1_000);
    expect(tokens()).toHaveLength(2);
    expect(told(prompt('wait', false), caller('off'), prompt('Wait, please.'))).toEqual([
      { kind: 'partial', text: 'wait' },
      { kind: 'voice', isOn: false },
      { kind: 'final', text: 'Wait, please.' },
    ]);
    expect(told(played(' never'))).toEqual([]);
  });

  test('is believed where only the interruption tells what was heard', () => {
    const { say, told } = begin();
    say('Life is a complex set of choices.');
    expect(told(agent('on'), interrupt('Life is a complex set of'))[0]).toEqual({
      ...{ kind: 'played', piece: 1, share: 'Lifeisacomplexsetof'.length / 'Lifeisacomplexsetofchoices.'.length },
    });
  });

  test('is told once of what is told twice', () => {
    const { say, told } = begin();
    say('Of course, of course, of course we do.');
    told(agent('on'), played('Of course,'));
    const heard = told(played(' of'), interrupt('Of course, of'))[0] as { share: number };
    expect(heard.share).toBeCloseTo('Ofcourse,of'.length / 'Ofcourse,ofcourse,ofcoursewedo.'.length);
  });

  test('is not believed in words that were never said', () => {
    const { say, told } = begin();
    say('Yes.');
    say('We do.');
    expect(told(agent('on'), caller('on'), interrupt('Something else entirely'))).toEqual([
      { kind: 'voice', isOn: true },
    ]);
  });

  test('by an "mhm" does not: the relay judges while something is said', () => {
    const { say, told } = begin();
    expect(told(caller('on'), caller('off'))).toHaveLength(2);
    say('A long answer, indeed.');
    expect(told(agent('on'), caller('on'))).toEqual([]);
    expect(told(played('A long answer,'), caller('off'))).toEqual([
      { kind: 'played', piece: 1, share: 'Alonganswer,'.length / 'Alonganswer,indeed.'.length },
      { kind: 'voice', isOn: false },
    ]);
  });
});

describe('keys', () => {
  test('until # are said at once', () => {
    const { told } = begin();
    expect(told(key('4'), key('7'), key('2'), key('#')).at(-1)).toEqual({ kind: 'final', text: '472' });
  });

  test('without # are said two seconds after the last one', () => {
    const { told, events } = begin();
    told(key('4'));
    wait(1_900);
    told(key('7'));
    wait(1_900);
    expect(events).toEqual([]);
    wait(200);
    expect(events).toEqual([{ kind: 'final', text: '47' }]);
  });

  test('what was heard before a key is told before it', () => {
    const { leg, say, told, events } = begin();
    say('Press one for sales.');
    told(agent('on'));
    expect(told(key('1'), played('Press'), interrupt('Press'), agent('off'))).toEqual([
      { kind: 'played', piece: 1, share: 'Press'.length / 'Pressoneforsales.'.length },
      { kind: 'key', digit: '1' },
      { kind: 'tap' },
    ]);
    leg.stop();
    say('Sales.');
    told(agent('on'), key('2'));
    expect(events).toEqual([]);
    wait(300);
    expect(events).toEqual([{ kind: 'key', digit: '2' }, { kind: 'tap' }]);
  });

  // Recorded: a # behind the last digit comes while the reply is spoken, and cuts it off.
  test('a late # says nothing, and what it has cut is said again', () => {
    const { say, told, tokens } = begin();
    told(key('4'));
    wait(2_000);
    for (const text of ['Thank you.', 'One moment.', 'Here it is.']) say(text);
    told(agent('on'), played('Thank you.'));
    wait(100);
    told(played(' One'));
    expect(told(key('#'), interrupt('Thank you. One'), agent('off'))).toEqual([]);
    wait(1_000);
    expect(tokens()).toEqual(['Thank you.', 'One moment.', 'Here it is.', 'One moment.', 'Here it is.']);
    expect(told(agent('on'), played('One moment.'), played(' Here it is.'))).toEqual([
      { kind: 'played', piece: 2, share: 1 },
      { kind: 'played', piece: 3, share: 1 },
    ]);
    expect(told(key('#'))).toEqual([]);
  });
});

describe('an interruption by which nothing was meant', () => {
  const interrupted = () => {
    const made = begin();
    made.say('A long answer, indeed.');
    made.told(agent('on'), caller('on'), played('A long'), interrupt('A long'), agent('off'));
    return made;
  };

  test('is over when nobody speaks any more: what was cut is said again, and what came since after it', () => {
    const { say, told, tokens } = interrupted();
    wait(3_000);
    expect(tokens()).toHaveLength(1);
    told(caller('off'));
    wait(500);
    say('And more.');
    wait(500);
    expect(tokens()).toEqual(['A long answer, indeed.', 'A long answer, indeed.', 'And more.']);
    expect(told(played('A long answer, indeed.'))).toEqual([{ kind: 'played', piece: 1, share: 1 }]);
  });

  test('that was meant stays one: what is stopped is not said again', () => {
    const { leg, told, tokens } = interrupted();
    told(prompt('wait', false), caller('off'), prompt('Wait.'));
    leg.stop();
    wait(10_000);
    expect(tokens()).toHaveLength(1);
  });

  test('keys that go on are waited for', () => {
    const { leg, say, told, tokens } = begin();
    say('Press your number.');
    told(agent('on'), key('4'), interrupt(''), agent('off'));
    wait(1_500);
    told(key('2'));
    wait(1_500);
    expect(tokens()).toHaveLength(1);
    leg.stop();
    wait(10_000);
    expect(tokens()).toHaveLength(1);
  });
});

describe('the end', () => {
  test('by us is said with its reason, and nothing is told after it', () => {
    const { leg, say, told, sent, closed, close, events } = begin();
    leg.hangUp('silence');
    expect(sent.at(-1)).toEqual({ type: 'end', handoffData: '{"reason":"silence"}' });
    say('Too late.');
    expect(told(prompt('Hello?'))).toEqual([]);
    leg.hangUp('agent');
    expect(sent).toHaveLength(1);
    close(1000);
    wait(60_000);
    expect([events, closed]).toEqual([[], []]);
  });

  test('that the relay does not make is made by us', () => {
    const { leg, sent, closed } = begin();
    leg.leave();
    expect(sent.at(-1)).toEqual({ type: 'end', handoffData: '{"reason":"goes-on"}' });
    wait(30_000);
    expect(closed).toEqual([1000]);
  });

  test.each([
    [1000, 'end'],
    [1006, 'lost'],
    [1007, 'lost'],
  ])('a connection that is closed by %i is %s', (code, kind) => {
    const { close, events, told } = begin();
    close(code);
    expect(events).toEqual([{ kind }]);
    expect(told(prompt('Hello?'), key('1'))).toHaveLength(1);
  });
});

test('what is no message changes nothing', () => {
  const { say, told, text } = begin();
  say('Yes.');
  for (const bad of ['', '{', '[]', '{"type":"new"}', 'x'.repeat(50_000)]) text(bad);
  expect(told(played('Yes.'))).toEqual([{ kind: 'played', piece: 1, share: 1 }]);
});
