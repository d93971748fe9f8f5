import type { FunctionMethod } from '@antiphon/contract/function-parts';

export type Call = {
  method: FunctionMethod;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** For everything, from the name to the last byte of the answer. */
  timeoutMs: number;
  signal?: AbortSignal;
};

/**
 * `text`: what came of the body, unpacked, of at most `functionAnswerBytesMax`. `end`: `whole`, or why the rest is missing: it was
 * larger, the time was over, or the connection broke.
 */
export type CallAnswer = {
  status: number;
  contentType: string;
  text: string;
  end: 'whole' | 'too_large' | 'timeout' | 'cut';
};

/**
 * `unsent`: no connection was made, so that nothing can have happened; `forbidden`: nor will one, the address is not allowed.
 * `unanswered`: it was sent, perhaps in part, and no status came: whatever it was to do may be done or not.
 * `message` may be shown to the owner.
 */
export type CallFailure = { reason: 'forbidden' | 'unsent' | 'unanswered'; message: string };

/**
 * One request to a system that a customer named, sent once: nothing is sent again, and no redirect is followed, which is an answer
 * like any other. https only, except to the operator's trusted pairs; every resolved address is checked. Whatever the other side does
 * is an outcome.
 */
export type CallOut = {
  /** Throws `VendorFailure` `forbidden` for an address that is plainly not allowed. Asks no resolver. */
  checkAddress(url: string): void;
  call(request: Call): Promise<{ answer: CallAnswer; failure: null } | { answer: null; failure: CallFailure }>;
};
