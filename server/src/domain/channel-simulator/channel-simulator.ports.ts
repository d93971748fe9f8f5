import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { Phone } from '@antiphon/contract/simulator';
import type { ChannelAccount, OutgoingPart, RawHook, SimulatedPhone } from '../channels/channels.ports.ts';

/** What a provider would call us with. `search`: of the address, with its `?`. */
export type HookCall = { headers: Record<string, string>; body: string; search: string };

/** Whom it calls. `url` is the address that it was told. */
export type Called = { account: ChannelAccount; url: string };

export type TypedLine = { id: string; number: number; at: Date; text: string; choiceId: string | null };

/** How one provider tells what happens on the simulated phone: the real one's shapes, signed with the connection's own secret. */
export type Wire = {
  /** The one person there, as the provider names them. */
  thread: string;
  /** What it tells of a message after it was sent. */
  told: Phone['told'];
  /** It tells what was read by a time, and names no message. */
  isWatermark?: true;
  /** When something was written is told with it. */
  hasClock: boolean;
  /** As the provider names what is written by anybody. */
  newId(number: number, at: Date): string;
  /** Where the real provider calls nobody. */
  verify?(hook: RawHook, account: ChannelAccount): boolean;
  message(called: Called, line: TypedLine): HookCall;
  status?(called: Called, told: { id: string; ref: string; state: Phone['told'][number]; at: Date }): HookCall;
  /** What somebody answered for us in an app of the provider's own. */
  echo?(called: Called, line: TypedLine): HookCall;
  /** They blocked us, or let us in again. */
  block?(called: Called, blocked: { number: number; at: Date; isBlocked: boolean }): HookCall;
};
export type Wires = Record<ChannelProvider, Wire>;

/** Why something is not taken for the phone. */
export type PhoneRefusal = 'busy' | 'token' | 'window' | 'blocked';

/** The phones themselves, kept where every process finds them. */
export type Phones = {
  /** What stands in the way of the next message; of "one too many" there is one less from now on. */
  meet(phone: SimulatedPhone): Promise<PhoneRefusal | null>;
  /** The id of what is shown from now on. */
  show(
    phone: SimulatedPhone,
    shown: { thread: string; ref: string; part: OutgoingPart; nameOf: (number: number) => string },
  ): Promise<string>;
  /** Somebody is seen typing there, and has read what was written. */
  noteTyping(phone: SimulatedPhone): Promise<void>;
};
