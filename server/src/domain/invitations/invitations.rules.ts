import type { WorkspaceUid } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Region } from '@antiphon/contract/regions';

const DAY_MS = 86_400_000;

export const expiryFrom = (now: Date) => new Date(now.getTime() + limits.invitationDays * DAY_MS);

export const isExpired = (invitation: { expiresAt: Date }, now: Date) =>
  invitation.expiresAt.getTime() <= now.getTime();

/** The page that the mail opens: it asks before anything is done, and takes the secret out of the address at once. */
export function invitationLink(
  origin: string,
  region: Region,
  invitation: { workspaceUid: WorkspaceUid; email: string; secret: string },
): string {
  const url = new URL(`/no-auth/workspaces/${invitation.workspaceUid}/invite`, origin);
  url.searchParams.set('secret', invitation.secret);
  url.searchParams.set('email', invitation.email);
  url.searchParams.set('region', region);
  return url.href;
}
