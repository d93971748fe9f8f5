import { makeRelayCall, type RelayCall } from './relay-call.ts';
import type { RelayNumber, startRelayServer } from './relay-server.ts';

/** People who call numbers of a stand-in. `reach`: where an address is found on this machine. Twilio's own times are divided by `faster`. */
export function makeCallers(
  twilio: Pick<Awaited<ReturnType<typeof startRelayServer>>, 'calls' | 'recordings'>,
  { reach, faster = 10 }: { reach: (url: string) => string; faster?: number },
) {
  let wordMs = 8;
  const made: RelayCall[] = [];
  return {
    /** Answers once the stand-in was told what to do. */
    async call(number: RelayNumber, from = '+12025550142'): Promise<RelayCall> {
      const call = makeRelayCall(number, from, {
        url: reach,
        wordMs: () => wordMs,
        faster,
        recordings: twilio.recordings,
      });
      made.push(call);
      twilio.calls.push(call);
      await call.ask(number.settings.VoiceUrl as string);
      return call;
    },
    /** How long a word is spoken. */
    speak(ms: number) {
      wordMs = ms;
    },
    stop() {
      for (const call of made) call.cutOff();
    },
  };
}
