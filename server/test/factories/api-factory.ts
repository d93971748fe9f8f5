import { type AgentSettings, ModelSettings } from '@antiphon/contract/agents';
import { newMessageId, randomText } from '@antiphon/contract/ids';
import { type Answer, type Caller, type TestApi, until } from '../harness/api.ts';

export type Api = Pick<TestApi, 'call' | 'origin'>;

/** A person with a session and their own workspace; `key` is its bearer key. */
export type Owner = { uid: string; email: string; password: string; caller: Caller; key: Caller };
export type Chat = { agentId: string; conversationId: string; visitor: Caller };

/** The answer's body; anything but a success is thrown with what was answered. */
export function ok(answer: Answer) {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.body;
}

export async function signUp(api: Api, options: { region?: string; password?: string } = {}): Promise<Owner> {
  const email = `${randomText(12).toLowerCase()}@example.com`;
  const password = options.password ?? `pw-${randomText(16)}`;
  const region = options.region ? { region: options.region } : {};
  const body = { name: 'Olga', email, password };
  // Signing in is for pages: outside of NODE_ENV=test the sender must name one of ours.
  const headers = { origin: api.origin };
  const answer = await api.call('POST', '/auth/sign-up/email', { body, headers, ...region });
  ok(answer);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const caller = { cookie };
  const { uid } = ok(await api.call('GET', '/v2/me', { caller, ...region }));
  const { workspaceSecret } = ok(await api.call('POST', `/v2/workspaces/${uid}/secret`, { caller, ...region }));
  return { uid, email, password, caller, key: { bearer: workspaceSecret } };
}

export async function createAgent(
  api: Api,
  owner: Owner,
  change: (settings: AgentSettings) => AgentSettings = (settings) => settings,
  title = 'Harbour Bikes',
): Promise<string> {
  const made = ok(await api.call('POST', `/v2/workspaces/${owner.uid}/agents`, { caller: owner.key, body: { title } }));
  const settings = change(made.settings);
  ok(
    await api.call('POST', `/v2/agents/${made.ID}`, {
      caller: owner.key,
      body: { settings, draftRevision: made.draftRevision },
    }),
  );
  return made.ID;
}

export const publish = async (api: Api, owner: Owner, agentId: string) =>
  ok(await api.call('POST', `/v2/agents/${agentId}/publish`, { caller: owner.key, body: {} }));

/** Adds a text and waits until it was read. */
export async function addText(api: Api, owner: Owner, agentId: string, title: string, text: string): Promise<string> {
  const body = { kind: 'text', title, text };
  const { id } = ok(await api.call('POST', `/v2/agents/${agentId}/knowledge`, { caller: owner.key, body }));
  await untilRead(api, owner, agentId, id);
  return id;
}

export const untilRead = (api: Api, owner: Owner, agentId: string, documentId: string) =>
  until(
    async () => ok(await api.call('GET', `/v2/agents/${agentId}/knowledge/${documentId}`, { caller: owner.key })).state,
    (state) => state === 'SUCCESS',
  );

export async function startChat(api: Api, agentId: string): Promise<Chat> {
  const started = ok(await api.call('POST', `/public/agents/${agentId}/conversations`, { body: {} }));
  return { agentId, conversationId: started.conversationId, visitor: { bearer: started.visitorToken } };
}

export const send = (api: Api, chat: Chat, text: string, id: string = newMessageId()) =>
  api.call('POST', `/public/conversations/${chat.conversationId}/messages`, {
    caller: chat.visitor,
    body: { id, text },
  });

/** All messages, once nothing is owed any more. */
export async function settledMessages(api: Api, owner: Owner, chat: Chat, withinMs = 20_000) {
  const { transcript } = await until(
    async () => ok(await api.call('GET', `/v2/conversations/${chat.conversationId}`, { caller: owner.key })),
    (conversation) =>
      conversation.transcript.every((message: { state: string }) => !['queued', 'streaming'].includes(message.state)),
    withinMs,
  );
  return transcript as {
    id: string;
    role: string;
    state: string;
    text: string;
    citations: unknown[];
    isUnknown: boolean;
    credits: number;
  }[];
}

/** A credential for a model host of the test, and the settings that use it. */
export async function useModelServer(
  api: Api,
  owner: Owner,
  baseURL: string,
  model: string,
  secret = 'sk-test-0123456789',
) {
  const body = { provider: 'openai-compatible', label: 'Local model', secret, baseURL };
  const { id } = ok(await api.call('POST', `/v2/workspaces/${owner.uid}/credentials`, { caller: owner.key, body }));
  return (settings: AgentSettings): AgentSettings => ({
    ...settings,
    model: ModelSettings.parse({ provider: 'openai-compatible', model, credentialId: id }),
  });
}

export const getUsage = async (api: Api, owner: Owner) =>
  ok(await api.call('GET', `/v2/workspaces/${owner.uid}/usage?limit=100`, { caller: owner.key })) as {
    items: { amount: number; direction: string; featureKey: string; conversationId: string | null }[];
    loadTokens: number;
    heldTokens: number;
  };
