import type { limits } from '@antiphon/contract/limits';

type Limits = typeof limits;

// The widget takes only types from the contract; these stop compiling when the contract's figures change.
export const messageCharsMax: Limits['messageCharsMax'] = 8_000;
export const filesPerMessageMax: Limits['filesPerMessageMax'] = 5;
export const uploadBytesMax = 20 * 1024 * 1024;
export const historyMax = 20;
