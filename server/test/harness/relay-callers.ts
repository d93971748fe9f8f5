import { makeRelayCall, type RelayCall } from './relay-call.ts';
import type { Dialed, RelayNumber, startRelayServer } from './relay-server.ts';

/** People who call numbers of a stand-in. `reach`: where an address is found on this machine. Twilio's own times are divided by `faster`. */
export function makeCallers(
  twilio: Pick<Awaited<ReturnType<typeof startRelayServer>>, 'calls' | 'recordings' | 'numberOf'>,
  { reach, faster = 10 }: { reach: (url: string) => string; faster?: number },
) {
  let wordMs = 8;
  const made: RelayCall[] = [];
  const reached = { url: reach, wordMs: () => wordMs, faster, recordings: twilio.recordings };
  const ringing = (dialed: Dialed): RelayCall => {
    const number = twilio.numberOf(dialed.from);
    if (!number) throw new Error(`${dialed.from} is no number of the stand-in`);
    dialed.state = 'in-progress';
    const call = makeRelayCall(number, dialed.from, reached, dialed);
    made.push(call);
    twilio.calls.push(call);
    return call;
  };
  return {
    /** Answers once the stand-in was told what to do. */
    async call(number: RelayNumber, from = '+12025550142'): Promise<RelayCall> {
      const call = makeRelayCall(number, from, reached);
      made.push(call);
      twilio.calls.push(call);
      await call.ask(number.settings.VoiceUrl as string);
      return call;
    },
    /** Whom a stand-in was asked to call takes it up. */
    async takeUp(dialed: Dialed): Promise<RelayCall> {
      const call = ringing(dialed);
      await call.ask(dialed.url);
      return call;
    },
    /** It rings, and nobody has taken it up. */
    ringing,
    /** How long a word is spoken. */
    speak(ms: number) {
      wordMs = ms;
    },
    stop() {
      for (const call of made) call.cutOff();
    },
  };
}
