import type { WorkspaceUid } from '@antiphon/contract/ids';
import { openEmbedded } from '../src/db/open-embedded.ts';
import { seedLists } from './seed-lists.ts';

// `node server/test/seed-lists-process.ts DATA_DIR WORKSPACE`: 10,000 agents and conversations, while no server runs on the folder.
const [dataDir = '', uid = ''] = process.argv.slice(2);
const database = await openEmbedded('na', `${dataDir}/na`);
await seedLists(database, uid as WorkspaceUid, { agents: 10_000, conversations: 10_000 });
await database.close();
