import { expect, test } from 'vitest';
import { formatDuration } from '../../../ui/charts/chart-format.ts';
import { compare } from './report-words.ts';

test('what was nothing before has not risen, and no time is no duration of nothing', () => {
  expect(compare(3, 0, 'count', 'up')).toEqual({
    value: '3',
    before: '0',
    direction: 'same',
    said: null,
    tone: 'neutral',
  });
  expect(compare(0, 0, 'count', 'up')).toMatchObject({ direction: 'same', said: 'same' });
  expect(compare(3, 2, 'count', 'up')).toMatchObject({ direction: 'up', said: 'up', tone: 'good' });
  expect([formatDuration(0), formatDuration(840)]).toEqual(['<0.1 sec', '0.8 sec']);
});
