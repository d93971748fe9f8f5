import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testSystemScope } from '../test/harness/database.ts';
import { readEmbeddedImage } from '../test/harness/migrated-databases.ts';
import { readCommand, runPaymentCommand } from './app-payments.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { paymentInbox, paymentObjects } from './db/schema/payments.ts';

test('what is typed is read, and all else is told how it is typed', () => {
  expect(readCommand(['replay', '--object', 'cus_1'])).toEqual({ region: null, what: { object: 'cus_1' } });
  expect(readCommand(['reconcile', '--region', 'eu'])).toEqual({ region: 'eu', what: 'reconcile' });
  expect(readCommand(['replay', '--event', 'evt_1', '--region', 'eu'])).toEqual({
    region: 'eu',
    what: { event: 'evt_1' },
  });
  expect(readCommand(['replay', '--since', '2026-01-31T12:00:00+01:00'])).toEqual({
    region: null,
    what: { since: new Date('2026-01-31T11:00:00Z') },
  });
  expect(readCommand(['unblock', '--customer', 'cus_1', '--account', 'acct_1', '--region', 'na'])).toEqual({
    region: 'na',
    what: { customerId: 'cus_1', account: 'acct_1' },
  });
  for (const wrong of [
    [],
    ['unblock'],
    ['unblock', '--customer', 'in_1'],
    ['unblock', '--customer', 'cus_1', '--event', 'evt_1'],
    ['reconcile', '--event', 'evt_1'],
    ['replay'],
    ['replay', '--object'],
    ['replay', '--since', '2026-01-31 12:00'],
    ['replay', '--since', '2026-99-31T12:00:00Z'],
    ['replay', '--object', 'cus_1', '--event', 'evt_1'],
    ['replay', '--region', 'us', '--object', 'cus_1'],
    ['replay', '--all', 'yes'],
  ])
    expect(() => readCommand(wrong)).toThrow(/^usage: npm run payments/);
});

test('a replay marks what is meant in the database of a server that does not run', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'replay-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const environment = { DATA_DIR: dataDir, SECRET_KEY: 'only-for-tests-0123456789-abcdefghij' };
  const folder = join(dataDir, 'na');
  const first = await openEmbedded('na', folder, readEmbeddedImage());
  const about = (id: string, days: number) => ({
    ...{ account: '', eventId: `evt_${id}`, endpoint: 'platform' as const, type: 'customer.updated' },
    ...{ kind: 'customer', objectId: `cus_${id}`, receivedAt: new Date(Date.now() - days * 86_400_000) },
  });
  await first.unscoped.insert(paymentInbox).values([about('old', 9), about('new', 1)]);
  await first.close();
  const since = new Date(Date.now() - 5 * 86_400_000).toISOString();
  const run = (...args: string[]) => runPaymentCommand(environment, ['replay', ...args]);
  expect(await run('--since', since)).toEqual(['na customer cus_new']);
  expect(await run('--event', 'evt_old')).toEqual(['na customer cus_old']);
  expect(await run('--object', 'cus_untold')).toEqual(['na customer cus_untold']);
  // Where nobody has anything, nothing is begun.
  expect(await run('--region', 'eu', '--object', 'cus_new')).toEqual([]);
  expect(existsSync(join(dataDir, 'eu'))).toBe(false);
  const second = await openEmbedded('na', folder);
  onTestFinished(() => second.close());
  const rows = await second.transaction(testSystemScope, (tx) => tx.select().from(paymentObjects));
  expect(rows.map(({ objectId, nextAt }) => [objectId, nextAt !== null]).sort()).toEqual([
    ['cus_new', true],
    ['cus_old', true],
    ['cus_untold', true],
  ]);
}, 300_000);
