import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { answeringProbe } from '../../../test/factories/answering-probe.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestPostgres, testSystemScope } from '../../../test/harness/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { demandSuite } from '../suites/suite-gate.ts';
import { getAgent } from './get-agent.ts';
import { publishAgent } from './publish-agent.ts';
import { updateAgent } from './update-agent.ts';

const WAIT_MS = 10;
const LOOKS = 500;

describe('counting the conversations of an agent', async () => {
  const database = await openTestPostgres();
  const deps = {
    database,
    systemScope: testSystemScope,
    ...answeringProbe,
    publishGate: demandSuite,
    platformKeys: new Set<never>(),
    cleanCss: async (css: string) => css,
  };

  /** While nobody can read conversations: what is committed all the same? */
  const whileUncountable = async (work: () => Promise<unknown>, isDone: () => Promise<boolean>) => {
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lock = database.unscoped.transaction(async (tx) => {
      await tx.execute(sql`lock table conversations in access exclusive mode`);
      locked.resolve();
      await done.promise;
    });
    await locked.promise;
    const working = work();
    let isCommitted = false;
    for (let n = 0; n < LOOKS && !isCommitted; n++) {
      isCommitted = await isDone();
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
    done.resolve();
    await Promise.all([lock, working]);
    return isCommitted;
  };

  test('keeps nobody waiting who saves or publishes', async () => {
    const { scope, agentId: id } = await makeKnowledgeAgent(database);
    const member = { scope, userId: null, permissions: PERMISSIONS, client: null };
    const { settings, draftRevision } = await getAgent(deps, member, id);
    const row = async () =>
      (await database.transaction(scope, (tx) => tx.select().from(agents).where(eq(agents.id, id))))[0];
    const isSaved = await whileUncountable(
      () => updateAgent(deps, member, { id, settings: { ...settings, greeting: 'Good day' }, draftRevision }),
      async () => (await row())?.draftRevision === draftRevision + 1,
    );
    const isPublished = await whileUncountable(
      () => publishAgent(deps, member, { id, note: '' }),
      async () => (await row())?.publishedVersion === 1,
    );
    expect({ isSaved, isPublished }).toEqual({ isSaved: true, isPublished: true });
  });
});
