import type { QueryClient } from '@tanstack/react-query';
import { signOut } from './auth-client.ts';
import { forgetPerson } from './forget-person.ts';

/** The session is good, but the person's record is not there (any more): nothing can be shown, so it ends. The sign-in says why. */
export async function leaveLostAccount(queryClient: QueryClient): Promise<void> {
  await signOut().catch(() => undefined);
  await forgetPerson(queryClient);
}
