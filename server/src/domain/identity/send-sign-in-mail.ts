import { Failure } from '@antiphon/contract/errors';
import type { Region } from '@antiphon/contract/regions';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { queueEmail } from '../email/queue-email.ts';
import type { TemplatedEmail } from '../email/templates.rules.ts';
import { type SignInMails, TOKEN_MINUTES } from './identity.ports.ts';
import { linkOrigin } from './link-origin.rules.ts';

type Deps = {
  database: Database;
  systemScope: SystemScope;
  secretKey: string;
  publicUrl: string | null;
  port: number;
};

/**
 * The mails of sign-in. Tokens stand in the part of the address behind the `#`, which no browser sends to a server and no log
 * holds; the page takes it, and acts only when its button is pressed. A scanner that opens the link changes nothing.
 */
export function makeSignInMails(deps: Deps, region: Region): SignInMails {
  const link = (page: string, token: string, requestUrl: string) =>
    `${linkOrigin(deps, requestUrl)}/${page}?region=${region}#token=${encodeURIComponent(token)}`;
  const send = (to: string, minutes: number | null, mail: TemplatedEmail) =>
    queueQuietly(deps, { ...mail, to, ...(minutes === null ? {} : { validMs: minutes * 60_000 }) });
  return {
    sendMagicLink: ({ email, token, requestUrl }) => {
      const minutes = TOKEN_MINUTES.magicLink;
      const url = link('magic-link', token, requestUrl);
      return send(email, minutes, { template: 'magic_link', props: { url, minutes } });
    },
    sendCode: ({ email, code }) => {
      const minutes = TOKEN_MINUTES.code;
      return send(email, minutes, { template: 'sign_in_code', props: { code, minutes } });
    },
    sendPasswordReset: ({ email, token, requestUrl }) => {
      const minutes = TOKEN_MINUTES.passwordReset;
      const url = link('reset-password', token, requestUrl);
      return send(email, minutes, { template: 'reset_password', props: { url, minutes } });
    },
    sendVerification: ({ email, token, requestUrl }) => {
      const minutes = TOKEN_MINUTES.verification;
      const url = link('verify-email', token, requestUrl);
      return send(email, minutes, { template: 'verify_email', props: { url, hours: minutes / 60 } });
    },
    sendPasswordChanged: ({ email, name }) => send(email, null, { template: 'password_changed', props: { name } }),
  };
}

/** An address that has had its share gets no more, and the one who asks is told nothing: the answer is the same for everybody. */
async function queueQuietly(deps: Deps, mail: Parameters<typeof queueEmail>[3]) {
  try {
    await deps.database.transaction(deps.systemScope, (tx) => queueEmail(deps, tx, deps.systemScope, mail));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}
