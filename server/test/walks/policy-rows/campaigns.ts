import type { Tenant } from '../../factories/tenant.ts';
import { agent, member, type ProcedureName, type Row } from '../policy-row.ts';

const client = { page: '/campaigns', of: 'agent' } as const;
const campaign = (t: Tenant) => ({ id: t.agentId, campaignId: t.campaignId });
/** It has neither a number nor groups: that is refused by what starts it. */
const REFUSED = { status: 409, unaudited: 'nothing was started' };

export const campaignsRows = {
  'campaigns.list': member(null, agent, { client }),
  'campaigns.listSenders': member(null, agent, { client }),
  // What the tenants of the walk are connected to has no templates.
  'campaigns.listTemplates': member(null, agent, {
    client,
    query: (t) => ({ connectionId: t.connectionId }),
    status: 404,
    alsoNames: { connectionId: (_own, foreign) => ({ query: { connectionId: foreign.connectionId } }) },
  }),
  'campaigns.listGroups': member(null, agent, { client }),
  'campaigns.create': member('agents.publish', agent, {
    client,
    unaudited: 'a draft, of which nobody hears',
    body: () => ({ kind: 'call', name: 'Spring' }),
    alsoNames: {
      groupIds: (_own, foreign) => ({ body: { kind: 'call', name: 'x', groupIds: [foreign.leadGroupId] } }),
      phoneNumberId: (_own, foreign) => ({
        body: { kind: 'call', name: 'x', phoneNumberId: foreign.phoneNumberId },
      }),
      connectionId: (_own, foreign) => ({ body: { kind: 'sms', name: 'x', connectionId: foreign.connectionId } }),
    },
  }),
  'campaigns.get': member(null, campaign, { client }),
  'campaigns.update': member('agents.publish', campaign, {
    client,
    unaudited: 'a draft, of which nobody hears',
    body: () => ({ name: 'Summer' }),
  }),
  'campaigns.preview': member(null, campaign, { client }),
  'campaigns.listRecipients': member(null, campaign, { client }),
  'campaigns.start': member('agents.publish', campaign, { ...REFUSED, client }),
  'campaigns.pause': member('agents.publish', campaign, { ...REFUSED, client }),
  'campaigns.stop': member('agents.publish', campaign, { ...REFUSED, client }),
  'campaigns.test': member('agents.publish', campaign, {
    client,
    ...REFUSED,
    body: () => ({ number: '+12025550100' }),
  }),
  // No number of the agent's says of which country theirs are.
  'campaigns.recordConsent': member('agents.publish', agent, {
    client,
    ...REFUSED,
    unaudited: 'nothing was recorded',
    body: (t) => ({ groupIds: [t.leadGroupId], source: 'a form', givenAt: '2026-01-01T00:00:00Z' }),
    alsoNames: {
      groupIds: (_own, foreign) => ({
        body: { groupIds: [foreign.leadGroupId], source: 'x', givenAt: '2026-01-01T00:00:00Z' },
      }),
    },
  }),
  'campaigns.refuse': member('agents.publish', agent, {
    client,
    body: () => ({ number: '+12025550100' }),
  }),
  'campaigns.delete': member('agents.publish', campaign, {
    client,
    isOnce: 'campaign',
  }),
} satisfies Partial<Record<ProcedureName, Row>>;
