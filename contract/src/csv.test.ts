import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';

test.each([
  ['plain', 'plain'],
  [7, '7'],
  [-7, '-7'],
  [null, ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=1+1', "'=1+1"],
  ['+49 170', "'+49 170"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\u200b=1', "'\u200b=1"],
  ['\uff1d1', "'\uff1d1"],
  ['\t=1', `"'\t=1"`],
  ['\n=1', `"'\n=1"`],
  ['\rx', `"'\rx"`],
  ['1=1', '1=1'],
  ['a@b.example.com', 'a@b.example.com'],
])('%j stands in a table as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});
