import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../src/db/database.ts';
import { openEmbedded } from '../src/db/open-embedded.ts';
import type { Scope } from '../src/db/scope.ts';
import { answerFromPassages } from '../src/domain/answers/builtin-answer.rules.ts';
import { prepareText } from '../src/domain/documents/index-document.ts';
import { chunkText } from '../src/domain/extraction/chunking.rules.ts';
import { textBlocks } from '../src/domain/extraction/text-blocks.rules.ts';
import { replaceChunks } from '../src/domain/search/index-chunks.ts';
import { searchKnowledge } from '../src/domain/search/search-knowledge.ts';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../test/factories/knowledge-factory.ts';
import { type Corpus, readCorpora } from './eval-corpus.ts';
import { type Figures, figuresOf, type Judged } from './eval-metrics.ts';

/** What an agent's own answers read, and what is looked at to find ten different documents. */
const PASSAGES_READ = 6;
const PASSAGES_RANKED = 40;

export type Asked = Judged & { q: string; confidence: number; answer: string };
export type CorpusReport = Figures & { id: string; docs: number; loadMs: number; asked: Asked[] };

/**
 * Loads each corpus of the file into an agent of its own, through the real chunking and index, and asks its questions. With
 * `docsOfSite` its documents are parted into small sites of so many, and each is asked what it answers and what another does.
 */
export async function evaluate(file: string, docsOfSite: number, onCorpus: (report: CorpusReport) => void = () => {}) {
  const database = await openEmbedded('na', 'memory');
  try {
    const all: Asked[] = [];
    const corpora: CorpusReport[] = [];
    for await (const corpus of readCorpora(file)) {
      const sites = docsOfSite > 0 ? partOf(corpus, docsOfSite) : [corpus];
      const reports: CorpusReport[] = [];
      for (const site of sites) reports.push(await evaluateCorpus(database, site));
      const report = joined(corpus, reports);
      onCorpus(report);
      corpora.push(report);
      all.push(...report.asked);
    }
    if (corpora.length === 0) throw new Error(`${file} holds no corpus.`);
    return { corpora, all: figuresOf(all) };
  } finally {
    await database.close();
  }
}

/** Questions that lean on others are left out; those that a site does not answer are shared out among the others. */
function partOf({ id, docs, questions }: Corpus, size: number): Corpus[] {
  const sites = Array.from({ length: Math.ceil(docs.length / size) }, (_, n) => docs.slice(n * size, (n + 1) * size));
  return sites.map((docs, site) => {
    const here = new Set(docs.map((doc) => doc.id));
    return {
      id,
      docs,
      questions: questions.flatMap((question, number) => {
        const relevant = (question.relevant ?? []).filter((one) => here.has(one));
        const isHere = relevant.length > 0 && question.answerable !== false;
        const isMeant = isHere || (number + 1) % sites.length === site;
        return isMeant && !question.context?.length ? [{ ...question, relevant, answerable: isHere }] : [];
      }),
    };
  });
}

const joined = ({ id, docs }: Corpus, reports: CorpusReport[]): CorpusReport => {
  const asked = reports.flatMap((report) => report.asked);
  const loadMs = reports.reduce((sum, report) => sum + report.loadMs, 0);
  return { id, docs: docs.length, loadMs, ...figuresOf(asked), asked };
};

export async function evaluateCorpus(database: Database, corpus: Corpus): Promise<CorpusReport> {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const started = performance.now();
  const ids = await loadDocuments(database, scope, agentId, corpus.docs);
  const loadMs = performance.now() - started;
  const asked: Asked[] = [];
  for (const question of corpus.questions) {
    const turns = [...(question.context ?? []), question.q];
    const before = performance.now();
    const found = await searchKnowledge({ database }, scope, { agentId, turns, passagesMax: PASSAGES_RANKED });
    const { text, outcome, isUnsure } = answerFromPassages({
      question: question.q,
      turns: found.turns,
      passages: found.passages.slice(0, PASSAGES_READ),
      confidence: found.confidence,
      lang: '',
    });
    const relevant = question.relevant ?? [];
    asked.push({
      q: question.q,
      ms: performance.now() - before,
      ranked: [...new Set(found.passages.map(({ documentId }) => ids.get(documentId) ?? ''))],
      relevant,
      isAnswerable: question.answerable ?? relevant.length > 0,
      isAnswered: outcome === 'answered',
      isUnsure,
      isRight:
        question.says || question.never ? holdsAll(text, question.says) && !holdsAny(text, question.never) : null,
      confidence: found.confidence,
      answer: text,
    });
  }
  return { id: corpus.id, docs: corpus.docs.length, loadMs, ...figuresOf(asked), asked };
}

const holdsAll = (text: string, parts: readonly string[] | null | undefined) =>
  (parts ?? []).every((part) => text.includes(part));
const holdsAny = (text: string, parts: readonly string[] | null | undefined) =>
  (parts ?? []).some((part) => text.includes(part));

/** Returns the corpus's ids by those of the agent's documents. */
export async function loadDocuments(
  database: Database,
  scope: Scope,
  agentId: AgentId,
  docs: Corpus['docs'],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const doc of docs) {
    const { title, chunks } = prepareText(doc.title ?? '', chunkText(textBlocks(doc.text)));
    const documentId = await makeKnowledgeDocument(database, scope, agentId, title);
    await database.transaction(scope, (tx) => replaceChunks(tx, scope, { agentId, documentId, title, chunks }));
    ids.set(documentId, doc.id);
  }
  return ids;
}
