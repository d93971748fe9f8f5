import { createHash } from 'node:crypto';
import type { CallState } from '@antiphon/contract/calls';
import type { CallId } from '@antiphon/contract/ids';

/** For so long credits are held at once: a hold cannot grow, and one for a whole call would keep others waiting. */
export const SLICE_MS = 60_000;
/** So long before a minute is over the next one is held. */
const AHEAD_MS = 15_000;
/** 20 credits a minute, in micro-credits of a second. */
const SECOND_MICRO = 333_333n;

export const SLICE_MICRO = SECOND_MICRO * 60n;

export const sliceMicro = (seconds: number): bigint => SECOND_MICRO * BigInt(Math.min(seconds, SLICE_MS / 1_000));

/** What a minute of a call is held and charged as. */
export const turnOf = (id: CallId, slice: number): string => `call:${id}:${slice}`;

/** Whole seconds that are charged, of so many milliseconds: one that was begun is not. */
export const secondsIn = (ms: number): number => Math.max(0, Math.floor(ms / 1_000));

/** Is the next minute to be held by now? */
export const wantsNext = (ms: number): boolean => ms >= SLICE_MS - AHEAD_MS;

/** Somebody who does not answer is not rung up for ever. */
const TRANSFERS_MAX = 3;

/** Whether its caller can be put through, if there is somebody: not while somebody is rung up. */
export const isTransferable = ({ state, transfers }: { state: CallState; transfers: number }): boolean =>
  state === 'live' && transfers < TRANSFERS_MAX;

export const hashCallSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
