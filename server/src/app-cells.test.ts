import { expect, it } from 'vitest';
import { readMoveCommand } from './app-cells.ts';

it('reads what was typed, and says how it is typed', () => {
  expect(readMoveCommand(['--workspace', 'wu_abc', '--region', 'eu', '--within', '60'])).toEqual({
    uid: 'wu_abc',
    region: 'eu',
    withinMs: 60_000,
    to: null,
  });
  expect(readMoveCommand(['--workspace', 'wu_abc'])).toMatchObject({ region: 'na', withinMs: 10_000 });
  expect(readMoveCommand(['--workspace', 'wu_abc', '--to', 'two'])).toMatchObject({ to: 'two' });
  for (const wrong of [
    [],
    ['--workspace', ''],
    ['--workspace', 'wu_a', '--region', 'mars'],
    ['--workspace', "wu_a'"],
    ['--workspace', 'wu_a', '--to', 'a b'],
    ['--workspace', 'wu_a', '--within', '0'],
    ['--workspace', 'wu_a', '--quick', '1'],
  ])
    expect(() => readMoveCommand(wrong), wrong.join(' ')).toThrow('usage:');
});
