import type { AgencyId } from '@antiphon/contract/ids';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../../../test/factories/people.ts';
import { newTestScope, openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { agencies, agencyHosts } from '../../db/schema/agencies.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import { mayHaveCertificate } from './may-have-certificate.ts';

describe.each(await openTestDatabases())('which hosts may have a certificate on $name', ({ database }) => {
  const scope = newTestScope();
  const { workspaceUid: uid } = scope;
  const host = `h${uid}.example.com`.toLowerCase();
  const may = (name: string) => mayHaveCertificate({ database, systemScope: testSystemScope }, name);
  const put = (change: Partial<Record<keyof typeof agencyHosts.$inferInsert, unknown>>) =>
    database.unscoped
      .update(agencyHosts)
      .set({ releasedAt: null, ...change } as object)
      .where(eq(agencyHosts.host, host));

  beforeAll(async () => {
    const { userId: ownerUserId } = await makePerson(database);
    await database.unscoped
      .insert(workspaces)
      .values({ uid, ownerUserId, workspaceName: 'Acme', secretHash: uid, secretLast4: '' });
    const agencyId = `agc_${uid}` as AgencyId;
    await database.unscoped
      .insert(agencies)
      .values({ id: agencyId, workspaceUid: uid, name: 'Acme', customThemeJSONString: '{}' });
    await database.unscoped.insert(agencyHosts).values({ host, agencyId, workspaceUid: uid, kind: 'custom' });
  });

  test('those that are served, and those that were found to lead here just now', async () => {
    const ago = (minutes: number) => sql`now() - make_interval(mins => ${minutes}::int)`;
    const cases = [
      ['live', null, true],
      ['failing', null, true],
      ['issuing', ago(1), true],
      ['issuing', ago(11), false],
      ['issuing', null, false],
      ['unverified', ago(1), false],
      ['suspended', ago(1), false],
    ] as const;
    for (const [state, goodAt, expected] of cases) {
      await put({ state, goodAt });
      expect(await may(host), `${state} ${goodAt}`).toBe(expected);
    }
    await put({ state: 'live', releasedAt: sql`now()` });
    expect(await may(host)).toBe(false);
  });

  // Planted: a name that ends as one of ours does may, too -> caught here, and through the proxy by `edge.pg.test.ts`.
  test('the whole name alone, and none of a deleted workspace', async () => {
    await put({ state: 'live' });
    for (const name of [`x${host}`, `x.${host}`, 'example.com', host.slice(1)])
      expect(await may(name), name).toBe(false);
    await database.unscoped.update(workspaces).set({ deletedAt: sql`now()` }).where(eq(workspaces.uid, uid));
    expect(await may(host)).toBe(false);
  });
});
