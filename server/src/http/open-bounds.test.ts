import { expect, it } from 'vitest';
import { makeOpenBounds } from './open-bounds.ts';

it('opens as many as every bound allows, and again what was released', () => {
  const open = makeOpenBounds(0.5);
  const [own, all] = [
    { key: 'one', max: 4 },
    { key: 'all', max: 6 },
  ];
  const held = [open([own, all]), open([own, all])];
  expect(held.every((one) => one !== null)).toBe(true);
  expect(open([own, all])).toBeNull();
  const other = open([{ key: 'other', max: 4 }, all]);
  expect(other).not.toBeNull();
  // What was refused counted nowhere; what is released twice counts once.
  expect(open([{ key: 'third', max: 4 }, all])).toBeNull();
  held[0]?.release();
  held[0]?.release();
  expect(open([{ key: 'third', max: 4 }, all])).not.toBeNull();
  expect(open([{ key: 'third', max: 4 }, all])).toBeNull();
});

it('never allows less than one', () => {
  const open = makeOpenBounds(0.01);
  expect(open([{ key: 'one', max: 4 }])).not.toBeNull();
  expect(open([{ key: 'one', max: 4 }])).toBeNull();
});
