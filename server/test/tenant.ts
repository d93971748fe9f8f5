import { randomText } from '@antiphon/contract/ids';
import type { TestApi } from './api.ts';
import {
  createAgent,
  type Owner,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  untilRead,
  useModelServer,
} from './api-factory.ts';

/** A workspace with one of everything. `canary` stands in all that is not public, so that a leak of any of it is seen. */
export type Tenant = Owner & Things & { canary: string };
export type Things = {
  agentId: string;
  draftRevision: number;
  documentId: string;
  credentialId: string;
  conversationId: string;
  visitorToken: string;
  replyId: string;
  fileId: string;
};

export async function makeTenant(api: TestApi, baseURL: string): Promise<Tenant> {
  const owner = await signUp(api);
  const canary = `canary${randomText(16)}`;
  ok(await api.call('POST', `/v2/workspaces/${owner.uid}`, { caller: owner.key, body: { workspaceName: canary } }));
  return { ...owner, canary, ...(await makeThings(api, owner, { canary, baseURL })) };
}

type Marks = { canary: string; baseURL: string };

/** An agent with something new to publish, a document and a credential: what calls use up. */
export async function makeDraftThings(api: TestApi, owner: Owner, { canary, baseURL }: Marks) {
  const withModel = await useModelServer(api, owner, baseURL, 'fine', `sk-${canary}`);
  let credentialId = '';
  const agentId = await createAgent(api, owner, (settings) => {
    credentialId = withModel(settings).model.credentialId ?? '';
    return { ...settings, systemPrompt: canary };
  });
  const text = { kind: 'text', title: canary, text: `An electric bike costs 28 euros a day. ${canary}` };
  const document = ok(await api.call('POST', `/v2/agents/${agentId}/knowledge`, { caller: owner.key, body: text }));
  const { draftRevision } = ok(await api.call('GET', `/v2/agents/${agentId}`, { caller: owner.key }));
  return { agentId, credentialId, documentId: document.id as string, draftRevision: draftRevision as number };
}

/** One of everything, read, published, answered: nothing of it changes by itself any more. */
async function makeThings(api: TestApi, owner: Owner, marks: Marks): Promise<Things> {
  const made = await makeDraftThings(api, owner, marks);
  const { agentId } = made;
  await untilRead(api, owner, agentId, made.documentId);
  await publish(api, owner, agentId);
  const chat = await startChat(api, agentId);
  const file = new FormData();
  file.set('file', new File([marks.canary], `${marks.canary}.txt`));
  const attachment = ok(
    await api.call('POST', `/public/conversations/${chat.conversationId}/files`, { caller: chat.visitor, body: file }),
  );
  ok(await send(api, chat, `What does an electric bike cost? ${marks.canary}`));
  const messages = await settledMessages(api, owner, chat);
  return {
    ...made,
    conversationId: chat.conversationId,
    visitorToken: chat.visitor.bearer ?? '',
    replyId: messages.at(-1)?.id ?? '',
    fileId: attachment.id,
  };
}
