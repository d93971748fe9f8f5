import type { WorkspaceUid } from '@antiphon/contract/ids';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { seedLists } from './seed-lists.ts';

// `node server/test/factories/seed-lists-process.ts DATABASE_URL WORKSPACE ROWS`: so many agents and conversations.
const [url = '', uid = '', rows = ''] = process.argv.slice(2);
const database = await openPostgres('na', url, { visitors: 1 });
await seedLists(database, uid as WorkspaceUid, { agents: Number(rows), conversations: Number(rows) });
await database.close();
