import type { WebSocket } from 'ws';

/** As https://developers.deepgram.com/docs/flux/configuration has them. */
export type TurnSettings = { rate: number; eager: boolean };

const VOICED_RMS = 400;
const FRAME_MS = 20;
const START_MS = 60;
const EAGER_MS = 180;
const END_MS = 300;
const UPDATE_MS = 240;

type Event = 'Update' | 'StartOfTurn' | 'EagerEndOfTurn' | 'TurnResumed' | 'EndOfTurn';

/**
 * Takes turns by the energy of the sound: 300 ms of silence after a voice end one. What was said is `said(turn)`; it is told word by word
 * while the voice goes on. Times are those of the sound, not of the clock.
 */
export function makeTurns(socket: WebSocket, { rate, eager }: TurnSettings, said: (turn: number) => string) {
  const frameBytes = ((rate * FRAME_MS) / 1_000) * 2;
  const requestId = crypto.randomUUID();
  const turn = { index: 0, isOn: false, isEager: false, startMs: 0 };
  const events: Event[] = [];
  let sequence = 0;
  let rest: Buffer = Buffer.alloc(0);
  let ms = 0;
  let voicedMs = 0;
  let silentMs = 0;
  let toldMs = 0;

  const send = (message: object) => {
    socket.send(JSON.stringify({ ...message, request_id: requestId, sequence_id: sequence }));
    sequence += 1;
  };
  const tell = (event: Event, transcript: string) => {
    events.push(event);
    toldMs = ms;
    const words = transcript.split(' ').filter((word) => word !== '');
    send({
      type: 'TurnInfo',
      event,
      turn_index: turn.index,
      audio_window_start: turn.startMs / 1_000,
      audio_window_end: ms / 1_000,
      transcript,
      words: words.map((word) => ({ word, confidence: 0.97 })),
      end_of_turn_confidence: event === 'EndOfTurn' ? 0.9 : event === 'EagerEndOfTurn' ? 0.6 : 0.1,
    });
  };
  const soFar = () => {
    const words = said(turn.index).split(' ');
    return words.slice(0, Math.max(1, Math.min(words.length, Math.floor((ms - turn.startMs) / 200)))).join(' ');
  };
  const end = () => {
    tell('EndOfTurn', said(turn.index));
    Object.assign(turn, { index: turn.index + 1, isOn: false, isEager: false, startMs: ms });
  };
  const hear = (frame: Buffer) => {
    ms += FRAME_MS;
    const isVoiced = rmsOf(frame) > VOICED_RMS;
    voicedMs = isVoiced ? voicedMs + FRAME_MS : 0;
    silentMs = isVoiced ? 0 : silentMs + FRAME_MS;
    if (!turn.isOn) {
      // Nobody speaks, which is told as often.
      if (voicedMs < START_MS) return void (ms - toldMs >= UPDATE_MS && tell('Update', ''));
      Object.assign(turn, { isOn: true, startMs: ms - START_MS });
      return tell('StartOfTurn', soFar());
    }
    if (turn.isEager && isVoiced) {
      turn.isEager = false;
      return tell('TurnResumed', soFar());
    }
    if (silentMs >= END_MS) return end();
    if (eager && !turn.isEager && silentMs >= EAGER_MS) {
      turn.isEager = true;
      return tell('EagerEndOfTurn', said(turn.index));
    }
    if (ms - toldMs >= UPDATE_MS) tell('Update', soFar());
  };

  send({ type: 'Connected' });
  return {
    events,
    send,
    heardMs: () => ms,
    isWithinTurn: () => turn.isOn,
    push(sound: Buffer) {
      rest = Buffer.concat([rest, sound]);
      while (rest.length >= frameBytes) {
        hear(rest.subarray(0, frameBytes));
        rest = rest.subarray(frameBytes);
      }
    },
    /** What was understood is told before the stream closes. */
    finish() {
      if (turn.isOn) end();
    },
  };
}

function rmsOf(frame: Buffer): number {
  let sum = 0;
  for (let at = 0; at < frame.length; at += 2) sum += frame.readInt16LE(at) ** 2;
  return Math.sqrt(sum / (frame.length / 2));
}
