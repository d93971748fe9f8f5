import { limits } from '@antiphon/contract/limits';
import { readJson } from '../shared/channel-http/read-json.ts';

/** The answer to request `id` in what a server sent, as it was written: one message, or one among several; null where it is not there. */
export function answerIn(text: string, id: unknown): object | null {
  const read = readJson(new TextEncoder().encode(text), limits.functionAnswerBytesMax);
  const isAnswer = (one: unknown): one is object =>
    typeof one === 'object' && one !== null && 'id' in one && one.id === id && !('method' in one);
  return [read].flat().find(isAnswer) ?? null;
}

/**
 * Reads an event stream until the answer to request `id` stands in it. Everything else of the stream ends here: what a server asks of
 * its client (to sample, to ask the person, for its files) is never read.
 */
export function makeEventReader(id: unknown) {
  const decoder = new TextDecoder();
  let line = '';
  let data: string[] = [];
  let answer: object | null = null;
  const endOfLine = () => {
    if (line === '') {
      if (data.length > 0) answer = answerIn(data.join('\n'), id);
      data = [];
    } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    line = '';
  };
  return {
    answer: () => answer,
    /** Whether it is there. */
    push(part: Uint8Array): boolean {
      const pieces = decoder.decode(part, { stream: true }).split(/\r\n|\r|\n/);
      for (const [at, piece] of pieces.entries()) {
        if (answer) return true;
        if (at > 0) endOfLine();
        line += piece;
      }
      return answer !== null;
    },
    /** A stream that breaks off within its last event. */
    end() {
      if (answer) return;
      endOfLine();
      endOfLine();
    },
  };
}
