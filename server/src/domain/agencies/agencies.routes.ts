import {
  memberProcedure,
  namingMemberProcedure,
  originOf,
  publicProcedure,
  secretProcedure,
  takeShare,
} from '../../http/procedures.ts';
import {
  claimSubdomain,
  giveSubdomainBack,
  holdsSubdomain,
  type SubdomainDeps,
} from '../agency-hosts/claim-subdomain.ts';
import { claimDomain } from '../custom-domains/claim-domain.ts';
import type { DomainDeps } from '../custom-domains/custom-domains.ports.ts';
import { isVerified, lookAtDomain, watchDomain } from '../custom-domains/get-domain.ts';
import { removeDomain, stopDomainReminder } from '../custom-domains/remove-domain.ts';
import type { PlanDeps } from '../entitlements/set-plan.ts';
import { checkFont } from '../fonts/choose-font.ts';
import { demand } from '../identity/identity.policy.ts';
import type { ScopeCss } from './agencies.ports.ts';
import { clientUrlOf } from './agencies.rules.ts';
import { getSeller } from './find-host-agency.ts';
import { type AgencyDeps, getAgency } from './get-agency.ts';
import { startTrial } from './start-trial.ts';
import { rotateAgencySecret, saveAgency, scopeAgencyCss } from './update-agency.ts';

const { agencies } = memberProcedure;
const naming = namingMemberProcedure.agencies;
const success = true as const;
const facts = ({ headers }: { headers: Headers }) => ({ origin: originOf(headers) });

const urlsFor = (deps: AgencyDeps, context: { headers: Headers }) => (host: string) =>
  clientUrlOf(host, deps.publicUrl, facts(context));

/** A look that finds another's record asks name servers that strangers chose. */
const CLAIMS = { max: 30, windowSeconds: 60 };

export const agenciesRoutes = (deps: AgencyDeps & PlanDeps & SubdomainDeps & DomainDeps & { scopeCss: ScopeCss }) => ({
  get: agencies.get.handler(({ context }) => getAgency(deps, context.member, facts(context))),
  update: agencies.update.handler(async ({ context, input: { uid: _uid, ...change } }) => {
    await saveAgency(deps, context.member, change);
    return getAgency(deps, context.member, facts(context));
  }),
  cleanCss: agencies.cleanCss.handler(async ({ context, input }) => {
    await takeShare(context, {
      key: `css:workspace:${context.member.scope.workspaceUid}`,
      max: 120,
      windowSeconds: 60,
    });
    return scopeAgencyCss(deps, context.member, input.css);
  }),
  checkFont: agencies.checkFont.handler(async ({ context, input }) => {
    const { scope } = context.member;
    demand(context.member, 'agency.write');
    await takeShare(context, { key: `font:workspace:${scope.workspaceUid}`, max: 120, windowSeconds: 60 });
    return checkFont(deps, scope, input.family);
  }),
  rotateSecret: secretProcedure.agencies.rotateSecret.handler(async ({ context }) => ({
    secret: await rotateAgencySecret(deps, context.member),
  })),
  activateWhitelabelTrial: naming.activateWhitelabelTrial.handler(async ({ context }) => {
    const endsAt = await startTrial(deps, context.member);
    const view = await getAgency(deps, context.member, facts(context));
    return { ...view, success, whitelabelTrialEndsAt: endsAt && Math.floor(endsAt.getTime() / 1_000) };
  }),
  claimDomain: naming.claimDomain.handler(async ({ context, input }) => {
    const { member } = context;
    await takeShare(context, { key: `claims:workspace:${member.scope.workspaceUid}`, ...CLAIMS });
    if (input.isCustomDomain) await claimDomain(deps, member, input.customDomain);
    else await claimSubdomain(deps, member, input.customDomain);
    const view = await getAgency(deps, member, facts(context));
    const verification = input.isCustomDomain ? (view.domain?.records ?? []) : [];
    return { ...view, success, data: { verification } };
  }),
  getDomain: agencies.getDomain.handler(async ({ context, input }) => {
    if (input.domainType === 'vgSubdomain')
      return { isVerified: await holdsSubdomain(deps, context.member, input.domain) };
    const domain = await watchDomain({ ...deps, urlOf: urlsFor(deps, context) }, context.member, input.domain);
    return domain ? { isVerified: isVerified(domain), domain } : { isVerified: false };
  }),
  releaseDomain: agencies.releaseDomain.handler(async ({ context, input: { query } }) => {
    if (query.domainType === 'vgSubdomain') await giveSubdomainBack(deps, context.member, query.domain);
    else await removeDomain(deps, context.member, query.domain);
    return { success, message: 'Domain deleted successfully..' };
  }),
  stopDomainReminder: agencies.stopDomainReminder.handler(async ({ context, input }) => {
    await stopDomainReminder(deps, context.member, input.query.domain);
    return { success };
  }),
  lookAtDomain: agencies.lookAtDomain.handler(async ({ context, input }) => {
    if (await holdsSubdomain(deps, context.member, input.domain))
      return { status: 200, body: { state: 'live', problem: null } };
    return lookAtDomain({ ...deps, urlOf: urlsFor(deps, context) }, context.member, input.domain);
  }),
  getPublicUser: publicProcedure.agencies.getPublicUser.handler(async ({ input }) => ({
    data: await getSeller(deps, input.id, input.agencyId),
  })),
});
