import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { makeRelayPlayer, readFrame } from './relay-player.ts';
import type { Dialed, RelayNumber } from './relay-server.ts';
import type { makeRecordings, Recording } from './twilio-recordings.ts';
import { newSid, signed } from './twilio-stand-in-number.ts';
import { readTwiml, TwimlError, type Verb } from './twiml-reader.ts';

const BAD_FRAMES_MAX = 10;
const [AFTER_END_MS, AFTER_LOSS_MS] = [700, 1_200];
/** As it is heard. */
const WORD_MS = 20;

type Fields = Record<string, string>;
export type RelayReach = {
  url: (url: string) => string;
  wordMs: () => number;
  faster: number;
  recordings: ReturnType<typeof makeRecordings>;
};
export type RelayCall = ReturnType<typeof makeRelayCall>;

/**
 * One call, as Twilio has it: asks what to do, does it, and asks again when a conversation of the relay is over. Whoever calls is a script. Times
 * are Twilio's, divided by `faster`.
 */
export function makeRelayCall(number: RelayNumber, from: string, reach: RelayReach, out: Dialed | null = null) {
  const sid = out?.sid ?? newSid('CA');
  const ends = out ? { From: number.number, To: out.to } : { From: from, To: number.number };
  const { account } = number;
  let state: 'ringing' | 'in-progress' | 'completed' | 'busy' = 'ringing';
  let socket: WebSocket | null = null;
  /** Settles when the socket is open, or will not open: nobody speaks before. */
  let isSettled: Promise<unknown> = Promise.resolve();
  let relay: { url: string; action: string | undefined; beganAt: number; session: string } | null = null;
  const seen = {
    errors: [] as { code: number; message: string }[],
    /** What `Say` said. */
    said: [] as string[],
    forwards: [] as { to: string; from: string; seconds: number; action: string; answered: string }[],
    verbs: [] as Verb[],
    /** Statuses of upgrades that were not made. */
    refused: [] as number[],
    sessions: 0,
    actions: [] as Fields[],
    setups: [] as object[],
    frames: [] as unknown[],
    closed: [] as number[],
    /** How it was answered that a recording is there. */
    recorded: [] as number[],
  };
  const tell = (message: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const player = makeRelayPlayer({ wordMs: reach.wordMs, tell });

  const common = (): Fields => ({
    ...{ CallSid: sid, AccountSid: account.sid, ...ends, Caller: ends.From, Called: ends.To },
    ...{
      Direction: out ? 'outbound-api' : 'inbound',
      CallStatus: state,
      ApiVersion: '2010-04-01',
      FromCountry: 'US',
      ToCountry: 'US',
    },
    ...{ FromCity: '', FromState: '', FromZip: '', ToCity: '', ToState: '', ToZip: '', StirVerstat: '' },
  });

  /** Tried again as often as the address says behind `#`. */
  const post = async (given: string, fields: Fields): Promise<Response> => {
    const [url = '', overrides = ''] = given.split('#');
    const retries = Number(new URLSearchParams(overrides).get('rc') ?? 0);
    const isFor = (what: string) => (new URLSearchParams(overrides).get('rp') ?? 'ct').split(',').includes(what);
    for (let tries = 0; ; tries += 1) {
      const asked = fetch(reach.url(url), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': signed(account.token, url, Object.entries(fields)),
          'user-agent': 'TwilioProxy/1.1',
          host: new URL(url).host,
        },
        body: new URLSearchParams(fields).toString(),
      });
      const answer = await asked.catch(() => null);
      const isAgain = answer ? answer.status >= 500 && isFor('5xx') : isFor('ct');
      if (tries < retries && isAgain) await wait(300 / reach.faster);
      else if (answer) return answer;
      else throw new TwimlError(11200, 'HTTP retrieval failure');
    }
  };

  const tellRecorded = ({ sid: recording, callback, state: status, beganAt, endedAt }: Recording) => {
    if (callback === '') return;
    const fields = {
      ...{ AccountSid: account.sid, CallSid: sid, RecordingSid: recording, RecordingStatus: status, ErrorCode: '0' },
      ...{
        RecordingUrl: `https://api.twilio.com/Recordings/${recording}`,
        RecordingChannels: '2',
        RecordingTrack: 'both',
      },
      RecordingDuration: String(Math.ceil(((endedAt ?? beganAt) - beganAt) / 1_000)),
      ...{ RecordingStartTime: new Date(beganAt).toUTCString(), RecordingSource: 'StartCallRecordingTwiML' },
    };
    void wait(200 / reach.faster)
      .then(() => post(callback, fields))
      .then(({ status: answered }) => seen.recorded.push(answered))
      .catch(() => seen.recorded.push(0));
  };
  const complete = () => {
    state = 'completed';
    for (const one of reach.recordings.endOf(sid)) tellRecorded(one);
  };

  const ask = async (url: string, more: Fields = {}) => {
    try {
      const answer = await post(url, { ...common(), ...more });
      if (answer.status >= 400) throw new TwimlError(11200, `HTTP ${answer.status}`);
      const body = await answer.text();
      const verbs = readTwiml(answer.headers.get('content-type') ?? '', body === '' ? '<Response/>' : body);
      seen.verbs = verbs;
      if (state !== 'completed') await carryOut(verbs);
    } catch (error) {
      const { code = 0, message } = error as TwimlError;
      seen.errors.push({ code, message });
      complete();
    }
  };

  const carryOut = async (verbs: Verb[]) => {
    for (const { name, attributes, inside, text } of verbs) {
      if (name === 'Reject') {
        state = attributes.reason === 'busy' ? 'busy' : 'completed';
        return;
      }
      state = 'in-progress';
      if (name === 'Say') seen.said.push(text);
      if (name === 'Hangup') break;
      if (name === 'Start')
        reach.recordings.start(account.sid, sid, inside[0]?.attributes.recordingStatusCallback ?? '');
      if (name === 'Connect') return connect(attributes.action, inside[0]?.attributes.url ?? '');
      if (name === 'Dial') {
        const { callerId = '', timeout = '30', action = '' } = attributes;
        const [rung] = inside;
        const answered = rung?.attributes.statusCallback ?? '';
        seen.forwards.push({ to: rung?.text ?? text, from: callerId, seconds: Number(timeout), action, answered });
        return;
      }
    }
    complete();
  };

  const connect = (action: string | undefined, url: string) => {
    const session = newSid('VX');
    const made = { url, action, beganAt: Date.now(), session };
    relay = made;
    const opened = new WebSocket(reach.url(url), {
      headers: {
        'x-twilio-signature': signed(account.token, url, []),
        'user-agent': 'Jetty/11.0.24',
        host: new URL(url).host,
      },
      perMessageDeflate: false,
    });
    socket = opened;
    isSettled = new Promise((settled) => {
      for (const event of ['open', 'error', 'close', 'unexpected-response']) opened.once(event, settled);
    });
    let bad = 0;
    opened.on('unexpected-response', (_request, response) => {
      seen.refused.push(response.statusCode ?? 0);
      response.resume();
      over(made, { SessionStatus: 'failed', ErrorCode: '64102', ErrorMessage: 'Unable to connect' }, AFTER_LOSS_MS);
    });
    opened.on('error', () => {});
    opened.on('open', () => {
      seen.sessions += 1;
      const setup = {
        ...{ type: 'setup', sessionId: session, callSid: sid, parentCallSid: '', from: ends.From, to: ends.To },
        ...{
          forwardedFrom: '',
          callerName: '',
          direction: out ? 'outbound-api' : 'inbound',
          callType: 'PSTN',
          accountSid: account.sid,
        },
        ...{ callStatus: seen.sessions === 1 ? 'RINGING' : 'IN_PROGRESS', customParameters: {} },
      };
      seen.setups.push(setup);
      tell(setup);
    });
    opened.on('message', (data) => {
      const text = data.toString();
      const frame = readFrame(text);
      if (!frame) {
        bad += 1;
        tell({ type: 'error', description: `Invalid message received, code: 64107, ${text.slice(0, 200)}` });
        if (bad >= BAD_FRAMES_MAX) {
          opened.close(1007, 'Too many consecutive malformed messages.');
          over(made, { SessionStatus: 'failed', ErrorCode: '64105', ErrorMessage: 'Websocket ended' }, AFTER_LOSS_MS);
        }
        return;
      }
      bad = 0;
      seen.frames.push(frame);
      if (frame.type === 'text') player.say(frame.token, frame.preemptible ?? false);
      if (frame.type === 'end')
        player.whenQuiet(() => {
          opened.close(1000, 'Closing websocket session');
          const handoff: Fields = frame.handoffData === undefined ? {} : { HandoffData: frame.handoffData };
          over(made, { SessionStatus: 'ended', ...handoff }, AFTER_END_MS);
        });
    });
    opened.on('close', (code) => {
      seen.closed.push(code);
      if (relay === made) {
        player.stop();
        over(made, { SessionStatus: 'failed', ErrorCode: '64105', ErrorMessage: 'Websocket ended' }, AFTER_LOSS_MS);
      }
    });
  };

  /** Once, whatever else is told of it. */
  const over = (made: NonNullable<typeof relay>, fields: Fields, afterMs: number) => {
    if (relay !== made) return;
    relay = null;
    const SessionDuration = String(Math.ceil((Date.now() - made.beganAt) / 1_000));
    void wait(afterMs / reach.faster).then(() => {
      const told = { ...fields, SessionId: made.session, SessionDuration };
      seen.actions.push({ ...told, CallStatus: state });
      if (made.action === undefined) complete();
      else return ask(made.action, told);
    });
  };

  const hangUp = () => {
    if (state === 'completed') return;
    complete();
    player.stop();
    const made = relay;
    socket?.close(1000, 'Closing websocket session');
    if (made) over(made, { SessionStatus: 'completed' }, AFTER_END_MS);
  };

  /** In words that come one after the other. */
  const says = async (text: string, { wordMs = WORD_MS } = {}) => {
    await isSettled;
    player.interrupt();
    tell({ type: 'info', name: 'clientSpeaking', value: 'on' });
    const words = text.split(' ');
    for (let at = 1; at < words.length; at += 1) {
      tell({ type: 'prompt', voicePrompt: words.slice(0, at).join(' '), lang: 'en', last: false });
      await wait(wordMs);
    }
    tell({ type: 'prompt', voicePrompt: text, lang: 'en', last: false });
    tell({ type: 'info', name: 'clientSpeaking', value: 'off' });
    tell({ type: 'prompt', voicePrompt: text, lang: 'en', last: true });
  };

  return {
    ...{ sid, from, seen, says, hangUp, ask, tell, tellRecorded },
    state: () => state,
    isLive: () => socket?.readyState === WebSocket.OPEN,
    socketUrl: () => relay?.url ?? '',
    heard: () => player.heard(),
    isSpokenTo: () => player.isSpeaking(),
    /** Once so many more words were heard. */
    interruptsAfter(words: number, text: string) {
      const from = player.words();
      player.onWord(() => {
        if (player.words() - from < words) return;
        player.onWord(null);
        void says(text);
      });
    },
    async presses(digits: string, apartMs = 30) {
      for (const digit of digits) {
        tell({ type: 'dtmf', digit });
        player.interrupt();
        await wait(apartMs);
      }
    },
    /** Whom it was put through to answers. */
    async taken() {
      const told = { ...common(), CallSid: newSid('CA'), ParentCallSid: sid, Direction: 'outbound-dial' };
      const url = seen.forwards.at(-1)?.answered ?? '';
      if (url !== '') await post(url, { ...told, CallStatus: 'in-progress' });
    },
    /** Somebody whom it was put through to took it and is done, or nobody did. */
    async forwarded(status: 'completed' | 'no-answer' | 'busy' | 'failed') {
      await ask(seen.forwards.at(-1)?.action ?? '', { DialCallStatus: status });
    },
    /** Of a call that was asked for: told beside it, as Twilio tells it. */
    async tellStatus(CallStatus: 'completed' | 'busy' | 'no-answer' | 'failed', more: Fields = {}) {
      state = 'completed';
      if (out) out.state = CallStatus;
      await post(out?.statusUrl ?? '', { ...common(), CallStatus, CallDuration: '3', ...more });
    },
    tellAnsweredBy: (AnsweredBy: string) => post(out?.machineUrl ?? '', { ...common(), AnsweredBy }),
    /** As the connection of our process ends, without a word. */
    cutOff: () => socket?.terminate(),
  };
}
