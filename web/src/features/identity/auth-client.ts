import { createAuthClient } from 'better-auth/client';
import { apiUrl } from '../../api.ts';
import { offline, type Problem } from '../../problem.ts';

const client = () => createAuthClient({ baseURL: apiUrl('/auth'), sessionOptions: { refetchOnWindowFocus: false } });

interface AuthError {
  message?: string;
  code?: string;
  status: number;
}

/** Signs in by e-mail and password; throws a `Problem`. The session is a cookie. */
export async function signIn(input: { email: string; password: string }): Promise<void> {
  await call(() => client().signIn.email(input));
}

/** Creates the account and signs in; throws a `Problem`. */
export async function signUp(input: { name: string; email: string; password: string }): Promise<void> {
  await call(() => client().signUp.email(input));
}

export async function signOut(): Promise<void> {
  await call(() => client().signOut());
}

async function call(request: () => Promise<{ error: AuthError | null }>): Promise<void> {
  const { error } = await request().catch((thrown: unknown) => {
    throw thrown instanceof TypeError ? offline : thrown;
  });
  if (error !== null) throw problemOfAuthError(error);
}

/** The sign-in library's errors in the words of the product. Its 401 is a wrong password, never the end of a session. */
export function problemOfAuthError({ message, code, status }: AuthError): Problem {
  const sentence = (code !== undefined && sentences[code]) || message || 'Something went wrong. Please try again.';
  return {
    code: status === 429 ? 'rate_limited' : status >= 500 ? 'internal' : 'invalid_input',
    status: status === 401 ? 400 : status,
    message: status === 429 ? 'Too many attempts. Please wait a moment and try again.' : sentence,
    requestId: null,
    issues: [],
  };
}

const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'The email or the password is incorrect. Please try again.',
  USER_ALREADY_EXISTS: 'There is already an account with this email. Sign in instead.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is already an account with this email. Sign in instead.',
  INVALID_EMAIL: 'Please enter a valid email',
};
