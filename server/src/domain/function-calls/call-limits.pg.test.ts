import type { BoundFunction } from '@antiphon/contract/agents';
import { expect, test } from 'vitest';
import { makeCallingAgent } from '../../../test/factories/function-calls-factory.ts';
import { definitionOf } from '../../../test/factories/function-factory.ts';
import { amount } from '../../../test/harness/amounts.ts';
import { openTestPostgres } from '../../../test/harness/database.ts';
import { functionCallCounts, functionCalls } from '../../db/schema/function-calls.ts';
import { makeLiveConversations } from '../streams/live-conversations.ts';
import { placeCall } from './place-call.ts';

const CALLS = amount(5_000, 500);
const CONVERSATIONS = 50;
const LANES = 200;

// Planted: the calls of the day are counted first, and one is added where there is room -> more than a hundred. Caught here.
test(`R15: ${CALLS} calls at once in ${CONVERSATIONS} conversations, a hundred allowed: a hundred are made`, async () => {
  const database = await openTestPostgres(20);
  const definition = definitionOf();
  const allowed = { callsPerConversation: 100, callsPerMinute: 10_000, callsPerDay: 100 };
  const { scope, bound, open, newReply } = await makeCallingAgent(database, [definition], allowed);
  const conversations = await Promise.all(Array.from({ length: CONVERSATIONS }, open));
  const deps = { database, live: makeLiveConversations() };
  const kinds: string[] = [];
  let next = 0;
  /** As many at once as the database has connections for, several times over: none waits too long for its turn. */
  const lane = async () => {
    for (let at = next++; at < CALLS; at = next++) {
      const conversationId = conversations[at % CONVERSATIONS]!;
      const wanted = { conversationId, args: { order: String(at) }, replyId: newReply(), lang: 'en', definition };
      const placed = await placeCall(deps, scope, { ...wanted, bound: bound[0] as BoundFunction }, { owner: 'test' });
      kinds.push(placed.kind);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(kinds.filter((kind) => kind === 'placed')).toHaveLength(100);
  expect(kinds.filter((kind) => kind === 'limit')).toHaveLength(CALLS - 100);
  expect(await database.unscoped.select().from(functionCalls)).toHaveLength(100);
  const counts = await database.unscoped.select().from(functionCallCounts);
  expect(counts.find(({ slot }) => slot.startsWith('day'))?.used).toBe(100);
}, 300_000);
