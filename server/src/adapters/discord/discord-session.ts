import type { ChannelAccount, FollowedPlace, Following } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { DiscordPress } from './discord-api.ts';
import {
  type GatewayPayload,
  PAYLOAD_MAX,
  readDiscordMessage,
  readDiscordPress,
  readGatewayPayload,
} from './discord-events.ts';
import { Hello, Ready } from './discord-update.ts';
import { openGatewaySocket } from './gateway-socket.ts';
import { makeHeart } from './session-heart.ts';
import { makeKeeper } from './session-keeper.ts';

// https://docs.discord.com/developers/topics/opcodes-and-status-codes
const OP = { dispatch: 0, beat: 1, identify: 2, resume: 6, reconnect: 7, invalid: 9, hello: 10, acknowledged: 11 };
/** The session goes on after any code but 1000 and 1001. */
const GO_ON = 4_000;
const TOKEN_REFUSED = 4_004;
/** The same again would be refused again, until somebody sees to it. */
const NEVER_AGAIN: Record<number, string> = {
  4010: 'ended the connection',
  4011: 'wants several connections for this bot, which is on too many servers',
  4012: 'ended the connection',
  4013: 'ended the connection',
  4014: 'does not let this bot hear what people write. In the Developer Portal look at Bot > Privileged Gateway Intents',
};
const SESSION_OVER = new Set([4_003, 4_007, 4_009]);
const HELLO_MS = 15_000;
const READY_MS = 30_000;
const NOWHERE: FollowedPlace = { id: '', url: '', offset: 0 };

export type SessionEnd =
  /** Discord never greeted us there. */
  | 'nobody'
  /** It may be gone on with at once. */
  | 'over'
  /** Another session has to be begun, a little later. */
  | 'invalid';

type Session = Following & {
  url: string;
  account: ChannelAccount;
  intents: number;
  isResumed: boolean;
  isGateway: (address: string) => boolean;
  answerPress: (press: DiscordPress) => Promise<void>;
};

/**
 * Keeps one connection alive and everything that is told on it. Ends with the connection, or with `signal`; what had come by then is kept.
 * Throws `VendorFailure` where the token is refused, or the connection cannot be.
 */
export async function followSession(session: Session): Promise<SessionEnd> {
  const { url, signal, isResumed } = session;
  const { promise: over, resolve: finish } = Promise.withResolvers<SessionEnd | Error>();
  const keeper = makeKeeper(session, (error) => finish(error ?? 'over'));
  let isGreeted = false;
  const heart = makeHeart({ beat: () => sendBeat(), onDead: () => finish('over') });
  const within = (ms: number) =>
    setTimeout(() => finish(isGreeted ? failed('did not begin the session') : 'nobody'), ms);
  let deadline = within(HELLO_MS);
  let seen = isResumed ? session.place.offset : null;

  const endOf = (code: number | null): SessionEnd | Error => {
    if (code === TOKEN_REFUSED) return new VendorFailure('unauthorized', 'Discord refuses the token.');
    const refusal = NEVER_AGAIN[code ?? 0];
    if (refusal) return new VendorFailure('invalid', `Discord ${refusal} (${code}).`);
    if (code !== null && SESSION_OVER.has(code)) {
      keeper.keep(NOWHERE, []);
      return 'invalid';
    }
    return isGreeted ? 'over' : 'nobody';
  };
  const socket = openGatewaySocket(url, {
    bytesMax: PAYLOAD_MAX,
    onText: (text) => {
      const payload = readGatewayPayload(text);
      if (payload) take(payload);
      else finish(failed('said nothing that can be read'));
    },
    onEnd: (code) => finish(endOf(code)),
  });
  const sendBeat = () => socket.send({ op: OP.beat, d: seen });

  const greet = (d: unknown) => {
    const { data: hello } = Hello.safeParse(d);
    if (!hello || isGreeted) return finish(failed('greeted us in a way that cannot be read'));
    isGreeted = true;
    clearTimeout(deadline);
    deadline = within(READY_MS);
    heart.begin(hello.heartbeat_interval);
    socket.send(openingOf(session));
  };
  const dispatch = ({ t, s, d }: GatewayPayload) => {
    seen = s ?? seen;
    if (t === 'READY' || t === 'RESUMED') clearTimeout(deadline);
    if (t === 'READY') {
      const begun = readReady(session, d);
      return begun ? keeper.keep({ ...begun, offset: s ?? 0 }, []) : finish(failed('began a session nobody can read'));
    }
    const events = eventsOf(session, t, d);
    const place = keeper.place();
    if (events.length > 0) keeper.keep({ ...place, offset: s ?? place.offset }, events);
  };
  const take = (payload: GatewayPayload) => {
    if (payload.op === OP.hello) greet(payload.d);
    else if (payload.op === OP.dispatch) dispatch(payload);
    else if (payload.op === OP.beat) sendBeat();
    else if (payload.op === OP.reconnect) finish('over');
    else if (payload.op === OP.acknowledged) {
      heart.answered();
      // What was nothing for us is not told again either.
      const place = keeper.place();
      if (seen !== null && place.id !== '' && seen > place.offset) keeper.keep({ ...place, offset: seen }, []);
    } else if (payload.op === OP.invalid) {
      if (payload.d !== true) keeper.keep(NOWHERE, []);
      finish('invalid');
    }
  };

  const leave = () => finish('over');
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  const end = await over;
  signal.removeEventListener('abort', leave);
  heart.stop();
  clearTimeout(deadline);
  socket.end(GO_ON);
  await keeper.ended();
  if (end instanceof Error) throw end;
  return end;
}

/** A press is answered at once: there are three seconds, and what is kept may wait. One that is told again was answered. */
function eventsOf({ account, mentions: isOnServers, answerPress }: Session, t: string | null, d: unknown) {
  if (t === 'MESSAGE_CREATE') return readDiscordMessage(d, account, { isOnServers });
  const pressed = t === 'INTERACTION_CREATE' ? readDiscordPress(d, { isOnServers }) : null;
  if (pressed) void answerPress(pressed.press).catch(() => {});
  return pressed?.events ?? [];
}

/** How a connection begins: with a session of before, or a new one. */
function openingOf({ account: { token }, place, intents, isResumed }: Session) {
  if (isResumed) return { op: OP.resume, d: { token, session_id: place.id, seq: place.offset } };
  const properties = { os: process.platform, browser: 'antiphon', device: 'antiphon' };
  return { op: OP.identify, d: { token, intents, properties } };
}

/** Null for one that would lead elsewhere. */
function readReady({ isGateway }: Session, d: unknown): Omit<FollowedPlace, 'offset'> | null {
  const { data: ready } = Ready.safeParse(d);
  return ready && isGateway(ready.resume_gateway_url) ? { id: ready.session_id, url: ready.resume_gateway_url } : null;
}

const failed = (what: string) => new VendorFailure('unreachable', `The gateway ${what}.`);
