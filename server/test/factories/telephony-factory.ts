import { makeTwilioVoice } from '../../src/adapters/twilio/twilio-voice.ts';
import type { Telephony } from '../../src/domain/phone-numbers/telephony.ports.ts';

/** Whose provider is the stand-in at this address, or nobody. */
export const makeTelephony = (baseUrl = 'http://127.0.0.1:9'): Telephony =>
  makeTwilioVoice({ baseUrl, wholeMs: 2_000 });
