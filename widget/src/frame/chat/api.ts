import type { Attachment, HandoffState, Message, OperatorFace } from '@antiphon/contract/events';
import type { Variables, WidgetAgent } from '@antiphon/contract/visitors';

/** A call that did not succeed: `code` is of the public list, or `offline` when no answer came at all. */
export class CallError extends Error {
  code: string;
  requestId: string;
  constructor(code: string, requestId = '') {
    super(code);
    this.code = code;
    this.requestId = requestId;
  }
}

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
  if (!response.ok) throw new CallError(answer?.code ?? 'internal', answer?.requestId);
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
    checkCredits: (ownerID: string) =>
      call<{ continue: boolean }>(`${base}/public/users/${encodeURIComponent(ownerID)}/check-credits`, null),
    start: (id: string, variables: Variables, lang: string) =>
      call<Started>(`${base}/public/agents/${encodeURIComponent(id)}/conversations`, null, { variables, lang }),
    read: (conversationId: string, token: string) =>
      call<{
        messages: Message[];
        rating: number | null;
        handoff: { state: HandoffState; operator: OperatorFace | null };
        lastEventId: string;
      }>(of(conversationId), token),
    send: (conversationId: string, token: string, message: { id: string; text: string; fileIds: string[] }) =>
      call<{ messageId: string; replyId: string | null }>(`${of(conversationId)}/messages`, token, message),
    stop: (conversationId: string, token: string) => call(`${of(conversationId)}/stop`, token, {}),
    rate: (conversationId: string, token: string, rating: number, comment?: string) =>
      call(`${of(conversationId)}/rating`, token, { rating, comment }),
    askForPerson: (conversationId: string, token: string) =>
      call<{ state: HandoffState | 'away' }>(`${of(conversationId)}/handoff`, token, {}),
    type: (conversationId: string, token: string) => call(`${of(conversationId)}/typing`, token, {}),
    leaveContact: (conversationId: string, token: string, contact: { email: string; name: string; message: string }) =>
      call(`${of(conversationId)}/contact`, token, contact),
    eventsUrl: (conversationId: string) => `${of(conversationId)}/events`,
    /** An upload tells its progress, 0 to 1, which `fetch` cannot. */
    upload(conversationId: string, token: string, file: File, onProgress: (share: number) => void) {
      const request = new XMLHttpRequest();
      const done = new Promise<Attachment>((resolve, reject) => {
        request.open('POST', `${of(conversationId)}/files`);
        request.setRequestHeader('authorization', `Bearer ${token}`);
        request.responseType = 'json';
        request.upload.onprogress = (event) => onProgress(event.loaded / (event.total || 1));
        request.onload = () =>
          request.status < 300
            ? resolve(request.response)
            : reject(new CallError(request.response?.code ?? (request.status === 413 ? 'too_large' : 'internal')));
        request.onerror = () => reject(new CallError('offline'));
        request.onabort = () => reject(new CallError('aborted'));
        const form = new FormData();
        form.append('file', file);
        request.send(form);
      });
      return { done, abort: () => request.abort() };
    },
  };
}
export type Api = ReturnType<typeof makeApi>;
