import { randomText } from '@antiphon/contract/ids';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openPostgres } from '../../db/open-postgres.ts';
import { findSaid } from '../transcripts/transcripts.queries.ts';
import { listAllConversations } from './list-conversations.ts';

// Its letters are ASCII alone: to its index, and to ILIKE, an umlaut is none and Arabic holds no words.
const server = process.env.TEST_DATABASE_URL ?? '';
const name = `${process.env.TEST_DATABASE_PREFIX ?? 'test_'}${randomText(12).toLowerCase()}`;
const administer = async (statement: string) => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};
await administer(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
const database = await openPostgres('na', Object.assign(new URL(server), { pathname: `/${name}` }).href);
afterAll(async () => {
  await database.close();
  await administer(`drop database ${name} with (force)`);
});

test('in a database whose locale knows ASCII alone the index is left aside where it would miss words', async () => {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const says = (text: string) => makeConversation(database, scope, agentId, [{ role: 'visitor', text }]);
  const ids = [await says('HAUSGRÖßE'), await says('كم سعر الدراجة؟'), await says('A bike PUMP')];
  for (const [at, search] of ['hausgröße', 'سعر الدراجة', 'bike pump'].entries()) {
    const { items } = await listAllConversations({ database }, { scope, client: null }, { search, limit: 10 });
    expect(items.map(({ id }) => id)).toEqual([ids[at]]);
    const said = await database.transaction(scope, (tx) => findSaid(tx, scope, search));
    expect(said === null, search).toBe(search !== 'bike pump');
  }
});
