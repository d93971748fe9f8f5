import { expect, test } from 'vitest';
import { areLabels, pressedOf } from './channel-threads.rules.ts';

const offered = [
  { id: 'choice1', label: 'Inside' },
  { id: 'choice2', label: 'Terrace' },
];

// Planted: any choice with the same id is taken for the one that stands open -> caught here.
test.each([
  [{ choiceId: 'choice1', text: 'Inside' }, 'Inside'],
  // Where the provider does not tell the words.
  [{ choiceId: 'choice2', text: '' }, 'Terrace'],
  // Of an earlier question, whose first choice has the same id.
  [{ choiceId: 'choice1', text: 'Today' }, undefined],
  [{ choiceId: 'choice3', text: 'Inside' }, undefined],
  [{ text: 'Inside' }, undefined],
])('%j presses %j', (event, label) => {
  expect(pressedOf(event, offered)?.label).toBe(label);
});

// Planted: cards are buttons like others -> caught here.
test('cards and forms are no mere buttons', () => {
  expect(areLabels(offered)).toBe(true);
  expect(areLabels([])).toBe(false);
  for (const more of [
    { text: 'With a view.' },
    { image: 'https://a.example/b.png' },
    { url: 'https://a.example' },
    { fields: [] },
  ])
    expect(areLabels([...offered, { id: 'choice3', label: 'Roof', ...more }])).toBe(false);
});
