import { z } from 'zod';
import type { Channel, ChannelAccount } from '../../domain/channels/channels.ports.ts';
import { makeGraphApi } from './graph-api.ts';
import { type MetaAppObject, makeMetaApp } from './meta-app.ts';
import { areQuickReplies } from './quick-replies.ts';
import { answerChallenge, isSignedByMeta } from './signed-by-meta.ts';

const WHOLE_MS = 9_500;
const WINDOW_HOURS = 24;
/** Seven days in all: https://developers.facebook.com/docs/messenger-platform/policy/policy-overview */
const PERSON_HOURS = 6 * 24;
/** Of the page itself, for Messenger and for the Instagram account that belongs to it. */
const PAGE_FIELDS = ['messages', 'messaging_postbacks', 'message_deliveries', 'message_reads', 'message_echoes'];

const Page = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().optional(),
  instagram_business_account: z
    .object({ id: z.string(), username: z.string().optional(), name: z.string().optional() })
    .optional(),
});
export type MetaPage = z.infer<typeof Page>;
const Done = z.object({ success: z.literal(true) });
const Any = z.object({});

/** Within the window an answer is one; after it a person says that they are one, for which the app needs Meta's leave. */
export const messagingType = (isLate?: true) =>
  isLate ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' };

export type PageChannelOptions = { baseUrl: string; wholeMs?: number };

/**
 * What Messenger and Instagram have in common: a page's token, and an app with one address for all its pages, whose ID is the `accountId`. With the
 * token of a page `me` is the page.
 */
export function makePageChannel(kind: {
  provider: string;
  object: MetaAppObject;
  /** What the app is told of. */
  fields: string[];
  /** What is asked of a page. */
  asks: string;
  options: PageChannelOptions;
}) {
  const { provider, object, fields, asks } = kind;
  const { baseUrl, wholeMs = WHOLE_MS } = kind.options;
  const { call, load } = makeGraphApi({ provider, baseUrl });
  const app = makeMetaApp({ call, object });
  /** All requests of one call end within the same ten seconds. */
  const deadline = () => AbortSignal.timeout(wholeMs);
  const path = 'me/subscribed_apps';

  const shared = {
    windowHours: WINDOW_HOURS,
    personHours: PERSON_HOURS,
    optOut: 'words',
    sharesHook: true,
    takesButtons: areQuickReplies,
    verify: (hook, { hookSecret }) => isSignedByMeta(hook, hookSecret),
    challenge: answerChallenge,
    async listen(account, hook) {
      const signal = deadline();
      const query = { subscribed_fields: PAGE_FIELDS.join(',') };
      await call({ account, method: 'POST', path, query, result: Done, signal });
      await app.listen(account, { ...hook, fields }, signal);
    },
    async leave(account, isShared = false) {
      const signal = deadline();
      if (!isShared) await app.leave(account, signal);
      // Messenger and Instagram of one page are subscribed together.
      if (!(await app.isCalledForOthers(account, signal)))
        await call({ account, method: 'DELETE', path, result: Done, signal });
    },
    async showTyping(account, thread) {
      const signal = deadline();
      for (const action of ['mark_seen', 'typing_on']) {
        const body = { recipient: { id: thread }, sender_action: action };
        await call({ account, method: 'POST', path: 'me/messages', body, result: Any, signal });
      }
    },
    async loadMedia(_account, { ref, name, type }, maxBytes) {
      return { name, type, bytes: await load({ account: null, url: ref, bytesMax: maxBytes, signal: deadline() }) };
    },
  } satisfies Partial<Channel>;

  /** The page of the token, and where the app calls now. */
  const readPage = async (account: ChannelAccount): Promise<{ page: MetaPage; hookUrl: string }> => {
    const signal = deadline();
    // First: an app that is not known refuses everything else too.
    const hookUrl = await app.hookUrl(account, signal);
    await app.demandPageToken(account, signal);
    return { page: await call({ account, path: 'me', query: { fields: asks }, result: Page, signal }), hookUrl };
  };

  return { shared, call, deadline, readPage };
}
