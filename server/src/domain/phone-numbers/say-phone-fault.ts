import { type ChannelFault, sayChannelFault } from '@antiphon/contract/channel-faults';
import { fail } from '@antiphon/contract/errors';
import { VendorFailure } from '../vendors/vendors.ports.ts';

/** At the field that it is about. */
export function refusePhone(fault: ChannelFault, path: string, values: Record<string, string> = {}): never {
  const message = sayChannelFault(fault, { channel: 'Twilio', ...values });
  return fail('invalid_input', { message, issues: [{ path, message }] });
}

/** What the provider says of an account, as somebody reads it who has just typed it. */
export async function askedOfPhone<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    if (error.kind === 'unauthorized') return refusePhone('twilioToken', 'account');
    return refusePhone(error.canRetry ? 'unreachable' : 'said', 'account', { words: error.message });
  }
}
