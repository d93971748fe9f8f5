import type { AgentId, ConversationId, DocumentId, EmailId, WorkspaceUid } from '@antiphon/contract/ids';
import pino from 'pino';
import { makeVectorMemory } from '../../src/adapters/vector-memory/vector-memory.ts';
import type { Database } from '../../src/db/database.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { readDocument } from '../../src/domain/documents/read-document.ts';
import { sendEmail } from '../../src/domain/email/send-email.ts';
import { makeLiveConversations } from '../../src/domain/streams/live-conversations.ts';
import { startReplyRunner } from '../../src/domain/turns/run-replies.ts';
import { startDeliveryRunner } from '../../src/domain/webhooks/run-deliveries.ts';
import { publicCalls } from './function-factory.ts';

export const SECRET_KEY = 'stalled-0123456789abcdefghijklmnopqrstuvwxyz';
export const KINDS = ['reply', 'delivery', 'reading', 'mail'] as const;

/** One of each kind of work that is done under a lease. */
export type LeasedItem = {
  workspaceUid: WorkspaceUid;
  agentId: AgentId;
  conversationId: ConversationId;
  documentId: DocumentId;
  emailId: EmailId;
};

/**
 * Does all that is owed, at once, as the product does it. In the middle of each piece `ask` stands for the outside world (a
 * model, a receiver, a site, a mail server) and answers with what is written then. `asked` counts how many wait for it or had it.
 */
export async function doLeasedWork(
  database: Database,
  items: readonly LeasedItem[],
  ask: (kind: (typeof KINDS)[number], signal?: AbortSignal) => Promise<string>,
) {
  const systemScope = makeSystemScope('test');
  const log = pino({ level: 'silent' });
  const core = { database, systemScope, secretKey: SECRET_KEY, log, makeScope };
  const replies = startReplyRunner({
    ...core,
    live: makeLiveConversations(),
    callOut: publicCalls,
    functionCalls: { wake: () => {} },
    embedder: { embed: () => Promise.reject(new Error('no vectors here')) },
    vectorMemory: makeVectorMemory(),
    models: {
      async *stream({ signal }) {
        yield { type: 'text', text: 'By ' };
        yield { type: 'text', text: await ask('reply', signal) };
        yield { type: 'finish', inputTokens: 1, outputTokens: 1, areTokensEstimated: false, outcome: 'answered' };
      },
    },
  });
  const deliveries = await startDeliveryRunner({
    ...core,
    signals: { tell() {}, subscribe: () => () => {}, stop: async () => {} },
    postOut: {
      checkAddress: (url) => url,
      post: async (_url, { signal }) => ({ status: 200, text: await ask('delivery', signal) }),
    },
  });
  const reading = {
    database,
    fetchPage: {
      checkAddress: (url: string) => url,
      async get(url: string, { signal }: { signal?: AbortSignal } = {}) {
        const bytes = Buffer.from(await ask('reading', signal));
        return { url, contentType: 'text/plain', charset: 'utf-8', bytes };
      },
    },
    documentText: {
      extract: async ({ bytes }: { bytes: Uint8Array }) => ({
        title: '',
        text: Buffer.from(bytes).toString(),
        chunks: [{ headingPath: [], text: Buffer.from(bytes).toString(), language: 'simple' }],
        page: null,
        isCut: false,
      }),
    },
    sniffFileKind: async () => 'txt',
  } as unknown as Parameters<typeof readDocument>[0];
  const mails = {
    ...core,
    platformName: 'Antiphon',
    isProduction: true,
    renderLetter: async () => ({ html: '', text: '' }),
    findSender: async () => null,
    findBrandColor: async () => null,
    emailTransport: { send: async () => void (await ask('mail')) },
  };
  const pieces = items.flatMap(({ workspaceUid, agentId, conversationId, documentId, emailId }) => {
    const scope = makeScope(workspaceUid);
    replies.kick(scope, conversationId);
    return [sendEmail(mails, emailId), readDocument(reading, scope, { agentId, documentId })];
  });
  return {
    /** When all of it has ended, well or not. */
    async finish() {
      await Promise.allSettled([...pieces, replies.stop(60_000), deliveries.stop(60_000)]);
    },
  };
}
