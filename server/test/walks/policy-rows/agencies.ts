import { newMessageId } from '@antiphon/contract/ids';
import type { Tenant } from '../../factories/tenant.ts';
import { client, clientAgent, member, none, org, orgAgent, type ProcedureName, type Row, uid } from '../policy-row.ts';

const sendingDomain = (t: Tenant) => ({ id: t.sendingDomainId });

/** Brands, and whom they sell to. */
export const agenciesRows = {
  'agencies.get': member(null, uid),
  'agencies.update': member('agency.write', uid, { body: () => ({ supportEmail: 'help@example.com' }) }),
  'agencies.cleanCss': member('agency.write', uid, {
    unaudited: 'nothing is stored',
    body: () => ({ css: '.card{color:red}' }),
  }),
  'agencies.checkFont': member('agency.write', uid, {
    unaudited: 'a font is nobody’s',
    query: () => ({ family: 'Rubik' }),
  }),
  'agencies.rotateSecret': member('all', uid),
  'agencies.activateWhitelabelTrial': member('agency.write', none, {
    unaudited: 'the example had its trial already; the slice looks for the row of the first one',
    status: 409,
    body: uid,
    alsoNames: { uid: (_own, foreign) => ({ body: uid(foreign) }) },
  }),
  'agencies.getDomain': member(null, none, {
    query: (t) => ({ ...uid(t), domain: `t${t.uid}`, domainType: 'vgSubdomain' }),
  }),
  'agencies.claimDomain': member('agency.write', none, {
    body: (t) => ({ ...uid(t), customDomain: `t${t.uid}`, isVGSubdomain: true }),
    alsoNames: {
      uid: (own, foreign) => ({ body: { ...uid(foreign), customDomain: `t${own.uid}`, isVGSubdomain: true } }),
    },
  }),
  'agencies.releaseDomain': member('agency.write', none, {
    unaudited: 'the example holds no such domain; the slice looks for the row of one that is held',
    status: 404,
    query: () => ({ domain: 'made-up', domainType: 'vgSubdomain' }),
  }),
  'agencies.lookAtDomain': member(null, none, {
    query: (t) => ({ ...uid(t), domain: t.domain }),
    alsoNames: { domain: (own, foreign) => ({ query: { ...uid(own), domain: foreign.domain } }) },
  }),
  'agencies.stopDomainReminder': member('agency.write', none, {
    query: (t) => ({ domain: t.domain }),
    unaudited: 'the example was claimed by a key, which nobody reminds; the slice looks for the row of a person',
  }),
  'sendingDomains.add': member('agency.write', () => ({ domain: 'further.example.org' }), {
    unaudited: 'the example has a domain already; the slice looks for the row of the first one',
    status: 409,
    body: uid,
    alsoNames: { uid: (_own, foreign) => ({ body: uid(foreign) }) },
  }),
  'sendingDomains.verify': member('agency.write', sendingDomain, { body: none }),
  'sendingDomains.get': member(null, sendingDomain),
  'sendingDomains.remove': member('agency.write', () => ({ id: 'sdm_made_up' }), {
    unaudited: 'the example names none that is there; the slice looks for the row of one that is',
    status: 404,
  }),
  'sendingDomains.sendInstructions': member('agency.write', none, {
    body: (t) => ({ ...uid(t), to: `${newMessageId()}@example.com` }),
    alsoNames: { uid: (_own, foreign) => ({ body: { ...uid(foreign), to: 'dns@example.com' } }) },
  }),
  'sendingDomains.stopReminder': member('agency.write', sendingDomain, {
    unaudited: 'the example was claimed by a key, which nobody reminds; the slice looks for the row of a person',
  }),
  'agencies.getPublicUser': {
    access: 'anybody',
    needs: null,
    params: (t) => ({ id: t.uid }),
    query: (t) => ({ agencyId: t.agencyId }),
  },
  'agencyTabs.list': member(null, uid),
  'agencyTabs.getPage': member(null, (t) => ({ uid: t.uid, tabId: t.tabId })),
  'orgs.list': member(null, uid),
  'orgs.create': member('clients.write', uid, { body: () => ({ name: 'Harbour Bikes' }) }),
  'orgs.get': member(null, org),
  'orgs.update': member('clients.write', org, { isOnce: 'org', body: () => ({ name: 'Renamed' }) }),
  'orgCredits.transfer': member('billing.write', org, {
    status: 409,
    unaudited: 'the example has no billing; the slice looks for the row',
    body: () => ({ id: newMessageId(), direction: 'workspace_to_org', amount: 1 }),
  }),
  'orgs.delete': member('clients.write', org, { isOnce: 'org' }),
  'orgs.assignAgent': member('clients.write', orgAgent, { body: none }),
  'orgs.removeAgent': member('clients.write', orgAgent, { isOnce: 'org' }),
  'clients.list': member(null, uid, {
    alsoNames: { orgId: (_own, foreign) => ({ query: { orgId: foreign.orgId } }) },
  }),
  'clients.create': member('clients.write', org, {
    body: () => ({ name: 'Cleo', email: `${newMessageId()}@example.com`, dashboardPassword: 'a-new-password' }),
  }),
  'clients.get': member(null, client),
  'clients.update': member('clients.write', client, { body: () => ({ isOrgAdmin: true }) }),
  'clients.delete': member('clients.write', client, { isOnce: 'org' }),
  'clients.assignAgent': member('clients.write', clientAgent, { body: none }),
  'clients.removeAgent': member('clients.write', clientAgent),
  'clients.invite': member('clients.write', client, { body: none }),
  'clients.openPreview': member('all', uid, { body: none }),
  'clients.openAs': member('clients.write', client, { body: none }),
} satisfies Partial<Record<ProcedureName, Row>>;
