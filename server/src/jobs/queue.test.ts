import { sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { openBothDatabases } from '../../test/harness/database.ts';
import type { Job, Schedule } from './job.ts';
import { startQueue } from './queue.ts';

const log = pino({ level: 'silent' });
const probe: Job<null> = {
  name: 'test_probe',
  on: [],
  retriesMax: 2,
  timeoutSeconds: 60,
  parallel: 1,
  run: async () => {},
};
const nightly: Schedule<null> = { name: 'test.nightly', cron: '10 3 * * *', run: async () => {} };

describe.each(await openBothDatabases())('the queue at a start, on $name', ({ database }) => {
  const start = async (job: Job<null>, schedule: Schedule<null>) => {
    const queue = await startQueue({ database, deps: null, jobs: [job], listeners: [], schedules: [schedule], log });
    await queue.stop();
    const { rows } = (await database.unscoped.execute(sql`
      select q.name, retry_limit as retries, expire_seconds as seconds, q.notify, s.cron, q.updated_on::text as at, s.updated_on::text as cron_at
      from pgboss.queue q left join pgboss.schedule s using (name) where q.name in ('test_probe', 'test.nightly') order by q.name desc`)) as unknown as {
      rows: Record<'name' | 'retries' | 'seconds' | 'notify' | 'cron' | 'at' | 'cron_at', unknown>[];
    };
    const [own, clock] = rows;
    return { own, clock };
  };

  // Planted: a queue that is there is passed by whatever its options are -> the last two expectations.
  test('writes nothing that is there already, and what a newer version says otherwise', async () => {
    const first = await start(probe, nightly);
    expect(first.own).toMatchObject({ retries: 2, seconds: 60, notify: true, cron: null });
    expect(first.clock).toMatchObject({ retries: 0, seconds: 600, notify: true, cron: '10 3 * * *' });
    expect(await start(probe, nightly)).toEqual(first);

    const changed = await start({ ...probe, timeoutSeconds: 90 }, { ...nightly, cron: '20 4 * * *' });
    expect(changed.own).toMatchObject({ retries: 2, seconds: 90, notify: true });
    expect(changed.clock).toMatchObject({ cron: '20 4 * * *', at: first.clock?.at });
  });
});
