import { expect, test } from 'vitest';
import { smsSegments } from './sms-text.ts';

test.each([
  ['', 'GSM-7', 0],
  ['a'.repeat(160), 'GSM-7', 1],
  ['a'.repeat(161), 'GSM-7', 2],
  ['a'.repeat(306), 'GSM-7', 2],
  ['a'.repeat(307), 'GSM-7', 3],
  ['€'.repeat(80), 'GSM-7', 1],
  ['€'.repeat(81), 'GSM-7', 2],
  // Signs of two places are not cut: 76 of them stand in 153.
  ['€'.repeat(152), 'GSM-7', 2],
  ['€'.repeat(153), 'GSM-7', 3],
  ['я'.repeat(70), 'UCS-2', 1],
  ['я'.repeat(71), 'UCS-2', 2],
  // Nor are those of two units: 33 of them stand in 67.
  ['🚲'.repeat(35), 'UCS-2', 1],
  ['🚲'.repeat(66), 'UCS-2', 2],
  ['🚲'.repeat(67), 'UCS-2', 3],
] as const)('%j leaves as %s', (text, encoding, segments) => {
  expect(smsSegments(text)).toMatchObject({ encoding, segments });
});
