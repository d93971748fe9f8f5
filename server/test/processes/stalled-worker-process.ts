import { openPostgres } from '../../src/db/open-postgres.ts';
import { doLeasedWork } from '../factories/leased-work.ts';

/** Does the work that `items` name, and asks the test over HTTP in the middle of each piece. It is meant to be stopped there. */
const [url = '', origin = '', items = '[]'] = process.argv.slice(2);
const database = await openPostgres('na', url, { visitors: 10 });
const work = await doLeasedWork(database, JSON.parse(items), async (kind) => {
  const response = await fetch(`${origin}/${kind}`);
  return response.text();
});
await work.finish();
await database.close();
