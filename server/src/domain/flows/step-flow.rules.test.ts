import { findFlowFaults } from '@antiphon/contract/flow-check';
import type { Flow } from '@antiphon/contract/flow-parts';
import { newFunctionCallId } from '@antiphon/contract/ids';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bookingFlow, edgesOf, flowOf } from '../../../test/factories/flow-factory.ts';
import { makeChance, RANDOM_FUNCTION, randomEvent, randomFlow } from '../../../test/factories/random-flow.ts';
import { amount } from '../../../test/harness/amounts.ts';
import { type FlowState, firstState, moveState, readState } from './flow-state.rules.ts';
import { saidOf } from './open-flow.rules.ts';
import { type FlowEvent, stepFlow } from './step-flow.rules.ts';

const AT = Date.UTC(2026, 10, 28, 12);
afterEach(() => void vi.useRealTimers());

/** A conversation on a flow, event by event. */
function talk(flow: Flow) {
  let state = firstState(flow, 1, AT);
  const happen = (event: Record<string, unknown> & { kind: FlowEvent['kind'] }) => {
    const stepped = stepFlow(flow, state, { at: AT, lang: 'en', ...event } as FlowEvent);
    state = stepped.state;
    return { ...saidOf(stepped.effects), effects: stepped.effects, deed: stepped.effects.at(-1) };
  };
  return {
    state: () => state,
    happen,
    begin: () => happen({ kind: 'begin' }),
    say: (text: string, more: object = {}) =>
      happen({ kind: 'message', text, choiceId: null, isKeyless: true, ...more }),
  };
}

const AT_TABLE: Parameters<typeof flowOf>[2] = {
  variables: [
    { name: 'people', kind: 'number' },
    { name: 'table', kind: 'choice', choices: ['inside', 'outside'] },
    { name: 'name', kind: 'text' },
  ],
};

