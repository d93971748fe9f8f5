import type { HookCall, Wire } from '../../domain/channel-simulator/channel-simulator.ports.ts';
import type { ChannelAccount } from '../../domain/channels/channels.ports.ts';

const ROBIN = { id: 700_142, first_name: 'Robin', language_code: '' };
const CHAT = { id: ROBIN.id, first_name: ROBIN.first_name, type: 'private' };
const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/** https://core.telegram.org/bots/api#update */
export const telegramWire: Wire = {
  thread: String(ROBIN.id),
  told: [],
  hasClock: true,
  newId: (number) => String(number),
  message: ({ account }, { number, at, text, choiceId }) => {
    const date = seconds(at);
    if (choiceId === null)
      return told(account, number, { message: { message_id: number, date, chat: CHAT, from: ROBIN, text } });
    const keyboard = [[{ text, callback_data: choiceId }]];
    const message = { message_id: number, date, chat: CHAT, reply_markup: { inline_keyboard: keyboard } };
    return told(account, number, { callback_query: { id: String(number), from: ROBIN, data: choiceId, message } });
  },
  block: ({ account }, { number, at, isBlocked }) =>
    told(account, number * 10_000, {
      my_chat_member: {
        chat: CHAT,
        from: ROBIN,
        date: seconds(at),
        new_chat_member: { status: isBlocked ? 'kicked' : 'member' },
      },
    }),
};

const told = ({ hookSecret }: ChannelAccount, number: number, what: object): HookCall => ({
  headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': hookSecret },
  body: JSON.stringify({ update_id: number, ...what }),
  search: '',
});
