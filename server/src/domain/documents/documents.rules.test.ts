import { describe, expect, it } from 'vitest';
import { siteNameOf } from './documents.rules.ts';

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
