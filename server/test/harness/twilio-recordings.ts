import { createHash } from 'node:crypto';
import * as z from 'zod';
import { newSid, refused, type TwilioOutcome } from './twilio-stand-in-number.ts';

export type Recording = {
  sid: string;
  account: string;
  call: string;
  callback: string;
  state: 'in-progress' | 'paused' | 'completed';
  beganAt: number;
  endedAt: number | null;
  /** What it was told, one after the other. */
  told: string[];
  bytes: Uint8Array;
};

/** https://www.twilio.com/docs/voice/api/recording#start-a-recording-on-a-live-call */
const Start = z.strictObject({
  RecordingStatusCallback: z.url({ protocol: /^https?$/ }).optional(),
  RecordingStatusCallbackMethod: z.enum(['GET', 'POST']).optional(),
  RecordingStatusCallbackEvent: z.string().optional(),
  RecordingChannels: z.enum(['mono', 'dual']).optional(),
  RecordingTrack: z.enum(['inbound', 'outbound', 'both']).optional(),
});
/** https://www.twilio.com/docs/voice/api/recording#update-a-recording-resource */
const Change = z.strictObject({
  Status: z.enum(['paused', 'in-progress', 'stopped']),
  PauseBehavior: z.enum(['skip', 'silence']).optional(),
});

const FRAMES_A_SECOND = 38.28;
/** MPEG-1 Layer III, 32 kbit/s, 44.1 kHz, one channel: nothing is heard. */
export function silentMp3(seconds: number, mark = ''): Uint8Array {
  const frame = Buffer.alloc(104);
  frame.set([0xff, 0xfb, 0x10, 0xc4]);
  const frames = Array.from({ length: Math.max(4, Math.round(seconds * FRAMES_A_SECOND)) }, () => frame);
  // Behind the sound, where players look for a title.
  const tag = Buffer.alloc(128);
  tag.write('TAG', 'latin1');
  tag.write(createHash('sha1').update(mark).digest('hex').slice(0, 30), 3, 'latin1');
  return new Uint8Array(Buffer.concat([...frames, tag]));
}

/** Recordings that lie at a stand-in of Twilio. */
export function makeRecordings({ seconds = 4 }: { seconds?: number } = {}) {
  const all: Recording[] = [];
  const notThere = refused(20404, 'The requested resource was not found', 404);
  const described = ({ sid, call, state, beganAt, endedAt }: Recording) => ({
    ...{ sid, call_sid: call, status: state, channels: 2, track: 'both' },
    duration: endedAt === null ? null : String(Math.ceil((endedAt - beganAt) / 1_000)),
  });
  const current = (account: string, call: string) =>
    all.find((one) => one.account === account && one.call === call && one.state !== 'completed');
  const end = (one: Recording) => {
    one.state = 'completed';
    one.endedAt = Date.now();
  };

  return {
    all,
    start(account: string, call: string, callback: string): Recording {
      const sid = newSid('RE');
      const one: Recording = {
        ...{ sid, account, call, callback, state: 'in-progress', beganAt: Date.now(), endedAt: null },
        ...{ told: [], bytes: silentMp3(seconds, sid) },
      };
      all.push(one);
      return one;
    },
    /** Those of a call that is over now. */
    endOf(call: string): Recording[] {
      const ended = all.filter((one) => one.call === call && one.state !== 'completed');
      for (const one of ended) end(one);
      return ended;
    },
    /** What the API answers below `Calls/{sid}/Recordings`; `ended` is what came to its end by it. */
    ofCall(
      account: string,
      call: string,
      { method, rest, given }: { method: string; rest: string; given: Record<string, string> },
    ): TwilioOutcome & { ended?: Recording } {
      if (method === 'GET' && rest === '') {
        const own = all.filter((one) => one.account === account && one.call === call);
        return { result: { recordings: own.map(described) } };
      }
      if (method === 'POST' && rest === '') {
        const { success, data } = Start.safeParse(given);
        if (!success) return refused(20001, 'A parameter is not valid');
        return { result: described(this.start(account, call, data.RecordingStatusCallback ?? '')) };
      }
      const { success, data } = Change.safeParse(given);
      const one = rest === '/Twilio.CURRENT' ? current(account, call) : undefined;
      if (method !== 'POST' || !one) return notThere;
      if (!success) return refused(20001, 'A parameter is not valid');
      one.told.push(data.Status);
      if (data.Status !== 'stopped') {
        one.state = data.Status;
        return { result: described(one) };
      }
      end(one);
      return { result: described(one), ended: one };
    },
    find: (account: string, sid: string) => all.find((one) => one.account === account && one.sid === sid) ?? null,
    remove(account: string, sid: string): boolean {
      const at = all.findIndex((one) => one.account === account && one.sid === sid && one.state === 'completed');
      if (at !== -1) all.splice(at, 1);
      return at !== -1;
    },
  };
}
