/** The secret of an invitation's link leaves the address before anything else is loaded, and is kept for this tab alone. */

export interface KeptInvitation {
  secret: string;
  email: string;
}

const keyOf = (uid: string) => `invitation-${uid}`;

export const keepInvitation = (uid: string, invitation: KeptInvitation) =>
  window.sessionStorage.setItem(keyOf(uid), JSON.stringify(invitation));

export function readInvitation(uid: string): KeptInvitation {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(keyOf(uid)) ?? '') as KeptInvitation;
    return { secret: String(kept.secret), email: String(kept.email) };
  } catch {
    return { secret: '', email: '' };
  }
}

export const forgetInvitation = (uid: string) => window.sessionStorage.removeItem(keyOf(uid));
