import { expect, test } from 'vitest';
import { mergeSaved } from './merge-saved.ts';

const sent = { name: ' Harbour ', links: [{ label: 'Help' }], colour: '#112233' };
const saved = { ...sent, name: 'Harbour' };

test('what was sent is as it was saved', () => {
  expect(mergeSaved({ ...sent, links: [{ label: 'Help' }] }, sent, saved)).toEqual(saved);
});

test('what was changed meanwhile stays, and the other fields are as they were saved', () => {
  const typed = { ...sent, links: [{ label: 'Help' }, { label: 'Terms' }] };
  expect(mergeSaved(typed, sent, saved)).toEqual({ ...saved, links: typed.links });
});
