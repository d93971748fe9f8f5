import type { ClientMe } from '@antiphon/contract/client-sessions';
import type { AgencyId } from '@antiphon/contract/ids';
import { api } from '../../api.ts';

/** What an address may bring: fields that are filled in, a one-use token, the agency's key, the code of an opening. */
export interface Arrival {
  username?: string;
  password?: string;
  token?: string;
  secret?: string;
  open?: string;
}

export type Way =
  | { by: 'password'; email: string; password: string }
  | { by: 'code'; email: string; agencyId: string; code: string }
  | { by: 'token'; token: string }
  | { by: 'secret'; secret: string }
  | { by: 'open'; code: string };

/** Signs in; the session is a cookie that no script can read. */
export async function signIn(way: Way): Promise<ClientMe> {
  const { clientSessions } = api;
  switch (way.by) {
    case 'password':
      return (await clientSessions.signIn({ email: way.email, password: way.password })).me;
    case 'open':
      return (await clientSessions.takeOpening({ code: way.code })).me;
    case 'secret':
      return (await clientSessions.signInAsAdmin({ secret: way.secret })).me;
    case 'token':
      await clientSessions.validateClientLoginToken({ token: way.token });
      return clientSessions.getMe();
    case 'code':
      await clientSessions.ssoClient({ email: way.email, agencyId: way.agencyId as AgencyId, code: way.code });
      return clientSessions.getMe();
  }
}

/** Mails a code, and a link that does the same. */
export const sendCode = (email: string, agencyId: string) =>
  api.clientSessions.ssoClient({ email, agencyId: agencyId as AgencyId });

/** What needs no more than the address itself. */
export function openingOf({ open, secret }: Arrival): Way | null {
  if (open) return { by: 'open', code: open };
  return secret ? { by: 'secret', secret } : null;
}

/** In an address a plus that nobody encoded is a space, and no address of a person has one. */
export const usernameOf = ({ username = '' }: Arrival) => username.replaceAll(' ', '+');
