/** So long whoever has more agents than the plan allows may choose what to do: nothing is paused meanwhile. */
const GRACE_DAYS = 14;

/** What is over the plan since before this is paused. */
export const overSince = (now: Date): Date => new Date(now.getTime() - GRACE_DAYS * 86_400_000);

export const pausesAt = (since: Date): Date => new Date(since.getTime() + GRACE_DAYS * 86_400_000);
