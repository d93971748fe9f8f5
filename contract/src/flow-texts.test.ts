import { expect, it } from 'vitest';
import { Flow } from './flow-parts.ts';
import { withTextsOf } from './flow-texts.ts';

const stored = Flow.parse({
  schema: 1,
  variables: [{ name: 'city', kind: 'text' }],
  sections: [
    {
      id: 'main',
      name: 'Main',
      nodes: [
        { id: 'start', kind: 'start' },
        {
          id: 'menu',
          kind: 'message',
          text: 'Hello',
          choices: [{ id: 'book', label: 'Book', text: 'A table', url: 'https://shop.example.com/' }],
        },
        {
          id: 'form',
          kind: 'form',
          text: 'Who?',
          button: '',
          fields: [{ id: 'mail', variable: 'city', label: 'City' }],
        },
        { id: 'talk', kind: 'step', instructions: 'Be kind.' },
        { id: 'city', kind: 'collect', question: 'Where?', variable: 'city' },
        { id: 'find', kind: 'knowledge', question: 'Prices in {city}' },
        { id: 'team', kind: 'handoff', text: 'One moment.' },
        { id: 'over', kind: 'end', text: 'Bye.' },
      ],
      edges: [{ from: 'start', port: 'next', to: 'menu' }],
    },
  ],
});

/** With every text and every word changed, and the rest given otherwise too. */
const other: Flow = JSON.parse(
  JSON.stringify(stored)
    .replaceAll(/"(text|label|instructions|question)":"([^"]+)"/g, '"$1":"$2, said otherwise"')
    .replace('"name":"Main"', '"name":"Other"')
    .replace('"variable":"city"', '"variable":"country"'),
);

it('takes all texts of the other, and nothing but texts', () => {
  const taken = withTextsOf(stored, other);
  const texts = JSON.stringify(taken).match(/said otherwise/g);
  expect(texts).toHaveLength(10);
  expect(taken.sections[0]).toMatchObject({ name: 'Main', edges: stored.sections[0]!.edges });
  expect(JSON.stringify(taken).replaceAll(', said otherwise', '')).toBe(JSON.stringify(stored));
});

it('takes nothing of a node or a button that it does not have, and nothing of another kind', () => {
  const section = other.sections[0]!;
  const strange: Flow = {
    ...other,
    sections: [
      {
        ...section,
        nodes: [
          { id: 'menu', kind: 'end', name: '', text: 'Not of this kind', resolves: true },
          { id: 'new', kind: 'end', name: '', text: 'New', resolves: true },
        ],
      },
    ],
  };
  expect(withTextsOf(stored, strange)).toEqual(stored);
});
