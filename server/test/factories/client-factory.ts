import { type ClientId, randomText, type WorkspaceUid } from '@antiphon/contract/ids';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { auditEntries } from '../../src/db/schema/events.ts';
import { isOpened, type SignInWay } from '../../src/domain/client-sessions/client-sessions.rules.ts';
import { startSession } from '../../src/domain/client-sessions/start-session.ts';
import type { Answer, Caller, TestApi } from '../harness/api.ts';
import { createAgent, type Owner, ok, signUp } from './api-factory.ts';

/** An agency with its host, an org that sees one agent, and what calls as its owner and as whoever is on its host. */
export type DashboardAgency = Awaited<ReturnType<typeof makeAgency>>;

/** A session as a sign-in would make it, without one: for walks of thousands. `clientId` null: the agency's own key. */
export async function startClientSession(
  { database }: Pick<TestApi, 'database'>,
  { uid, clientId }: { uid: string; clientId: string | null },
  way: SignInWay = 'code',
  opener = 'key',
  sessionVersion = 1,
): Promise<Caller> {
  const scope = makeScope(uid as WorkspaceUid);
  const openedBy = isOpened(way) ? opener : null;
  const client = clientId === null ? null : { id: clientId as ClientId, sessionVersion };
  const { token } = await database.transaction(scope, (tx) =>
    startSession(tx, scope, { client, way, openedBy, userAgent: '', language: null }, new Date()),
  );
  return { cookie: `client-session=${token}`, host: hostOf(uid) };
}

/** An agency's sending domain in a status, as if that had been found. */
export const setSendingDomain = (database: Database, uid: string, status: string) =>
  database.unscoped.execute(sql`
    insert into sending_domains (domain, id, agency_id, workspace_uid, provider, status, status_since, records)
    select 'mail.' || lower(id) || '.example', 'snd_' || id, id, workspace_uid, 'own-dkim', ${status}, now(), '[]'
    from agencies where workspace_uid = ${uid}
    on conflict (domain) do update set status = excluded.status`);

/** What `makeAgency` and `makeTenant` claim. */
export const hostOf = (uid: string) => `h${uid}.localhost`.toLowerCase();

/** The cookie that an answer gave, as a browser would send it. */
export const cookieOf = (answer: Answer): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

export async function makeAgency(api: TestApi, owner?: Owner) {
  const seller = owner ?? (await signUp(api));
  const { uid, key } = seller;
  const { agency } = ok(await api.call('POST', '/rpc/activateWhitelabelTrial', { caller: key, body: { uid } }));
  const claim = { uid, customDomain: `h${uid}`, isVGSubdomain: true };
  ok(await api.call('POST', '/hosting/custom-domain', { caller: key, body: claim }));
  const host = hostOf(uid);
  const asOwner = (method: string, path: string, body?: unknown) =>
    api.call(method, `/v2/workspaces/${uid}${path}`, { caller: key, ...(body === undefined ? {} : { body }) });
  const agentId = await createAgent(api, seller);
  const { ID: orgId } = ok(await asOwner('POST', '/orgs', { name: 'Harbour Bikes' }));
  ok(await asOwner('POST', `/orgs/${orgId}/agents/${agentId}`, {}));
  return {
    owner: seller,
    host,
    agencyId: agency.ID as string,
    agentId,
    orgId: orgId as string,
    asOwner,
    get: (path: string, caller: Caller = {}) => api.call('GET', path, { caller: { ...caller, host } }),
    post: (path: string, body: unknown, caller: Caller = {}) =>
      api.call('POST', path, { caller: { ...caller, host }, body }),
    /** A person of the org, on its agent. */
    async newClient(more: Record<string, unknown> = {}): Promise<{ ID: string; email: string }> {
      const email = `${randomText(12).toLowerCase()}@example.com`;
      const body = { name: 'Cleo', email, dashboardPassword: `pw-${randomText(12)}`, ...more };
      const client = ok(await asOwner('POST', `/orgs/${orgId}/clients`, body));
      ok(await asOwner('POST', `/clients/${client.ID}/agents/${agentId}`, {}));
      return client;
    },
    /** `actor action target` of its audit log, in order. */
    async audit(): Promise<string[]> {
      const rows = await api.database.unscoped
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.workspaceUid, uid as never))
        .orderBy(asc(auditEntries.position));
      return rows.map((row) => `${row.actor} ${row.action} ${row.target}`);
    },
  };
}
