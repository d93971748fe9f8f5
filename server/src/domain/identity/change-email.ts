import type { EmailChange } from '@antiphon/contract/accounts';
import { fail } from '@antiphon/contract/errors';
import type { Profile } from '@antiphon/contract/identity';
import type { Tx } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { TemplatedEmail } from '../email/email.ports.ts';
import { toAddress } from '../email/email.rules.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import { type AskedFrom, demandOwnProof, type ProofDeps } from './demand-own-proof.ts';
import { type PeopleDeps, readProfile } from './get-profile.ts';
import { type SignedInUser, TOKEN_MINUTES } from './identity.ports.ts';
import { hashCode, isRightCode, mayStillBeTried, newMailedCode } from './mailed-code.rules.ts';
import * as people from './people.system.queries.ts';
import { type Guess, takeGuess } from './take-guess.ts';

export type EmailChangeDeps = ProofDeps & { secretKey: string };

const MINUTE_MS = 60_000;

/**
 * Mails a code to the address that a person wants to sign in with from now on. Nothing changes before it came back. The answer
 * is the same for an address that somebody has: whoever reads that mailbox is told, and gets no code.
 */
export async function askForEmail(
  deps: EmailChangeDeps,
  user: SignedInUser,
  input: { email: string; currentPassword?: string | undefined },
  from: AskedFrom,
): Promise<EmailChange> {
  const email = toAddress(input.email) ?? refuse('Please enter a valid email');
  if (email === user.email.toLowerCase()) refuse('This is the address of your account already.');
  await demandOwnProof(deps, user, input.currentPassword, from);
  return deps.database.transaction(deps.systemScope, (tx) => mailCode(deps, tx, user, email));
}

/** Another code, and the one before ends. */
export function sendEmailCode(deps: EmailChangeDeps, user: SignedInUser): Promise<EmailChange> {
  return deps.database.transaction(deps.systemScope, async (tx) => {
    const pending = await people.findPending(tx, user.userId, nowOf(deps));
    return mailCode(deps, tx, user, pending?.email ?? fail('not_found'));
  });
}

export function getEmailChange(
  deps: PeopleDeps & { now?: () => Date },
  { userId }: SignedInUser,
): Promise<EmailChange> {
  return deps.database.transaction(deps.systemScope, async (tx) => ({
    email: (await people.findPending(tx, userId, nowOf(deps)))?.email ?? null,
  }));
}

export async function cancelEmailChange(deps: PeopleDeps, { userId }: SignedInUser): Promise<EmailChange> {
  await deps.database.transaction(deps.systemScope, (tx) => people.deletePending(tx, userId));
  return { email: null };
}

function refuse(message: string): never {
  fail('invalid_input', { message, issues: [{ path: 'email', message }] });
}

const nowOf = ({ now }: { now?: () => Date }) => (now ?? (() => new Date()))();

async function mailCode(
  deps: EmailChangeDeps,
  tx: Tx,
  { userId }: SignedInUser,
  email: string,
): Promise<{ email: string }> {
  const person = (await people.lockPerson(tx, userId)) ?? fail('unauthorized');
  const now = nowOf(deps).getTime();
  const minutes = TOKEN_MINUTES.code;
  const code = newMailedCode();
  const pending = {
    email,
    codeHash: hashCode(deps.secretKey, userId, email, code),
    codeEndsAt: now + minutes * MINUTE_MS,
    tries: 0,
  };
  await people.putPending(tx, userId, pending, new Date(now + TOKEN_MINUTES.emailChange * MINUTE_MS));
  const mail: TemplatedEmail = (await people.hasAddress(tx, email))
    ? { template: 'new_email_taken', props: {} }
    : { template: 'new_email', props: { code, minutes } };
  const language = (await people.findLanguage(tx, email)) ?? person.language;
  const validMs = minutes * MINUTE_MS;
  await queueWhereAllowed(deps, tx, deps.systemScope, { ...mail, to: email, language, validMs });
  return { email };
}

/**
 * The code came back: the address is the person's, every other session ends, and the old address is told. Five wrong codes use
 * one up. A right one forgives no guess: else whoever moves between addresses of their own could go on guessing at another's.
 */
export async function confirmNewEmail(
  deps: EmailChangeDeps,
  user: SignedInUser,
  code: string,
  { network }: { network: string },
): Promise<Profile> {
  const guess: Guess = { way: 'new_email', account: user.userId, network };
  if (!(await takeGuess(deps, guess))) fail('too_many_attempts');
  try {
    const changed = await useCode(deps, user, code);
    return typeof changed === 'string' ? fail(changed) : changed;
  } catch (error) {
    // Somebody made an account with it in this moment.
    if (isUniqueViolation(error)) fail('account_exists');
    throw error;
  }
}

/** A wrong code is counted: the transaction must end well. */
function useCode(deps: EmailChangeDeps, user: SignedInUser, code: string) {
  const { userId, sessionId } = user;
  const now = nowOf(deps);
  return deps.database.transaction(deps.systemScope, async (tx) => {
    const person = (await people.lockPerson(tx, userId)) ?? fail('unauthorized');
    const pending = await people.findPending(tx, userId, now);
    if (!pending || !mayStillBeTried(pending, now)) return 'token_invalid';
    if (!isRightCode(pending, deps.secretKey, userId, code)) {
      await people.countTry(tx, userId, pending);
      return 'token_invalid';
    }
    if (await people.hasAddress(tx, pending.email)) return 'account_exists';
    await people.moveToEmail(tx, { userId, sessionId, from: person.email, to: pending.email });
    const { email: to, name, language } = person;
    await queueWhereAllowed(deps, tx, deps.systemScope, { template: 'email_changed', props: { name }, to, language });
    return readProfile(tx, deps.database.region, userId);
  });
}
