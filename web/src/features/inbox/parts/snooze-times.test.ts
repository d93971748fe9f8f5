import { expect, test } from 'vitest';
import { snoozeTimes, toLocalInput } from './snooze-times.ts';

const namesAt = (date: string) => snoozeTimes(new Date(date)).map(({ name, at }) => `${name} ${toLocalInput(at)}`);

test('an hour, tomorrow, and the next Monday at nine', () => {
  expect(namesAt('2026-11-25T16:30:00')).toEqual([
    'hour 2026-11-25T17:30',
    'tomorrow 2026-11-26T09:00',
    'week 2026-11-30T09:00',
  ]);
});

test('on a Sunday tomorrow is Monday; on a Monday the next one is a week away', () => {
  expect(namesAt('2026-11-29T10:00:00')).toEqual(['hour 2026-11-29T11:00', 'tomorrow 2026-11-30T09:00']);
  expect(namesAt('2026-11-30T10:00:00').at(-1)).toBe('week 2026-12-07T09:00');
});
