import { type AgentId, newMessageId, type OrgId, type WorkspaceUid } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { type Owner, ok } from '../../../test/factories/api-factory.ts';
import { makeAgency, startClientSession } from '../../../test/factories/client-factory.ts';
import { connectByHand } from '../../../test/factories/org-accounts.ts';
import { startTestApi } from '../../../test/harness/api.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { makeScope } from '../../db/make-scope.ts';
import { findLedgerFaults } from '../billing/find-ledger-faults.ts';
import { holdTurn } from '../billing/hold-turn.ts';
import { exportUsage } from '../billing/list-usage.ts';
import { settleTurn } from '../billing/settle-turn.ts';
import { takeBackLeftCredits } from './take-back-credits.ts';

const WELCOME = limits.newWorkspaceCredits;
const MICRO = 1_000_000n;

describe.each(await openTestDatabases())('credits of orgs on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());

  /** An agency whose org has billing and sees its agent. */
  async function makeBilled(credits = 0) {
    const agency = await makeAgency(api);
    const { orgId, asOwner, owner } = agency;
    await connectByHand(database, owner.uid as WorkspaceUid);
    ok(await asOwner('POST', `/orgs/${orgId}`, { allowBilling: true }));
    if (credits > 0) ok(await transfer(owner, orgId, { amount: credits }));
    const scope = makeScope(owner.uid as WorkspaceUid);
    return { ...agency, scope, orgId: orgId as OrgId };
  }
  const transfer = (
    { uid, key }: Pick<Owner, 'uid' | 'key'>,
    orgId: string,
    body: { id?: string; direction?: string; amount: unknown },
  ) =>
    api.call('POST', `/v2/workspaces/${uid}/orgs/${orgId}/credit-transfers`, {
      caller: key,
      body: { id: newMessageId(), direction: 'workspace_to_org', ...body },
    });
  const transfersOf = async ({ audit }: { audit: () => Promise<string[]> }) =>
    (await audit()).filter((one) => one.includes('org.transfer_credits'));
  const balances = async ({ owner, orgId, asOwner }: Awaited<ReturnType<typeof makeBilled>>) => {
    const org = ok(await asOwner('GET', `/orgs/${orgId}`));
    const { loadTokens } = ok(await asOwner('GET', '/billing'));
    expect(org.allowBilling).toBe(true);
    expect(
      await database.transaction(makeScope(owner.uid as WorkspaceUid), (tx) =>
        findLedgerFaults(tx, makeScope(owner.uid as WorkspaceUid)),
      ),
    ).toEqual([]);
    return { org: org.loadTokens as number, workspace: loadTokens as number };
  };

  test('move either way, with a line for each account and one entry in the audit log', async () => {
    const agency = await makeBilled();
    const { owner, orgId, asOwner } = agency;
    expect(ok(await transfer(owner, orgId, { amount: 120.5 }))).toEqual({
      success: true,
      loadTokens: 120.5,
      workspaceLoadTokens: WELCOME - 120.5,
    });
    expect(ok(await transfer(owner, orgId, { amount: 20.25, direction: 'org_to_workspace' }))).toEqual({
      success: true,
      loadTokens: 100.25,
      workspaceLoadTokens: WELCOME - 100.25,
    });
    const ofOrg = ok(await asOwner('GET', `/usage?orgId=${orgId}`));
    expect(ofOrg.items).toMatchObject([
      { amount: 20.25, direction: 'decrease', featureKey: 'transfer_to_workspace' },
      { amount: 120.5, direction: 'increase', featureKey: 'transfer_to_org' },
    ]);
    expect(ofOrg.loadTokens).toBe(100.25);
    expect(ok(await asOwner('GET', '/usage')).items).toMatchObject([
      { amount: 20.25, direction: 'increase' },
      { amount: 120.5, direction: 'decrease' },
      { featureKey: 'welcome_credits' },
    ]);
    expect(await transfersOf(agency)).toEqual(Array(2).fill(`key org.transfer_credits ${orgId}`));
    expect(await balances(agency)).toEqual({ org: 100.25, workspace: WELCOME - 100.25 });
  });

  test('sent again they have moved once; the id of one is not another', async () => {
    const agency = await makeBilled();
    const { owner, orgId } = agency;
    const sent = { id: newMessageId(), amount: 10 };
    const first = ok(await transfer(owner, orgId, sent));
    expect(ok(await transfer(owner, orgId, sent))).toEqual(first);
    for (const other of [
      { ...sent, amount: 11 },
      { ...sent, direction: 'org_to_workspace' },
    ])
      expect(await transfer(owner, orgId, other)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_mismatch' },
      });
    expect(await balances(agency)).toEqual({ org: 10, workspace: WELCOME - 10 });
    expect(await transfersOf(agency)).toHaveLength(1);
  });

  test('what is no amount, or more than there is, moves nothing and says so', async () => {
    const agency = await makeBilled(50);
    const { owner, orgId } = agency;
    for (const amount of [0, -5, 0.000_000_1, '5', null, limits.transferMax + 1]) {
      const answer = await transfer(owner, orgId, { amount });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('Please enter a valid amount to transfer.');
    }
    for (const direction of ['workspace_to_org', 'org_to_workspace'])
      expect(await transfer(owner, orgId, { amount: WELCOME, direction })).toMatchObject({
        status: 402,
        body: { code: 'no_credits', message: 'Not enough credits in workspace/org.' },
      });
    expect(await balances(agency)).toEqual({ org: 50, workspace: WELCOME - 50 });
  });

  test("another agency's org, and one that is gone, are not found", async () => {
    const [own, other] = [await makeBilled(5), await makeBilled(5)];
    for (const orgId of [other.orgId, 'org_gone'])
      for (const direction of ['workspace_to_org', 'org_to_workspace'])
        expect(await transfer(own.owner, orgId, { amount: 1, direction })).toMatchObject({
          status: 404,
          body: { message: 'Workspace not found. Please refresh and try again.' },
        });
    const asOther = { uid: other.owner.uid, key: own.owner.key };
    expect((await transfer(asOther, other.orgId, { amount: 1 })).status).toBeGreaterThanOrEqual(400);
    expect(ok(await own.asOwner('GET', `/usage?orgId=${other.orgId}`))).toMatchObject({ items: [], loadTokens: 0 });
    expect([await balances(own), await balances(other)]).toEqual(Array(2).fill({ org: 5, workspace: WELCOME - 5 }));
  });

  test('an org without billing is given nothing, and what it has can be taken back', async () => {
    const { owner, orgId, asOwner } = await makeBilled(30);
    ok(await asOwner('POST', `/orgs/${orgId}`, { allowBilling: false }));
    expect((await transfer(owner, orgId, { amount: 1 })).status).toBe(409);
    expect(ok(await transfer(owner, orgId, { amount: 30, direction: 'org_to_workspace' })).loadTokens).toBe(0);
  });

  test('its people see what it has, while it has billing', async () => {
    const { owner, orgId, asOwner, ...agency } = await makeBilled(40.25);
    const { ID: clientId } = await agency.newClient();
    const caller = await startClientSession(api, { uid: owner.uid, clientId });
    const me = async () => ok(await api.call('GET', '/client/me', { caller })).loadTokens;
    expect(await me()).toBe(40.25);
    ok(await asOwner('POST', `/orgs/${orgId}`, { allowBilling: false }));
    expect(await me()).toBe(null);
  });

  test('an org that is deleted leaves its credits to the workspace, also those that a reply held', async () => {
    const { owner, orgId, agentId, asOwner, scope } = await makeBilled(60);
    const turn = { turnId: 'held', agentId: agentId as AgentId };
    await database.transaction(scope, (tx) =>
      holdTurn(tx, scope, { ...turn, amountMicro: 20n * MICRO, monthlyLimitMicro: null, now: new Date() }),
    );
    ok(await asOwner('DELETE', `/orgs/${orgId}`));
    const left = async () => ok(await asOwner('GET', '/billing')).loadTokens;
    expect(await left()).toBe(WELCOME - 20);
    const used = { ...turn, conversationId: null, amountMicro: 5n * MICRO, featureKey: 'text_turn' };
    const deps = { database, systemScope: testSystemScope, makeScope };
    // More than a page of others, whose keys come before. Planted: the first page alone -> 5 are missing of what comes back.
    await database.unscoped.execute(sql`
      insert into credit_accounts (id, workspace_uid) select 'org:org_0' || n, 'wsp_others' from generate_series(1, 1001) n`);
    await takeBackLeftCredits(deps);
    expect(await left()).toBe(WELCOME - 20);
    await database.transaction(scope, (tx) => settleTurn(tx, scope, used));
    await Promise.all([takeBackLeftCredits(deps), takeBackLeftCredits(deps)]);
    expect(await left()).toBe(WELCOME - 5);
    expect(await database.transaction(scope, (tx) => findLedgerFaults(tx, scope))).toEqual([]);
    expect(owner.uid).toBe(scope.workspaceUid);
  });

  test('the file of an account sums to its balance', async () => {
    const agency = await makeBilled(80);
    const { scope, orgId, agentId } = agency;
    for (const [at, credits] of [3, 7].entries()) {
      const turn = { turnId: `t${at}`, agentId: agentId as AgentId, amountMicro: BigInt(credits) * MICRO };
      await database.transaction(scope, async (tx) => {
        await holdTurn(tx, scope, { ...turn, monthlyLimitMicro: null, now: new Date() });
        await settleTurn(tx, scope, { ...turn, conversationId: 'cnv_1', featureKey: 'text_turn' });
      });
    }
    const sumOf = async (id?: OrgId) => {
      let text = '';
      for await (const part of await exportUsage({ database }, scope, { orgId: id })) text += part.text;
      const [head, ...lines] = text.trimEnd().split('\r\n');
      expect(head).toBe('\ufeffts,featureKey,credits,agentId,agentTitle,conversationId,id');
      return lines.reduce((total, line) => total + Number(line.split(',')[2]), 0);
    };
    expect([await sumOf(orgId), await sumOf()]).toEqual([70, WELCOME - 80]);
    expect(await balances(agency)).toEqual({ org: 70, workspace: WELCOME - 80 });
    const sent = await api.call('GET', `/v2/workspaces/${scope.workspaceUid}/usage/export?orgId=${orgId}`, {
      caller: agency.owner.key,
    });
    expect(sent.status).toBe(200);
    expect(sent.text).toContain('transfer_to_org,80');
  });
});
