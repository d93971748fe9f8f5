/**
 * The end of the n-th period after an anchor, in the anchor's own hour of day. Counted from the anchor and not from the
 * period before, so that the 31st comes back after a February.
 */
export function periodAfter(anchor: number, interval: string, count: number, n: number): number {
  const start = new Date(anchor * 1_000);
  if (interval === 'day' || interval === 'week') return anchor + n * count * (interval === 'day' ? 1 : 7) * 86_400;
  const months = n * count * (interval === 'year' ? 12 : 1);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + months);
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), days));
  return Math.floor(end.getTime() / 1_000);
}

/** The first end of a period that lies after a moment. */
export function nextEnd(anchor: number, interval: string, count: number, after: number): number {
  for (let n = 1; ; n += 1) {
    const end = periodAfter(anchor, interval, count, n);
    if (end > after) return end;
  }
}
