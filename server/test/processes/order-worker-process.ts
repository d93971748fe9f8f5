import { writeSync } from 'node:fs';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { startOrderWorker } from './order-worker.ts';

/** A worker of orders that kills itself before or after one of its steps. */
const [url = '', standInUrl = '', secretKey = '', killAt = '', lease = '1000'] = process.argv.slice(2);
const reach = (step: string) => {
  if (step !== killAt) return;
  writeSync(1, `died ${step}\n`);
  process.kill(process.pid, 'SIGKILL');
  // Nothing of this process runs on.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
const database = await openPostgres('na', url, { visitors: 12 });
await startOrderWorker({ database, standInUrl, secretKey, leaseMs: Number(lease), reach });
writeSync(1, 'ready\n');
