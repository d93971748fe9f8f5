import { CallerMessage, type CallMessage } from '@antiphon/contract/calls';
import type { CallLeg, LegEvent, OpenLeg, PageSocket } from './talks.ports.ts';

const GOING_AWAY = 1012;
const BAD_MESSAGES_MAX = 10;

type Ping = { kind: 'ping'; at: number; roundTripMs?: number };

/** What a page sends as an event of a leg; null for what is none. Throws for what is no message. */
export function readCallerMessage(text: string): LegEvent | Ping {
  const { type, ...rest } = CallerMessage.parse(JSON.parse(text));
  return { kind: type, ...rest } as LegEvent | Ping;
}

/** The visitor's own browser listens and speaks: words travel. */
export const makeBrowserLeg =
  (socket: PageSocket): OpenLeg =>
  (onEvent) => {
    const tell = (message: CallMessage) => socket.send(JSON.stringify(message));
    let isOver = false;
    let bad = 0;
    const hear = (text: string) => {
      if (isOver) return;
      try {
        const event = readCallerMessage(text);
        if (event.kind !== 'ping') return onEvent(event);
        tell({ type: 'pong', at: event.at });
        if (event.roundTripMs !== undefined) onEvent({ kind: 'roundTrip', ms: event.roundTripMs });
      } catch {
        bad += 1;
        if (bad >= BAD_MESSAGES_MAX) socket.close(1008);
      }
    };
    socket.onText(hear);
    socket.onClose(() => {
      if (!isOver) onEvent({ kind: 'lost' });
    });
    const leg: CallLeg = {
      mode: 'browser',
      canPause: true,
      recorder: null,
      say: ({ id, text, messageId, to }) => tell({ type: 'say', piece: id, text, messageId, to }),
      pause: () => tell({ type: 'pause' }),
      resume: () => tell({ type: 'resume' }),
      stop: () => tell({ type: 'stop' }),
      tellState: (state) => tell({ type: 'state', state }),
      hangUp(reason) {
        isOver = true;
        tell({ type: 'ended', reason });
        socket.close(1000);
      },
      leave() {
        isOver = true;
        socket.close(GOING_AWAY);
      },
    };
    return leg;
  };
