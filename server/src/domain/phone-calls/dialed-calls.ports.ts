import type { CallId } from '@antiphon/contract/ids';
import type { CalledNumber } from '../phone-numbers/find-called.ts';
import type { CallAnswer, DialEnd, IncomingCall } from '../phone-numbers/telephony.ports.ts';

/** What becomes of a call that we made, by the id that its provider was given: told by the provider, in whatever order, and perhaps twice. */
export type DialedCalls = {
  /** They took it up. */
  answer(called: CalledNumber, id: CallId, call: IncomingCall): Promise<CallAnswer>;
  /** It is no person. */
  machine(called: CalledNumber, id: CallId): Promise<void>;
  /** What a machine is told. */
  message(called: CalledNumber, id: CallId): Promise<CallAnswer>;
  end(called: CalledNumber, id: CallId, end: DialEnd): Promise<void>;
};
