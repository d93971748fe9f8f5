import { writeSync } from 'node:fs';
import pino from 'pino';
import { makeGuardedPost } from '../../src/adapters/guarded-fetch/guarded-post.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { makeSignals } from '../../src/domain/signals/make-signals.ts';
import { startDeliveryRunner } from '../../src/domain/webhooks/run-deliveries.ts';
import { webhooksListeners } from '../../src/domain/webhooks/webhooks.jobs.ts';
import type { PostOut } from '../../src/domain/websites/websites.ports.ts';
import { startQueue } from '../../src/jobs/queue.ts';

/**
 * A worker that takes events from the outbox and delivers them, with pauses of milliseconds instead of hours. It is meant to
 * be killed at any moment. `acknowledge-first` is the planted fault: a delivery is settled before its request is made.
 */
const [url = '', pair = '', secretKey = '', fault = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = await openPostgres('na', url, { visitors: 8 });
const guarded = makeGuardedPost({ allowed: [pair], wholeMs: 1_000 });
const acknowledging: PostOut = {
  ...guarded,
  async post(address, request) {
    setTimeout(() => guarded.post(address, request).catch(() => {}), 50);
    return { status: 200, text: '' };
  },
};
const signals = makeSignals({ broker: null });
const core = {
  database,
  log,
  secretKey,
  signals,
  makeScope,
  systemScope: makeSystemScope('test'),
  publicUrl: null,
  postOut: fault === 'acknowledge-first' ? acknowledging : guarded,
};
const retryDelaysMs = Array.from({ length: 200 }, () => 100);
const deliveries = await startDeliveryRunner({ ...core, retryDelaysMs, leaseMs: 3_000 });
const listeners = webhooksListeners.filter(({ name }) => name === 'webhooks.accept');
await startQueue({ database, deps: { ...core, deliveries }, jobs: [], schedules: [], listeners, log });
writeSync(1, 'ready\n');
