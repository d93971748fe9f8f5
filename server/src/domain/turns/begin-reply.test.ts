import { AgentSettings } from '@antiphon/contract/agents';
import { newMessageId } from '@antiphon/contract/ids';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { plantFault } from '../../../test/ledger/ledger-load.ts';
import type { Database } from '../../db/database.ts';
import { agents, agentVersions } from '../../db/schema/agents.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { getBalance } from '../billing/get-balance.ts';
import { grantCredits } from '../billing/grant-credits.ts';
import { findConversation, findMessage, updateConversation } from '../conversations/conversations.queries.ts';
import { startConversation } from '../conversations/start-conversation.ts';
import { makeLiveConversations } from '../streams/live-conversations.ts';
import { listEventsAfter } from '../streams/streams.queries.ts';
import { type BegunReply, beginReply } from './begin-reply.ts';
import { finishReply, type ReplyResult } from './finish-reply.ts';
import { sendMessage } from './send-message.ts';
import type { OwedReply } from './turns.queries.ts';

async function openConversation(database: Database) {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const { workspaceUid } = scope;
  const settings = AgentSettings.parse({ title: 'A' });
  await database.transaction(scope, async (tx) => {
    await tx.insert(agentVersions).values({ agentId, number: 1, workspaceUid, settings });
    await tx.update(agents).set({ publishedVersion: 1 }).where(eq(agents.id, agentId));
    await grantCredits(tx, scope, { id: 'start', amountMicro: fromCredits(10), featureKey: 'top_up' });
  });
  const input = { agentId, variables: {}, lang: 'en', isTest: false };
  const { conversationId } = await startConversation({ database }, scope, input);
  const say = (text: string) =>
    sendMessage({ database, live: makeLiveConversations() }, scope, {
      conversationId,
      id: newMessageId(),
      text,
      fileIds: [],
    });
  let looks = 0;
  /** Begins the reply; `between` happens once, after the look at what is owed and before the beginning is stored. */
  const begin = (owner: string, between = async () => {}, known: OwedReply | null = null) => {
    let isDone = false;
    const slow: Database = {
      ...database,
      async call<Answer>(...[from, name, args]: Parameters<Database['call']>) {
        if (name === 'find_owed_reply') looks += 1;
        if (name === 'begin_reply' && !isDone) {
          isDone = true;
          await between();
        }
        return database.call<Answer>(from, name, args);
      },
    };
    return beginReply({ database: slow }, scope, conversationId, owner, known);
  };
  /** What both ends of a reply that was begun twice left behind: A's lease runs out in the middle, B begins, A ends, B ends. */
  const endTwice = async () => {
    await say('one');
    const [a, b] = ['a', 'b'].map(
      (owner) => () =>
        begin(owner).then((beginning) => {
          if (beginning.kind !== 'begun') throw new Error(beginning.kind);
          return beginning.begun;
        }),
    );
    const live = makeLiveConversations();
    const end = async (begun: BegunReply, text: string) => {
      const trace = {} as ReplyResult['trace'];
      const ending = { isUnknown: false, offersPerson: false, asksForPerson: null };
      const shape = { state: 'complete' as const, citations: [], ...ending };
      await finishReply({ database, live }, scope, begun, { ...shape, text, trace, amountMicro: fromCredits(1) });
    };
    const stalled = await a!();
    const lapsed = { leaseUntil: new Date(Date.now() - 60_000) };
    await database.transaction(scope, (tx) => updateConversation(tx, scope, conversationId, lapsed));
    const taken = await b!();
    await end(stalled, 'by A');
    const look = () =>
      database.transaction(scope, async (tx) => ({
        conversation: await findConversation(tx, scope, conversationId),
        dones: (await listEventsAfter(tx, scope, conversationId, 0)).filter(({ event }) => event === 'done').length,
        text: (await findMessage(tx, scope, conversationId, taken.reply.id))?.text,
        balance: (await getBalance(tx, scope)).balanceMicro,
      }));
    const afterA = await look();
    await end(taken, 'by B');
    const { conversation: _, ...afterB } = await look();
    return { leaseOwner: afterA.conversation?.leaseOwner ?? null, donesOfA: afterA.dones, ...afterB };
  };
  return { say, begin, endTwice, countLooks: () => looks };
}

describe.each(await openTestDatabases())('the beginning of a reply on $name', ({ database }) => {
  it('answers a message too that came between the look and the beginning', async () => {
    const { say, begin } = await openConversation(database);
    await say('one');
    const beginning = await begin('worker', async () => void (await say('two')));
    if (beginning.kind !== 'begun') throw new Error(beginning.kind);
    const { history, attempt, startedSeq } = beginning.begun;
    expect(history.filter(({ role }) => role === 'visitor').map(({ text }) => text)).toEqual(['one', 'two']);
    // message, queued, message, thinking
    expect({ attempt, startedSeq }).toEqual({ attempt: 1, startedSeq: 4 });
  });

  it('begins with what came with the message, and looks itself where that is no longer so', async () => {
    const asked = async (known: 'first' | 'last') => {
      const { say, begin, countLooks } = await openConversation(database);
      const [first, last] = [await say('one'), await say('two')];
      const beginning = await begin('worker', undefined, { first, last }[known].owed);
      if (beginning.kind !== 'begun') throw new Error(beginning.kind);
      const said = beginning.begun.history.filter(({ role }) => role === 'visitor').map(({ text }) => text);
      return { said, looks: countLooks(), after: (await say('three')).owed };
    };
    // While it is being answered nothing comes with a message.
    expect(await asked('last')).toEqual({ said: ['one', 'two'], looks: 0, after: null });
    expect(await asked('first')).toEqual({ said: ['one', 'two'], looks: 1, after: null });
    const mend = await plantFault(database, 'begin_reply', [[' or c.seq <> p_seq', '']]);
    await expect(asked('first')).rejects.toThrow();
    await mend();
  });

  it('leaves a reply to the worker that was faster', async () => {
    const { say, begin } = await openConversation(database);
    await say('one');
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => begin(owner)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['begun', 'nothing', 'nothing', 'nothing']);
  });

  it('is ended by the worker that holds the conversation, once', async () => {
    const { endTwice } = await openConversation(database);
    const whole = { leaseOwner: 'b', donesOfA: 0, dones: 1, text: 'by B', balance: fromCredits(9) };
    expect(await endTwice()).toEqual(whole);
    const mend = await plantFault(database, 'finish_reply', [['p_owner is not null', 'false']]);
    const planted = await openConversation(database);
    expect(await planted.endTwice()).toMatchObject({ leaseOwner: null, donesOfA: 1, dones: 2 });
    await mend();
  });

  it('planted: a beginning that does not look again is found', async () => {
    const mend = await plantFault(database, 'begin_reply', [[' or c.seq <> p_seq', '']]);
    const { say, begin } = await openConversation(database);
    await say('one');
    await expect(begin('worker', async () => void (await say('two')))).rejects.toThrow();
    await mend();
  });
});
