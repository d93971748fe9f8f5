import { once } from 'node:events';
import { PgBoss } from 'pg-boss';

/** Has the workers of a database do a schedule's work now, for a test that would wait for the next minute else. */
export async function runSchedule(databaseUrl: string, name: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'pgboss',
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.send(name);
  const stopped = once(boss, 'stopped');
  await boss.stop();
  await stopped;
}
