import { findFlowFaults } from '@antiphon/contract/flow-check';
import { describe, expect, it } from 'vitest';
import { flowOf } from '../../../test/factories/flow-factory.ts';
import { choiceLines } from './choice-lines.rules.ts';
import { firstState, moveState } from './flow-state.rules.ts';
import { saidOf } from './open-flow.rules.ts';
import { type FlowEvent, stepFlow } from './step-flow.rules.ts';

const AT = Date.UTC(2026, 10, 28, 12);
const FIELDS = [
  { id: 'fname', variable: 'name', label: 'Your name' },
  { id: 'fmail', variable: 'email', label: 'Your email' },
  { id: 'ftable', variable: 'table', label: 'Table', isRequired: false },
  { id: 'fnew', variable: 'is_new', label: 'First visit' },
];
const flow = flowOf(
  [
    { id: 'start', kind: 'start' },
    { id: 'about', kind: 'form', text: 'Who are you?', fields: FIELDS, triesMax: 2 },
    { id: 'good', kind: 'end', text: 'Thanks, {name}: {email}, {table}, {is_new}.' },
    { id: 'none', kind: 'end', text: 'Never mind.' },
  ],
  { 'start.next': 'about', 'about.done': 'good', 'about.notGiven': 'none' },
  {
    variables: [
      { name: 'name', kind: 'text' },
      { name: 'email', kind: 'email' },
      { name: 'table', kind: 'choice', choices: ['inside', 'outside'] },
      { name: 'is_new', kind: 'boolean' },
    ],
  },
);

function talk(lang = 'en') {
  let state = firstState(flow, 1, AT);
  const happen = (event: Record<string, unknown> & { kind: FlowEvent['kind'] }) => {
    const stepped = stepFlow(flow, state, { at: AT, lang, ...event } as FlowEvent);
    state = stepped.state;
    return { ...saidOf(stepped.effects), deed: stepped.effects.at(-1)?.kind };
  };
  return {
    state: () => state,
    begin: () => happen({ kind: 'begin' }),
    happen,
    say: (text: string) => happen({ kind: 'message', text, choiceId: null, isKeyless: true }),
  };
}

