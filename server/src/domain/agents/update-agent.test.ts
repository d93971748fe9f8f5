import { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId, CredentialId } from '@antiphon/contract/ids';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { answeringProbe } from '../../../test/factories/answering-probe.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { startDeepgramStandIn } from '../../../test/harness/deepgram-stand-in.ts';
import { speechAt } from '../../../test/harness/speech-at.ts';
import { agents } from '../../db/schema/agents.ts';
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { grantCredits } from '../billing/grant-credits.ts';
import { createCredential } from '../credentials/create-credential.ts';
import { deleteCredential } from '../credentials/delete-credential.ts';
import { demandSuite } from '../suites/suite-gate.ts';
import { createAgent } from './create-agent.ts';
import { getAgent } from './get-agent.ts';
import { listVersions, saveBackup } from './list-versions.ts';
import { publishAgent, restoreVersion } from './publish-agent.ts';
import { nameBySite, updateAgent } from './update-agent.ts';

describe.each(await openTestDatabases())('saving an agent on $name', ({ database }) => {
  const deps = {
    database,
    systemScope: testSystemScope,
    ...answeringProbe,
    outboundAllow: [] as string[],
    publishGate: demandSuite,
    platformKeys: new Set(['openai'] as const),
    speech: speechAt(),
    cleanCss: async (css: string) => css,
  };
  let scope: Scope;
  let other: Scope;
  let id: AgentId;
  beforeEach(async () => {
    ({ scope, agentId: id } = await makeKnowledgeAgent(database));
    ({ scope: other } = await makeKnowledgeAgent(database));
    // With the platform's key a model is asked, and paid, before it is published.
    const start = { id: 'start', amountMicro: fromCredits(1_000), featureKey: 'welcome_credits' };
    await database.transaction(scope, (tx) => grantCredits(tx, scope, start));
  });
  const memberOf = (of: Scope, userId: Awaited<ReturnType<typeof ownerOf>> | null = null) => ({
    scope: of,
    userId,
    permissions: PERMISSIONS,
    client: null,
  });
  const ownerOf = async (of: Scope) => {
    const [row] = await database.transaction(of, (tx) => tx.select().from(workspaces));
    if (!row) throw new Error('no workspace');
    const membership = { workspaceUid: of.workspaceUid, userId: row.ownerUserId, permissions: [] };
    await database.transaction(of, (tx) => tx.insert(workspaceMembers).values(membership).onConflictDoNothing());
    return row.ownerUserId;
  };
  const credentialIn = async (of: Scope) =>
    (await createCredential(deps, memberOf(of), { provider: 'openai', label: 'K', secret: 'sk-1', baseURL: '' })).id;
  const settings = (credentialId: CredentialId | null) =>
    AgentSettings.parse({ title: 'A', model: { provider: 'openai', model: 'm', credentialId } });
  const save = (
    draftRevision: number,
    credentialId: CredentialId | null,
    userId?: Awaited<ReturnType<typeof ownerOf>>,
  ) => updateAgent(deps, memberOf(scope, userId ?? null), { id, draftRevision, settings: settings(credentialId) });

  test("refuses another workspace's credential, and one that never was, and says at which field", async () => {
    const foreign = await credentialIn(other);
    for (const credentialId of [foreign, 'crd_nothing' as CredentialId])
      await expect(save(1, credentialId)).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'This workspace has no such credential. Choose another one.',
        issues: [{ path: 'settings.model.credentialId' }],
      });
    expect((await save(1, await credentialIn(scope))).draftRevision).toBe(2);
  });

  test('a voice names a key for speech alone, and a model none such', async () => {
    const deepgram = await startDeepgramStandIn();
    onTestFinished(() => deepgram.close());
    const keep = (provider: 'openai' | 'deepgram', secret: string) =>
      createCredential({ ...deps, speech: speechAt(deepgram.url) }, memberOf(scope), {
        ...{ provider, secret, label: provider, baseURL: '' },
      });
    const [model, speech] = [await keep('openai', 'sk-of-a-model-0123'), await keep('deepgram', deepgram.key)];
    const save = (part: object) =>
      updateAgent(deps, memberOf(scope), {
        id,
        draftRevision: 1,
        settings: AgentSettings.parse({ title: 'A', ...part }),
      });
    await expect(save({ voice: { provider: 'deepgram', credentialId: model.id } })).rejects.toMatchObject({
      issues: [{ path: 'settings.voice.credentialId' }],
    });
    await expect(save({ model: { provider: 'openai', model: 'm', credentialId: speech.id } })).rejects.toMatchObject({
      issues: [{ path: 'settings.model.credentialId' }],
    });
    await save({ voice: { provider: 'deepgram', credentialId: speech.id } });
  });

  test('neither a publish nor a restored version goes out with a credential that is gone', async () => {
    const own = await credentialIn(scope);
    await save(1, own);
    await publishAgent(deps, memberOf(scope), { id, note: '' });
    await save(2, null);
    await publishAgent(deps, memberOf(scope), { id, note: '' });
    await deleteCredential(deps, memberOf(scope), own);
    const restoring = restoreVersion(deps, memberOf(scope), { id, number: 1 });
    await expect(restoring).rejects.toMatchObject({ code: 'invalid_input' });
    await database.transaction(scope, (tx) =>
      tx
        .update(agents)
        .set({ draft: settings(own) })
        .where(eq(agents.id, id)),
    );
    const publishing = publishAgent(deps, memberOf(scope), { id, note: '' });
    await expect(publishing).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('neither a publish nor a restored version goes out with a model that nobody has a key for', async () => {
    const keyless = { ...deps, publishGate: demandSuite, platformKeys: new Set<never>() };
    await save(1, null);
    await expect(publishAgent(keyless, memberOf(scope), { id, note: '' })).rejects.toMatchObject({
      code: 'model_key_missing',
    });
    // The installation's own key is enough, and so is one of the workspace.
    await publishAgent(deps, memberOf(scope), { id, note: '' });
    await save(2, await credentialIn(scope));
    await publishAgent(keyless, memberOf(scope), { id, note: '' });
    await expect(restoreVersion(keyless, memberOf(scope), { id, number: 1 })).rejects.toMatchObject({
      code: 'model_key_missing',
    });
  });

  test('a conflict says who saved and when, and the agent that is read then does too', async () => {
    await save(1, null, await ownerOf(scope));
    await expect(save(1, null)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Owner saved this agent at 20\d\d-.+Z\. Reload to see the newer state\.$/),
    });
    expect(await getAgent(deps, memberOf(scope), id)).toMatchObject({
      lastModifiedBy: 'Owner',
      isLastModifiedByMe: false,
      draftRevision: 2,
    });
    // In another tab of one's own.
    const owner = { ...memberOf(scope), userId: await ownerOf(scope) };
    expect(await getAgent(deps, owner, id)).toMatchObject({ isLastModifiedByMe: true });
    await save(2, null);
    expect(await getAgent(deps, memberOf(scope), id)).toMatchObject({
      lastModifiedBy: 'API key',
      isLastModifiedByMe: false,
    });
  });

  test('a site that was read names the agent that was named by its address, unless somebody named or published it', async () => {
    const called = async (title: string, before?: () => Promise<unknown>) => {
      const made = await createAgent(deps, memberOf(scope), title);
      id = made.ID;
      await before?.();
      const tell = (knownBy: string, siteName: string) =>
        database.transaction(scope, (tx) => nameBySite(tx, scope, made.ID, { knownBy, siteName }));
      await tell('mistyped.example', 'shop.example');
      await tell('shop.example', `Harbour Bikes${' and more'.repeat(20)}`);
      return (await getAgent(deps, memberOf(scope), made.ID)).title;
    };
    expect(await called('shop.example')).toMatch(/^Harbour Bikes and more.{58}$/);
    expect(await called('mistyped.example')).toMatch(/^Harbour Bikes and more.{58}$/);
    expect(await called('Dr.Smith')).toBe('Dr.Smith');
    expect(await called('shop.example', () => save(1, null))).toBe('A');
    const publish = () => publishAgent(deps, memberOf(scope), { id, note: '' });
    expect(await called('shop.example', publish)).toBe('shop.example');
  });

  test('publishing changes the agent for visitors, and is no change of its working copy', async () => {
    const { lastModified, ts } = await getAgent(deps, memberOf(scope), id);
    await database.transaction(scope, (tx) =>
      tx
        .update(agents)
        .set({ updatedAt: new Date((ts - 3_600) * 1_000) })
        .where(eq(agents.id, id)),
    );
    expect((await getAgent(deps, memberOf(scope), id)).lastModified).not.toBe(lastModified);
    expect((await publishAgent(deps, memberOf(scope), { id, note: '' })).lastModified).toBe(ts - 3_600);
  });

  test('saveAgentBackup finds the version that publishing made, however often it is called, and makes none', async () => {
    const call = (workspaceId: string) => saveBackup(deps, memberOf(scope), { agentId: id, workspaceId });
    await expect(call(scope.workspaceUid)).rejects.toMatchObject({ code: 'agent_not_published' });
    await publishAgent(deps, memberOf(scope), { id, note: 'First' });
    for (let times = 0; times < 2; times++)
      expect(await call(scope.workspaceUid)).toMatchObject({ number: 1, note: 'First', isPublished: true });
    expect((await listVersions(deps, memberOf(scope), id)).length).toBe(1);
    await expect(call(other.workspaceUid)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('20 versions are kept, the published one among them', async () => {
    for (let revision = 1; revision <= 22; revision++) {
      const draft = { ...settings(null), greeting: `Hello ${revision}` };
      await updateAgent(deps, memberOf(scope), { id, draftRevision: revision, settings: draft });
      await publishAgent(deps, memberOf(scope), { id, note: '' });
    }
    const versions = await listVersions(deps, memberOf(scope), id);
    expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => 22 - at));
    expect(versions.filter(({ isPublished }) => isPublished).map(({ number }) => number)).toEqual([22]);
  });
});
