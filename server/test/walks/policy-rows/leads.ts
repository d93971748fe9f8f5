import type { Tenant } from '../../factories/tenant.ts';
import { agent, form, member, type ProcedureName, type Row } from '../policy-row.ts';

const lead = (t: Tenant) => ({ id: t.agentId, leadId: t.leadId });
const group = (t: Tenant) => ({ id: t.agentId, groupId: t.leadGroupId });
const client = { page: '/leads', of: 'agent' } as const;
const READ = { client };
const WRITE = { client, unaudited: 'content of the agent, as what it knows' };
const AUDITED = { client, isOnce: 'leads' } as const;
const both = (t: Tenant) => ({ keepId: t.leadId, mergeIds: [t.secondLeadId], values: {} });

const table = (options?: string) => {
  const data = form('leads.csv', options ? { options } : {});
  data.set('file', new File(['email,name\nnoor@example.com,Noor\n'], 'leads.csv'));
  return data;
};
const OPTIONS = { targets: ['email', 'name'], onDuplicate: 'merge' };

export const leadsRows = {
  'leads.list': member(null, agent, {
    ...READ,
    alsoNames: { groupId: (_own, foreign) => ({ query: { groupId: foreign.leadGroupId } }) },
  }),
  'leads.listFields': member(null, agent, READ),
  'leads.listDuplicates': member(null, agent, READ),
  'leads.listGroups': member(null, agent, READ),
  'leads.export': member(null, agent, { ...READ, body: () => ({ matching: {} }) }),
  'leads.setDistinct': member('conversations.reply', agent, {
    ...WRITE,
    body: (t) => ({ leadIds: [t.leadId, t.secondLeadId], areDistinct: true }),
    alsoNames: {
      leadIds: (own, foreign) => ({ body: { leadIds: [own.leadId, foreign.leadId], areDistinct: true } }),
    },
  }),
  'leads.get': member(null, lead, READ),
  'leads.create': member('conversations.reply', agent, { ...WRITE, body: () => ({ name: 'Noor' }) }),
  'leads.update': member('conversations.reply', lead, { ...WRITE, body: () => ({ note: 'Called' }) }),
  'leads.createGroup': member('conversations.reply', agent, {
    ...WRITE,
    body: () => ({ name: crypto.randomUUID() }),
  }),
  'leads.renameGroup': member('conversations.reply', group, { ...WRITE, body: () => ({ name: crypto.randomUUID() }) }),
  'leads.assignGroup': member('conversations.reply', group, {
    ...WRITE,
    body: (t) => ({ leadIds: [t.leadId], isIn: true }),
    alsoNames: { leadIds: (_own, foreign) => ({ body: { leadIds: [foreign.leadId], isIn: true } }) },
  }),
  'leads.previewImport': member('conversations.reply', agent, {
    client,
    unaudited: 'it only reads the file',
    body: () => table(),
  }),
  'leads.import': member('conversations.reply', agent, {
    client,
    body: () => table(JSON.stringify(OPTIONS)),
    alsoNames: {
      groupId: (_own, foreign) => ({ body: table(JSON.stringify({ ...OPTIONS, groupId: foreign.leadGroupId })) }),
    },
  }),
  'leads.deleteGroup': member('conversations.reply', group, { ...WRITE, isOnce: 'leads' }),
  'leads.merge': member('conversations.reply', agent, {
    ...AUDITED,
    body: both,
    alsoNames: {
      keepId: (own, foreign) => ({ body: { ...both(own), keepId: foreign.leadId } }),
      mergeIds: (own, foreign) => ({ body: { ...both(own), mergeIds: [foreign.leadId] } }),
    },
  }),
  'leads.delete': member('conversations.reply', agent, {
    ...AUDITED,
    body: (t) => ({ leadIds: [t.leadId] }),
    alsoNames: { leadIds: (_own, foreign) => ({ body: { leadIds: [foreign.leadId] } }) },
  }),
  'leads.restore': member('conversations.reply', agent, {
    ...AUDITED,
    body: (t) => ({ deletionId: t.leadDeletionId }),
    alsoNames: { deletionId: (_own, foreign) => ({ body: { deletionId: foreign.leadDeletionId } }) },
  }),
  'leads.erase': member('conversations.reply', lead, { isOnce: 'leads' }),
} satisfies Partial<Record<ProcedureName, Row>>;
