import type { CallId } from '@antiphon/contract/ids';
import type { CalledNumber } from '../phone-numbers/find-called.ts';
import type { Telephony } from '../phone-numbers/telephony.ports.ts';
import type { Recorder } from '../talks/talks.ports.ts';
import { hookOf, RETRIES } from './phone-hooks.rules.ts';

/** Where is told that the recording of a call lies at the provider. */
export const recordedUrlOf = (hookBase: string, { number }: CalledNumber, id: CallId): string =>
  `${hookOf(hookBase, number)}?recorded=${id}${RETRIES}`;

/** The provider of telephony records its calls itself. */
export const makePhoneRecorder = (
  { telephony, hookBase }: { telephony: Telephony; hookBase: string },
  called: CalledNumber,
  { id, vendorCallId }: { id: CallId; vendorCallId: string },
): Recorder => ({
  of: { phoneNumberId: called.number.id, vendorCallId },
  start: () => telephony.startRecording(called.account, vendorCallId, recordedUrlOf(hookBase, called, id)),
  pause: () => telephony.changeRecording(called.account, vendorCallId, 'paused'),
  resume: () => telephony.changeRecording(called.account, vendorCallId, 'in-progress'),
  stop: () => telephony.changeRecording(called.account, vendorCallId, 'stopped'),
});
