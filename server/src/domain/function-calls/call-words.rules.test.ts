import type { FunctionInput } from '@antiphon/contract/function-parts';
import { describe, expect, it } from 'vitest';
import { spokenValues } from './call-values.rules.ts';
import { askFor } from './say-turn.rules.ts';

const kinds = [
  { name: 'day', kind: 'date' },
  { name: 'at', kind: 'datetime' },
  { name: 'number', kind: 'text' },
];

describe('what visitors are told of a call', () => {
  it.each([
    ['en', 'Saturday, December 5, 2026', 'Saturday, December 5, 2026 at 7:30 PM UTC'],
    ['de-AT', 'Samstag, 5. Dezember 2026', 'Samstag, 5. Dezember 2026 um 19:30 UTC'],
    ['nl', 'Saturday, December 5, 2026', 'Saturday, December 5, 2026 at 7:30 PM UTC'],
  ])('says days and times as people do, in %s', (lang, day, at) => {
    const values = { day: '2026-12-05', at: '2026-12-05T19:30:00Z', number: '2026-12-05' };
    expect(spokenValues(kinds, values, lang)).toEqual({ day, at: expect.any(String), number: '2026-12-05' });
    expect(spokenValues(kinds, values, lang).at.replace(/\s/g, ' ')).toBe(at);
  });

  it('says a time where it was written, and what is no day as it came', () => {
    const told = spokenValues(kinds, { day: 'tomorrow', at: '2026-12-05 08:00+01:00' }, 'de');
    expect(told).toEqual({ day: 'tomorrow', at: 'Samstag, 5. Dezember 2026 um 08:00 +01:00' });
  });

  it.each([
    ['Wie viele Räder?', 'Bitte sagen Sie mir: Wie viele Räder?'],
    ['Zahl der Räder', 'Bitte sagen Sie mir: Zahl der Räder.'],
  ])('asks for what is described as %s', (description, sentence) => {
    const input = { name: 'bikes', description, kind: 'text', choices: [] } as unknown as FunctionInput;
    expect(askFor(input, 'de', false)).toBe(sentence);
  });
});
