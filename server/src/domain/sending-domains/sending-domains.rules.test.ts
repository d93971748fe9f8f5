import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, PATIENCE_MS, readDomain, statusAfter, waitMs } from './sending-domains.rules.ts';

it.each([
  ['example.com', 'example.com'],
  ['  Mail.Example.COM. ', 'mail.example.com'],
  ['https://example.com/contact?x=1#y', 'example.com'],
  ['exa mple.com', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['почта.пример.example', 'xn--80a1acny.xn--e1afmkfd.example'],
])('%j is the domain %j', (typed, name) => {
  expect(readDomain(typed)).toEqual({ name });
});

// Planted: one answer for all of them -> the port, the wildcard and the address are named no more.
it.each([
  ['example', 'malformed'],
  ['', 'empty'],
  [' http:// ', 'empty'],
  ['192.0.2.7', 'address'],
  ['1.2.3.256', 'malformed'],
  ['[2001:db8::1]', 'address'],
  ['2001:db8::1', 'address'],
  ['*.example.com', 'wildcard'],
  ['example.com:25', 'port'],
  ['ann@example.com', 'malformed'],
  ['-a.example.com', 'malformed'],
  ['a..example.com', 'malformed'],
  [`${'a'.repeat(64)}.example.com`, 'malformed'],
  [`${'a.'.repeat(121)}example.com`, 'tooLong'],
])('%j is refused: %s', (typed, fault) => {
  expect(readDomain(typed)).toEqual({ fault });
});

describe('when a domain is looked at', () => {
  it('often at first, then ever more seldom, daily in the end', () => {
    const waits: number[] = [];
    let ageMs = 0;
    for (let checks = 0; ageMs < PATIENCE_MS + DAY_MS; checks++) {
      const wait = waitMs('pending', checks, ageMs) ?? Number.NaN;
      waits.push(wait / 1_000);
      ageMs += wait;
    }
    const counts = Map.groupBy(waits, (wait) => wait);
    expect([...counts].slice(0, 3).map(([wait, all]) => [wait, all.length])).toEqual([
      [10, 6],
      [30, 10],
      [120, 15],
    ]);
    expect([...counts.keys()]).toEqual([10, 30, 120, 600, 86_400]);
    // 72 hours, less the first 36 minutes, each ten minutes.
    expect(counts.get(600)).toHaveLength(429);
  });

  it('a verified one daily, a failed one when somebody asks', () => {
    expect(waitMs('verified', 0, 0)).toBe(DAY_MS);
    expect(waitMs('failure', 0, 0)).toBeNull();
  });
});

/** The page of the design, in other words: what was seen, hour by hour, of a domain that somebody asked to verify. */
function model(looks: { hours: number; isVerified: boolean; hasFailed: boolean }[]) {
  let [state, goneFor, wasVerified] = ['pending', 0, false] as [string, number, boolean];
  for (const { hours, isVerified, hasFailed } of looks) {
    if (state === 'failure') continue;
    goneFor += hours;
    if (isVerified) [state, goneFor, wasVerified] = ['verified', 0, true];
    else if (state === 'verified') [state, goneFor] = ['temporary_failure', 0];
    else if (goneFor >= 72 || hasFailed) state = 'failure';
    else state = wasVerified ? 'temporary_failure' : 'pending';
  }
  return state;
}

it('10,000 histories of looks end as the model does', () => {
  const look = fc.record({ hours: fc.integer({ min: 1, max: 80 }), isVerified: fc.boolean(), hasFailed: fc.boolean() });
  fc.assert(
    fc.property(fc.array(look, { maxLength: 20 }), (looks) => {
      let status = 'pending' as Parameters<typeof statusAfter>[0];
      let ageMs = 0;
      for (const { hours, ...seen } of looks) {
        ageMs += hours * 3_600_000;
        const next = statusAfter(status, seen, ageMs);
        if (next !== status || next === 'verified') ageMs = 0;
        status = next;
      }
      expect(status).toBe(model(looks));
    }),
    { numRuns: 10_000 },
  );
});

it('what nobody asked to verify stays as it is', () => {
  const seen = { isVerified: true, hasFailed: false };
  expect(statusAfter('not_started', seen, 0)).toBe('not_started');
  expect(statusAfter('failure', seen, 0)).toBe('failure');
});
