import * as z from 'zod';
import { RANGE_DAYS_MAX } from './analytics-ranges.ts';

function isTimeZone(name: string): boolean {
  // A bare offset is a time zone to some engines and none to others.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** An IANA time zone. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'Please name a time zone such as Europe/Berlin.');

/** Days of the viewer's calendar, both included. */
export const dayRange = {
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone,
};

/** For `superRefine` of what has a `dayRange`. */
export function checkDayRange({ from, to }: { from: string; to: string }, context: z.RefinementCtx): void {
  const say = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
  if (daysBetween(from, to) < 1) say('The range ends before it begins.');
  if (daysBetween(from, to) > RANGE_DAYS_MAX) say(`A range may have at most ${RANGE_DAYS_MAX} days.`);
}
