import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { makeGuardedPost } from '../../src/adapters/guarded-fetch/guarded-post.ts';
import { makePushMessages } from '../../src/adapters/web-push/make-push-messages.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { emailJobs } from '../../src/domain/email/email.jobs.ts';
import { sendDueEmails } from '../../src/domain/email/send-email.ts';
import { notificationsJobs, notificationsListeners } from '../../src/domain/notifications/notifications.jobs.ts';
import { makeSignals } from '../../src/domain/signals/make-signals.ts';
import { startDeliveryRunner } from '../../src/domain/webhooks/run-deliveries.ts';
import { webhooksListeners } from '../../src/domain/webhooks/webhooks.jobs.ts';
import type { Listener } from '../../src/jobs/job.ts';
import type { claimEvents } from '../../src/jobs/outbox.queries.ts';
import { startQueue } from '../../src/jobs/queue.ts';

/**
 * A worker with the product's listeners and jobs, whose mails, push messages and webhooks go to one receiver. It is meant to be
 * killed at any moment. `figures` leaves the relay alone, with listeners that take 10 ms. `no-claim` is the planted fault.
 */
const [url = '', pair = '', secretKey = '', mode = '', fault = ''] = process.argv.slice(2);
const log = pino({ level: 'error' }, pino.destination(2));
const database = await openPostgres('na', url, { visitors: 10 });
const systemScope = makeSystemScope('test');
const signals = makeSignals({ broker: null });
const core = {
  database,
  log,
  secretKey,
  signals,
  makeScope,
  systemScope,
  publicUrl: null,
  platformName: 'Test',
  postOut: makeGuardedPost({ allowed: [pair], wholeMs: 5_000 }),
  pushMessages: makePushMessages('mailto:test@example.com'),
  renderLetter: async () => ({ html: '', text: '' }),
  findSender: async () => null,
  findBrandColor: async () => null,
  emailTransport: {
    async send({ id }: { id: string }) {
      await fetch(`http://${pair}/mail`, { method: 'POST', headers: { 'webhook-id': id }, body: '' });
    },
  },
  isProduction: true,
};

/** Nothing keeps what this one writes from being there twice. */
const counting: Listener<typeof core> = {
  name: 'test.heard',
  on: ['credits_low'],
  async run(_deps, tx, _scope, { id }) {
    if (mode === 'figures') await tx.execute(sql`select pg_sleep(0.01)`);
    await tx.execute(sql`insert into heard (event_id, worker) values (${id}, ${process.pid})`);
  },
};

/** Takes what is not relayed, and looks away while another does. */
const unclaimed: typeof claimEvents = async (tx, _scope, most) => {
  const { rows } = (await tx.execute(sql`
    select id, type, workspace_uid as "workspaceUid", payload, created_at as "createdAt" from outbox
    where relayed_at is null order by position limit ${most}`)) as unknown as {
    rows: Awaited<ReturnType<typeof claimEvents>>;
  };
  for (const { id } of rows) await tx.execute(sql`update outbox set relayed_at = now() where id = ${id}`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
};

const deliveries = await startDeliveryRunner({ ...core, retryDelaysMs: [100, 100, 100], leaseMs: 3_000 });
const deps = { ...core, deliveries };
const isWhole = mode === 'whole';
await startQueue({
  database,
  deps,
  jobs: isWhole ? [...emailJobs, ...notificationsJobs] : [],
  listeners: isWhole ? [...webhooksListeners, ...notificationsListeners, counting] : [counting],
  schedules: [],
  log,
  ...(fault === 'no-claim' ? { claim: unclaimed } : {}),
});
writeSync(1, 'ready\n');
while (isWhole) {
  await sendDueEmails(core).catch((error) => log.error({ err: error }, 'sweep failed'));
  await wait(1_000);
}
