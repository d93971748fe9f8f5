import { expect, test } from 'vitest';
import { openBothDatabases } from '../test/harness/database.ts';
import { followUp } from './follow-ups.ts';

const file = new URL('corpus/columns.jsonl', import.meta.url).pathname;

// Seen red: "and for cats?" after a booster for dogs was told the row Cat of another table; with that mended alone a photo of a dog was told the price
// asked for before, and a seizure at night the list of emergencies without the number to call.
test('what a column is called is put in the place of another, and an emergency is told whom to call', async () => {
  const [first] = await openBothDatabases();
  const wrong = (await followUp(first!.database, file)).filter(({ isRight }) => !isRight);
  expect(wrong.map(({ first: before, second, answer }) => `${before} => ${second}: ${answer}`)).toEqual([]);
}, 120_000);
