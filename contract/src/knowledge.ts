import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentId, DocumentId } from './ids.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';

export const RefreshRate = z.enum(['1h', '6h', '12h', '24h', '7d', 'never']);
export type RefreshRate = z.infer<typeof RefreshRate>;
export const DocumentState = z.enum(['INITIALIZED', 'PENDING', 'SUCCESS', 'ERROR']);
export type DocumentState = z.infer<typeof DocumentState>;
/**
 * `page` is one page of a sitemap or crawl; its `parentId` is that document. `qa` is an answer that is said word by word to its
 * questions; its text is the answer, its title the first of the questions.
 */
export const DocumentKind = z.enum(['text', 'qa', 'file', 'url', 'sitemap', 'crawl', 'page']);
export type DocumentKind = z.infer<typeof DocumentKind>;

export const ReadingProgress = z.object({
  step: z.enum(['waiting', 'finding', 'reading', 'indexing', 'done']),
  found: z.number().int(),
  read: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
});
export type ReadingProgress = z.infer<typeof ReadingProgress>;

export const KnowledgeDocument = z.object({
  id: DocumentId,
  parentId: DocumentId.nullable(),
  kind: DocumentKind,
  title: z.string(),
  url: z.string().nullable(),
  questions: z.array(z.string()).describe('Of kind `qa`; empty for every other'),
  language: z.string().describe('Of kind `qa`: ISO 639-1, or empty for any'),
  state: DocumentState,
  stateReason: z.string().nullable().describe('Why the state is ERROR, or what was left out'),
  refreshRate: RefreshRate,
  progress: ReadingProgress,
  chars: z.number().int(),
  chunks: z.number().int(),
  lastReadAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>;

export const KnowledgeChunk = z.object({
  id: z.string(),
  position: z.number().int(),
  headingPath: z.array(z.string()),
  text: z.string(),
  language: z.string(),
});
export type KnowledgeChunk = z.infer<typeof KnowledgeChunk>;

export const Passage = z.object({
  chunkId: z.string(),
  documentId: DocumentId,
  title: z.string(),
  url: z.string().nullable(),
  headingPath: z.array(z.string()),
  text: z.string(),
  score: z.number().describe('Relevance of the passage to the question, 0 to 1'),
});
export type Passage = z.infer<typeof Passage>;

const questions = z
  .array(
    z
      .string()
      .trim()
      .min(1, 'Please enter a question.')
      .max(limits.taughtQuestionCharsMax)
      .regex(/[\p{L}\p{N}]/u, 'A question needs a word.'),
  )
  .min(1, 'Please enter a question.')
  .max(limits.taughtQuestionsMax);
const answer = z.string().trim().min(1, 'Please enter an answer.').max(limits.taughtAnswerCharsMax);
const language = z.string().regex(/^([a-z]{2})?$/, 'A language is two letters, such as `en`, or empty.');

const webAddress = z.string().trim().min(1, 'Please enter an address.').max(2_000);
export const NewDocument = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    title: z.string().trim().min(1, 'Please enter a title.').max(200),
    text: z.string().trim().min(1, 'Please enter some text.').max(limits.knowledgeTextCharsMax),
  }),
  z.object({ kind: z.literal('qa'), questions, text: answer, language: language.default('') }),
  z.object({ kind: z.literal('file'), file: z.file() }),
  z.object({ kind: z.literal('url'), url: webAddress, refreshRate: RefreshRate.default('never') }),
  z.object({
    kind: z.literal('sitemap'),
    url: webAddress,
    refreshRate: RefreshRate.default('never'),
    pagesMax: z.coerce.number().int().min(1).max(limits.crawlPagesMax).default(limits.crawlPagesDefault),
  }),
  z.object({
    kind: z.literal('crawl'),
    url: webAddress,
    refreshRate: RefreshRate.default('never'),
    pagesMax: z.coerce.number().int().min(1).max(limits.crawlPagesMax).default(limits.crawlPagesDefault),
  }),
]);
export type NewDocument = z.infer<typeof NewDocument>;

const agent = z.object({ id: AgentId });
const document = agent.extend({ docId: DocumentId });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Knowledge'], successStatus });

export const knowledgeContract = {
  list: route('GET', '/v2/agents/{id}/knowledge', 'List documents; with parentId the pages of a crawl or sitemap')
    .input(
      agent.extend({
        ...PageQuery.shape,
        parentId: DocumentId.optional(),
        state: DocumentState.optional(),
        search: z.string().max(100).optional(),
      }),
    )
    .output(page(KnowledgeDocument)),
  add: route('POST', '/v2/agents/{id}/knowledge', 'Add a document; it is read in the background', 201)
    .input(z.intersection(agent, NewDocument))
    .output(KnowledgeDocument),
  get: route('GET', '/v2/agents/{id}/knowledge/{docId}', 'Get a document with its text and chunks')
    .input(document)
    .output(KnowledgeDocument.extend({ text: z.string(), chunkList: z.array(KnowledgeChunk) })),
  update: route('POST', '/v2/agents/{id}/knowledge/{docId}', 'Change a document')
    .input(
      document.extend({
        title: z.string().trim().min(1).max(200).optional(),
        text: z.string().trim().min(1).max(limits.knowledgeTextCharsMax).optional(),
        questions: questions.optional(),
        language: language.optional(),
        refreshRate: RefreshRate.optional(),
        url: webAddress.optional().describe('Of an address, sitemap or crawl: it is read in place of the one before'),
      }),
    )
    .output(KnowledgeDocument),
  delete: route('DELETE', '/v2/agents/{id}/knowledge/{docId}', 'Delete a document and what was read from it')
    .input(document)
    .output(z.object({ success: z.literal(true) })),
  refresh: route('POST', '/v2/agents/{id}/knowledge/{docId}/refresh', 'Read a document again')
    .input(document)
    .output(KnowledgeDocument),
  search: route('POST', '/v2/agents/{id}/knowledge-search', 'Search as the agent does')
    .input(agent.extend({ q: z.string().trim().min(1).max(1_000), limit: z.number().int().min(1).max(20).default(8) }))
    .output(z.object({ items: z.array(Passage) })),
};
