/** The UTC month that a moment falls in, as limits and `agent_months` count it: `2026-11`. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);
