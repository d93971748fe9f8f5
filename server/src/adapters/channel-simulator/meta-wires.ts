import { createHmac, randomBytes } from 'node:crypto';
import type { HookCall, TypedLine, Wire } from '../../domain/channel-simulator/channel-simulator.ports.ts';
import type { ChannelAccount } from '../../domain/channels/channels.ports.ts';

const seconds = (at: Date) => String(Math.floor(at.getTime() / 1_000));

/** https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads */
function signed({ hookSecret }: ChannelAccount, told: object): HookCall {
  const body = JSON.stringify(told);
  const signature = createHmac('sha256', hookSecret).update(body).digest('hex');
  return {
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
    search: '',
  };
}

const ROBIN = { name: 'Robin', number: '15550100142' };

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */
export const whatsappWire: Wire = {
  thread: ROBIN.number,
  told: ['delivered', 'read'],
  hasClock: true,
  newId: () => `wamid.${randomBytes(24).toString('base64')}`,
  message: ({ account }, line) =>
    ofNumber(account, 'messages', {
      contacts: [{ profile: { name: ROBIN.name }, wa_id: ROBIN.number }],
      messages: [{ from: ROBIN.number, id: line.id, timestamp: seconds(line.at), ...contentOf(line) }],
    }),
  status: ({ account }, { id, ref, state, at }) =>
    ofNumber(account, 'messages', {
      statuses: [
        {
          ...{ id, status: state, timestamp: seconds(at), recipient_id: ROBIN.number },
          ...(ref === '' ? {} : { biz_opaque_callback_data: ref }),
        },
      ],
    }),
  /** From the WhatsApp Business app on a phone, beside the platform. */
  echo: ({ account }, { id, at, text }) =>
    ofNumber(account, 'smb_message_echoes', {
      message_echoes: [
        { from: account.externalId, to: ROBIN.number, id, timestamp: seconds(at), type: 'text', text: { body: text } },
      ],
    }),
};

const contentOf = ({ choiceId, text }: TypedLine) =>
  choiceId === null
    ? { type: 'text', text: { body: text } }
    : { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: choiceId, title: text } } };

function ofNumber(account: ChannelAccount, field: string, value: object): HookCall {
  const metadata = { display_phone_number: '15550100100', phone_number_id: account.externalId };
  const changes = [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }];
  return signed(account, { object: 'whatsapp_business_account', entry: [{ id: account.accountId, changes }] });
}

/** https://developers.facebook.com/docs/messenger-platform/reference/webhook-events */
function pageWire(object: 'page' | 'instagram', told: Wire['told']): Wire {
  const thread = object === 'page' ? '24000000000142' : '17840000000142';
  const tellOf = (account: ChannelAccount, at: Date, messaging: object) =>
    signed(account, {
      object,
      entry: [{ id: account.externalId, time: at.getTime(), messaging: [{ timestamp: at.getTime(), ...messaging }] }],
    });
  const byPerson = ({ externalId }: ChannelAccount) => ({ sender: { id: thread }, recipient: { id: externalId } });
  const byUs = ({ externalId }: ChannelAccount) => ({ sender: { id: externalId }, recipient: { id: thread } });
  return {
    thread,
    told,
    isWatermark: true,
    hasClock: true,
    newId: () => `m_${randomBytes(30).toString('base64url')}`,
    message: ({ account }, { id: mid, at, text, choiceId }) => {
      const reply = choiceId === null ? {} : { quick_reply: { payload: choiceId } };
      return tellOf(account, at, { ...byPerson(account), message: { mid, text, ...reply } });
    },
    status: ({ account }, { id: mid, state, at }) => {
      const watermark = at.getTime();
      const read = object === 'page' ? { watermark } : { mid };
      const what = state === 'read' ? { read } : { delivery: { mids: [mid], watermark } };
      return tellOf(account, at, { ...byPerson(account), ...what });
    },
    /** From the inbox of the page, whose app is Meta's own. */
    echo: ({ account }, { id: mid, at, text }) =>
      tellOf(account, at, { ...byUs(account), message: { mid, text, is_echo: true, app_id: 26390203743090 } }),
  };
}

export const messengerWire = pageWire('page', ['delivered', 'read']);
export const instagramWire = pageWire('instagram', ['read']);
