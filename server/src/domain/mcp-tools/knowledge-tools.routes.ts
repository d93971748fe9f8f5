import { DocumentId } from '@antiphon/contract/ids';
import { type KnowledgeDocument, RefreshRate } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import * as z from 'zod';
import { tool } from '../../http/tool.ts';
import { clipped, fitting, fittingPage, pieceOf } from './fit.rules.ts';
import { agentId, inPieces, paged } from './tool-inputs.ts';

const lineOf = ({ id, kind, title, url, state, stateReason, chars, lastReadAt }: KnowledgeDocument) => ({
  id,
  kind,
  title,
  url,
  state,
  stateReason,
  chars,
  lastReadAt,
});

/** In any language ten of them fit. */
const PASSAGE_CHARS = 1_000;

export const knowledgeTools = {
  list_documents: tool({
    title: 'List documents',
    description: 'What an agent knows, and how far each document was read: SUCCESS is searched, ERROR says why not.',
    scope: 'read',
    effect: 'none',
    input: z.object({ id: agentId, search: z.string().max(100).optional(), ...paged }),
    run: ({ call }, { limit, ...query }) =>
      fittingPage(limit, async (most) => {
        const { items, nextCursor } = await call('knowledge', 'list', { ...query, limit: most });
        return { nextCursor, items: items.map(lineOf) };
      }),
  }),
  get_document: tool({
    title: 'Get a document',
    description: 'The state of a document and its text, in pieces.',
    scope: 'read',
    effect: 'none',
    input: z.object({ id: agentId, docId: DocumentId, ...inPieces }),
    async run({ call }, { id, docId, cursor }) {
      const { text, ...document } = await call('knowledge', 'get', { id, docId });
      return { ...lineOf(document), ...pieceOf(text, cursor, 10_000) };
    },
  }),
  search_knowledge: tool({
    title: 'Search knowledge',
    description: 'The passages that the agent would find for a question, the best first.',
    scope: 'read',
    effect: 'none',
    input: z.object({
      id: agentId,
      q: z.string().trim().min(1).max(1_000),
      limit: z.number().int().min(1).max(10).default(5),
    }),
    async run({ call }, given) {
      const { items } = await call('knowledge', 'search', given);
      const shown = items.map(({ documentId, title, url, text, score }) => ({
        documentId,
        title,
        url,
        score,
        text: clipped(text, PASSAGE_CHARS),
      }));
      return { items: fitting(shown, undefined).items, found: items.length };
    },
  }),
  add_text: tool({
    title: 'Add a text',
    description: 'A document that the agent answers from. It is read in the background: see get_document.',
    scope: 'knowledge.write',
    effect: 'adds',
    input: z.object({
      id: agentId,
      title: z.string().trim().min(1).max(200),
      text: z.string().trim().min(1).max(limits.programTextCharsMax),
    }),
    run: async ({ call }, given) => lineOf(await call('knowledge', 'add', { kind: 'text', ...given })),
  }),
  add_url: tool({
    title: 'Add a web page',
    description:
      'The agent answers from this page. It is read in the background, and again as often as `refreshRate` says.',
    scope: 'knowledge.write',
    effect: 'adds',
    isOpenWorld: true,
    input: z.object({
      id: agentId,
      url: z.string().trim().min(1).max(2_000),
      refreshRate: RefreshRate.default('never'),
    }),
    run: async ({ call }, given) => lineOf(await call('knowledge', 'add', { kind: 'url', ...given })),
  }),
};
