import { expect, test } from 'vitest';
import { peopleRules } from './people.rules.ts';

const at = new Date('2026-11-24T08:00:00Z');
const MAY = 'You may say this if the visitor asks; it needs no document and no number.';
const rules = (people: Partial<Parameters<typeof peopleRules>[0]>) =>
  peopleRules({ isOpen: true, changesAt: null, timeZone: 'Europe/Berlin', usualWaitSeconds: null, ...people });

test('an agent knows whether its people are there, until when or from when on, and how long one usually waits', () => {
  expect(rules({ changesAt: at, usualWaitSeconds: 130 })).toEqual([
    `- People of the team are reachable now, until Tuesday, 24 November 2026 at 09:00 (Europe/Berlin). Whoever asks for a person usually waits about 2 minutes. ${MAY}`,
  ]);
  expect(rules({ isOpen: false, changesAt: at })).toEqual([
    `- People of the team are not reachable now; they are back on Tuesday, 24 November 2026 at 09:00 (Europe/Berlin). ${MAY}`,
  ]);
  expect(rules({ isOpen: false })).toEqual([`- People of the team are not reachable now. ${MAY}`]);
});

test('without hours it knows the wait alone, and nothing where that is not known', () => {
  expect(rules({ timeZone: null, usualWaitSeconds: 20 })).toEqual([
    `- Whoever asks for a person usually waits about a minute. ${MAY}`,
  ]);
  expect(rules({ timeZone: null })).toEqual([]);
});
