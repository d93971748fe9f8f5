/**
 * How much of a long test is run: `whole` is the bar's figure, for `npm test -- soak`; `short` shows the same faults (each
 * test's planted one among them) within seconds, for every other run.
 */
export const amount = (whole: number, short: number): number => (process.env.SOAK ? whole : short);

/** Where a process is killed: after each of its steps, and in the long run before each, which the one after the step before nearly is. */
export const killSteps = (steps: readonly string[]): string[] =>
  steps.flatMap((step) => (process.env.SOAK ? [`before ${step}`, `after ${step}`] : [`after ${step}`]));
