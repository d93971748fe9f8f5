import { describe, expect, it } from 'vitest';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../../../test/factories/knowledge-factory.ts';
import { openBothDatabases } from '../../../test/harness/database.ts';
import type { Database } from '../../db/database.ts';
import { replaceChunks } from './index-chunks.ts';
import { searchKnowledge } from './search-knowledge.ts';

const texts: [title: string, language: string, text: string][] = [
  ['Returns', 'en', 'You can return any item within 30 days of delivery. The item must be unused.'],
  ['Returns (copy)', 'en', 'You can return any item within 30 days of delivery. The item must be unused.'],
  ['Shipping', 'en', 'Standard delivery takes 3 to 5 days and costs 4.90 EUR. Express costs 12 EUR.'],
  ['Shipping to islands', 'en', 'Parcels to islands travel by ferry and arrive once a week.'],
  ['Garantie', 'german', 'Auf alle Leuchten geben wir fünf Jahre Garantie. Heben Sie die Rechnung auf.'],
  ['Devoluciones', 'es', 'Puede devolver los artículos durante treinta días sin dar explicaciones.'],
  ['退款', 'zh', '退款会在我们收到退货后三个工作日内退回原支付账户。'],
  ['الشحن', 'ar', 'يصل الطلب خلال ثلاثة أيام عمل ورسوم الشحن خمسة دنانير.'],
];

const arabic = [
  'مواعيد العمل: المتجر مفتوح من الأحد إلى الخميس من الساعة 9 إلى 17.',
  'أجرة الدراجة الكهربائية 28 يورو في اليوم. التأمين 200 يورو ويُعاد عند الإرجاع.',
  'العنوان: شارع الميناء 14.',
].join('\n\n');

const askInArabic = (database: Database, question: string) =>
  askOneText(database, { title: 'الدراجات', text: arabic, language: 'ar' }, question);

async function askOneText(
  database: Database,
  { title, text, language }: { title: string; text: string; language: string },
  question: string,
) {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const documentId = await makeKnowledgeDocument(database, scope, agentId, title);
  const chunks = [{ headingPath: [], text, language }];
  await database.transaction(scope, (tx) => replaceChunks(tx, scope, { agentId, documentId, title, chunks }));
  return searchKnowledge({ database }, scope, { agentId, turns: [question], passagesMax: 5 });
}

async function makeShop(database: Database) {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  for (const [title, language, text] of texts) {
    const documentId = await makeKnowledgeDocument(database, scope, agentId, title);
    const chunks = [{ headingPath: [], text, language }];
    await database.transaction(scope, (tx) => replaceChunks(tx, scope, { agentId, documentId, title, chunks }));
  }
  const ask = (...turns: string[]) => searchKnowledge({ database }, scope, { agentId, turns, passagesMax: 5 });
  return { scope, agentId, ask };
}

