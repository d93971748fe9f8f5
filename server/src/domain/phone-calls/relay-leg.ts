import type { RelayMessage } from '../phone-numbers/telephony.ports.ts';
import type { CallLeg, LegEvent, OpenLeg, Piece, Recorder } from '../talks/talks.ports.ts';
import { makePressedKeys } from './pressed-keys.ts';
import { makeSpokenQueue } from './spoken-queue.ts';

/** A connection with the relay, which sends and takes texts. Nothing is sent on one that is closed. */
export type RelayWire = {
  send(text: string): void;
  close(code: number): void;
  onMessage: (listener: (text: string) => void) => void;
  onClose: (listener: (code: number) => void) => void;
};

/** What the answer to the end of this conversation is read from: they are on the line still. */
export const GOES_ON = 'goes-on';
/** They closed it, because they hung up. */
const NORMAL = 1000;
/** It closes the connection itself, once all is said. */
const CLOSE_MS = 20_000;
/** A key is told before what it has cut. */
const CUT_MS = 250;
/** Nothing understood for so long: it was no interruption. */
const FALSE_ALARM_MS = 900;
/** What was heard is told a moment before the interruption, and what is sent after it is spoken. */
const FILL_MS = 50;

/** A caller on the phone, to whom the relay of a provider of telephony speaks and listens: it and we exchange words. */
export const openRelayLeg =
  ({
    wire,
    readMessage,
    recorder = null,
  }: {
    wire: RelayWire;
    readMessage: (text: string) => RelayMessage | null;
    recorder?: Recorder | null;
  }): OpenLeg =>
  (onEvent) => {
    let isOver = false;
    /** What the relay dropped when it was interrupted; until it is clear that nothing was meant by it. */
    let unsaid: Piece[] = [];
    let resaying: NodeJS.Timeout | undefined;
    let isHeard = false;
    let filling: NodeJS.Timeout | undefined;
    let closing: NodeJS.Timeout | undefined;
    const tell = (event: LegEvent) => {
      if (!isOver) onEvent(event);
    };
    const send = (message: object) => wire.send(JSON.stringify(message));
    const say = ({ text, isFiller = false }: Piece) =>
      send({ type: 'text', token: `${text.trimEnd()} `, last: true, interruptible: true, preemptible: isFiller });
    const queue = makeSpokenQueue({
      send: say,
      onPlayed: (piece, share) => tell({ kind: 'played', piece, share }),
    });
    const keys = makePressedKeys({ onSaid: (digits) => tell({ kind: 'final', text: digits }) });
    const cuts = makeCuts(CUT_MS);

    const fill = () => {
      clearTimeout(filling);
      if (!isHeard) filling = setTimeout(queue.fill, FILL_MS);
    };

    /** Whatever was dropped is said again, unless somebody speaks, presses keys, or has it stopped. */
    const resay = () => {
      clearTimeout(resaying);
      if (unsaid.length > 0) resaying = setTimeout(again, FALSE_ALARM_MS);
    };
    const again = () => {
      if (isHeard || keys.isPressing()) return resay();
      const pieces = unsaid;
      unsaid = [];
      for (const piece of pieces) queue.say(piece);
    };

    const onKey = (digit: string) => {
      // It cuts what is spoken all the same.
      if (keys.isLate(digit)) return;
      const press = () => {
        if (isOver) return;
        tell({ kind: 'key', digit });
        tell({ kind: 'tap' });
        keys.press(digit);
      };
      // What was heard by then is told first.
      if (queue.isBusy()) cuts.after(press);
      else press();
    };

    const onInterrupt = (heard: string) => {
      unsaid = [...queue.cut(heard), ...unsaid];
      resay();
      if (isHeard) tell({ kind: 'voice', isOn: true });
      cuts.happened();
    };

    const onSpeaking = ({ who, isOn }: Extract<RelayMessage, { kind: 'speaking' }>) => {
      if (who === 'agent') {
        if (!isOn) queue.fellSilent();
        return fill();
      }
      isHeard = isOn;
      fill();
      resay();
      // While something is said, the relay judges whether a voice interrupts it; an "mhm" does not.
      if (!isOn || !queue.isBusy()) tell({ kind: 'voice', isOn });
    };

    wire.onMessage((text) => {
      const message = isOver ? null : readMessage(text);
      if (message?.kind === 'prompt') {
        if (message.isLast) isHeard = false;
        resay();
        tell({ kind: message.isLast ? 'final' : 'partial', text: message.text });
      } else if (message?.kind === 'key') onKey(message.digit);
      else if (message?.kind === 'interrupt') onInterrupt(message.heard);
      else if (message?.kind === 'played') {
        queue.played(message.text);
        fill();
      } else if (message?.kind === 'speaking') onSpeaking(message);
    });
    const end = () => {
      isOver = true;
      clearTimeout(filling);
      clearTimeout(resaying);
      keys.end();
      cuts.end();
    };
    wire.onClose((code) => {
      clearTimeout(closing);
      tell({ kind: code === NORMAL ? 'end' : 'lost' });
      end();
    });
    /** What the relay has by now is spoken before it. */
    const part = (handoff: object) => {
      if (isOver) return;
      end();
      send({ type: 'end', handoffData: JSON.stringify(handoff) });
      closing = setTimeout(() => wire.close(NORMAL), CLOSE_MS);
    };

    return {
      mode: 'relay',
      canPause: false,
      recorder,
      say: (piece) => {
        if (isOver) return;
        if (unsaid.length > 0) unsaid.push(piece);
        else queue.say(piece);
      },
      pause: () => {},
      resume: () => {},
      stop() {
        unsaid = [];
        queue.stop();
      },
      tellState: () => {},
      hangUp: (reason) => part({ reason }),
      leave: () => part({ reason: GOES_ON }),
    } satisfies CallLeg;
  };

/** Waits for what a key has cut, for a moment: where nothing was spoken any more, nothing is. */
function makeCuts(waitMs: number) {
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const happened = () => {
    clearTimeout(timer);
    const all = waiting;
    waiting = [];
    for (const one of all) one();
  };
  return {
    isAwaited: () => waiting.length > 0,
    after(what: () => void) {
      waiting.push(what);
      clearTimeout(timer);
      timer = setTimeout(happened, waitMs);
    },
    happened,
    end() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
