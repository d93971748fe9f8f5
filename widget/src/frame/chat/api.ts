import type { ShownAction } from '@antiphon/contract/actions';
import type { HandoffState, Message, OperatorFace, Thumb } from '@antiphon/contract/events';
import type { PeopleHours, SeenPage, Variables, WidgetAgent } from '@antiphon/contract/visitors';
import type { SaidVisit } from './visit.ts';

/** What a visitor leaves who wants to be written to. */
export interface Contact {
  email: string;
  name: string;
  message: string;
}

/** A call that did not succeed: its message is a code of the public list, or `offline` when no answer came at all. */
export class CallError extends Error {}

async function call<Answer>(url: string, token: string | null, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: 'no-store',
  }).catch(() => {
    throw new CallError('offline');
  });
  const answer = await response.json().catch(() => null);
  // Beyond 501 it is the proxy that found nobody behind it.
  if (!response.ok) throw new CallError(answer?.code || (response.status > 501 ? 'unavailable' : 'internal'));
  return answer as Answer;
}

export interface Started {
  conversationId: string;
  visitorToken: string;
  messages: Message[];
}

/** The visitor's calls of one region; every one throws a `CallError`. */
export function makeApi(base: string) {
  const of = (conversationId: string) => `${base}/public/conversations/${encodeURIComponent(conversationId)}`;
  return {
    getAgent: (id: string) =>
      call<{ data: WidgetAgent }>(`${base}/public/agents/${encodeURIComponent(id)}`, null).then(({ data }) => data),
    checkCredits: ({ ID, ownerID }: Pick<WidgetAgent, 'ID' | 'ownerID'>) =>
      call<{ continue: boolean }>(
        `${base}/public/users/${encodeURIComponent(ownerID)}/check-credits?agentId=${encodeURIComponent(ID)}`,
        null,
      ),
    start: (id: string, variables: Variables, { lang, environment }: WidgetAgent, visit?: SaidVisit) =>
      call<Started>(`${base}/public/agents/${encodeURIComponent(id)}/conversations`, null, {
        variables,
        lang,
        environment,
        ...visit,
      }),
    setVariables: (conversationId: string, token: string, variables: Variables) =>
      call(`${of(conversationId)}/variables`, token, { variables }),
    read: (conversationId: string, token: string) =>
      call<{
        messages: Message[];
        rating: number | null;
        handoff: { state: HandoffState; operator: OperatorFace | null };
        lastEventId: string;
        actions: ShownAction[];
      }>(of(conversationId), token),
    send: (
      conversationId: string,
      token: string,
      message: {
        id: string;
        text: string;
        fileIds: string[];
        page: SeenPage | undefined;
        choiceId: string | undefined;
      },
    ) => call<{ messageId: string; replyId: string | null }>(`${of(conversationId)}/messages`, token, message),
    stop: (conversationId: string, token: string) => call(`${of(conversationId)}/stop`, token, {}),
    rate: (conversationId: string, token: string, rating: number | null, comment?: string) =>
      call(`${of(conversationId)}/rating`, token, { rating, comment }),
    setThumb: (conversationId: string, token: string, messageId: string, thumb: Thumb | { value: null }) =>
      call(`${of(conversationId)}/messages/${messageId}/thumb`, token, thumb),
    askForPerson: (conversationId: string, token: string) =>
      call<{ state: HandoffState | 'away' }>(`${of(conversationId)}/handoff`, token, {}),
    markRead: (conversationId: string, token: string, messageId: string) =>
      call(`${of(conversationId)}/read`, token, { messageId }),
    getHours: (conversationId: string, token: string) => call<PeopleHours>(`${of(conversationId)}/hours`, token),
    type: (conversationId: string, token: string) => call(`${of(conversationId)}/typing`, token, {}),
    leaveContact: (conversationId: string, token: string, contact: Contact) =>
      call(`${of(conversationId)}/contact`, token, contact),
    eventsUrl: (conversationId: string) => `${of(conversationId)}/events`,
    /** What sends a file is loaded with the first one. */
    upload: async (conversationId: string, token: string, file: File, onProgress: (share: number) => void) =>
      (await import('./upload.ts')).upload(
        { url: `${of(conversationId)}/files`, token, file, onProgress },
        (code) => new CallError(code),
      ),
  };
}
export type Api = ReturnType<typeof makeApi>;
