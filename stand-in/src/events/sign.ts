import { createHmac } from 'node:crypto';

/** The header by which a receiver knows that an event is Stripe's, and of when. */
export function signatureOf(payload: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
