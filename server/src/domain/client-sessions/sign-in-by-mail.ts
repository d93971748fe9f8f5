import { Failure, fail } from '@antiphon/contract/errors';
import { newLoginToken } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Logger } from 'pino';
import type { Tx } from '../../db/database.ts';
import { toAddress } from '../email/email.rules.ts';
import { queueEmail } from '../email/queue-email.ts';
import { isSameHash, newMailedCode } from '../identity/mailed-code.rules.ts';
import { forgiveGuess, takeGuess } from '../identity/take-guess.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import {
  countTry,
  findAgencyRow,
  findByEmail,
  lockClient,
  lockCode,
  putLogin,
  removeLogins,
  takeLinkRow,
} from './client-sessions.queries.ts';
import { hashCode } from './client-sessions.rules.ts';
import { type EntryDeps, failUnknown, guessAt, isStillTold, type Visit } from './sign-in-with-password.ts';
import { type StartedSession, startSession } from './start-session.ts';

type MailDeps = EntryDeps & { secretKey: string; log: Logger };
export type SignedInByMail = { session: StartedSession; clientData: ClientData };
type ClientData = { ID: ClientRow['id']; orgId: ClientRow['orgId']; name: string; email: string };
type ClientRow = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

const CODES = { max: 5, windowSeconds: 900 };
const CODES_OF_NETWORK = { max: 30, windowSeconds: 3_600 };

/**
 * Mails a code of six digits and a link, either of which signs in once within ten minutes. An address that nobody has is told,
 * until the network missed five times in an hour: from then on the answer is the same for all. Nobody waits for the mail, so
 * that the time tells nothing either. `origin` is where the agency's clients reach it.
 */
export async function sendLoginCode(deps: MailDeps, visit: Visit, input: { email: string; origin: string }) {
  const { scope, network, takeRate } = visit;
  const address = toAddress(input.email);
  // By the network too: else a stranger would use up what its owner may ask for.
  const ofAddress = { key: `client-code:${scope.workspaceUid}:${address ?? input.email}:${network}`, ...CODES };
  const ofNetwork = { key: `client-code:${network}`, ...CODES_OF_NETWORK };
  if (!(await takeRate([ofAddress, ofNetwork]))) fail('rate_limited');
  const client = address ? await deps.database.transaction(scope, (tx) => findByEmail(tx, scope, address)) : null;
  if (client) void mailCode(deps, visit, client, input.origin).catch((error) => tellLog(deps.log, error));
  else if (await isStillTold(visit)) failUnknown();
}

/** Somebody who has had their share of mails gets no more, and nobody is told. */
function tellLog(log: Logger, error: unknown) {
  if (!(error instanceof Failure)) log.error({ err: error }, 'a login code could not be mailed');
}

async function mailCode(deps: MailDeps, { scope, network }: Visit, client: ClientRow, origin: string) {
  const now = (deps.now ?? (() => new Date()))();
  const minutes = limits.loginCodeMinutes;
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  const [code, token] = [newMailedCode(), newLoginToken()];
  await deps.database.transaction(scope, async (tx) => {
    const agency = await findAgencyRow(tx, scope);
    if (!agency) return;
    const clientId = client.id;
    await putLogin(tx, scope, {
      clientId,
      kind: 'code',
      secretHash: hashCode(deps.secretKey, clientId, code),
      expiresAt,
    });
    await putLogin(tx, scope, { clientId, kind: 'link', secretHash: hashSecret(token), expiresAt });
    await queueEmail(deps, tx, scope, {
      template: 'client_login_code',
      props: { code, minutes, url: loginUrl(origin, client.email, token) },
      to: client.email,
      language: client.preferredLanguage,
      brandName: agency.name,
      network,
      validMs: minutes * 60_000,
    });
  });
}

/** The token stands behind the `#`: no server and no log sees it. */
export const loginUrl = (origin: string, email: string, token: string) =>
  `${origin}/?username=${encodeURIComponent(email)}#token=${encodeURIComponent(token)}`;

/** Five wrong codes use a code up; guesses at an address are limited beside that, whatever network they come from. */
export async function signInWithCode(
  deps: MailDeps,
  visit: Visit,
  { email, code }: { email: string; code: string },
): Promise<SignedInByMail> {
  const address = toAddress(email);
  const guess = guessAt(visit, 'client_code', address ?? email);
  if (!(await takeGuess(deps, guess))) fail('too_many_attempts');
  const now = (deps.now ?? (() => new Date()))();
  const { scope } = visit;
  // A wrong code is counted: the transaction must end well.
  const signedIn = await deps.database.transaction(scope, async (tx) => {
    const client = address ? await findByEmail(tx, scope, address) : null;
    const login = client && (await lockCode(tx, scope, client.id));
    if (!login || login.expiresAt <= now || login.tries >= limits.loginCodeTries) return null;
    if (!isSameHash(login.secretHash, hashCode(deps.secretKey, client.id, code))) {
      await countTry(tx, scope, client.id);
      return null;
    }
    return enter(tx, visit, client, { way: 'code', now });
  });
  if (!signedIn) fail('token_invalid');
  await forgiveGuess(deps, guess);
  return signedIn;
}

/** With the token of a mail's link: the invitation's, or the code mail's. Once. */
export async function signInWithLink(deps: MailDeps, visit: Visit, token: string): Promise<SignedInByMail> {
  const guess = { way: 'client_token', account: null, network: visit.network } as const;
  if (!(await takeGuess(deps, guess))) fail('too_many_attempts');
  const now = (deps.now ?? (() => new Date()))();
  const { scope } = visit;
  const signedIn = await deps.database.transaction(scope, async (tx) => {
    const login = await takeLinkRow(tx, scope, hashSecret(token));
    const client = login && login.expiresAt > now ? await lockClient(tx, scope, login.clientId) : null;
    return client && enter(tx, visit, client, { way: 'link', now });
  });
  if (!signedIn) fail('token_invalid');
  await forgiveGuess(deps, guess);
  return signedIn;
}

async function enter(tx: Tx, visit: Visit, client: ClientRow, { way, now }: { way: 'code' | 'link'; now: Date }) {
  const { scope, userAgent, language } = visit;
  await removeLogins(tx, scope, client.id);
  const session = await startSession(tx, scope, { client, way, openedBy: null, userAgent, language }, now);
  const { id: ID, orgId, name, email } = client;
  return { session, clientData: { ID, orgId, name, email } };
}
