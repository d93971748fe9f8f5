import { limits } from '@antiphon/contract/limits';

/** `custom` are the seats of `internal.customPlan.limits.workspaceSeats`. The owner takes one. */
export const totalSeats = (custom: number) => limits.workspaceSeatsDefault + custom;

export const isFull = (seats: { used: number; total: number }) => seats.total <= seats.used;
