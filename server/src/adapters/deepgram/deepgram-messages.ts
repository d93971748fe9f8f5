import { z } from 'zod';
import type { HeardSpeech } from '../../domain/speech/speech.ports.ts';
import { readJson } from '../shared/channel-http/read-json.ts';

/** A turn of ten minutes with its words has less. */
export const MESSAGE_BYTES_MAX = 512 * 1024;
const TRANSCRIPT_CHARS_MAX = 4_000;

/** https://developers.deepgram.com/reference/speech-to-text/listen-flux. Times of words and the like are not read. */
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Connected') }),
  z.object({
    type: z.literal('TurnInfo'),
    event: z.enum(['Update', 'StartOfTurn', 'EagerEndOfTurn', 'TurnResumed', 'EndOfTurn']),
    turn_index: z.number(),
    transcript: z.string(),
  }),
  z.object({ type: z.literal('Error'), code: z.string().catch(''), description: z.string().catch('') }),
]);
type Message = z.infer<typeof Message>;

/** Null for what is none: kinds that come later to Deepgram's protocol are passed over. */
export function readMessage(body: Uint8Array): Message | null {
  return Message.safeParse(readJson(body, MESSAGE_BYTES_MAX)).data ?? null;
}

/** What of it is heard; several turns may end at once, each without words too, which is nobody's speech. */
export function heardOf(message: Extract<Message, { type: 'TurnInfo' }>): HeardSpeech | null {
  const text = message.transcript.trim().slice(0, TRANSCRIPT_CHARS_MAX);
  switch (message.event) {
    case 'StartOfTurn':
      return { kind: 'started' };
    case 'TurnResumed':
      return { kind: 'resumed' };
    case 'EndOfTurn':
      return text === '' ? null : { kind: 'final', text };
    default:
      return text === '' ? null : { kind: 'partial', text };
  }
}
