import { DEFAULT_PRIMARY, makeThemeString } from '@antiphon/contract/agency-themes';
import { fail } from '@antiphon/contract/errors';
import { newAgencyId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { recordAudit } from '../audit/record-audit.ts';
import { includesWhiteLabel } from '../entitlements/demand-white-label.ts';
import { type PlanDeps, setPlan } from '../entitlements/set-plan.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { takeWhitelabelTrial } from '../identity/whitelabel-trial.ts';
import { markAgency } from '../workspaces/find-workspace-owner.ts';
import { insertAgency } from './agencies.queries.ts';
import type { AgencyDeps } from './get-agency.ts';

/**
 * Makes the workspace an agency: for 14 days, or for good where its plan includes that. Its owner has one such trial ever, in whichever
 * workspace: `trial_used`. Answers when it ends; null where nothing does.
 */
export async function startTrial(deps: AgencyDeps & PlanDeps, member: Member): Promise<Date | null> {
  demand(member, 'agency.write');
  const { scope } = member;
  const inDays = new Date(Date.now() + limits.whitelabelTrialDays * 86_400_000);
  // The owner's profile belongs to no workspace: the system's scope sees both.
  return deps.database.transaction(deps.systemScope, async (tx) => {
    const workspace = await markAgency(tx, scope);
    if (!workspace) fail('not_found');
    if (workspace.wasAgency) fail('trial_used');
    const endsAt = (await includesWhiteLabel(tx, scope)) ? null : inDays;
    if (endsAt && !(await takeWhitelabelTrial(tx, workspace.ownerUserId, endsAt))) fail('trial_used');
    if (endsAt) await setPlan(deps, tx, scope, { trialEndsAt: endsAt });
    const id = newAgencyId();
    await insertAgency(tx, scope, {
      id,
      name: workspace.workspaceName.slice(0, limits.agencyNameCharsMax),
      squarePhotoURL: workspace.workspacePhotoURL,
      customThemeJSONString: makeThemeString(DEFAULT_PRIMARY, 'system'),
    });
    const details = { endsAt: endsAt?.toISOString() ?? null };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'agency.start_trial', target: id, details });
    return endsAt;
  });
}
