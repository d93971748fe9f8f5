import { newEventId } from '@antiphon/contract/ids';
import Stripe from 'stripe';
import { expect } from 'vitest';
import type { TestApi } from '../harness/api.ts';
import { EVENT_SECRETS } from './payer-factory.ts';

const { webhooks } = new Stripe('sk_test_unused');

/** As the provider signs, `ahead` seconds from now. */
export const signEvent = (payload: string, secret = EVENT_SECRETS.platform[0], ahead = 0): string =>
  webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? '',
    timestamp: Math.floor(Date.now() / 1_000) + ahead,
  });

/** Tells a server of one event alone, signed as the provider does. */
export async function tellOfEvent(api: TestApi, kind: 'platform' | 'connect', event: object): Promise<void> {
  const payload = JSON.stringify({ id: newEventId(), object: 'event', livemode: false, ...event });
  const headers = { 'stripe-signature': signEvent(payload, EVENT_SECRETS[kind][0]) };
  const answer = await fetch(`${api.origin}/api/na/stripe/events/${kind}`, { method: 'POST', body: payload, headers });
  expect(answer.status).toBe(200);
}
