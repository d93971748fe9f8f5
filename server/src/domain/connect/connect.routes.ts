import type { Scope } from '../../db/scope.ts';
import type { RequestContext } from '../../http/context.ts';
import {
  memberProcedure,
  originOf,
  planningMemberProcedure,
  sellingMemberProcedure,
  takeRate,
} from '../../http/procedures.ts';
import { linkOrigin } from '../identity/link-origin.rules.ts';
import { getConnect } from './get-connect.ts';
import { type ConnectDeps, createAccount, createAccountLink, refreshAccount } from './open-account.ts';
import { proposePlans, saveBillingSettings, savePlans } from './save-plans.ts';

/** Each asks the provider. */
const ASKED = { max: 60, windowSeconds: 3_600 };
/** A page that is open asks again and again. */
const LOOKS = { max: 240, windowSeconds: 3_600 };

const takeAsked = (context: RequestContext, { workspaceUid }: Scope) =>
  takeRate(context, [{ key: `connect:workspace:${workspaceUid}`, ...ASKED }]);

const ofWorkspace = sellingMemberProcedure.connect;
const ofWorkspaceId = planningMemberProcedure.connect;

export const connectRoutes = (deps: ConnectDeps & { port: number }) => ({
  get: memberProcedure.connect.get.handler(({ context }) => getConnect(deps, context.scope)),
  refresh: memberProcedure.connect.refresh.handler(async ({ context }) => {
    await takeRate(context, [{ key: `connect-look:workspace:${context.scope.workspaceUid}`, ...LOOKS }]);
    await refreshAccount(deps, context.member);
    return getConnect(deps, context.scope);
  }),
  createAccount: ofWorkspace.createAccount.handler(async ({ context }) => {
    await takeAsked(context, context.scope);
    return { success: true as const, accountId: await createAccount(deps, context.member) };
  }),
  createAccountLink: ofWorkspace.createAccountLink.handler(async ({ context }) => {
    await takeAsked(context, context.scope);
    const origin = linkOrigin(deps, originOf(context.headers));
    return { redirectUrl: await createAccountLink(deps, context.member, { origin }) };
  }),
  saveSettings: memberProcedure.connect.saveSettings.handler(async ({ context, input }) => {
    await takeAsked(context, context.scope);
    await saveBillingSettings(deps, context.member, input);
    return getConnect(deps, context.scope);
  }),
  upsertPlans: ofWorkspaceId.upsertPlans.handler(async ({ context, input }) => {
    await takeAsked(context, context.scope);
    return { success: true as const, updatedPlans: await savePlans(deps, context.member, input.plans) };
  }),
  proposePlans: ofWorkspaceId.proposePlans.handler(async ({ context }) => {
    await takeAsked(context, context.scope);
    return { plans: await proposePlans(deps, context.member) };
  }),
});
