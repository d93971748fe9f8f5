import { type AgentEnvironment, AgentSettings } from '@antiphon/contract/agents';
import { type AgentId, type ConversationId, newMessageId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { beforeEach, describe, expect, test } from 'vitest';
import { answeringProbe } from '../../../test/factories/answering-probe.ts';
import { definitionOf, publicCalls } from '../../../test/factories/function-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import type { Scope } from '../../db/scope.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { grantCredits } from '../billing/grant-credits.ts';
import { findConversation } from '../conversations/conversations.queries.ts';
import { startConversation } from '../conversations/start-conversation.ts';
import { deleteFunction } from '../functions/delete-function.ts';
import { listUses } from '../functions/list-uses.ts';
import { publishFunction } from '../functions/publish-function.ts';
import { createFunction } from '../functions/save-function.ts';
import { makeLiveConversations } from '../streams/live-conversations.ts';
import { demandSuite } from '../suites/suite-gate.ts';
import { beginReply } from '../turns/begin-reply.ts';
import { sendMessage } from '../turns/send-message.ts';
import { getWidgetAgent } from '../visitors/get-widget-agent.ts';
import { listAgents } from './agent-list.queries.ts';
import { getAgent } from './get-agent.ts';
import { listVersions } from './list-versions.ts';
import { promoteStaging, setStaging } from './move-environments.ts';
import { publishAgent, restoreVersion } from './publish-agent.ts';
import { updateAgent } from './update-agent.ts';

describe.each(await openTestDatabases())('the environments of an agent on $name', ({ database }) => {
  const deps = {
    ...{ database, systemScope: testSystemScope, ...answeringProbe, outboundAllow: [] as string[] },
    ...{ publishGate: demandSuite, platformKeys: new Set<never>(), cleanCss: async (css: string) => css },
    callOut: publicCalls,
  };
  let scope: Scope;
  let id: AgentId;
  beforeEach(async () => {
    ({ scope, agentId: id } = await makeKnowledgeAgent(database));
  });
  const member = () => ({ scope, userId: null, permissions: PERMISSIONS, client: null });
  const save = async (greeting: string, more: object = {}) => {
    const { draftRevision } = await getAgent(deps, member(), id);
    return updateAgent(deps, member(), {
      ...{ id, draftRevision },
      settings: AgentSettings.parse({ title: 'A', greeting, ...more }),
    });
  };
  const publish = async (greeting: string, more: object = {}) => {
    await save(greeting, more);
    return publishAgent(deps, member(), { id, note: '' });
  };
  const switchStaging = (isOn: boolean) => setStaging(deps, member(), { id, isOn });
  const promote = (version: number) => promoteStaging(deps, member(), { id, version });
  const shown = async (environment: AgentEnvironment) => {
    const agent = await getWidgetAgent(deps, scope, id, { page: '', accepted: '', environment });
    return [agent.environment, agent.greeting];
  };
  const numbers = async () => {
    const { publishedVersion, stagingVersion, hasUnpublishedChanges } = await getAgent(deps, member(), id);
    return { live: publishedVersion, staging: stagingVersion, isChanged: hasUnpublishedChanges };
  };
  const begin = (environment: AgentEnvironment) =>
    startConversation(deps, scope, { agentId: id, variables: {}, lang: 'en', isTest: false, environment });
  const ask = async (conversationId: ConversationId, text = 'Hello?') =>
    sendMessage({ database, live: makeLiveConversations() }, scope, {
      ...{ conversationId, id: newMessageId(), text, fileIds: [] },
    });
  /** The greeting of the settings that a reply is written by, and their version. */
  const answered = async (conversationId: ConversationId) => {
    await ask(conversationId);
    const beginning = await beginReply({ database }, scope, conversationId, 'worker');
    if (beginning.kind !== 'begun') throw new Error(beginning.kind);
    return [beginning.begun.version, beginning.begun.settings.greeting];
  };
  const fund = () =>
    database.transaction(scope, (tx) =>
      grantCredits(tx, scope, { id: 'start', amountMicro: fromCredits(10), featureKey: 'top_up' }),
    );

  test('publishing moves live, and with staging on staging alone until that is promoted', async () => {
    await expect(switchStaging(true)).rejects.toMatchObject({ code: 'agent_not_published' });
    await publish('One.');
    expect([await shown('live'), await shown('staging')]).toEqual([
      ['live', 'One.'],
      ['live', 'One.'],
    ]);
    await switchStaging(true);
    expect(await numbers()).toEqual({ live: 1, staging: 1, isChanged: false });
    await publish('Two.');
    expect([await shown('live'), await shown('staging')]).toEqual([
      ['live', 'One.'],
      ['staging', 'Two.'],
    ]);
    expect(await numbers()).toEqual({ live: 1, staging: 2, isChanged: false });
    // What is worked on meanwhile is not promoted.
    await save('Three.');
    await promote(2);
    expect(await shown('live')).toEqual(['live', 'Two.']);
    expect(await numbers()).toEqual({ live: 2, staging: 2, isChanged: true });
    expect((await getAgent(deps, member(), id)).published?.greeting).toBe('Two.');
  });

  test('nothing is promoted but the version that was looked at', async () => {
    await publish('One.');
    await expect(promote(1)).rejects.toMatchObject({ code: 'conflict', message: 'Staging was switched off.' });
    await switchStaging(true);
    await expect(promote(1)).rejects.toMatchObject({ code: 'nothing_to_publish' });
    await publish('Two.');
    await publish('Three.');
    await expect(promote(2)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Staging is version 3 by now. Look at it, then promote it.',
    });
    expect(await shown('live')).toEqual(['live', 'One.']);
  });

  test('what would be published is compared with staging, in lists as well', async () => {
    await publish('One.');
    await switchStaging(true);
    await publish('Two.');
    const isUnchanged = async () => {
      const none = { search: null, tag: null, agentIds: null };
      const query = { ...none, sort: 'created' as const, limit: 10, after: null, state: 'published' as const };
      return (await database.transaction(scope, (tx) => listAgents(tx, scope, query))).length;
    };
    expect(await isUnchanged()).toBe(1);
    await expect(publishAgent(deps, member(), { id, note: '' })).rejects.toMatchObject({ code: 'nothing_to_publish' });
    await save('One.');
    expect(await isUnchanged()).toBe(0);
    expect(await publishAgent(deps, member(), { id, note: '' })).toMatchObject({
      publishedVersion: 1,
      stagingVersion: 3,
    });
  });

  test('switched off, visitors of staging get live, in conversations that are open too', async () => {
    await fund();
    await publish('One.');
    await switchStaging(true);
    const [live, staging] = [await begin('live'), await begin('staging')];
    await publish('Two.');
    expect(staging.messages[0]?.text).toBe('One.');
    expect((await begin('staging')).messages[0]?.text).toBe('Two.');
    expect(await answered(live.conversationId)).toEqual([1, 'One.']);
    expect(await answered(staging.conversationId)).toEqual([2, 'Two.']);
    await switchStaging(false);
    expect(await shown('staging')).toEqual(['live', 'One.']);
    expect(await numbers()).toEqual({ live: 1, staging: null, isChanged: true });
    const late = await begin('staging');
    const environmentOf = async ({ conversationId }: { conversationId: ConversationId }) =>
      (await database.transaction(scope, (tx) => findConversation(tx, scope, conversationId)))?.environment;
    expect([await environmentOf(live), await environmentOf(staging), await environmentOf(late)]).toEqual([
      ...['live', 'staging', 'live'],
    ]);
    expect(await answered(late.conversationId)).toEqual([1, 'One.']);
  });

  test('a conversation that began on staging is answered by live once staging is off', async () => {
    await fund();
    await publish('One.');
    await switchStaging(true);
    await publish('Two.');
    const { conversationId } = await begin('staging');
    await switchStaging(false);
    expect(await answered(conversationId)).toEqual([1, 'One.']);
  });

  test('the limit of messages is the one of the version that answers', async () => {
    await publish('One.', { limits: { messagesLimit: 1 } });
    await switchStaging(true);
    await publish('Two.');
    const [live, staging] = [await begin('live'), await begin('staging')];
    await ask(staging.conversationId);
    await ask(staging.conversationId);
    await expect(ask(live.conversationId)).rejects.toMatchObject({ code: 'message_limit_reached' });
  });

  test('an earlier version is restored to live; staging and the working copy stay', async () => {
    await publish('One.');
    await publish('Two.');
    await switchStaging(true);
    await publish('Three.');
    await restoreVersion(deps, member(), { id, number: 1 });
    expect([await shown('live'), await shown('staging')]).toEqual([
      ['live', 'One.'],
      ['staging', 'Three.'],
    ]);
    expect(await numbers()).toEqual({ live: 4, staging: 3, isChanged: false });
    const marks = (await listVersions(deps, member(), id)).map((v) => [v.number, v.isPublished, v.isStaging]);
    expect(marks.slice(0, 2)).toEqual([
      [4, true, false],
      [3, false, true],
    ]);
    await promote(3);
    expect(await shown('live')).toEqual(['live', 'Three.']);
  });

  test('what visitors get is kept, however often staging is published', async () => {
    await publish('Live.');
    await switchStaging(true);
    for (let at = 0; at <= limits.versionsKept; at += 1) await publish(`Staged ${at}.`);
    expect(await shown('live')).toEqual(['live', 'Live.']);
    expect(await listVersions(deps, member(), id)).toHaveLength(limits.versionsKept + 1);
  });

  test('a function that live alone still calls is in use, once', async () => {
    const { id: functionId, edition } = await createFunction(deps, member(), definitionOf());
    await publishFunction(deps, member(), { id: functionId, edition });
    const functions = [{ functionId, revision: 1 }];
    await publish('One.', { functions });
    await switchStaging(true);
    await publish('Two.', { functions });
    expect(await listUses(deps, scope, functionId)).toMatchObject({ agents: 1 });
    await publish('Three.');
    await expect(deleteFunction(deps, member(), functionId)).rejects.toMatchObject({
      code: 'function_in_use',
      message: 'This function is used by "A". Take it away there first.',
    });
    await promote(3);
    await deleteFunction(deps, member(), functionId);
  });
});
