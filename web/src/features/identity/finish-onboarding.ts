import { api } from '../../api.ts';
import type { Say } from '../../texts/texts.ts';
import { readReferral } from './parts/referral.ts';

export interface Answers {
  displayName: string;
  workspaceName: string;
  buildGoal: string;
}

/** Nothing of the app opens before it is done. Each call may be sent again, so that a failure half-way costs nothing. */
export async function finishOnboarding(
  uid: string | undefined,
  { displayName, workspaceName, buildGoal }: Answers,
): Promise<void> {
  if (uid !== undefined) await api.workspaces.update({ uid: uid as never, workspaceName: workspaceName.trim() });
  await api.identity.newUser({ userData: {}, ...readReferral() });
  await api.identity.finishOnboarding({ displayName: displayName.trim(), buildGoal: buildGoal.trim() });
}

/** What a workspace is called before anybody named it is no name to show. */
export function suggestName(t: Say<'identity'>, workspaceName: string, displayName: string): string {
  if (!/^Personal \w{5}$/.test(workspaceName)) return workspaceName;
  const [first = ''] = displayName.trim().split(/\s+/);
  // Marks that keep a name's order in a sentence are no part of a name.
  return first === '' ? '' : t('onboarding.workspaceOf', { name: first }).replace(/[\u2068\u2069]/g, '');
}
