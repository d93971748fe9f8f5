import { Resend } from 'resend';
import type { EmailTransport } from '../../domain/email/email.ports.ts';
import { VendorFailure, type VendorFailureKind } from '../../domain/vendors/vendors.ports.ts';

const ANSWER_MS = 20_000;

/**
 * resend 6 (https://resend.com/docs/api-reference/emails/send-email). The SDK knows no time limit: no answer in time may still
 * have been a yes, and the idempotency key (kept there for 24 hours) keeps the next attempt from sending twice.
 */
export function makeResendTransport(options: { apiKey: string; from: string; baseUrl?: string }): EmailTransport {
  const { apiKey, from, baseUrl } = options;
  const resend = new Resend(apiKey, baseUrl ? { baseUrl } : {});
  return {
    async send({ id, to, subject, html, text, senderName, sender }) {
      const address = sender?.address ?? from;
      const isAnswered = sender && sender.replyTo !== '' && sender.replyTo.toLowerCase() !== to.toLowerCase();
      const { error } = await resend.emails.send(
        {
          from: senderName ? renamed(address, senderName) : address,
          to: [to],
          ...(isAnswered ? { replyTo: sender.replyTo } : {}),
          ...{ subject, html, text },
        },
        // Another sender is another request: under the first one's key it would be refused.
        { idempotencyKey: sender ? `${id}/${sender.address}` : id, signal: AbortSignal.timeout(ANSWER_MS) },
      );
      if (error)
        throw new VendorFailure(kindOf(error.statusCode), `Resend said: ${String(error.message).slice(0, 300)}`);
    },
  };
}

/** An address, or the configured sender, under another name, quoted (RFC 5322 3.2.4). */
const renamed = (from: string, name: string) =>
  `"${name.replace(/["\\\r\n]/g, ' ')}" <${/<([^<>\s]+)>/.exec(from)?.[1] ?? from.trim()}>`;

/** https://resend.com/docs/api-reference/errors. Null: not reached. */
const kindOf = (status: number | null): VendorFailureKind =>
  status === 401 || status === 403
    ? 'unauthorized'
    : status === 429
      ? 'rate_limited'
      : status === 400 || status === 404 || status === 413 || status === 422
        ? 'invalid'
        : 'unreachable';
