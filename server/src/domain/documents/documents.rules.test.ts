import { describe, expect, it } from 'vitest';
import { nextReadAt, siteNameOf } from './documents.rules.ts';

describe('siteNameOf', () => {
  it.each([
    ['Harbour Bikes Ltd', 'Home | Shop', 'Harbour Bikes Ltd'],
    ['', 'Harbour Bikes', 'Harbour Bikes'],
    ['', 'Harbour Bikes | Rental and repairs', 'Harbour Bikes'],
    ['', 'Harbour Bikes - Rental - Hamburg', 'Harbour Bikes'],
    ['', 'Startseite – Blumen Müller', 'Blumen Müller'],
    ['', 'E-Bike-Verleih', 'E-Bike-Verleih'],
    ['', 'Home', ''],
    ['', '', ''],
  ])('of "%s" and the title "%s" is "%s"', (siteName, title, name) => {
    expect(siteNameOf({ siteName, title })).toBe(name);
  });
});

describe('what is read by the clock', () => {
  const at = (iso: string, clock: Partial<Parameters<typeof nextReadAt>[0]>) =>
    nextReadAt({ refreshRate: '24h', isPaused: false, plan: null, ...clock }, new Date(iso))?.toISOString() ?? null;
  const berlin = { hour: 3, timeZone: 'Europe/Berlin' };

  it('is read after its interval, or at its hour of the day, where people live', () => {
    expect(at('2026-11-28T15:00:00Z', {})).toBe('2026-11-29T15:00:00.000Z');
    expect(at('2026-11-28T15:00:00Z', { plan: berlin })).toBe('2026-11-29T02:00:00.000Z');
    expect(at('2026-11-28T01:59:00Z', { plan: berlin })).toBe('2026-11-28T02:00:00.000Z');
    expect(at('2026-11-28T02:00:00Z', { plan: berlin })).toBe('2026-11-29T02:00:00.000Z');
    expect(at('2026-11-28T02:10:00Z', { refreshRate: '7d', plan: berlin })).toBe('2026-12-05T02:00:00.000Z');
    expect(at('2026-11-28T02:10:00Z', { refreshRate: '6h', plan: berlin })).toBe('2026-11-28T08:10:00.000Z');
  });

  it('keeps its hour over the changes of the clock, also where that hour is left out', () => {
    expect(at('2027-03-27T12:00:00Z', { plan: berlin })).toBe('2027-03-28T01:00:00.000Z');
    expect(at('2027-10-30T12:00:00Z', { plan: berlin })).toBe('2027-10-31T02:00:00.000Z');
    expect(at('2027-03-27T12:00:00Z', { plan: { ...berlin, hour: 2 } })).toBe('2027-03-28T01:00:00.000Z');
  });

  it('is not read while it is paused, or never', () => {
    expect(at('2026-11-28T15:00:00Z', { isPaused: true, plan: berlin })).toBeNull();
    expect(at('2026-11-28T15:00:00Z', { refreshRate: 'never', plan: berlin })).toBeNull();
  });
});
