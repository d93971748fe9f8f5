// The server on the database that GREEDY_DATABASE names, for greedy-tenant.pg.soak.test.ts. Prints its address. GREEDY_PLANTED=1 plants
// the fault: no limit of what one tenant may ask, and no connections of their own for what no visitor waits for.
import type { Database } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { startTestApi } from '../harness/api.ts';

const isPlanted = process.env.GREEDY_PLANTED === '1';
const opened = await openPostgres('na', process.env.GREEDY_DATABASE ?? '');
const unbounded: Database = { ...opened, background: opened };
const api = await startTestApi(isPlanted ? unbounded : opened, {
  REGIONS: 'na',
  TRUSTED_PROXIES: '1',
  RATE_LIMIT_FACTOR: isPlanted ? '100000' : '1',
});
process.stdout.write(`${api.origin}\n`);
