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
import type { ScopeCss } from './agencies.ports.ts';
import { getSeller } from './find-host-agency.ts';
import { type AgencyDeps, getAgency } from './get-agency.ts';
import { startTrial } from './start-trial.ts';
import { rotateAgencySecret, saveAgency, scopeAgencyCss } from './update-agency.ts';

const { agencies } = memberProcedure;
const naming = namingMemberProcedure.agencies;
const success = true as const;
const facts = ({ headers }: { headers: Headers }) => ({ origin: originOf(headers) });

export const agenciesRoutes = (deps: AgencyDeps & SubdomainDeps & { scopeCss: ScopeCss }) => ({
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
  rotateSecret: secretProcedure.agencies.rotateSecret.handler(async ({ context }) => ({
    secret: await rotateAgencySecret(deps, context.member),
  })),
  activateWhitelabelTrial: naming.activateWhitelabelTrial.handler(async ({ context }) => {
    const endsAt = await startTrial(deps, context.member);
    const view = await getAgency(deps, context.member, facts(context));
    return { ...view, success, whitelabelTrialEndsAt: Math.floor(endsAt.getTime() / 1_000) };
  }),
  claimDomain: naming.claimDomain.handler(async ({ context, input }) => {
    await claimSubdomain(deps, context.member, input.customDomain);
    return { ...(await getAgency(deps, context.member, facts(context))), success };
  }),
  getDomain: agencies.getDomain.handler(async ({ context, input }) => ({
    isVerified: await holdsSubdomain(deps, context.member, input.domain),
  })),
  releaseDomain: agencies.releaseDomain.handler(async ({ context, input }) => {
    await giveSubdomainBack(deps, context.member, input.query.domain);
    return { success, message: 'Domain deleted successfully..' };
  }),
  getPublicUser: publicProcedure.agencies.getPublicUser.handler(async ({ input }) => ({
    data: await getSeller(deps, input.id, input.agencyId),
  })),
});
