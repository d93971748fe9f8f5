import type { Profile } from '@antiphon/contract/identity';
import type { UserId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import { type PeopleDeps, readProfile } from './get-profile.ts';
import { endNewness, putProfile, updateProfile, updateUser } from './people.system.queries.ts';

type ProfileChange = {
  displayName?: string | undefined;
  photoURL?: string | undefined;
  preferredLanguage?: DashboardLanguage | undefined;
};

/** What is left out stays; an empty photo is taken away. */
export function saveProfile(
  deps: PeopleDeps,
  userId: UserId,
  { displayName, photoURL, preferredLanguage }: ProfileChange,
): Promise<Profile> {
  return deps.database.transaction(deps.systemScope, async (tx) => {
    const name = displayName === undefined ? {} : { name: displayName };
    await updateUser(tx, userId, { ...name, ...(photoURL === undefined ? {} : { image: photoURL || null }) });
    if (preferredLanguage) await updateProfile(tx, userId, { preferredLanguage });
    return readProfile(tx, deps.database.region, userId);
  });
}

/** Completes the profile: from then on the app opens. Doing it again changes the answers, nothing else. */
export function finishOnboarding(
  deps: PeopleDeps,
  userId: UserId,
  { displayName, buildGoal }: { displayName: string; buildGoal: string },
): Promise<Profile> {
  return deps.database.transaction(deps.systemScope, async (tx) => {
    await updateUser(tx, userId, { name: displayName });
    await updateProfile(tx, userId, { buildGoal, onboardedAt: new Date() });
    return readProfile(tx, deps.database.region, userId);
  });
}

/** Who sent a new person, told once; what comes later is not believed over the first. */
export async function recordNewUser(
  deps: PeopleDeps,
  userId: UserId,
  { partnerId, referral }: { partnerId: string; referral: string },
): Promise<void> {
  await deps.database.transaction(deps.systemScope, (tx) =>
    endNewness(tx, userId, { partnerId, referredFrom: referral }),
  );
}

/** The person showed that the mailbox is theirs. */
export async function confirmEmail(deps: PeopleDeps, userId: UserId): Promise<void> {
  await deps.database.transaction(deps.systemScope, (tx) => updateUser(tx, userId, { emailVerified: true }));
}

/** The person knows of their account in the other region. */
export async function hideDoubleAccount(deps: PeopleDeps, userId: UserId): Promise<void> {
  await deps.database.transaction(deps.systemScope, (tx) =>
    putProfile(tx, userId, { doubleAccountWarningHidden: true }),
  );
}
