const MORNING = 9;

/** Times by which people put things aside, in the time of their own clock. */
export function snoozeTimes(now: Date): { name: 'hour' | 'tomorrow' | 'week'; at: Date }[] {
  const morningIn = (days: number) => {
    const at = new Date(now);
    at.setDate(at.getDate() + days);
    at.setHours(MORNING, 0, 0, 0);
    return at;
  };
  // The next Monday; on a Monday that of the week after.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { name: 'hour', at: new Date(now.getTime() + 3_600_000) },
    { name: 'tomorrow', at: morningIn(1) },
    ...(toMonday > 1 ? [{ name: 'week' as const, at: morningIn(toMonday) }] : []),
  ];
}

/** As a field for a local date and time has it. */
export function toLocalInput(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
