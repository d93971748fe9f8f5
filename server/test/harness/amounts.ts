/**
 * How much of a long test is run: `whole` is the bar's figure, for `npm test -- soak`; `short` shows the same faults (each
 * test's planted one among them) within seconds, for every other run.
 */
export const amount = (whole: number, short: number): number => (process.env.SOAK ? whole : short);

/** Where a process is killed: after each of its steps, and in the long run before each, which the one after the step before nearly is. */
export const killSteps = (steps: readonly string[]): string[] =>
  steps.flatMap((step) => (process.env.SOAK ? [`before ${step}`, `after ${step}`] : [`after ${step}`]));

/**
 * Of roles or forms that are refused alike before it is known what they ask for: all of them in the long run, else one, another for
 * each thing that is asked (`at`), so that each thing meets one and each of them meets many.
 */
export const oneOf = <Item>(items: readonly Item[], at: number): Item[] =>
  items.filter((_, index) => process.env.SOAK || index === at % items.length);
