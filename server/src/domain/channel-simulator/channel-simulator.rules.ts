import type { PhoneNote, PhoneTrouble } from '@antiphon/contract/simulated-lines';
import type { PhoneLine } from '@antiphon/contract/simulator';
import type { Channel, OutgoingPart } from '../channels/channels.ports.ts';
import type { PhoneRefusal, TypedLine, Wire } from './channel-simulator.ports.ts';
import type { LineRow } from './channel-simulator.queries.ts';

/** So long somebody is seen typing after they were last. */
export const TYPING_MS = 10_000;

export const toLine = (row: LineRow): PhoneLine => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  text: row.text,
  buttons: row.buttons,
  file: row.file,
  note: row.note,
  state: row.state,
  at: row.at.toISOString(),
});

export const toTyped = ({ providerId, number, at, text, choiceId }: LineRow): TypedLine => ({
  ...{ id: providerId, number, at, text, choiceId },
});

/** What a part shows on a phone. */
export function shownOf(part: OutgoingPart): Pick<LineRow, 'text' | 'buttons' | 'file'> {
  switch (part.kind) {
    case 'file':
      return { text: '', buttons: [], file: { name: part.name, type: part.type } };
    case 'template':
      return { text: [part.name, ...part.values.map(({ text }) => text)].join(' '), buttons: [], file: null };
    default:
      return { text: part.text, buttons: (part.buttons ?? []).map(({ id, label }) => ({ id, label })), file: null };
  }
}

export const REFUSED: Record<PhoneRefusal, PhoneNote> = {
  busy: 'refused_busy',
  token: 'refused_token',
  window: 'refused_window',
  blocked: 'refused_blocked',
};

/** What is said of something that was tried: providers differ in what it does. */
export function noteOf(
  trouble: PhoneTrouble,
  { wire, channel }: { wire: Wire; channel: Pick<Channel, 'windowHours' | 'optOut'> },
): PhoneNote {
  switch (trouble) {
    case 'unordered':
      return wire.hasClock ? 'unordered' : 'unordered_no_clock';
    case 'day_later':
      return channel.windowHours === null ? 'day_later_open' : 'day_later';
    case 'stop':
      return wire.block ? 'blocked' : channel.optOut ? 'stopped' : 'stopped_word';
    case 'by_phone':
      return wire.echo ? 'by_phone' : 'by_phone_none';
    default:
      return trouble;
  }
}
