import { sql } from 'drizzle-orm';
import { openEmbedded } from '../src/db/open-embedded.ts';

// node server/test/run-sql.ts na FOLDER "update ..." ...: on an embedded database whose server has stopped.
const [region, folder, ...statements] = process.argv.slice(2);
if ((region !== 'na' && region !== 'eu') || !folder) throw new Error('Usage: run-sql.ts REGION FOLDER STATEMENT...');
const database = await openEmbedded(region, folder);
for (const statement of statements) await database.unscoped.execute(sql.raw(statement));
await database.close();
