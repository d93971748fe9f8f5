import { AgentSettings } from '@antiphon/contract/agents';
import type { Credential } from '@antiphon/contract/credentials';
import type { AgentId, CredentialId } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { startDeepgramStandIn } from '../../../test/harness/deepgram-stand-in.ts';
import { speechAt } from '../../../test/harness/speech-at.ts';
import { agents, agentVersions } from '../../db/schema/agents.ts';
import { credentials } from '../../db/schema/credentials.ts';
import { auditEntries } from '../../db/schema/events.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { createCredential } from './create-credential.ts';
import type { ModelProbe, OpenCredential } from './credentials.ports.ts';
import { deleteCredential } from './delete-credential.ts';
import { listCredentials } from './list-credentials.ts';
import { openCredential, openSpeechKey } from './open-credential.ts';
import { rotateCredential } from './rotate-credential.ts';
import { testCredential } from './test-credential.ts';

const SECRET = 'sk-canary-5c1d77e0a9-wxyz';
const secretKey = 'one-installation-secret-key-0123456789';
const memberOf = (scope: Scope, permissions: readonly Permission[] = PERMISSIONS) => ({
  scope,
  userId: null,
  permissions,
  client: null,
});

const deepgram = await startDeepgramStandIn();
afterAll(() => deepgram.close());

