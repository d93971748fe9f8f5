import { type BrowserContext, expect } from '@playwright/test';
import { createAgent, type Owner, signUpOwner } from './owner-api.ts';

/** What stands behind the owner's screens, so that none of them is looked at empty. */
export interface World {
  origin: string;
  workspaceName: string;
  agentId: string;
  documentId: string;
  conversationId: string;
  leadId: string;
  deliveryId: string;
  functionId: string;
}

export const owner = { name: 'Ann Example', email: 'ann@example.com', password: 'correct-horse-battery' };
export const typed = {
  agent: 'Help desk',
  note: 'First version',
  credential: 'Production key',
  known: 'When is the shop open?',
  unknown: 'Quid novi ex Africa?',
  lead: 'Vera Lind',
  group: 'Customers',
  secret: 'Order system',
  function: 'find_order',
  about: 'Tells where an order is.',
};

/** An agent with a text, a version, and a conversation with one answered and one unanswered question; a key; an endpoint; a function with a secret. */
export async function furnish({ request }: BrowserContext, origin: string): Promise<World> {
  const ann = await signUpOwner(request, origin, owner.email);
  const { uid, call } = ann;
  const agentId = await createAgent(ann, typed.agent, '# Hours\n\nThe shop is open from nine to five.');
  const { items } = await call('get', `/v2/agents/${agentId}/knowledge`);
  await call('post', `/v2/workspaces/${uid}/credentials`, {
    provider: 'openai',
    label: typed.credential,
    secret: 'sk-test-000000001234',
  });
  await call('post', `/v2/workspaces/${uid}/webhook`, {
    endpoint: 'https://hooks.example.com/events',
    subscribedEvents: ['agent_published'],
  });
  await call('post', `/v2/workspaces/${uid}/webhook/test`, {});
  await call('post', `/v2/agents/${agentId}/publish`, { note: typed.note });
  const functionId = await createFunction(ann);
  const { conversationId, visitorToken } = await call('post', `/v2/agents/${agentId}/test-conversations`, {});
  for (const text of [typed.known, typed.unknown]) {
    const sent = await request.post(`${origin}/api/na/public/conversations/${conversationId}/messages`, {
      headers: { authorization: `Bearer ${visitorToken}` },
      data: { id: crypto.randomUUID(), text },
    });
    expect(sent.ok(), await sent.text()).toBe(true);
    const isAnswered = async () => {
      const { transcript } = await call('get', `/v2/conversations/${conversationId}`);
      return transcript.every(({ state }: { state: string }) => state === 'complete');
    };
    await expect.poll(isAnswered).toBe(true);
  }
  const leads = `/v2/agents/${agentId}/leads`;
  const { id: leadId } = await call('post', leads, { name: typed.lead, email: 'vera@example.com' });
  // Perhaps the same person.
  await call('post', leads, { name: typed.lead, email: 'vera+news@example.com' });
  const { id: groupId } = await call('post', `${leads}/groups`, { name: typed.group });
  await call('post', `${leads}/groups/${groupId}/leads`, { leadIds: [leadId], isIn: true });
  const deliveries = await call('get', `/v2/workspaces/${uid}/webhook/deliveries`);
  const me = await call('get', '/v2/me');
  return {
    origin,
    workspaceName: me.workspaces[0].workspaceName,
    agentId,
    documentId: items[0].id,
    conversationId,
    leadId,
    deliveryId: deliveries.items[0].id,
    functionId,
  };
}

/** With an input, an output and a credential; a revision, and a change since. */
async function createFunction({ uid, call }: Owner): Promise<string> {
  const origin = 'https://api.example.com';
  const secret = { label: typed.secret, kind: 'bearer', origins: [origin], secret: 'order-system-1234' };
  const { id: credentialId } = await call('post', `/v2/workspaces/${uid}/call-credentials`, secret);
  const definition = {
    name: typed.function,
    description: typed.about,
    examples: ['Where is my order?', 'Has it been sent?', 'When does it come?'],
    kind: 'read',
    inputs: [{ name: 'order', kind: 'text', source: 'said' }],
    request: { method: 'GET', origin, path: '/orders/{order}', credentialId },
    response: { outputs: [{ name: 'status', kind: 'text', pointer: '/order/status' }] },
    sentences: {},
  };
  const { id, edition } = await call('post', `/v2/workspaces/${uid}/functions`, definition);
  await call('post', `/v2/workspaces/${uid}/functions/${id}/publish`, { edition });
  await call('post', `/v2/workspaces/${uid}/functions/${id}`, { ...definition, kind: 'effect', edition });
  return id;
}
