import type { Notification } from '@antiphon/contract/notifications';
import { expect, test } from 'vitest';
import { isOnPage, soundsOf, toAnnounce, toShow } from './announcing.ts';

test.each([
  [1, 'all', false, 1],
  [1, 'all', true, 1],
  [1, 'requestsOnly', false, 0],
  [1, 'requestsOnly', true, 1],
  [1, 'none', true, 0],
  [2, 'all', false, 2],
  [2, 'requestsOnly', false, 2],
  [2, 'none', true, 0],
] as const)('level %s for those who want %s, on its page %s, is heard %s times', (level, notifyIf, onPage, times) => {
  expect(soundsOf(level, notifyIf, onPage)).toBe(times);
});

test('what is unseen and 120 s old at most is announced, oldest first', () => {
  const now = 1_800_000_000_000;
  const made = (ID: string, seen: boolean, ageSeconds: number) =>
    ({ ID, seen, ts: now / 1_000 - ageSeconds }) as Notification;
  const items = [made('a', false, 0), made('b', true, 1), made('c', false, 120), made('d', false, 121)];
  expect(toAnnounce(items, now).map(({ ID }) => ID)).toEqual(['c', 'a']);
});

test('of four at once one is shown: the newest for which somebody waits, or the newest', () => {
  const made = (ID: string, notificationLevel: 1 | 2) => ({ ID, notificationLevel }) as Notification;
  const fresh = [made('a', 1), made('b', 2), made('c', 2), made('d', 1)];
  expect(toShow(fresh)?.ID).toBe('c');
  expect(toShow(fresh.filter(({ notificationLevel }) => notificationLevel === 1))?.ID).toBe('d');
  expect(toShow([])).toBeUndefined();
});

test('a page is the same whatever is selected on it', () => {
  expect(isOnPage('/app/na/agents/agt_1/convos?convo=cnv_1', '/app/na/agents/agt_1/convos')).toBe(true);
  expect(isOnPage('/app/na/agents/agt_1/convos', '/app/na/agents')).toBe(false);
});
