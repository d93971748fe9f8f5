import type { CallMessage } from '@antiphon/contract/calls';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { makeBrowserLeg } from '../talks/browser-leg.ts';
import type { OpenLeg, PageSocket } from '../talks/talks.ports.ts';
import { beginTalk } from './begin-talk.ts';
import { connectCall } from './connect-call.ts';
import { type RunCallDeps, type RunningCall, runCall } from './run-call.ts';

type Deps = RunCallDeps & {
  systemScope: SystemScope;
  makeScope: (uid: Scope['workspaceUid']) => Scope;
  /** Fires when the process is to end: it takes a while until it has. */
  shutdown: AbortSignal;
};

/** All calls that this process holds. */
export function makeCallHolder(deps: Deps) {
  const running = new Set<RunningCall>();
  const hold = (call: RunningCall) => {
    running.add(call);
    void call.ended.finally(() => running.delete(call));
  };
  /** Callers come back to another process. */
  const stop = async () => {
    const all = [...running];
    for (const call of all) call.leave();
    await Promise.all(all.map(({ ended }) => ended));
  };
  deps.shutdown.addEventListener('abort', () => void stop(), { once: true });
  return {
    stop,
    /** Null where the secret is not that of a call that goes on. What is returned is handed the connection, once there is one. */
    async take(asked: Parameters<typeof connectCall>[1]): Promise<((socket: PageSocket) => void) | null> {
      const connected = await connectCall(deps, asked);
      const begun = connected && (await beginTalk(deps, connected));
      if (!connected || !begun) return null;
      const { settings } = connected;
      const ready: CallMessage = {
        type: 'ready',
        mode: connected.call.mode,
        lang: begun.lang,
        voice: settings.voice.voice,
        rate: settings.voice.speed,
        secret: connected.secret,
      };
      return (socket) => {
        socket.send(JSON.stringify(ready));
        hold(runCall(deps, connected, begun, makeBrowserLeg(socket)));
      };
    },
    /** The same for a caller who is reached otherwise. */
    async connect(asked: Parameters<typeof connectCall>[1]): Promise<((leg: OpenLeg) => void) | null> {
      const connected = await connectCall(deps, asked);
      const begun = connected && (await beginTalk(deps, connected));
      return begun && ((leg) => hold(runCall(deps, connected, begun, leg)));
    },
  };
}

export type CallHolder = ReturnType<typeof makeCallHolder>;
