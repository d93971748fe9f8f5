import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { makeGuardedCall } from '../../src/adapters/guarded-fetch/guarded-call.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { functionCalls } from '../../src/db/schema/function-calls.ts';
import { claimDue } from '../../src/domain/function-calls/function-calls.system.queries.ts';
import { makeCall } from '../../src/domain/function-calls/make-call.ts';
import { startCallRunner } from '../../src/domain/function-calls/run-calls.ts';
import type { CallOut } from '../../src/domain/functions/functions.ports.ts';
import { makeLiveConversations } from '../../src/domain/streams/live-conversations.ts';

/**
 * A worker that sends what visitors confirmed. It is meant to be killed at any moment. `row-after` is the planted fault: the row says
 * that a call was begun only after it was made.
 */
const [url = '', pair = '', fault = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = await openPostgres('na', url, { visitors: 8 });
const callOut = makeGuardedCall({ allowed: [pair] });
const systemScope = makeSystemScope('test');
const deps = {
  database,
  log,
  callOut,
  systemScope,
  makeScope,
  live: makeLiveConversations(),
  secretKey: 'k'.repeat(32),
};

/** Sends first, and writes all of it afterwards. */
async function sendFirst() {
  const due = await database.unscoped
    .select()
    .from(functionCalls)
    .where(eq(functionCalls.status, 'confirmed'))
    .limit(8);
  const answers = new Map<string, Awaited<ReturnType<CallOut['call']>>>();
  const send = async (id: string) => {
    const headers = { 'idempotency-key': id };
    const call = { method: 'POST' as const, url: `http://${pair}/bookings`, headers, body: '{}', timeoutMs: 5_000 };
    answers.set(id, await callOut.call(call));
  };
  await Promise.all(due.map(({ id }) => send(id)));
  const claim = { owner: 'planted', leaseMs: 2_000, limit: 8 };
  const told: CallOut = {
    ...callOut,
    call: async ({ headers }) => answers.get(headers['idempotency-key'] ?? '') ?? callOut.call({ ...CALL, headers }),
  };
  const claims = await database.transaction(systemScope, (tx) => claimDue(tx, systemScope, claim));
  for (const { workspaceUid, ...held } of claims)
    await makeCall({ ...deps, callOut: told }, makeScope(workspaceUid), held, new AbortController().signal);
}
const CALL = { method: 'POST' as const, url: `http://${pair}/bookings`, body: '{}', timeoutMs: 5_000 };

writeSync(1, 'ready\n');
if (fault === 'row-after') for (;;) await sendFirst().then(() => wait(10));
await startCallRunner({ ...deps, leaseMs: 2_000, atOnce: 8 });
