import type { Message } from '@antiphon/contract/events';

type Said = Pick<Message, 'role' | 'text'>;

/** What was asked before an answer: what the visitor wrote since anybody answered, as one question. Empty before a greeting. */
export function questionBefore(messages: readonly Said[], index: number): string {
  const asked: string[] = [];
  for (let at = index - 1; at >= 0; at -= 1) {
    const { role, text } = messages[at]!;
    if (role === 'agent' || role === 'operator') break;
    if (role === 'visitor') asked.unshift(text);
  }
  return asked.join(' ').replace(/\s+/g, ' ').trim();
}

/** What a correction starts from: an answer that only says that it does not know is nothing to keep. */
export const answerToKeep = (answer: Pick<Message, 'text' | 'citations' | 'isUnknown'>): string =>
  answer.isUnknown ? '' : answerText(answer);

/** An answer without the numbers of its sources. */
export const answerText = ({ text, citations }: Pick<Message, 'text' | 'citations'>): string =>
  citations.reduce((rest, { number }) => rest.replaceAll(new RegExp(`[ \\n]*\\[${number}\\]`, 'g'), ''), text).trim();
