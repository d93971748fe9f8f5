import type { OperatorFace } from '@antiphon/contract/events';
import type { Texts } from '../texts/en.ts';
import { fill } from '../texts/load-texts.ts';
import { CallError } from './api.ts';
import type { ShownMessage } from './timeline.ts';

const ENDED = ['no_credits', 'spend_limit_reached', 'message_limit_reached', 'limit_reached'];
/** Trying again does not help, a person might. */
export const isEnded = (code: string) => ENDED.includes(code);

/** What a visitor reads for a code of the public list or of the stream's errors. */
export function sentenceOf(texts: Texts, code: string): string {
  if (isEnded(code)) return texts.limitReached;
  switch (code) {
    case 'offline':
      return texts.notSent;
    case 'rate_limited':
      return texts.rateLimited;
    case 'model_failed':
    case 'interrupted':
      return texts.failed;
    case 'unavailable':
      return texts.unavailable;
    case 'unsupported_type':
      return texts.fileType;
    default:
      return texts.internal;
  }
}

export const sayJoined = (texts: Texts, operator: OperatorFace | null) => fill(texts.joined, operator?.name ?? '');

/** A line that says who left is said in the language of the chat; any other stands as it came. */
export const sayLine = (texts: Texts, { text, operator }: Pick<ShownMessage, 'text' | 'operator'>) =>
  operator ? fill(texts.left, operator.name) : text;

export const codeOf = (problem: unknown) => (problem instanceof CallError ? problem.message : 'internal');

/** The conversation is not there any more, or not for this token. */
export const isGone = (problem: unknown) => ['not_found', 'unauthorized', 'forbidden'].includes(codeOf(problem));