describe('a conversation on a flow', () => {
  it('takes a choice by its button, its words or its number, and anything else as something else', () => {
    for (const [text, choiceId, node] of [
      ['Book a table', 'book', 'many'],
      ['whatever the label was', 'book', 'many'],
      ['book a TABLE!', null, 'many'],
      ['1', null, 'many'],
      ['2.', null, 'talk'],
      ['3', null, 'talk'],
      ['Where are you?', null, 'talk'],
    ] as const) {
      const chat = talk(bookingFlow('fnc_a'));
      chat.begin();
      chat.say(text, { choiceId });
      expect([text, chat.state().node]).toEqual([text, node]);
    }
  });

  // Planted: the message that begins it is not heard at the first choice -> the welcome is said to every question.
  it('answers the message with which it begins, on a channel or after its end; who says hello is asked what they want', () => {
    for (const [text, node] of [
      ['Where are you?', 'talk'],
      ['Book a table', 'many'],
      ['Hello!', 'menu'],
    ] as const) {
      const fresh = talk(bookingFlow('fnc_a'));
      const first = fresh.say(text);
      expect([text, fresh.state().node]).toEqual([text, node]);
      if (node === 'talk') expect(first.effects.map(({ kind }) => kind)).toEqual(['askModel']);
      if (node === 'menu') expect(first.choices).not.toEqual([]);
      const again = talk(bookingFlow('fnc_a'));
      again.begin();
      for (const said of ['1', '3', '2099-12-03']) again.say(said);
      again.happen({ kind: 'called', callId: newFunctionCallId() });
      again.happen({ kind: 'callEnded', result: 'ok', outputs: { number: 'B-7' } });
      expect(again.state().open.kind).toBe('end');
      again.say(text);
      expect([text, again.state().node]).toEqual([text, node]);
    }
  });

  it('asks again what it could not read, answers a question and asks again, and lets go after its tries', () => {
    const chat = talk(bookingFlow('fnc_a'));
    chat.begin();
    chat.say('1');
    expect(chat.say('What does it cost?').deed).toEqual({ kind: 'answer' });
    expect(chat.happen({ kind: 'answered' }).text).toBe('For how many people?');
    expect(chat.say('hm').text).toBe('For how many people?');
    chat.say('hm');
    expect(chat.state().node).toBe('talk');
  });

  it('overwrites what is corrected, also while a call is proposed: then that is proposed anew', () => {
    const chat = talk(bookingFlow('fnc_a'));
    chat.begin();
    chat.say('1');
    chat.say('3');
    expect(chat.say('no, 4 people').text).toBe('On which day?');
    const { deed } = chat.say('2099-12-03');
    expect(deed).toEqual({ kind: 'call', functionId: 'fnc_a', given: { people: 4, date: '2099-12-03' } });
    chat.happen({ kind: 'called', callId: newFunctionCallId() });
    expect(chat.say('How long may we stay?').deed).toEqual({ kind: 'answer' });
    expect(chat.say('sorry, 5 people').deed).toMatchObject({ kind: 'call', given: { people: 5 } });
  });

  it('goes on by how a call ended, and keeps what it found', () => {
    for (const [result, node] of [
      ['ok', 'thanks'],
      ['failed', 'talk'],
      ['declined', 'talk'],
    ] as const) {
      const chat = talk(bookingFlow('fnc_a'));
      chat.begin();
      for (const text of ['1', '3', '2099-12-03']) chat.say(text);
      chat.happen({ kind: 'called', callId: newFunctionCallId() });
      const { text } = chat.happen({ kind: 'callEnded', result, outputs: { number: 'B-7' } });
      expect(chat.state().node).toBe(node);
      if (result === 'ok') expect(text).toBe('See you on Thursday, December 3, 2099. Your number is B-7.');
    }
  });

  it.each([
    ['en', 'Thursday, December 3, 2099'],
    ['de-CH', 'Donnerstag, 3. Dezember 2099'],
  ])('says days as people do, in %s, and hands them on as systems write them', (lang, said) => {
    const chat = talk(bookingFlow('fnc_a'));
    chat.happen({ kind: 'begin', lang });
    for (const text of ['1', '3']) chat.say(text, { lang });
    expect(chat.say('2099-12-03', { lang }).deed).toMatchObject({ given: { date: '2099-12-03' } });
    chat.happen({ kind: 'called', callId: newFunctionCallId() });
    expect(chat.happen({ kind: 'callEnded', lang, result: 'ok', outputs: { number: 'B-7' } }).text).toContain(said);
    expect(chat.state().vars).toMatchObject({ day: '2099-12-03' });
  });

  // Planted: values are filled in as they were written -> caught here.
  it('writes values of visitors as words: nothing in them is a link or a mark', () => {
    const flow = flowOf(
      [
        { id: 'start', kind: 'start' },
        { id: 'whos', kind: 'collect', variable: 'name', question: 'Who?' },
        { id: 'done', kind: 'end', text: 'Hello {name}, {unknown}.' },
      ],
      { 'start.next': 'whos', 'whos.done': 'done', 'whos.notGiven': 'done' },
      AT_TABLE,
    );
    const chat = talk(flow);
    chat.begin();
    const { text } = chat.say('[x](https://evil.test) {people}\n# A');
    expect(text).toBe('Hello \\[x\\](https\u2060://evil.test) {people} \\# A, {unknown}.');
  });

  it('says what can be chosen, and reads it by its number', () => {
    const flow = flowOf(
      [
        { id: 'start', kind: 'start' },
        { id: 'where', kind: 'collect', variable: 'table', question: 'Where?' },
        {
          ...{ id: 'large', kind: 'condition' },
          rows: [{ id: 'row1', all: [{ variable: 'table', comparison: 'is', operand: { value: 'outside' } }] }],
        },
        { id: 'outs', kind: 'end', text: 'Outside.' },
        { id: 'inns', kind: 'end', text: 'Inside.' },
      ],
      {
        'start.next': 'where',
        'where.done': 'large',
        'where.notGiven': 'inns',
        'large.row1': 'outs',
        'large.else': 'inns',
      },
      AT_TABLE,
    );
    const chat = talk(flow);
    expect(chat.begin().choices).toEqual([
      { id: 'choice1', label: 'inside' },
      { id: 'choice2', label: 'outside' },
    ]);
    expect(chat.say('2').text).toBe('Outside.');
  });

  it('compares no two kinds of values: 4 is not "4"', () => {
    const row = (value: string | number) =>
      flowOf(
        [
          { id: 'start', kind: 'start' },
          { id: 'give', kind: 'set', variable: 'people', value: { value: 4 } },
          {
            id: 'same',
            kind: 'condition',
            rows: [{ id: 'row1', all: [{ variable: 'people', comparison: 'is', operand: { value } }] }],
          },
          { id: 'yes1', kind: 'end', text: 'Yes' },
          { id: 'no11', kind: 'end', text: 'No' },
        ],
        { 'start.next': 'give', 'give.next': 'same', 'same.row1': 'yes1', 'same.else': 'no11' },
        AT_TABLE,
      );
    expect(talk(row(4)).begin().text).toBe('Yes');
    expect(talk(row('4')).begin().text).toBe('No');
  });
});

