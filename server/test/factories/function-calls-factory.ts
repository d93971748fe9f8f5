import { AgentSettings, BoundFunction } from '@antiphon/contract/agents';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { newFunctionId, newMessageId } from '@antiphon/contract/ids';
import { eq } from 'drizzle-orm';
import type * as z from 'zod';
import type { Database } from '../../src/db/database.ts';
import { agents } from '../../src/db/schema/agents.ts';
import { functionRevisions, functions } from '../../src/db/schema/functions.ts';
import { makeConversation } from './conversation-factory.ts';
import { definitionOf } from './function-factory.ts';
import { makeKnowledgeAgent } from './knowledge-factory.ts';

/** Books a table at `origin`: an effect. */
export const bookingAt = (origin: string, change: Partial<z.input<typeof FunctionDefinition>> = {}) =>
  definitionOf({
    name: 'book_table',
    description: 'Books a table.',
    kind: 'effect',
    examples: ['I want to book a table', 'Reserve a table for us', 'Can I make a reservation?'],
    inputs: [
      { name: 'date', kind: 'date', source: 'model', description: 'Day' },
      { name: 'people', kind: 'integer', source: 'model', description: 'Guests' },
      { name: 'shop', kind: 'text', source: 'fixed', fixedValue: 'north' },
    ],
    request: {
      ...{ method: 'POST', origin, path: '/bookings' },
      body: '{"date":"{date}","people":"{people}","shop":"{shop}"}',
    },
    response: { outputs: [{ name: 'number', kind: 'text', pointer: '/number' }] },
    sentences: {
      proposal: 'Book a table for {people} on {date}?',
      button: 'Book it',
      waiting: 'I am booking your table.',
      success: 'Your table is booked: {number}.',
      failure: 'The table could not be booked.',
    },
    ...change,
  });

/** An agent whose working copy may call these, as published once each, and a test conversation with it. */
export async function makeCallingAgent(
  database: Database,
  definitions: FunctionDefinition[],
  limits: Partial<BoundFunction> = {},
) {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const { workspaceUid } = scope;
  const bound = definitions.map(() => BoundFunction.parse({ functionId: newFunctionId(), revision: 1, ...limits }));
  await database.transaction(scope, async (tx) => {
    for (const [at, definition] of definitions.entries()) {
      const { functionId } = bound[at] as BoundFunction;
      const { name } = definition;
      await tx
        .insert(functions)
        .values({ id: functionId, workspaceUid, name, definition, revision: 1, publishedEdition: 1 });
      await tx.insert(functionRevisions).values({ functionId, number: 1, workspaceUid, definition });
    }
    const draft = AgentSettings.parse({ title: 'A', functions: bound });
    await tx.update(agents).set({ draft }).where(eq(agents.id, agentId));
  });
  const open = () => makeConversation(database, scope, agentId, [], { isTest: true, lang: 'en' });
  return { scope, agentId, bound, open, newReply: () => newMessageId() };
}