describe.each(await openBothDatabases())('search on $name', async ({ database }) => {
  const shop = await makeShop(database);

  it.each(['كم تكلفة الدراجة الكهربائية؟', 'كم التأمين؟', 'متى تفتحون؟', 'ما عنوانكم؟'])(
    'is sure of %s',
    async (question) => {
      expect((await askInArabic(database, question)).confidence).toBeGreaterThan(0.5);
    },
  );

  // In a short text each word that it lacks weighs most.
  it.each([
    [
      'Was muss ich zur Anmeldung mitbringen?',
      'Für die Anmeldung brauchen Sie den Nachweis über einen Erste-Hilfe-Kurs.',
    ],
    ['Ich bin durchgefallen, und nun?', 'Die Prüfung kann frühestens nach zwei Wochen wiederholt werden.'],
    ['Wie lange ist mein Rezept gültig?', 'Rezepte gelten 28 Tage ab Ausstellung.'],
  ])('is sure of %s', async (question, text) => {
    const { confidence } = await askOneText(database, { title: 'Fahrschule', text, language: 'de' }, question);
    expect(confidence).toBeGreaterThan(0.5);
  });

  it('is sure of what may be brought along where a text says who is welcome', async () => {
    const text = 'Life jackets are included in every rental. Dogs are welcome in canoes, not in kayaks.';
    const ask = (question: string) => askOneText(database, { title: 'Kayaks', text, language: 'en' }, question);
    expect((await ask('Can I bring my dog?')).confidence).toBeGreaterThan(0.5);
    expect((await ask('Can I bring my bicycle?')).confidence).toBeLessThan(0.5);
  });

  it('is not sure of what no text holds, in Arabic either', async () => {
    expect((await askInArabic(database, 'هل تبيعون خوذات للأطفال؟')).confidence).toBeLessThan(0.5);
  });

  it.each([
    ['How long can I return items?', 'Returns'],
    ['What are the costs of express delivery?', 'Shipping'],
    ['standart delivry price', 'Shipping'],
    ['Wie lange habe ich Garantie auf eine Leuchte?', 'Garantie'],
    ['¿Cuántos días tengo para la devolucion de un articulo?', 'Devoluciones'],
    ['退款什么时候到账？', '退款'],
    ['كم رسوم الشحن؟', 'الشحن'],
  ])('%s -> %s', async (question, title) => {
    const { passages } = await shop.ask(question);
    expect(passages[0]?.title).toBe(title);
    expect(passages[0]?.score).toBeGreaterThan(0);
    expect(passages[0]?.score).toBeLessThanOrEqual(1);
  });

  it('understands a follow-up by the turn before, and a change of subject without it', async () => {
    expect((await shop.ask('Do you ship to islands?', 'how often does it arrive?')).passages[0]?.title).toBe(
      'Shipping to islands',
    );
    expect((await shop.ask('Do you ship to islands?', 'How long can I return an item?')).passages[0]?.title).toBe(
      'Returns',
    );
  });

  it('puts what answers equally well in the order of the documents, and of the text in each', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const said = ['one', 'two', 'three', 'four'].map((word) => `Parcel ${word}`);
    for (const title of said.slice(0, 2)) {
      const documentId = await makeKnowledgeDocument(database, scope, agentId, 'Note');
      const chunks = [title, said[said.indexOf(title) + 2]!].map((text) => ({ headingPath: [], text, language: 'en' }));
      await database.transaction(scope, (tx) =>
        replaceChunks(tx, scope, { agentId, documentId, title: 'Note', chunks }),
      );
    }
    const { passages } = await searchKnowledge({ database }, scope, { agentId, turns: ['parcel'], passagesMax: 5 });
    expect(passages.map(({ text }) => text)).toEqual([said[0], said[2], said[1], said[3]]);
  });

  it('leaves out a near-duplicate', async () => {
    const titles = (await shop.ask('return an item')).passages.map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Returns'))).toHaveLength(1);
  });

  it('is sure of what it knows and unsure of what it does not', async () => {
    expect((await shop.ask('How long can I return an item?')).confidence).toBeGreaterThan(0.5);
    expect((await shop.ask('Do you repair bicycles in Berlin?')).confidence).toBeLessThan(0.5);
    expect(await shop.ask('what is the')).toMatchObject({ passages: [], confidence: 0 });
    expect(await shop.ask('')).toMatchObject({ passages: [], confidence: 0 });
  });

  it('finds what tells an address, a number or the hours of a day in other words than are asked', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const texts = [
      'Copper & Comb, 14 Lantern Street, Harwick.',
      'Ring 01632 555 0142.',
      'Tuesday to Friday 9:00 to 18:30.',
      'We have cut hair since 2011 and call you when it is your turn.',
    ];
    for (const text of texts) {
      const documentId = await makeKnowledgeDocument(database, scope, agentId, 'Note');
      const chunks = [{ headingPath: [], text, language: 'en' }];
      await database.transaction(scope, (tx) => replaceChunks(tx, scope, { agentId, documentId, title: '', chunks }));
    }
    const first = async (question: string) => {
      const found = await searchKnowledge({ database }, scope, { agentId, turns: [question], passagesMax: 5 });
      return found.confidence >= 0.5 ? found.passages[0]?.text : null;
    };
    expect(await first('Where are you?')).toBe(texts[0]);
    expect(await first('Wo finde ich Sie?')).toBe(texts[0]);
    expect(await first('What is your phone number?')).toBe(texts[1]);
    expect(await first('Are you open on Wednesday?')).toBe(texts[2]);
    expect(await first('What is your email address?')).toBeNull();
  });

  it('takes any text for a question', async () => {
    for (const odd of [`it's \\ | & ! ( ) <-> :* "x`, '\u0000\ud800', '😀'.repeat(400), 'word '.repeat(5_000)])
      expect((await shop.ask(odd)).passages.length).toBeLessThanOrEqual(5);
  });

  it('sees nothing of another workspace’s agent', async () => {
    const stranger = await makeKnowledgeAgent(database);
    const turns = ['How long can I return an item?'];
    const found = await searchKnowledge({ database }, stranger.scope, { agentId: shop.agentId, turns, passagesMax: 5 });
    expect(found).toMatchObject({ passages: [], confidence: 0 });
  });
});
