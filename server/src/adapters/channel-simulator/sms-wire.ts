import { createHmac, randomBytes } from 'node:crypto';
import type { Called, HookCall, Wire } from '../../domain/channel-simulator/channel-simulator.ports.ts';

const ROBIN = '+15550100142';

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
export const smsWire: Wire = {
  thread: ROBIN,
  told: ['delivered'],
  hasClock: false,
  newId: () => `SM${randomBytes(16).toString('hex')}`,
  message: (called, { id, text }) =>
    posted(called, '', {
      ...ofAccount(called, id),
      ...{ From: ROBIN, To: called.account.externalId, Body: text, NumMedia: '0', NumSegments: '1' },
    }),
  status: (called, { id, ref, state }) =>
    posted(called, ref === '' ? '' : `?ref=${ref.replace(':', '.')}`, {
      ...ofAccount(called, id),
      ...{ From: called.account.externalId, To: ROBIN, MessageStatus: state, SmsStatus: state },
    }),
};

const ofAccount = ({ account }: Called, id: string) => ({
  ...{ MessageSid: id, SmsSid: id, AccountSid: account.accountId, ApiVersion: '2010-04-01' },
});

/** https://www.twilio.com/docs/usage/security#validating-requests */
function posted({ account, url }: Called, search: string, fields: Record<string, string>): HookCall {
  const said = Object.keys(fields)
    .toSorted()
    .map((name) => name + fields[name])
    .join('');
  const signature = createHmac('sha1', account.hookSecret)
    .update(url + search + said)
    .digest('base64');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
  return { headers, body: new URLSearchParams(fields).toString(), search };
}
