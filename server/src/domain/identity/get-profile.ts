import { fail } from '@antiphon/contract/errors';
import type { Profile } from '@antiphon/contract/identity';
import type { UserId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Database, Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { findPerson, hasPassword, insertProfile, type ProfileRow, type UserRow } from './people.system.queries.ts';

export type PeopleDeps = { database: Database; systemScope: SystemScope };

/** Made with the person's record; doing it twice changes nothing. */
export function createProfile(deps: PeopleDeps, userId: UserId, language: DashboardLanguage): Promise<void> {
  return deps.database.transaction(deps.systemScope, (tx) => insertProfile(tx, userId, language));
}

export function getProfile(deps: PeopleDeps, userId: UserId): Promise<Profile> {
  return deps.database.transaction(deps.systemScope, (tx) => readProfile(tx, deps.database.region, userId));
}

export async function readProfile(tx: Tx, region: Profile['location'], userId: UserId): Promise<Profile> {
  const found = await findPerson(tx, userId);
  if (!found) fail('not_found');
  return present(found, region, await hasPassword(tx, userId));
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000);

function present(
  { user, profile }: { user: UserRow; profile: ProfileRow },
  location: Profile['location'],
  passworded: boolean,
): Profile {
  const trialEndsAt = profile.whitelabelTrialEndsAt;
  return {
    uid: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.name,
    photoURL: user.image ?? '',
    origin: user.origin === 'google' ? 'google' : 'email',
    location,
    joinedAt: seconds(user.createdAt),
    referredFrom: profile.referredFrom,
    buildGoal: profile.buildGoal,
    preferredLanguage: profile.preferredLanguage,
    isOnboarded: profile.onboardedAt !== null,
    hasPassword: passworded,
    internal: {
      isNewUser: profile.isNewUser,
      useNewPricing: profile.useNewPricing,
      countryCode: profile.countryCode,
      useMultipleStripes: profile.useMultipleStripes,
      isPayAsYouGo: profile.isPayAsYouGo,
      whitelabel_trial: trialEndsAt !== null && trialEndsAt > new Date(),
      whitelabelTrialEndsAt: trialEndsAt && seconds(trialEndsAt),
    },
  };
}
