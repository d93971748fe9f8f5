import { fail } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';
import type { RequestContext } from '../../http/context.ts';
import { accountOf, knownBrowserCookie, knownBrowserOf } from '../../http/known-browser.ts';
import { takeMailRate, takeRate } from '../../http/procedures.ts';
import { readBody } from '../../http/read-body.ts';
import { isSameOrigin } from '../../http/same-origin.ts';
import { demandStorable } from '../../http/storable-input.ts';
import { NETWORK_HEADER, type Sessions, type SignedInUser, type SignInMails } from './identity.ports.ts';
import { ownPath } from './own-path.rules.ts';
import { ERROR_CODES, SIGN_IN_PATHS, type SignInPath } from './sign-in-paths.rules.ts';
import { forgiveGuess, type Guess, type GuessDeps, takeGuess } from './take-guess.ts';

type Deps = GuessDeps & { sessions: Sessions; mails: SignInMails; secretKey: string };

/** The only address that is reached by GET: where Google sends the browser back. */
const CALLBACK = '/callback/google';

/**
 * Everything under `{api}/auth`: checks what was sent, counts guesses, lets the sign-in library answer, and gives its answer
 * without what no script may read: a session is a cookie and stands in no body.
 */
export async function handleSignIn(deps: Deps, context: RequestContext, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.replace(/^\/api\/[^/]+\/auth/, '');
  const network = [{ key: `auth:address:${context.addressPrefix}`, max: 120, windowSeconds: 60 }];
  await takeRate(context, network);
  if (request.method === 'GET' && path === CALLBACK) return finishCallback(deps, context, request);
  const known = Object.hasOwn(SIGN_IN_PATHS, path) ? SIGN_IN_PATHS[path] : undefined;
  if (!known || request.method !== 'POST') fail('not_found');
  // Whoever posts from another site could sign a person in to an account that is not theirs.
  if (!isSameOrigin(context.headers)) fail('forbidden');
  const self = known.guard === 'own_password' ? await demandSelf(deps, context) : null;
  const body = await readFields(request, known);
  const guess = await guard(deps, context, known, self?.email ?? body.email);
  const answer = await deps.sessions.handle(forward(request, url, known, body, context));
  if (guess && answer.ok) await forgiveGuess(deps, guess);
  if (self && answer.ok) await deps.mails.sendPasswordChanged(self);
  // Whoever makes an account has not shown that the address is theirs.
  return trim(answer, known.guard === 'sign_up' ? [] : await knownCookies(deps, context, answer));
}

/** The person whom the answer signs in is known by this browser from now on. */
async function knownCookies(deps: Deps, context: RequestContext, answer: Response): Promise<string[]> {
  const given = answer.headers.getSetCookie();
  if (given.length === 0) return [];
  const cookie = given.map((line) => line.split(';')[0]).join('; ');
  const user = await deps.sessions.findUser(new Headers({ cookie }));
  return user ? [knownBrowserCookie(context, deps.secretKey, accountOf(context, user.email))] : [];
}

async function readFields(request: Request, { body }: SignInPath): Promise<Record<string, unknown>> {
  const given = (await readBody(request, { jsonBytesMax: limits.strangersBodyBytesMax, takesFiles: false })) ?? {};
  demandStorable(given);
  const parsed = body.safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  fail('invalid_input', { issues, ...(issues[0] ? { message: issues[0].message } : {}) });
}

/** What must be taken before the library looks; the guess is returned, to be forgiven if it was right. */
async function guard(
  deps: Deps,
  context: RequestContext,
  { guard: kind }: SignInPath,
  email: unknown,
): Promise<Guess | null> {
  const network = context.addressPrefix;
  if (kind === 'none') return null;
  if (kind === 'mail') {
    await takeMailRate(context);
    return null;
  }
  if (kind === 'sign_up') {
    await takeRate(context, [{ key: `auth:sign_up:${network}`, max: 20, windowSeconds: 3_600 }]);
    return null;
  }
  const guess: Guess = {
    way: kind === 'own_password' ? 'password' : kind,
    account: typeof email === 'string' ? email : null,
    network,
    knownBrowser: typeof email === 'string' ? knownBrowserOf(context, deps.secretKey, accountOf(context, email)) : null,
  };
  if (!(await takeGuess(deps, guess))) fail('too_many_attempts');
  return guess;
}

async function demandSelf(deps: Deps, { headers }: RequestContext): Promise<SignedInUser> {
  return (await deps.sessions.findUser(headers)) ?? fail('unauthorized');
}

function forward(
  request: Request,
  url: URL,
  { forward: change, asGet }: SignInPath,
  body: Record<string, unknown>,
  { region, addressPrefix }: RequestContext,
): Request {
  const target = new URL(url);
  target.search = '';
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  headers.set(NETWORK_HEADER, addressPrefix);
  if (asGet) {
    target.searchParams.set('token', String(body.token));
    return new Request(target, { headers });
  }
  headers.set('content-type', 'application/json');
  // After Google, only paths of our own: the library would take any address of a trusted origin.
  const way =
    'provider' in body
      ? {
          provider: body.provider,
          callbackURL: ownPath(body.redirect, `/app/${region}`),
          errorCallbackURL: `/login?region=${region}`,
        }
      : body;
  return new Request(target, { method: 'POST', headers, body: JSON.stringify(change?.(way, region) ?? way) });
}

/** Of a success the cookies and, for Google, the address to go to. Of a refusal its code in the words of our own list. */
async function trim(answer: Response, further: readonly string[]): Promise<Response> {
  const body = (await answer.json().catch(() => ({}))) as { code?: string; url?: string };
  if (!answer.ok) {
    if (answer.status >= 500) throw new Error(`the sign-in library answered ${answer.status} ${body.code ?? ''}`);
    const code = Object.hasOwn(ERROR_CODES, body.code ?? '')
      ? ERROR_CODES[body.code as keyof typeof ERROR_CODES]
      : null;
    fail(code ?? (answer.status === 401 ? 'unauthorized' : 'token_invalid'));
  }
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  for (const cookie of [...answer.headers.getSetCookie(), ...further]) headers.append('set-cookie', cookie);
  return new Response(
    JSON.stringify(typeof body.url === 'string' ? { success: true, url: body.url } : { success: true }),
    {
      headers,
    },
  );
}

/** Back from Google: the library checks state, nonce and signature, and sends the browser on to a path of ours. */
async function finishCallback(deps: Deps, context: RequestContext, request: Request): Promise<Response> {
  const answer = await deps.sessions.handle(request);
  const origin = new URL(request.url).origin;
  const target = URL.parse(answer.headers.get('location') ?? '', origin);
  const failed = `/login?region=${context.region}&error=sign_in_failed`;
  const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const further = await knownCookies(deps, context, answer);
  for (const cookie of [...answer.headers.getSetCookie(), ...further]) headers.append('set-cookie', cookie);
  headers.set('location', target ? ownPath(`${target.pathname}${target.search}`, failed) : failed);
  return new Response(null, { status: 302, headers });
}
