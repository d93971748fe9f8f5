import type { AgentId, OrgId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { deleteOrg } from './update-org.ts';

const PEOPLE = 1_500;

describe.each(await openTestDatabases())('an org with many people on $name', ({ database }) => {
  const makeOrg = async ({ workspaceUid }: Scope, agentId: AgentId, id: string) => {
    const people = `from clients where org_id = '${id}'`;
    for (const statement of [
      `insert into users (id, name, email) values ('${workspaceUid}', 'A', '${workspaceUid}@example.com') on conflict do nothing`,
      `insert into workspaces (uid, owner_user_id, workspace_name, secret_hash, secret_last4)
       values ('${workspaceUid}', '${workspaceUid}', 'A', '${workspaceUid}', 'abcd') on conflict do nothing`,
      `insert into orgs (id, workspace_uid, name, default_client_access, default_client_tab_order, settings) values ('${id}', '${workspaceUid}', 'Org', '{}', '[]', '{}')`,
      `insert into org_agents (org_id, agent_id, workspace_uid) values ('${id}', '${agentId}', '${workspaceUid}')`,
      `insert into clients (id, workspace_uid, org_id, name, email, password_hash, can_access, client_tab_order, notifications_settings)
       select '${id}' || n, '${workspaceUid}', '${id}', 'Person ' || n, '${id}' || n || '@example.com', 'x', '{}', '[]', '{}' from generate_series(1, ${PEOPLE}) n`,
      `insert into client_agents (client_id, org_id, agent_id, workspace_uid) select id, org_id, '${agentId}', workspace_uid ${people}`,
      `insert into client_sessions (id, token_hash, workspace_uid, client_id, way, session_version, expires_at)
       select id, id, workspace_uid, id, 'code', 1, now() ${people}`,
    ])
      await database.unscoped.execute(sql.raw(statement));
  };
  const count = async () => {
    const answer = await database.unscoped.execute(
      sql`select (select count(*)::int from orgs) as orgs, (select count(*)::int from clients) as clients,
        (select count(*)::int from client_agents) as rights, (select count(*)::int from client_sessions) as sessions, (select count(*)::int from agents) as agents`,
    );
    return (answer as unknown as { rows: unknown[] }).rows[0];
  };

  // Planted: all in the last transaction -> its people go 1,500 at once.
  test('is deleted with all of them, few in a transaction, and no other org', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    await makeOrg(scope, agentId, 'org_a');
    await makeOrg(scope, agentId, 'org_b');
    const gone: number[] = [];
    const watched: Pick<Database, 'transaction'> = {
      transaction: (by, work) =>
        database.transaction(by, async (tx) => {
          const left = async () => (await tx.execute(sql`select id from clients`)) as unknown as { rows: unknown[] };
          const before = (await left()).rows.length;
          const result = await work(tx);
          gone.push(before - (await left()).rows.length);
          return result;
        }),
    };
    const member = { scope, userId: null, permissions: ['clients.write'], client: null } as const;
    await deleteOrg({ database: { ...database, ...watched } as Database }, member, 'org_a' as OrgId);
    expect(await count()).toMatchObject({ orgs: 1, clients: PEOPLE, rights: PEOPLE, sessions: PEOPLE, agents: 1 });
    expect(gone.reduce((all, one) => all + one)).toBe(PEOPLE);
    expect(Math.max(...gone)).toBeLessThanOrEqual(500);
  });
});
