import type { WorkspaceUid } from '@antiphon/contract/ids';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { seedLists } from './seed-lists.ts';

// `node server/test/factories/seed-lists-process.ts DATABASE_URL WORKSPACE`: 10,000 agents and conversations.
const [url = '', uid = ''] = process.argv.slice(2);
const database = await openPostgres('na', url, { visitors: 1 });
await seedLists(database, uid as WorkspaceUid, { agents: 10_000, conversations: 10_000 });
await database.close();
