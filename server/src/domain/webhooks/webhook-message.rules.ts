import { randomBytes } from 'node:crypto';
import type { WebhookDeliveryType } from '@antiphon/contract/webhooks';
import { Webhook } from 'standardwebhooks';

const PREFIX = 'whsec_';
export const HIDDEN_SECRET = `${PREFIX}****`;

/** 256 bits, in the form that the Standard Webhooks libraries take. */
export const newWebhookSecret = () => `${PREFIX}${randomBytes(32).toString('base64')}`;

export type WebhookMessage = { type: WebhookDeliveryType; payload: Record<string, unknown> };

/** `secret` is the endpoint's own, which the body repeats as the specification has it; never the workspace's key. */
export const writeBody = ({ type, payload }: WebhookMessage, secret: string) =>
  JSON.stringify({ type, payload: { ...payload, workspaceSecret: secret } });

/** Headers of Standard Webhooks. The signatures of all valid secrets stand in one header; a receiver takes any of them. */
export function signWebhook(id: string, body: string, secrets: readonly string[], now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

/** A receiver may repeat what it was sent: the log must not keep a secret, however it is escaped. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    const bare = secret.slice(PREFIX.length);
    const forms = [bare, bare.replaceAll('/', '\\/'), bare.replaceAll('/', '\\u002f'), encodeURIComponent(bare)];
    // In HTML, and cut off at the end of what is kept.
    forms.push(bare.replaceAll('/', '&#x2F;').replaceAll('=', '&#x3D;').replaceAll('+', '&#x2B;'));
    for (const form of forms) clean = clean.replaceAll(form, '****');
    for (const form of forms)
      for (let length = form.length - 1; length >= 8; length -= 1)
        if (clean.endsWith(form.slice(0, length))) clean = `${clean.slice(0, -length)}****`;
  }
  return clean;
}
