import type { Call } from '@antiphon/contract/calls';
import type { Say } from '../../texts/texts.ts';

type Told = Pick<Call, 'state' | 'startedAt' | 'seconds' | 'endReason'>;

const two = (value: number) => String(value).padStart(2, '0');

/** '3:12', with hours '1:02:03'. */
export function formatLength(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const rest = two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** How long it lasted, or has lasted by `now`, in seconds. */
export function lengthOf({ state, startedAt, seconds }: Told, now: number): number {
  // While somebody is rung up nothing is charged.
  if (state === 'ended' || state === 'transferring' || startedAt === null) return seconds;
  return Math.max(0, (now - Date.parse(startedAt)) / 1_000);
}

/** 'The caller hung up'; of a call that was never connected the state says enough. */
export const endWords = (t: Say<'calls'>, { endReason }: Pick<Told, 'endReason'>): string =>
  endReason === null ? t('list.ended') : t(`reasons.${endReason}`);

/** 'Call, 3:12, ended by the caller'. */
export function callLine(t: Say<'calls'>, call: Told, now: number): string {
  if (call.state === 'waiting') return t('line.waiting');
  const length = formatLength(lengthOf(call, now));
  if (call.state === 'transferring') return t('line.transferring', { length });
  if (call.state === 'live' || call.endReason === null) return t('line.live', { length });
  return t(`line.${call.endReason}`, { length });
}
