import fc from 'fast-check';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newWebhookSecret, signWebhook, withoutSecrets, writeBody } from './webhook-message.rules.ts';

const [secret, old, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
const message = {
  type: 'lead_created',
  payload: { email: 'grüße@example.com', createdAt: '2026-11-21T12:00:00.000Z' },
} as const;
const body = writeBody(message, secret);

describe('a message', () => {
  test('has type and payload, and in it the secret of the endpoint', () => {
    expect(JSON.parse(body)).toEqual({
      type: 'lead_created',
      payload: { ...message.payload, workspaceSecret: secret },
    });
  });

  test('is verified by the reference library, with the secret and, after a rotation, with the old one', () => {
    const headers = signWebhook('msg_1', body, [secret, old], new Date());
    for (const known of [secret, old]) expect(new Webhook(known).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(other).verify(body, headers)).toThrow(WebhookVerificationError);
  });

  test.each([
    ['another body', body.replace('lead', 'laed'), {}],
    ['another id', body, { 'webhook-id': 'msg_2' }],
    ['another time', body, { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 1) }],
    ['a time long ago', body, signWebhook('msg_1', body, [secret], new Date(Date.now() - 6 * 60_000))],
  ])('is refused with %s', (_what, text, changed) => {
    const headers = { ...signWebhook('msg_1', body, [secret], new Date()), ...changed };
    expect(() => new Webhook(secret).verify(text, headers)).toThrow(WebhookVerificationError);
  });
});

describe('what a receiver repeats', () => {
  // Planted: the plain form alone is replaced -> the JSON, URL and HTML forms below fail.
  test('is kept without the secret, in whatever form, whole or cut off', () => {
    const forms = (text: string) => [
      text,
      JSON.stringify(text).replaceAll('/', '\\/'),
      encodeURIComponent(text),
      text.replaceAll('/', '&#x2F;').replaceAll('=', '&#x3D;').replaceAll('+', '&#x2B;'),
    ];
    fc.assert(
      fc.property(fc.nat({ max: 44 }), fc.nat({ max: 3 }), fc.boolean(), (cut, form, isWhole) => {
        const made = newWebhookSecret();
        const bare = forms(made.slice('whsec_'.length))[form]!;
        const text = `you sent: whsec_${isWhole ? `${bare} and more` : bare.slice(0, cut)}`;
        const kept = withoutSecrets(text, [made]);
        const plain = made.slice('whsec_'.length);
        for (let at = 0; at + 12 <= plain.length; at += 1) expect(kept).not.toContain(plain.slice(at, at + 12));
      }),
      { numRuns: 500 },
    );
  });

  test('is kept as it is otherwise', () => {
    expect(withoutSecrets('{"ok":true}', [secret])).toBe('{"ok":true}');
  });
});
