import { smsLength, toSmsText } from '@antiphon/contract/sms-text';
import { z } from 'zod';
import { AccountRefused, type Channel, type ChannelAccount } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { fitText } from '../shared/channel-text/fit-text.ts';
import { toStyledText } from '../shared/channel-text/styled-markup.ts';
import { isSignedByTwilio } from './signed-by-twilio.ts';
import { readSmsEvents, writeRef } from './sms-events.ts';
import { makeTwilioApi } from './twilio-api.ts';

const WHOLE_MS = 9_500;
/** https://www.twilio.com/docs/messaging/api/message-resource: more is refused (21617). */
const TEXT = { most: 1_600, measure: smsLength, render: ({ text }: { text: string }) => toSmsText(text) };
/** Twilio would keep what a carrier does not take for ten hours. An answer is none any more after one. */
const VALID_SECONDS = 3_600;
/** What a number that was bought a moment ago answers with. */
const NOBODYS_HOST = 'demo.twilio.com';

const OwnNumber = z.object({
  sid: z.string().regex(/^PN[\da-f]{32}$/),
  phone_number: z.string(),
  friendly_name: z.string().nullish(),
  capabilities: z.object({ sms: z.boolean().catch(false) }).catch({ sms: false }),
  sms_url: z.string().nullish(),
  sms_application_sid: z.string().nullish(),
});
const Numbers = z.object({ incoming_phone_numbers: z.array(OwnNumber) });
const Sent = z.object({ sid: z.string().regex(/^(?:SM|MM)[\da-f]{32}$/) });
const Any = z.object({});
/** https://www.twilio.com/docs/messaging/api/message-resource#read-multiple-message-resources: the newest first. */
const Listed = z.object({
  messages: z.array(
    z.object({
      sid: z.string().regex(/^(?:SM|MM)[\da-f]{32}$/),
      body: z.string(),
      direction: z.string(),
      date_created: z.coerce.date(),
    }),
  ),
});
const LISTED = 50;

/** SMS over Twilio's Programmable Messaging (https://www.twilio.com/docs/messaging). An account's Auth Token is both what proves us and what signs. */
export function makeSms({ baseUrl, wholeMs = WHOLE_MS }: { baseUrl: string; wholeMs?: number }): Channel {
  const { call, load } = makeTwilioApi({ baseUrl });
  /** All requests of one call end within the same ten seconds. */
  const deadline = () => AbortSignal.timeout(wholeMs);

  const findNumber = async (account: ChannelAccount, signal: AbortSignal) => {
    const query = { PhoneNumber: account.externalId, PageSize: '50' };
    const { incoming_phone_numbers: found } = await call({
      ...{ account, query, signal },
      path: 'IncomingPhoneNumbers',
      result: Numbers,
    });
    // Twilio also finds those that contain it.
    return found.find(({ phone_number: number }) => number === account.externalId) ?? null;
  };

  const change = (account: ChannelAccount, sid: string, form: Record<string, string>, signal: AbortSignal) =>
    call({ account, path: `IncomingPhoneNumbers/${sid}`, form, result: Any, signal });

  return {
    windowHours: null,
    optOut: 'provider',
    // In most countries a message holds no file: whoever gets it opens where it lies.
    plan: ({ text, sources, files }) =>
      fitText(toStyledText(text, [...sources, ...files.map(({ name, url }) => ({ title: name, url }))]), TEXT).map(
        (part) => ({ kind: 'text' as const, text: part }),
      ),
    verify: (hook, { hookSecret }) => isSignedByTwilio(hook, hookSecret),
    // An answer without words: what is said is sent when it is known.
    received: { type: 'text/xml', body: '<Response/>' },
    parse: (hook, account) => readSmsEvents(hook, account),
    async identify(account) {
      const number = await findNumber(account, deadline());
      if (!number) throw new AccountRefused('twilioNumber', 'externalId');
      if (!number.capabilities.sms) throw new AccountRefused('twilioNoSms', 'externalId');
      const { phone_number: externalId, friendly_name: name, sms_url: url, sms_application_sid: app } = number;
      // An application is called in place of the address.
      const called = app ? `https://${app}` : (url ?? '');
      return {
        externalId,
        name: (name || externalId).slice(0, 200),
        handle: externalId,
        hookUrl: URL.parse(called)?.hostname === NOBODYS_HOST ? '' : called.slice(0, 1_000),
      };
    },
    async listen(account, { url }) {
      const signal = deadline();
      const number = await findNumber(account, signal);
      if (!number) throw new AccountRefused('twilioNumber', 'externalId');
      const form = { SmsUrl: url, SmsMethod: 'POST', SmsFallbackUrl: '', SmsApplicationSid: '' };
      await change(account, number.sid, form, signal);
    },
    async leave(account) {
      const signal = deadline();
      const number = await findNumber(account, signal);
      if (number) await change(account, number.sid, { SmsUrl: '' }, signal);
    },
    async send(account, { thread, part, ref, hookUrl, validSeconds = VALID_SECONDS }) {
      if (part.kind !== 'text') throw new VendorFailure('invalid', 'A file is sent as its address.');
      const form = {
        ...{ From: account.externalId, To: thread, Body: part.text, ValidityPeriod: String(validSeconds) },
        ...(hookUrl ? { StatusCallback: `${hookUrl}?ref=${writeRef(ref)}` } : {}),
      };
      const signal = deadline();
      return (await call({ account, path: 'Messages', form, result: Sent, signal, isSend: true })).sid;
    },
    async lookUp(account, { thread, text, since }) {
      // What was not sent yet has no day by which Twilio could find it.
      const query = { From: account.externalId, To: thread, PageSize: String(LISTED) };
      const { messages } = await call({ account, path: 'Messages', query, result: Listed, signal: deadline() });
      // Its clock is told in whole seconds.
      const first = Math.floor(since.getTime() / 1_000) * 1_000;
      const found = messages.find(
        ({ body, direction, date_created: at }) =>
          body === text && direction.startsWith('outbound') && at.getTime() >= first,
      );
      return found?.sid ?? null;
    },
    // Nobody who writes an SMS sees that somebody types.
    showTyping: async () => {},
    async loadMedia(account, { ref, name, type }, maxBytes) {
      return { name, type, bytes: await load({ account, url: ref, bytesMax: maxBytes, signal: deadline() }) };
    },
  };
}
