import { createTransport } from 'nodemailer';
import type { EmailTransport } from '../../domain/email/email.ports.ts';
import { VendorFailure, type VendorFailureKind } from '../../domain/vendors/vendors.ports.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

export type SmtpOptions = {
  /** `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://...:465`. */
  url: string;
  /** `Name <address>` or an address. */
  from: string;
};

/**
 * nodemailer 10 (https://nodemailer.com/smtp). Recipients and sender go as objects and the envelope by itself, so that no text of
 * ours is ever parsed as a list of addresses; nodemailer folds line breaks out of headers.
 */
export function makeSmtpTransport({ url, from }: SmtpOptions): EmailTransport {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: ANSWER_MS,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  const own = parseSender(from);
  return {
    async send({ id, to, subject, html, text, senderName, sender }) {
      const address = sender?.address ?? own.address;
      const domain = address.slice(address.indexOf('@') + 1);
      const dkim = sender?.dkim;
      try {
        await transport.sendMail({
          from: { address, name: senderName ?? own.name },
          ...(sender && isAnother(sender.replyTo, to) ? { replyTo: { name: '', address: sender.replyTo } } : {}),
          to: { name: '', address: to },
          // Whoever is not named here has bounces go to the configured address, whose own records permit this server.
          envelope: { from: sender?.returnPath ?? own.address, to: [to] },
          ...(dkim
            ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } }
            : {}),
          subject,
          html,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
      } catch (error) {
        throw toFailure(error as SmtpError);
      }
    },
  };
}

/** What goes to the agency itself is answered to somebody else, if at all. */
const isAnother = (replyTo: string, to: string) => replyTo !== '' && replyTo.toLowerCase() !== to.toLowerCase();

export function parseSender(from: string): { name: string; address: string } {
  const named = /^\s*"?([^"<]*?)"?\s*<([^<>\s]+)>\s*$/.exec(from);
  return named ? { name: named[1] ?? '', address: named[2] ?? '' } : { name: '', address: from.trim() };
}

type SmtpError = Error & { code?: string; responseCode?: number };

/** 4xx is "not now", 5xx "never" (RFC 5321 4.2.1), but for a refused sign-in, which whoever runs the server can mend. */
function toFailure({ code, responseCode = 0, message }: SmtpError): VendorFailure {
  const kind: VendorFailureKind =
    code === 'EAUTH'
      ? 'unauthorized'
      : responseCode === 421 || responseCode === 450 || responseCode === 452
        ? 'rate_limited'
        : responseCode >= 500
          ? 'invalid'
          : 'unreachable';
  return new VendorFailure(kind, `The mail server said: ${withoutCredentials(message)}`);
}

/** Some servers repeat what they were sent. */
const withoutCredentials = (message: string) => message.replace(/AUTH\s+\S+.*/gi, 'AUTH ...').slice(0, 300);