describe('a form', () => {
  it('is shown whole, with the values that a field may have, in the language of the visitor', () => {
    expect(findFlowFaults(flow, [])).toEqual([]);
    expect(talk('de').begin()).toMatchObject({
      text: 'Who are you?',
      choices: [
        {
          id: 'about',
          label: 'Senden',
          fields: [
            { id: 'fname', label: 'Your name', kind: 'text', isRequired: true, choices: [] },
            { id: 'fmail', kind: 'email' },
            { id: 'ftable', kind: 'choice', isRequired: false, choices: ['inside', 'outside'] },
            { id: 'fnew', kind: 'boolean', choices: ['Ja', 'Nein'] },
          ],
        },
      ],
    });
  });

  it('is filled in by one message, in any order, and what need not be there may be missing', () => {
    const one = talk();
    one.begin();
    const { text } = one.say('your email: ada@example.com\nFirst visit: Yes\nYOUR NAME: Ada: the first');
    expect(text).toBe('Thanks, Ada: the first: ada@example.com, , yes.');
    const two = talk();
    two.begin();
    expect(two.say('Your name: Ada\nYour email: ada@example.com\nTable: outside\nFirst visit: no').text).toBe(
      'Thanks, Ada: ada@example.com, outside, no.',
    );
  });

  it('asks by itself for what could not be read, once more for what still cannot, and then lets it go', () => {
    const filled = 'Your name: Ada\nYour email: ada at example\nFirst visit: Yes';
    const one = talk();
    one.begin();
    expect(one.say(filled)).toMatchObject({ text: 'Your email', choices: [] });
    expect(one.say('ada@example.com').text).toBe('Thanks, Ada: ada@example.com, , yes.');
    const two = talk();
    two.begin();
    two.say(filled);
    expect(two.say('Your email: nope').text).toBe('Your email');
    expect(two.say('still nothing').text).toBe('Never mind.');
  });

  it('asks one field after the other where there are no forms, by number where the values are few', () => {
    const one = talk();
    expect(choiceLines(one.begin().choices, 'en')).toBe('Your name');
    expect(one.say('Ada').text).toBe('Your email');
    expect(one.say('it is ada@example.com').choices.map(({ label }) => label)).toEqual(['inside', 'outside']);
    expect(one.say('2').choices.map(({ label }) => label)).toEqual(['Yes', 'No']);
    expect(one.say('1').text).toBe('Thanks, Ada: ada@example.com, outside, yes.');
  });

  it('answers a question in between, and goes on with the same field', () => {
    const one = talk();
    one.begin();
    one.say('Ada');
    expect(one.say('What do you need it for?').deed).toBe('answer');
    expect(one.happen({ kind: 'answered' }).text).toBe('Your email');
  });

  it('takes a refusal of what need not be there, and leaves with one of what must', () => {
    const one = talk();
    one.begin();
    one.say('Ada');
    one.say('ada@example.com');
    expect(one.say('no').choices.map(({ label }) => label)).toEqual(['Yes', 'No']);
    const two = talk();
    two.begin();
    two.say('Ada');
    expect(two.say('no').text).toBe('Never mind.');
  });

  it('goes on where it was in another version, and begins anew where the form is gone', () => {
    const one = talk();
    one.begin();
    one.say('Ada');
    expect(moveState(flow, one.state(), 2)).toMatchObject({ node: 'about', open: { kind: 'form' } });
    const without = flowOf(
      [
        { id: 'start', kind: 'start' },
        { id: 'about', kind: 'end', text: 'Bye' },
      ],
      {
        'start.next': 'about',
      },
    );
    expect(moveState(without, one.state(), 2).open).toEqual({ kind: 'pending' });
  });

  it('says what is wrong with it', () => {
    const faultsOf = (fields: object[]) => {
      const { variables, sections } = flow;
      const nodes = sections[0]!.nodes.map((node) => (node.kind === 'form' ? { ...node, fields } : node));
      return findFlowFaults({ ...flow, variables, sections: [{ ...sections[0]!, nodes }] } as typeof flow, []).map(
        ({ message }) => message,
      );
    };
    const [first, second] = FIELDS.map((field) => ({ isRequired: true, ...field }));
    expect(faultsOf([])).toEqual(['Please add a field.']);
    expect(faultsOf([first!, { ...second, label: 'your NAME' }])).toEqual(['Two fields are called your NAME.']);
    expect(faultsOf([first!, { ...second, variable: 'name' }])).toEqual(['Two fields keep their answer in name.']);
    expect(faultsOf([{ ...first, variable: '', label: '' }])).toEqual([
      'Please enter a name.',
      'Please choose a variable.',
    ]);
  });
});

describe('cards', () => {
  const cards = [
    {
      id: 'city',
      label: 'City *bike*',
      text: 'Light. 900 euros.',
      image: 'https://shop.example.com/c.jpg',
      url: 'https://shop.example.com/city',
    },
    { id: 'tour', label: 'Tour bike' },
  ];

  it('become lines where there are none, with their words and address and without their picture', () => {
    expect(choiceLines(cards, 'en')).toBe(
      '1. City \\*bike\\*\nLight. 900 euros.\nhttps://shop.example.com/city\n2. Tour bike\n\nReply 1 or 2.',
    );
  });

  it('hold what variables hold in their words, and nothing in their addresses', () => {
    const shop = flowOf(
      [
        { id: 'start', kind: 'start' },
        {
          id: 'show',
          kind: 'message',
          text: 'Look:',
          choices: [{ ...cards[0]!, text: 'For {name}', url: 'https://shop.example.com/{name}' }],
        },
        { id: 'gone', kind: 'end', text: 'Bye' },
      ],
      { 'start.next': 'show', 'show.city': 'gone', 'show.other': 'gone' },
      { variables: [{ name: 'name', kind: 'text' }] },
    );
    const { effects } = stepFlow(shop, firstState(shop, 1, AT, { name: 'Ada' }), { kind: 'begin', at: AT, lang: 'en' });
    const [card] = saidOf(effects).choices;
    expect(card).toMatchObject({ text: 'For Ada', url: 'https://shop.example.com/{name}' });
  });
});
