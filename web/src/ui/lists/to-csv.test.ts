import { expect, test } from 'vitest';
import { toCsv } from './to-csv.ts';

test('commas, quotes and lines stay in their cell, and nothing runs as a formula', () => {
  const rows = [
    ['2026-11-21', 12, -3],
    ['=HYPERLINK("https://example.com")', 0, 1.5],
    ['+49 30', 1, 2],
    ['one, "two"\nthree', 1, 2],
  ];
  expect(toCsv(['Day', 'Count', 'Change'], rows)).toBe(
    [
      '\uFEFFDay,Count,Change',
      '2026-11-21,12,-3',
      '"\'=HYPERLINK(""https://example.com"")",0,1.5',
      "'+49 30,1,2",
      '"one, ""two""\nthree",1,2',
      '',
    ].join('\r\n'),
  );
});
