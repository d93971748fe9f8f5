import {
  AuthorizationError,
  connect,
  type NatsConnection,
  PermissionViolationError,
  type Subscription,
} from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Broker } from '../../domain/streams/streams.ports.ts';
import { gatherGaps } from './gather-gaps.ts';
import { readAddresses } from './read-addresses.ts';

const GAP = 'control';
const SUBJECT = /^[\w-]+(\.[\w-]+)*$/;
const ENDS_WITHIN_MS = 1_000;
const AGAIN_MS = 1_000;
const LATE_MS = 5_000;

/** A server that answers nothing is left after the third ping, and one that comes back is found within a quarter of a second. */
const PATIENCE = { reconnectTimeWait: 250, reconnectJitter: 100, pingInterval: 5_000, maxPingOut: 2, timeout: 2_000 };

type Heard = { subject: string; onText: (text: string) => void; onGap: () => void; line?: Subscription };

/**
 * Texts by a NATS server, each process hearing the subjects that it asked for. Nothing is stored there: what is published while
 * nobody listens, or while the server is away, is gone. `prefix` stands before each subject. It is there at once; the server may
 * come later.
 */
export function makeNatsBroker({ urls, prefix, log }: { urls: string; prefix: string; log: Logger }): Broker {
  const all = new Set<Heard>();
  const gaps = gatherGaps(() => {
    for (const { onGap } of [...all]) onGap();
  });
  let nats: NatsConnection | undefined;
  let isConnected = false;
  let isRefused = false;
  let isStopped = false;
  const refuse = (error: Error) => {
    if (!(error instanceof PermissionViolationError || error instanceof AuthorizationError))
      return log.warn({ err: error }, 'the broker says of an error');
    if (!isRefused) log.error({ err: error }, 'the broker refuses: live texts come from the database now');
    isRefused = true;
  };
  const listen = (to: NatsConnection, one: Heard) => {
    one.line = to.subscribe(`${prefix}.${one.subject}`, {
      callback: (error, message) => (error ? refuse(error) : one.onText(message.string())),
    });
  };
  /** Everybody may have missed what this process published, and this process what others did. */
  const begin = (to: NatsConnection) => {
    isConnected = true;
    to.publish(`${prefix}.${GAP}`);
    gaps.tell();
  };
  const start = async () => {
    const options = { ...readAddresses(urls), ...PATIENCE, name: prefix, noEcho: true, ignoreAuthErrorAbort: true };
    const late = setTimeout(() => log.warn('the broker is not there, or knows nobody by this name'), LATE_MS);
    const to = await connect({ ...options, waitOnFirstConnect: true, maxReconnectAttempts: -1 }).finally(() =>
      clearTimeout(late),
    );
    if (isStopped) return to.close();
    nats = to;
    to.subscribe(`${prefix}.${GAP}`, { callback: (error) => (error ? refuse(error) : gaps.tell()) });
    for (const one of all) listen(to, one);
    begin(to);
    for await (const status of to.status()) {
      if (status.type === 'disconnect') {
        if (isConnected) log.warn('the broker is away; it is looked for');
        isConnected = false;
      } else if (status.type === 'reconnect') {
        log.warn('the broker is there');
        isRefused = false;
        begin(to);
      } else if (status.type === 'error') refuse(status.error);
    }
  };
  const keep = (): Promise<void> =>
    start()
      .catch((error: unknown) => log.error({ err: error }, 'the broker cannot be reached; it is tried again'))
      .then(async () => {
        isConnected = false;
        if (isStopped) return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        return keep();
      });
  void keep();
  const isUp = () => isConnected && !isRefused;
  return {
    publish(subject, text) {
      if (!SUBJECT.test(subject)) throw new Error(`Not a subject: ${subject}`);
      if (!nats || !isUp()) return false;
      nats.publish(`${prefix}.${subject}`, text);
      return true;
    },
    subscribe(subject, onText, onGap) {
      if (!SUBJECT.test(subject)) throw new Error(`Not a subject: ${subject}`);
      const one: Heard = { subject, onText, onGap };
      all.add(one);
      if (nats) listen(nats, one);
      return () => {
        if (all.delete(one) && !nats?.isClosed()) one.line?.unsubscribe();
      };
    },
    async heard() {
      if (isConnected) await nats?.flush().catch(() => {});
    },
    isUp,
    async stop() {
      isStopped = true;
      gaps.stop();
      const last = nats;
      if (!last || last.isClosed()) return;
      // What was published last is still sent, where somebody takes it.
      const sent = isConnected ? last.flush().catch(() => {}) : undefined;
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, ENDS_WITHIN_MS).unref())]);
      await last.close();
    },
  };
}
