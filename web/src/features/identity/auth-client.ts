import { REGIONS, type Region } from '@antiphon/contract/regions';
import { api, apiUrl, currentRegion, languageHeader, readWorkspaceUid } from '../../api.ts';
import { offline, problemOfBody } from '../../problem.ts';

/** Everything under `{api}/auth`; throws a `Problem`. The session is a cookie that no script reads. */
async function post(path: string, body: object, region: Region = currentRegion()): Promise<{ url?: string }> {
  const response = await fetch(apiUrl(`/auth${path}`, region), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...languageHeader() },
    body: JSON.stringify(body),
  }).catch(() => {
    throw offline();
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOfBody(answer, response.status);
  return answer as { url?: string };
}

export const signIn = async (input: { email: string; password: string }) => void (await post('/sign-in/email', input));
export const signUp = async (input: { name: string; email: string; password: string }) =>
  void (await post('/sign-up/email', input));

export const sendMagicLink = async (email: string) => void (await post('/sign-in/magic-link', { email }));
export const sendCode = async (email: string) => void (await post('/email-otp/send-verification-otp', { email }));
export const signInByCode = async (input: { email: string; otp: string }) =>
  void (await post('/sign-in/email-otp', input));

/** The token of the mail for a one-minute token, and that for the session's cookie. */
export async function signInByLink(token: string): Promise<void> {
  const { authToken } = await api.identity.tokenToUser({ token, createAccount: true });
  await post('/one-time-token/verify', { token: authToken });
}

/** Where the browser goes to sign in with Google; afterwards it comes back to `redirect`. */
export async function googleAddress(redirect: string): Promise<string> {
  const { url } = await post('/sign-in/social', { provider: 'google', redirect });
  if (url === undefined) throw problemOfBody(null, 503);
  return url;
}

export const requestPasswordReset = async (email: string) => void (await post('/request-password-reset', { email }));
export const resetPassword = async (input: { token: string; newPassword: string }) =>
  void (await post('/reset-password', input));
export const changePassword = async (input: { currentPassword: string; newPassword: string }) =>
  void (await post('/change-password', input));

export const sendVerification = async (email: string) => void (await post('/send-verification-email', { email }));
export const verifyEmail = async (token: string) => void (await post('/verify-email', { token }));

/** Out of this region, and of the other one where this browser worked in it too. */
export async function signOut(): Promise<void> {
  const here = currentRegion();
  await post('/sign-out', {}, here);
  for (const region of REGIONS)
    if (region !== here && readWorkspaceUid(region) !== null) await post('/sign-out', {}, region);
}
