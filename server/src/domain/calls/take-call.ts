import type { CallMessage } from '@antiphon/contract/calls';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { makeAudioLeg } from '../call-sound/audio-leg.ts';
import type { SpeechProvider } from '../speech/speech.ports.ts';
import { makeBrowserLeg } from '../talks/browser-leg.ts';
import type { OpenLeg, PageSocket } from '../talks/talks.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { type BegunTalk, beginTalk } from './begin-talk.ts';
import { storeMode } from './calls.queries.ts';
import { makeSpeechChooser, type SpeechDeps } from './choose-speech.ts';
import { type ConnectedCall, connectCall } from './connect-call.ts';
import { type RunCallDeps, type RunningCall, runCall } from './run-call.ts';

type Deps = RunCallDeps &
  SpeechDeps & {
    systemScope: SystemScope;
    makeScope: (uid: Scope['workspaceUid']) => Scope;
    /** Fires when the process is to end: it takes a while until it has. */
    shutdown: AbortSignal;
  };

/** All calls that this process holds. */
export function makeCallHolder(deps: Deps) {
  const running = new Set<RunningCall>();
  const chooser = makeSpeechChooser(deps);
  const hold = (call: RunningCall) => {
    running.add(call);
    void call.ended.finally(() => running.delete(call));
    return call;
  };
  /** Sound goes to and fro. Where the provider fails, the page is sent away, and comes back with its browser's ears and voice. */
  const listen = (connected: ConnectedCall, begun: BegunTalk, socket: PageSocket, speech: SpeechProvider) => {
    const { scope, call, settings } = connected;
    const { lang } = begun;
    const wish = { voice: settings.voice, lang, agentId: call.agentId, isTest: call.isTest };
    const { voice, speed } = settings.voice;
    let hasFailed = false;
    const onFailure = (of: 'hearing' | 'speaking', failure: unknown) => {
      // A piece that nobody can speak is none of the provider's faults.
      const isPiece = of === 'speaking' && failure instanceof VendorFailure && failure.kind === 'invalid';
      if (hasFailed || isPiece) return;
      hasFailed = true;
      chooser
        .note(scope, wish, failure)
        .catch((error: unknown) => deps.log.error({ err: error }, 'a failure of speech was told to nobody'));
      held.leave();
    };
    const leg = makeAudioLeg({ socket, speech, lang, voice, speed, hints: [settings.title], onFailure });
    const held = hold(runCall(deps, connected, begun, leg, 'server'));
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
      const { settings, scope, call } = connected;
      const wish = { voice: settings.voice, lang: begun.lang, agentId: call.agentId, isTest: call.isTest };
      const speech = await chooser.choose(scope, wish);
      const mode = speech ? 'server' : 'browser';
      await deps.database.transaction(scope, (tx) => storeMode(tx, scope, call.id, mode));
      const ready: CallMessage = {
        type: 'ready',
        mode,
        lang: begun.lang,
        // A provider's voices are none of a browser's.
        voice: settings.voice.provider === 'browser' ? settings.voice.voice : '',
        rate: settings.voice.speed,
        secret: connected.secret,
      };
      return (socket) => {
        socket.send(JSON.stringify(ready));
        if (speech) listen(connected, begun, socket, speech);
        else hold(runCall(deps, connected, begun, makeBrowserLeg(socket), mode));
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
