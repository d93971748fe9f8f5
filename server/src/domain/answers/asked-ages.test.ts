import { expect, test } from 'vitest';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../../../test/factories/knowledge-factory.ts';
import { openTestPostgres } from '../../../test/harness/database.ts';
import { replaceChunks } from '../search/index-chunks.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import { answerFromPassages } from './builtin-answer.rules.ts';

const database = await openTestPostgres();

const practice =
  'Physio Bergmann, 4 Lindenweg, Auenfeld. Phone 555-0110. We are here Monday to Friday from 8 am to 7 pm. A treatment of 20 minutes costs 32 euros. Massage costs 45 euros. Please bring a towel. Cancel 24 hours before, or we charge half.';
const ages = 'Children are treated from the age of 6 on.';

async function ask(question: string, text: string) {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const documentId = await makeKnowledgeDocument(database, scope, agentId, 'Practice');
  const chunks = [{ headingPath: [], text, language: 'en' }];
  await database.transaction(scope, (tx) =>
    replaceChunks(tx, scope, { agentId, documentId, title: 'Practice', chunks }),
  );
  const found = await searchKnowledge({ database }, scope, { agentId, turns: [question], passagesMax: 4 });
  return answerFromPassages({ ...found, question, lang: 'en' });
}

// Planted: ages left as they are -> both are met with the hours "from 8 am".
test('the number of an age is not looked for among hours', async () => {
  for (const question of ['Can my 8 year old son come?', 'Is an 8 year old too young?']) {
    expect((await ask(question, practice)).outcome).toBe('unknown');
    expect((await ask(question, `${practice} ${ages}`)).text).toBe(`${ages} [1]`);
  }
  expect((await ask('Are you here at 8?', practice)).text).toContain('from 8 am to 7 pm');
});
