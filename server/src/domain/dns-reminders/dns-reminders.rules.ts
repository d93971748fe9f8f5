const HOUR_MS = 60 * 60_000;

/** After the claim. */
const REMINDED_AFTER_MS = [24 * HOUR_MS, 72 * HOUR_MS] as const;

/** When the next reminder leaves, of those that lie after `now`; null after the last. */
export function nextReminder(claimedAt: Date, now: Date): Date | null {
  const times = REMINDED_AFTER_MS.map((ms) => new Date(claimedAt.getTime() + ms));
  return times.find((time) => time > now) ?? null;
}
