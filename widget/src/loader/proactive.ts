/**
 * `never_show_proactive` is `{value, ts}`, ts in milliseconds. After a day a visitor who closed the proactive message may be addressed
 * again; what is no such thing does not count.
 */
export const isFlagSet = (flag: { value?: unknown; ts?: unknown } | null | undefined, now: number): boolean =>
  !!flag?.value && now - (flag.ts as number) <= 86_400_000;

/** The agent's message, or an empty text where it is disabled (`none`). */
export const proactiveText = (message: string) => message.trim().replace(/^none$/i, '');
