/** Milliseconds. `firstTokenMs` counts from the call on, connecting included; reasoning counts as tokens. */
export type ModelLimits = { firstTokenMs: number; gapMs: number; wholeMs: number };

export const modelLimits: ModelLimits = { firstTokenMs: 30_000, gapMs: 20_000, wholeMs: 120_000 };
