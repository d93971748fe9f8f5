import { expect, test } from 'vitest';
import { areLabels, mayLeave, pressedOf, windowOf } from './channel-threads.rules.ts';

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

const NOON = Date.parse('2026-11-30T12:00:00Z');
const hoursAgo = (hours: number) => ({ lastInAt: new Date(NOON - hours * 3_600_000) });

// Planted: the end of the window itself counts as over; the agent may go on as a person may -> caught in these.
test.each([
  ['agent', 24, 'yes'],
  ['agent', 24.01, 'no'],
  ['person', 24, 'yes'],
  ['person', 24.01, 'late'],
  ['person', 168, 'late'],
  ['person', 168.01, 'no'],
  ['template', 1_000, 'yes'],
] as const)('what the %s says %f hours after their last line: %s', (who, hours, expected) => {
  const window = windowOf({ windowHours: 24, personHours: 144 }, hoursAgo(hours));
  const part = { isOfPerson: who === 'person', isTemplate: who === 'template' };
  expect(mayLeave(window, part, new Date(NOON))).toBe(expected);
});

test('where there is no window, or nobody wrote, all may leave; without hours for people none of them', () => {
  const part = { isOfPerson: false, isTemplate: false };
  expect(mayLeave(windowOf({ windowHours: null }, hoursAgo(1_000)), part, new Date(NOON))).toBe('yes');
  expect(mayLeave(windowOf({ windowHours: 24 }, { lastInAt: null }), part, new Date(NOON))).toBe('yes');
  const late = windowOf({ windowHours: 24 }, hoursAgo(25));
  expect(mayLeave(late, { isOfPerson: true, isTemplate: false }, new Date(NOON))).toBe('no');
});
