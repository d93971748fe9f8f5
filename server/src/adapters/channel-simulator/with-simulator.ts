import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { PhoneRefusal, Phones, Wire, Wires } from '../../domain/channel-simulator/channel-simulator.ports.ts';
import { type Channel, type Channels, WindowOver } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

/** When what was one too many may come again. */
const BUSY_MS = 5_000;

/**
 * The channels, with a stand-in of each provider behind the same port: for an account that is only tried nobody outside is called. What is planned,
 * read and verified there is done by the real adapter.
 */
export const withSimulator = (channels: Channels, { phones, wires }: { phones: Phones; wires: Wires }): Channels =>
  Object.fromEntries(
    Object.entries(channels).map(([provider, real]) => [
      provider,
      standIn(real, { phones, wire: wires[provider as ChannelProvider] }),
    ]),
  ) as Channels;

function standIn(real: Channel, { phones, wire }: { phones: Phones; wire: Wire }): Channel {
  const { answerPress, pull, follow } = real;
  return {
    ...real,
    verify: (hook, account) => (account.phone && wire.verify ? wire.verify(hook, account) : real.verify(hook, account)),
    identify: async (account) =>
      account.phone ? { externalId: account.externalId, name: '', handle: '', hookUrl: '' } : real.identify(account),
    listen: async (account, hook) => (account.phone ? undefined : real.listen(account, hook)),
    leave: async (account, isShared) => (account.phone ? undefined : real.leave(account, isShared)),
    async send(account, sending) {
      const { phone } = account;
      if (!phone) return real.send(account, sending);
      const refusal = await phones.meet(phone);
      if (refusal) throw failureOf(refusal);
      const { thread, ref, part } = sending;
      return phones.show(phone, { thread, ref, part, nameOf: (number) => wire.newId(number, new Date()) });
    },
    showTyping: async (account, thread, messageId) =>
      account.phone ? phones.noteTyping(account.phone) : real.showTyping(account, thread, messageId),
    loadMedia: async (account, media, maxBytes) =>
      account.phone ? noFile() : real.loadMedia(account, media, maxBytes),
    ...(answerPress
      ? { answerPress: async (account, id) => (account.phone ? undefined : answerPress(account, id)) }
      : {}),
    ...(pull
      ? {
          pull: async (account, offset, signal) =>
            account.phone ? { events: [], offset } : pull(account, offset, signal),
        }
      : {}),
    ...(follow
      ? { follow: async (account, following) => (account.phone ? undefined : follow(account, following)) }
      : {}),
  };
}

function failureOf(refusal: PhoneRefusal): Error {
  switch (refusal) {
    case 'busy':
      return new VendorFailure('rate_limited', 'Too many requests.', BUSY_MS);
    case 'token':
      return new VendorFailure('unauthorized', 'The token is refused.');
    case 'blocked':
      return new VendorFailure('forbidden', 'They blocked us.');
    default:
      return new WindowOver('They wrote too long ago.');
  }
}

function noFile(): never {
  throw new VendorFailure('invalid', 'Nobody sends files from a simulated phone.');
}
