import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { acceptSocket, type ServerSocket } from './web-socket.ts';

type Session = {
  id: string;
  token: string;
  intents: number;
  seq: number;
  told: { op: 0; s: number; t: string; d: unknown }[];
  socket: ServerSocket | null;
};
/** Whom a token is of, as its gateway needs it. */
export type GatewayBot = {
  token: string;
  isRefused(): boolean;
  /** A session more of today. False: it was the last one. */
  begin(): boolean;
  user: object;
  application: object;
};
export type GatewayOptions = {
  beatMs: number;
  /** Where a session is gone on with. */
  resumeUrl: () => string;
  findBot: (token: string) => GatewayBot | undefined;
};

const Token = z.string();
const COMMANDS = {
  1: z.int().min(0).nullable(),
  2: z.strictObject({
    token: Token,
    intents: z.int().min(0),
    properties: z.strictObject({ os: z.string(), browser: z.string(), device: z.string() }),
  }),
  6: z.strictObject({ token: Token, session_id: z.string(), seq: z.int().min(0) }),
};
type Opcode = keyof typeof COMMANDS;

/** All that https://docs.discord.com/developers/events/gateway#list-of-intents names, and those of them that are given on request alone. */
const INTENTS = 0x03_31_ff_ff;
const PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15);
const COMMAND_MAX = 4_096;

/**
 * Discord's gateway after https://docs.discord.com/developers/events/gateway: another version, a command that is not known, a field too many, one
 * that comes too early or too late ends the connection with the code that is documented for it. A session outlives its connection until it
 * is forgotten.
 */
export function makeDiscordGatewayStandIn({ beatMs, resumeUrl, findBot }: GatewayOptions) {
  const sessions: Session[] = [];
  const sockets = new Set<{ socket: ServerSocket; token: () => string | null }>();
  const counts = { identified: 0, resumed: 0, toldAgain: 0, refusedResumes: 0, most: 0 };
  const closes: { token: string | null; code: number | null }[] = [];
  let isSilent = false;

  const tell = (session: Session, t: string, d: unknown) => {
    session.seq += 1;
    const event = { op: 0 as const, s: session.seq, t, d };
    session.told.push(event);
    session.socket?.send(event);
  };
  const liveOf = (token: string) => [...sockets].filter((one) => one.token() === token && one.socket.isOpen());
  const forget = (token: string) => {
    for (let at = sessions.length - 1; at >= 0; at -= 1) if (sessions[at]?.token === token) sessions.splice(at, 1);
  };

  const connect = (request: IncomingMessage, stream: Duplex) => {
    const query = new URL(request.url ?? '/', 'http://gateway').searchParams;
    let session: Session | null = null;
    let beats: NodeJS.Timeout | undefined;
    const isMissed = () => socket.close(4_000);
    const socket = acceptSocket(request, stream, {
      onText: (text) => {
        if (Buffer.byteLength(text) > COMMAND_MAX) return socket.close(4_002);
        const { op, d, ...more } = JSON.parse(text) as { op: Opcode; d: unknown };
        if (!Object.hasOwn(COMMANDS, op)) return socket.close(4_001);
        const command = COMMANDS[op].safeParse(d);
        if (!command.success || Object.keys(more).length > 0) return socket.close(4_002);
        if (op === 1) return beat();
        if (session) return socket.close(4_005);
        return op === 2 ? identify(command.data as z.infer<(typeof COMMANDS)[2]>) : resume(command.data as never);
      },
      onEnd: (code) => {
        closes.push({ token: session?.token ?? null, code });
        clearTimeout(beats);
        if (session?.socket === socket) session.socket = null;
        // 1000 and 1001 end the session with the connection.
        if (session && (code === 1_000 || code === 1_001)) forget(session.token);
        sockets.delete(entry);
      },
    });
    const entry = { socket, token: () => session?.token ?? null };
    const beat = () => {
      clearTimeout(beats);
      beats = setTimeout(isMissed, beatMs * 2.5);
      if (!isSilent) socket.send({ op: 11 });
    };
    const stand = (one: Session) => {
      session = one;
      one.socket?.close(4_000);
      one.socket = socket;
      counts.most = Math.max(counts.most, liveOf(one.token).length);
    };
    const identify = ({ token, intents }: { token: string; intents: number }) => {
      const bot = findBot(token);
      if (!bot || bot.isRefused()) return socket.close(4_004);
      if ((intents & ~INTENTS) !== 0) return socket.close(4_013);
      if ((intents & PRIVILEGED) !== 0) return socket.close(4_014);
      counts.identified += 1;
      if (!bot.begin()) return socket.close(4_004);
      const id = randomBytes(16).toString('hex');
      const made: Session = { id, token, intents, seq: 0, told: [], socket: null };
      sessions.push(made);
      stand(made);
      const ready = { v: 10, user: bot.user, guilds: [], session_id: id, resume_gateway_url: resumeUrl() };
      tell(made, 'READY', { ...ready, application: bot.application, _trace: ['["gateway"]'] });
    };
    const resume = ({ token, session_id, seq }: { token: string; session_id: string; seq: number }) => {
      if (findBot(token)?.isRefused() !== false) return socket.close(4_004);
      const found = sessions.find((one) => one.id === session_id && one.token === token);
      if (!found) {
        counts.refusedResumes += 1;
        return socket.send({ op: 9, d: false });
      }
      if (seq > found.seq) return socket.close(4_007);
      counts.resumed += 1;
      stand(found);
      const missed = found.told.filter(({ s }) => s > seq);
      counts.toldAgain += missed.length;
      for (const event of missed) socket.send(event);
      tell(found, 'RESUMED', { _trace: ['["gateway"]'] });
    };
    sockets.add(entry);
    if (query.get('v') !== '10' || query.get('encoding') !== 'json') return socket.close(4_012);
    socket.send({ op: 10, t: null, s: null, d: { heartbeat_interval: beatMs, _trace: ['["gateway"]'] } });
    beats = setTimeout(isMissed, beatMs * 2.5);
  };

  return {
    connect,
    counts,
    /** The codes with which connections of a bot, or all of them, ended, ours and theirs; null where nobody said one. */
    closes: (of?: string) => closes.filter(({ token }) => of === undefined || token === of).map(({ code }) => code),
    /** To every session of the bot that asked for events of this kind. */
    dispatch(token: string, intent: number, t: string, d: unknown) {
      for (const session of sessions)
        if (session.token === token && (session.intents & intent) !== 0) tell(session, t, d);
    },
    isConnected: (token: string) => liveOf(token).length > 0,
    connections: (token: string) => liveOf(token).length,
    intents: (token: string) => sessions.findLast((one) => one.token === token)?.intents ?? 0,
    /** Tells all events again, as often and in the order that is given, by their numbers. */
    again(token: string, order: (events: unknown[]) => unknown[]) {
      for (const { token: of, socket, told } of sessions)
        if (of === token)
          for (const event of order(told.filter(({ t }) => t === 'MESSAGE_CREATE' || t === 'INTERACTION_CREATE')))
            socket?.send(event);
    },
    drop: (token: string) => liveOf(token).forEach(({ socket }) => void socket.drop()),
    close: (token: string, code: number) => liveOf(token).forEach(({ socket }) => void socket.close(code)),
    say: (token: string, value: unknown) => liveOf(token).forEach(({ socket }) => void socket.send(value)),
    /** The session cannot be gone on with. */
    forget,
    /** Beats are not answered any more, though the connection stands. */
    silence(silent: boolean) {
      isSilent = silent;
    },
    end() {
      for (const { socket } of sockets) socket.drop();
    },
  };
}
