import type { limits } from '@antiphon/contract/limits';

type Limits = typeof limits;

// The widget takes only types from the contract; these stop compiling when the contract's figures change.
export const messageCharsMax: Limits['messageCharsMax'] = 8_000;
export const filesPerMessageMax: Limits['filesPerMessageMax'] = 5;
export const uploadBytesMax = 20 * 1024 * 1024;
export const historyMax = 20;

/** Long enough for another database to take over, or for a workspace to move. */
export const SEND_AGAIN_FOR_MS = 60_000;
/** Up to twice as long: whoever waits for the same server does not come back at once. */
export const SEND_AGAIN_AFTER_MS = 1_500;
export const READ_AGAIN_AFTER_MS = 3_000;
/** A visitor who says nothing for so long after an answer is asked how it was. */
export const RATING_AFTER_MS = 45_000;
/** A sign of writing is given at most this often, and stands for twice as long. */
export const TYPING_MS = 3_000;
