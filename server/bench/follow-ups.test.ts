import { expect, test } from 'vitest';
import { openBothDatabases } from '../test/harness/database.ts';
import { followUp, followUpFigures, followUpsFile } from './follow-ups.ts';

test('what stands alone is answered as if asked first, and what leans is understood', async () => {
  const [first] = await openBothDatabases();
  const followed = await followUp(first!.database, followUpsFile);
  const figures = followUpFigures(followed);
  const misses = followed.filter(({ leans, isSame, isRight }) => (leans ? !isRight : !isSame));
  const told = misses.map(({ first, second, answer }) => `${first} => ${second}: ${answer}`).join('\n');
  expect(figures.pairs).toBe(120);
  expect(figures.aloneAsFirst, told).toBeGreaterThanOrEqual(0.97);
  expect(figures.leaningRight, told).toBeGreaterThanOrEqual(0.9);
  expect(figures.aloneWrongSaid, told).toBeLessThanOrEqual(0.03);
  expect(figures.leaningWrongSaid, told).toBeLessThanOrEqual(0.05);
}, 300_000);
