import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Region } from '@antiphon/contract/regions';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { TemplatedEmail } from '../email/email.ports.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import { type SignInMails, TOKEN_MINUTES } from './identity.ports.ts';
import { linkOrigin } from './link-origin.rules.ts';
import { findLanguage } from './people.system.queries.ts';

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
  type To = { email: string; language?: DashboardLanguage; network?: string };
  /** An address that has had its share, of whoever asks from there, gets no more, and the one who asks is told nothing: the answer is the same for everybody. */
  const send = (
    { email: to, language: asked = 'en', network = '' }: To,
    minutes: number | null,
    mail: TemplatedEmail,
  ) =>
    deps.database.transaction(deps.systemScope, async (tx) => {
      const language = (await findLanguage(tx, to.toLowerCase())) ?? asked;
      const validity = minutes === null ? {} : { validMs: minutes * 60_000 };
      await queueWhereAllowed(deps, tx, deps.systemScope, { ...mail, to, language, network, ...validity });
    });
  return {
    sendMagicLink: ({ token, requestUrl, ...to }) => {
      const minutes = TOKEN_MINUTES.magicLink;
      const url = link('magic-link', token, requestUrl);
      return send(to, minutes, { template: 'magic_link', props: { url, minutes } });
    },
    sendCode: ({ code, ...to }) => {
      const minutes = TOKEN_MINUTES.code;
      return send(to, minutes, { template: 'sign_in_code', props: { code, minutes } });
    },
    sendPasswordReset: ({ token, requestUrl, ...to }) => {
      const minutes = TOKEN_MINUTES.passwordReset;
      const url = link('reset-password', token, requestUrl);
      return send(to, minutes, { template: 'reset_password', props: { url, minutes } });
    },
    sendVerification: ({ token, requestUrl, ...to }) => {
      const minutes = TOKEN_MINUTES.verification;
      const url = link('verify-email', token, requestUrl);
      return send(to, minutes, { template: 'verify_email', props: { url, hours: minutes / 60 } });
    },
    sendPasswordChanged: ({ email, name }) => send({ email }, null, { template: 'password_changed', props: { name } }),
  };
}