const withRefunds = (): Flow =>
  flowOf(
    [
      { id: 'start', kind: 'start' },
      { id: 'many', kind: 'collect', variable: 'people', question: 'How many?' },
      { id: 'leap', kind: 'jump', sectionId: 'terms', returns: true },
      { id: 'done', kind: 'end', text: 'For {people}.' },
    ],
    { 'start.next': 'many', 'many.done': 'leap', 'many.notGiven': 'done', 'leap.next': 'done' },
    {
      ...AT_TABLE,
      more: [
        {
          ...{
            id: 'terms',
            name: 'Terms',
            nodes: [
              { id: 'begin1', kind: 'start' },
              { id: 'told', kind: 'end', text: 'Our terms.' },
            ],
          },
          edges: edgesOf({ 'begin1.next': 'told' }),
        },
        {
          ...{
            id: 'refund',
            name: 'Refunds',
            examples: ['I want a refund', 'Give me my money back', 'How do refunds work?'],
          },
          nodes: [
            { id: 'begin2', kind: 'start' },
            { id: 'ask2', kind: 'message', text: 'Which order?', choices: [{ id: 'last', label: 'The last' }] },
            { id: 'end2', kind: 'end', text: 'Noted.' },
          ],
          edges: edgesOf({ 'begin2.next': 'ask2', 'ask2.last': 'end2', 'ask2.other': 'end2' }),
        },
      ],
    },
  );

describe('sections', () => {
  it('come back behind the jump, and from a global one to where the visitor was', () => {
    const chat = talk(withRefunds());
    expect(chat.begin().text).toBe('How many?');
    expect(chat.say('I want a refund').text).toBe('Which order?');
    // The same again leads nowhere deeper.
    expect(chat.say('I want a refund').text).toBe('Noted.\n\nHow many?');
    expect(chat.say('4').text).toBe('Our terms.\n\nFor 4.');
    expect(chat.state()).toMatchObject({ stack: [], open: { kind: 'end' } });
  });

  it('begin again at the start once all ended, without the greeting, with the variables kept', () => {
    const chat = talk(withRefunds());
    chat.begin();
    chat.say('4');
    expect(chat.say('Hello').text).toBe('How many?');
    expect(chat.state().vars).toEqual({ people: 4 });
  });
});

describe('a new version of the flow', () => {
  const there = (): FlowState => {
    const chat = talk(withRefunds());
    chat.begin();
    chat.say('I want a refund');
    return { ...chat.state(), vars: { people: 4, gone: 'x' } };
  };
  it('is gone on with by the id of the node, with what still fits', () => {
    const moved = moveState(withRefunds(), there(), 2);
    expect(moved).toMatchObject({ version: 2, node: 'ask2', vars: { people: 4 }, stack: [{ node: 'many' }] });
  });
  it('begins at the start where the node is gone or is something else, with the variables kept', () => {
    const flow = withRefunds();
    flow.sections.splice(2, 1);
    expect(moveState(flow, there(), 2)).toMatchObject({
      node: 'start',
      open: { kind: 'pending' },
      vars: { people: 4 },
      stack: [],
    });
    const other = withRefunds();
    Object.assign(other.sections[2]!.nodes[1]!, { choices: [] });
    expect(moveState(other, there(), 2).node).toBe('start');
  });
});

describe('whatever happens', () => {
  it('asks for a person after 60 nodes without a rest', () => {
    const flow = flowOf(
      [
        { id: 'start', kind: 'start' },
        { id: 'loop', kind: 'message', text: 'Round' },
      ],
      { 'start.next': 'loop', 'loop.next': 'loop' },
    );
    const { effects } = talk(flow).begin();
    expect(effects.filter(({ kind }) => kind === 'say')).toHaveLength(59);
    expect(effects.at(-1)).toEqual({ kind: 'askPerson' });
  });

  const sequences = amount(10_000, 1_000);
  // Planted: a wait counts from the clock (`Date.now()`) within the step -> caught here.
  it(`nothing is thrown in ${sequences} sequences over flows without a fault, what is done is bounded, and the same events give the same state`, () => {
    vi.useFakeTimers();
    for (let seed = 1; seed <= sequences; seed += 1) {
      const chance = makeChance(seed);
      const flow = randomFlow(chance);
      if (seed <= 200) expect([seed, findFlowFaults(flow, [RANDOM_FUNCTION as never])]).toEqual([seed, []]);
      const events = Array.from({ length: 5 + chance.below(25) }, (_, index) =>
        randomEvent(chance, flow, AT + index * 90_000),
      );
      const go = (now: number) => {
        vi.setSystemTime(now);
        return events.reduce(
          (state, event) => {
            const { state: next, effects } = stepFlow(flow, state, event);
            const deeds = effects.filter(({ kind }) =>
              ['askModel', 'answer', 'search', 'call', 'askPerson'].includes(kind),
            );
            if (deeds.length > 1 || (deeds.length === 1 && effects.at(-1) !== deeds[0]))
              throw new Error(`seed ${seed}: deeds`);
            if (effects.length > 130) throw new Error(`seed ${seed}: effects`);
            const stored = JSON.stringify(next);
            if (stored.length > 40_000 || !readState(JSON.parse(stored))) throw new Error(`seed ${seed}: state`);
            return next;
          },
          firstState(flow, 1, AT),
        );
      };
      expect([seed, go(AT)]).toEqual([seed, go(AT + 86_400_000)]);
    }
  }, 120_000);
});
