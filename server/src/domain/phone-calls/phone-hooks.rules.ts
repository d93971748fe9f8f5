/** Twilio tries again when a process is just going away. */
export const RETRIES = '#rc=5&rp=ct,rt,5xx';

/** What of a number's address names a call, and is tried again. */
export const CALL_NAMES = ['call', 'rung', 'taken'] as const;

export const hookOf = (hookBase: string, { hookKey }: { hookKey: string }): string => `${hookBase}/phone/${hookKey}`;
