import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { makeCallGuard } from '../call-consent/call-guard.ts';
import { beginRecording } from '../call-recordings/begin-recording.ts';
import { dropRecordings } from '../call-recordings/drop-recordings.ts';
import type { LegEvent, Piece, Recorder } from '../talks/talks.ports.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import type { BegunTalk } from './begin-talk.ts';
import { storeConsent } from './calls.queries.ts';
import type { ConnectedCall } from './connect-call.ts';

type Deps = { database: Database; fileStore: FileStore; log: Logger };

/**
 * Between a caller and their call: whether it may be recorded is asked, stored and heeded here. What of it waits for the database or a provider is done
 * one after the other, beside the call. `before`: the call itself hears what is left of an event.
 */
export function recordCall(
  deps: Deps,
  { scope, call, settings }: ConnectedCall,
  { lang, greeting }: BegunTalk,
  recorder: () => Recorder | null,
): { before(hear: (event: LegEvent) => void): (event: LegEvent) => void; said(piece: Piece): void } {
  const { database, log } = deps;
  const { id } = call;
  let steps = Promise.resolve();
  /** Something of it is recorded now, or was. */
  let isRunning = call.consent === 'announced' || call.consent === 'agreed';
  const then = (what: string, step: () => Promise<void>) => {
    steps = steps.then(step).catch((error: unknown) => log.error({ err: error, callId: id }, what));
  };

  const start = async () => {
    const to = recorder();
    const isNew = await database.transaction(scope, (tx) => storeConsent(tx, scope, id, 'agreed'));
    if (!isNew || !to) return;
    const { recordingDays: days } = settings.voice;
    if (to.of) await beginRecording(deps, scope, call, { days, ...to.of });
    isRunning = true;
    await to.start();
  };
  /** First whatever is there is marked, so that it is not kept even where the recording cannot be stopped. */
  const drop = async () => {
    if (!isRunning) return;
    isRunning = false;
    await dropRecordings(deps, scope, { callId: id });
    await recorder()?.stop();
  };
  const refuse = async () => {
    await database.transaction(scope, (tx) => storeConsent(tx, scope, id, 'refused'));
    await drop();
  };
  const pause = async (isPaused: boolean) => {
    const to = recorder();
    if (!isRunning || !to) return;
    if (!isPaused) return to.resume();
    try {
      await to.pause();
    } catch (error) {
      log.warn({ err: error, callId: id }, 'the recording of a call could not be paused; nothing of it is kept');
      await drop();
    }
  };
  const guard = makeCallGuard({
    ...{ lang, greeting, consent: call.consent },
    onAgreed: () => then('the recording of a call did not begin', start),
    onRefused: () => then('the recording of a call was not stopped; nothing of it is kept', refuse),
    onPause: (isPaused) => then('the recording of a call did not go on', () => pause(isPaused)),
    onLeaked: () => then('the recording of a call was not stopped; nothing of it is kept', drop),
  });
  return {
    said: guard.said,
    before: (hear) => (event) => {
      for (const one of guard.hear(event)) hear(one);
    },
  };
}
