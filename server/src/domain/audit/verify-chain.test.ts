import { newWorkspaceUid } from '@antiphon/contract/ids';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { makePerson } from '../../../test/factories/people.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { makeScope } from '../../db/make-scope.ts';
import { auditEntries } from '../../db/schema/events.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';
import { auditSchedules } from './audit.jobs.ts';
import { recordAudit } from './record-audit.ts';
import { verifyChain } from './verify-chain.ts';

const scopeOf = (uid: string) => makeScope(uid as Scope['workspaceUid']);

describe.each(await openTestDatabases())('the chain of the audit log on $name', ({ database }) => {
  const record = (scope: Scope, number: number) =>
    database.transaction(scope, (tx) =>
      recordAudit(tx, scope, {
        actor: 'usr_1',
        action: 'agent.publish',
        target: `agt_${number}`,
        details: { zone: 'na', number, note: `Version ${number}: Größe`, a: { z: 1, b: [2] } },
      }),
    );

  async function makeChain(count: number): Promise<Scope> {
    const scope = makeScope(newWorkspaceUid());
    const { userId: ownerUserId } = await makePerson(database);
    const [uid, secretHash] = [scope.workspaceUid, `hash of ${scope.workspaceUid}`];
    const row = { uid, ownerUserId, workspaceName: 'Chain', secretHash, secretLast4: '0000' };
    await database.unscoped.insert(workspaces).values(row);
    for (let number = 1; number <= count; number += 1) await record(scope, number);
    return scope;
  }

  /** The row of that number, as whoever owns the database could get at it. */
  const nth = (scope: Scope, number: number) =>
    sql`workspace_uid = ${scope.workspaceUid} and target = ${`agt_${number}`}`;
  const run = (statement: ReturnType<typeof sql>) => database.unscoped.execute(statement);

  test('a chain that nobody touched is whole, also where others write at the same time', async () => {
    const [one, other] = [await makeChain(0), await makeChain(0)];
    const both = Array.from({ length: 30 }, (_, number) => [record(one, number), record(other, number)]);
    await Promise.all(both.flat());
    expect(await verifyChain({ database }, one)).toBeNull();
    expect(await verifyChain({ database }, other)).toBeNull();
    expect(await verifyChain({ database }, await makeChain(0))).toBeNull();
  });

  const tamperings: [string, (scope: Scope) => Promise<unknown>, 'changed' | 'unlinked'][] = [
    ['another actor', (scope) => run(sql`update audit_entries set actor = 'usr_2' where ${nth(scope, 4)}`), 'changed'],
    [
      'other details',
      (scope) => run(sql`update audit_entries set details = details - 'note' where ${nth(scope, 4)}`),
      'changed',
    ],
    [
      'another time',
      (scope) => run(sql`update audit_entries set created_at = created_at - interval '1 hour' where ${nth(scope, 4)}`),
      'changed',
    ],
    ['removed from the middle', (scope) => run(sql`delete from audit_entries where ${nth(scope, 4)}`), 'unlinked'],
    ['the first is removed', (scope) => run(sql`delete from audit_entries where ${nth(scope, 1)}`), 'unlinked'],
    [
      'two changed places',
      (scope) =>
        run(sql`update audit_entries e set position = o.position from audit_entries o
          where e.workspace_uid = ${scope.workspaceUid} and o.workspace_uid = e.workspace_uid
            and (e.target, o.target) in (('agt_3', 'agt_4'), ('agt_4', 'agt_3'))`),
      'unlinked',
    ],
    [
      'one is put between',
      (scope) =>
        run(sql`insert into audit_entries (id, position, workspace_uid, actor, action, target, details, hash, previous_hash)
          select id || 'x', (select max(position) + 1 from audit_entries), workspace_uid, actor, action, target, details, hash, previous_hash
          from audit_entries where ${nth(scope, 4)}`),
      'unlinked',
    ],
  ];
  test.each(tamperings)('planted: %s, and it is found', async (_what, tamper, reason) => {
    const scope = await makeChain(7);
    await tamper(scope);
    expect(await verifyChain({ database }, scope)).toMatchObject({ reason });
  });

  test('no role of the server may change or remove a row', async () => {
    const scope = await makeChain(2);
    const own = eq(auditEntries.workspaceUid, scope.workspaceUid);
    for (const who of [scope, testSystemScope])
      await expect(
        database.transaction(who, (tx) => tx.update(auditEntries).set({ actor: 'usr_2' }).where(own)),
      ).rejects.toThrow();
    await expect(database.transaction(scope, (tx) => tx.delete(auditEntries).where(own))).rejects.toThrow();
    await database.transaction(testSystemScope, (tx) => tx.delete(auditEntries).where(own));
    expect(await database.unscoped.select().from(auditEntries).where(own)).toHaveLength(2);
  });

  test('the nightly job reads long chains in pieces, logs an error for each broken one, and for no deleted workspace', async () => {
    const [whole, broken, deleted] = [await makeChain(3), await makeChain(520), await makeChain(3)];
    await run(sql`update audit_entries set target = 'agt_x' where ${nth(broken, 510)}`);
    await run(sql`delete from audit_entries where ${nth(deleted, 1)}`);
    await run(sql`update workspaces set deleted_at = now() where uid = ${deleted.workspaceUid}`);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    await auditSchedules[0]!.run({ database, log }, testSystemScope, scopeOf);
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    const [found] = errors.filter(({ workspaceUid }) => workspaceUid === broken.workspaceUid);
    expect(found).toMatchObject({ event: 'audit_log_tampered', reason: 'changed' });
    const told = errors.map(({ workspaceUid }) => workspaceUid);
    expect(told).not.toContain(whole.workspaceUid);
    expect(told).not.toContain(deleted.workspaceUid);
    // The seven that were tampered with above, and this one.
    expect(new Set(told).size).toBe(tamperings.length + 1);
  });
});
