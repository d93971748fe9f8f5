/**
 * How much of a long test is run: `whole` is the bar's figure, for `npm test -- soak`; `short` shows the same faults (each
 * test's planted one among them) within seconds, for every other run.
 */
export const amount = (whole: number, short: number): number => (process.env.SOAK ? whole : short);
