/** After this long a visitor who closed the proactive message may be addressed again. */
const FLAG_AGE_MS_MAX = 86_400_000;

/** `never_show_proactive` is `{value, ts}`, ts in milliseconds. What is too old or not such a thing does not count. */
export const isFlagSet = (flag: { value?: unknown; ts?: unknown } | null | undefined, now: number): boolean =>
  !!flag?.value && now - (flag.ts as number) <= FLAG_AGE_MS_MAX;

/** The agent's message, or an empty text where it is disabled (`none`). */
export const proactiveText = (message: string) => message.trim().replace(/^none$/i, '');
