import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../../../test/factories/api-factory.ts';
import { makeAgency } from '../../../test/factories/client-factory.ts';
import { connectByHand } from '../../../test/factories/org-accounts.ts';
import { startTestApi } from '../../../test/harness/api.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';

describe.each(await openTestDatabases())('billing of an org on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());

  // Planted: only the screen asks for the account -> 200 in place of the refusal.
  test('is allowed while the account of its agency takes cards, and stays where that ends', async () => {
    const { asOwner, orgId, owner } = await makeAgency(api);
    const change = (allowBilling: boolean) => asOwner('POST', `/orgs/${orgId}`, { allowBilling });
    const isAllowed = async () => ok(await asOwner('GET', `/orgs/${orgId}`)).allowBilling as boolean;
    const refused = {
      status: 409,
      body: { code: 'conflict', message: 'Connect your account first: without it no org can pay.' },
    };
    expect(await change(true)).toMatchObject(refused);
    expect(await asOwner('POST', '/orgs', { name: 'Early', allowBilling: true })).toMatchObject(refused);
    expect(await isAllowed()).toBe(false);
    // Nothing is switched on.
    ok(await change(false));

    await connectByHand(database, owner.uid as WorkspaceUid);
    ok(await change(true));
    expect(ok(await asOwner('POST', '/orgs', { name: 'Late', allowBilling: true })).allowBilling).toBe(true);

    await database.unscoped.execute(
      sql`update connect_accounts set disconnected_at = now() where workspace_uid = ${owner.uid}`,
    );
    ok(await asOwner('POST', `/orgs/${orgId}`, { name: 'Renamed', allowBilling: true }));
    expect(await isAllowed()).toBe(true);
    ok(await change(false));
    expect(await change(true)).toMatchObject(refused);
  });
});