describe.each(await openTestDatabases())('credentials on $name', ({ database }) => {
  const deps = {
    database,
    systemScope: testSystemScope,
    secretKey,
    outboundAllow: [] as string[],
    speech: speechAt(deepgram.url),
  };
  let scope: Scope;
  let other: Scope;
  let agentId: AgentId;
  let made: Credential;
  beforeEach(async () => {
    ({ scope, agentId } = await makeKnowledgeAgent(database));
    ({ scope: other } = await makeKnowledgeAgent(database));
    made = await create();
  });
  const create = (overrides: Partial<Parameters<typeof createCredential>[2]> = {}) =>
    createCredential(deps, memberOf(scope), {
      provider: 'openai',
      label: 'Main key',
      secret: SECRET,
      baseURL: '',
      ...overrides,
    });
  const settingsWith = (credentialId: CredentialId | null) =>
    AgentSettings.parse({ title: 'Helpdesk', model: { provider: 'openai', model: 'm', credentialId } });

  test('a stored key opens for its workspace and is marked as used', async () => {
    expect(made).toMatchObject({ provider: 'openai', label: 'Main key', baseURL: '', last4: 'wxyz', lastUsedAt: null });
    expect(await openCredential(deps, scope, made.id)).toEqual({ provider: 'openai', baseURL: '', secret: SECRET });
    const [listed] = await listCredentials(deps, scope);
    expect(listed?.lastUsedAt).not.toBeNull();
  });

  test('the key stands nowhere in the clear: not in answers, not in any row', async () => {
    const rows = await database.transaction(scope, async (tx) => [
      ...(await tx.select().from(credentials)).map((row) => ({
        ...row,
        sealed: Buffer.from(row.sealed).toString('latin1'),
      })),
      ...(await tx.select().from(auditEntries)),
    ]);
    const seen = JSON.stringify([made, await listCredentials(deps, scope), rows]);
    expect(seen).toContain('Main key');
    expect(seen).not.toContain('canary');
  });

  test('moved to another row of the workspace it cannot be opened', async () => {
    const second = await create({ label: 'Second', secret: 'sk-other-key-0123456789' });
    await database.transaction(scope, async (tx) => {
      const [row] = await tx.select().from(credentials).where(eq(credentials.id, made.id));
      await tx.update(credentials).set({ sealed: row!.sealed }).where(eq(credentials.id, second.id));
    });
    await expect(openCredential(deps, scope, second.id)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect((await openCredential(deps, scope, made.id)).secret).toBe(SECRET);
  });

  test('moved to another workspace it cannot be opened', async () => {
    await database.unscoped
      .update(credentials)
      .set({ workspaceUid: other.workspaceUid })
      .where(eq(credentials.id, made.id));
    await expect(openCredential(deps, other, made.id)).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  test('pointed at another host in the database it cannot be opened', async () => {
    await database.transaction(scope, (tx) =>
      tx.update(credentials).set({ baseURL: 'https://attacker.example.com/v1' }).where(eq(credentials.id, made.id)),
    );
    await expect(openCredential(deps, scope, made.id)).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  test('with another SECRET_KEY the failure says what happened and what to do', async () => {
    const error = await openCredential({ ...deps, secretKey: 'another' }, scope, made.id).catch((reason) => reason);
    expect(error).toBeInstanceOf(VendorFailure);
    expect(error.message).toContain('SECRET_KEY');
    expect(error.message).toContain('Store the key again');
  });

  test('another key takes its place: it opens, shows its own end, and the old one is nowhere', async () => {
    await openCredential(deps, scope, made.id);
    const next = 'sk-canary-next-0123456789';
    const rotated = await rotateCredential(deps, memberOf(scope), { credentialId: made.id, secret: next });
    expect(rotated).toMatchObject({ id: made.id, last4: '6789', label: 'Main key', lastUsedAt: null });
    expect(await openCredential(deps, scope, made.id)).toMatchObject({ secret: next });
    const input = { credentialId: made.id, secret: next };
    await expect(rotateCredential(deps, memberOf(other), input)).rejects.toMatchObject({ code: 'not_found' });
    await expect(rotateCredential(deps, memberOf(scope, []), input)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      rotateCredential(deps, memberOf(scope), { credentialId: made.id, secret: 'two words' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    const rows = await database.transaction(scope, (tx) => tx.select().from(auditEntries));
    expect(rows.map(({ action }) => action)).toEqual(['credential.create', 'credential.rotate']);
    expect(JSON.stringify([rotated, rows])).not.toContain('canary');
  });

  test('tells which agents use it, once each, and who stored it', async () => {
    const settings = settingsWith(made.id);
    await database.transaction(scope, async (tx) => {
      await tx.insert(agentVersions).values({ agentId, number: 1, workspaceUid: scope.workspaceUid, settings });
      await tx.update(agents).set({ draft: settings, publishedVersion: 1 }).where(eq(agents.id, agentId));
    });
    const unused = await create({ label: 'Spare' });
    expect(await listCredentials(deps, scope)).toMatchObject([
      { id: made.id, agents: [{ ID: agentId, title: 'Helpdesk' }], addedBy: 'API key' },
      { id: unused.id, agents: [] },
    ]);
  });

  test('a key for speech is asked for at its provider before it is stored or replaced', async () => {
    const speech = { provider: 'deepgram', label: 'Speech' } as const;
    const refused = { code: 'speech_key_refused' };
    await expect(create({ ...speech, secret: 'dg-key-of-nobody-0123456789' })).rejects.toMatchObject(refused);
    await expect(create({ ...speech, secret: deepgram.key, baseURL: 'https://example.com' })).rejects.toMatchObject({
      issues: [{ path: 'baseURL' }],
    });
    const key = await create({ ...speech, secret: deepgram.key });
    const rotation = { credentialId: key.id, secret: 'dg-key-of-nobody-0123456789' };
    await expect(rotateCredential(deps, memberOf(scope), rotation)).rejects.toMatchObject(refused);
    expect(await openSpeechKey(deps, scope, key.id, 'deepgram')).toBe(deepgram.key);
    expect(await listCredentials(deps, scope)).toMatchObject([
      { id: made.id },
      { provider: 'deepgram', last4: '6789' },
    ]);
    // A provider that does not answer says nothing of the key.
    const away = { ...deps, speech: speechAt() };
    await createCredential(away, memberOf(scope), { ...speech, secret: 'dg-key-of-nobody-0123456789', baseURL: '' });
    expect(deepgram.urls.filter((url) => url.includes('dg-key'))).toEqual([]);
  });

  test('a key for speech answers as no model, and is tested without one', async () => {
    const key = await create({ provider: 'deepgram', label: 'Speech', secret: deepgram.key });
    await expect(openCredential(deps, scope, key.id)).rejects.toMatchObject({ kind: 'unauthorized' });
    await expect(openSpeechKey(deps, scope, made.id, 'deepgram')).rejects.toMatchObject({ kind: 'unauthorized' });
    const modelProbe: ModelProbe = { probe: () => Promise.reject(new Error('must not be asked')) };
    const test = (over: object = {}) =>
      testCredential({ ...deps, modelProbe, ...over }, memberOf(scope), { credentialId: key.id, model: '' });
    expect(await test()).toMatchObject({ success: true, message: 'The key is known.' });
    expect(await test({ speech: speechAt() })).toMatchObject({ success: false });
    await expect(
      testCredential({ ...deps, modelProbe }, memberOf(scope), { credentialId: made.id, model: '' }),
    ).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'model' }] });
  });

  test('a key for speech cannot be deleted while a voice needs it', async () => {
    const key = await create({ provider: 'deepgram', label: 'Speech', secret: deepgram.key });
    const voice = { provider: 'deepgram', credentialId: key.id };
    const draft = AgentSettings.parse({ title: 'Helpdesk', voice });
    await database.transaction(scope, (tx) => tx.update(agents).set({ draft }).where(eq(agents.id, agentId)));
    await expect(deleteCredential(deps, memberOf(scope), key.id)).rejects.toMatchObject({ code: 'credential_in_use' });
  });

  test('is not there for another workspace', async () => {
    const probe: ModelProbe = { probe: () => Promise.reject(new Error('must not be asked')) };
    await expect(openCredential(deps, other, made.id)).rejects.toMatchObject({ kind: 'unauthorized' });
    await expect(deleteCredential(deps, memberOf(other), made.id)).rejects.toMatchObject({ code: 'not_found' });
    const asked = testCredential({ ...deps, modelProbe: probe }, memberOf(other), {
      credentialId: made.id,
      model: 'm',
    });
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
    expect(await listCredentials(deps, other)).toEqual([]);
  });

  test('needs the permission credentials.write for everything but the list', async () => {
    const member = memberOf(
      scope,
      PERMISSIONS.filter((permission) => permission !== 'credentials.write'),
    );
    const input = { provider: 'openai' as const, label: 'x', secret: SECRET, baseURL: '' };
    await expect(createCredential(deps, member, input)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(deleteCredential(deps, member, made.id)).rejects.toMatchObject({ code: 'forbidden' });
    const modelProbe: ModelProbe = { probe: () => Promise.reject(new Error('must not be asked')) };
    const asked = testCredential({ ...deps, modelProbe }, member, { credentialId: made.id, model: 'm' });
    await expect(asked).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('cannot be deleted while a working copy uses it', async () => {
    await database.transaction(scope, (tx) =>
      tx
        .update(agents)
        .set({ draft: settingsWith(made.id) })
        .where(eq(agents.id, agentId)),
    );
    await expect(deleteCredential(deps, memberOf(scope), made.id)).rejects.toMatchObject({
      code: 'credential_in_use',
      message: 'This credential is used by the agent "Helpdesk". Choose another there first.',
    });
    expect((await listCredentials(deps, scope)).length).toBe(1);
  });

  test('cannot be deleted while only the published copy uses it; an earlier version does not count', async () => {
    const publish = (number: number, credentialId: CredentialId | null) =>
      database.transaction(scope, async (tx) => {
        const settings = settingsWith(credentialId);
        await tx.insert(agentVersions).values({ agentId, number, workspaceUid: scope.workspaceUid, settings });
        await tx.update(agents).set({ publishedVersion: number }).where(eq(agents.id, agentId));
      });
    await publish(1, made.id);
    await expect(deleteCredential(deps, memberOf(scope), made.id)).rejects.toMatchObject({ code: 'credential_in_use' });
    await publish(2, null);
    await deleteCredential(deps, memberOf(scope), made.id);
    expect(await listCredentials(deps, scope)).toEqual([]);
  });

  test('a deleted agent holds nothing back', async () => {
    await database.transaction(scope, (tx) =>
      tx
        .update(agents)
        .set({ draft: settingsWith(made.id), deletedAt: new Date() })
        .where(eq(agents.id, agentId)),
    );
    await deleteCredential(deps, memberOf(scope), made.id);
    await expect(deleteCredential(deps, memberOf(scope), made.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('making and deleting leave one audit row each', async () => {
    await deleteCredential(deps, memberOf(scope), made.id);
    const rows = await database.transaction(scope, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.workspaceUid, scope.workspaceUid)),
    );
    expect(rows.map((row) => [row.action, row.target])).toEqual([
      ['credential.create', made.id],
      ['credential.delete', made.id],
    ]);
  });

  test('a test hands the open key to the probe and tells what the provider said', async () => {
    const asked: [OpenCredential, string][] = [];
    const answering: ModelProbe = { probe: async (...args) => void asked.push(args) };
    const input = { credentialId: made.id, model: 'some-model' };
    const good = await testCredential({ ...deps, modelProbe: answering }, memberOf(scope), input);
    expect(good).toMatchObject({ success: true, message: expect.stringMatching(/^some-model answered in \d/) });
    expect(asked).toEqual([[{ provider: 'openai', baseURL: '', secret: SECRET }, 'some-model']]);
    const refusing: ModelProbe = {
      probe: () => Promise.reject(new VendorFailure('unauthorized', 'The model host answered 401: no such key')),
    };
    const bad = await testCredential({ ...deps, modelProbe: refusing }, memberOf(scope), input);
    expect(bad).toMatchObject({
      success: false,
      message: 'The key cannot be used. The model host answered 401: no such key',
    });
  });
});
