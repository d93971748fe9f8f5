/**
 * How much of a long test is run: `whole` is the bar's figure, for `npm test -- soak`; `short` shows the same faults (each
 * test's planted one among them) within seconds, for every other run.
 */
export const amount = (whole: number, short: number): number => (process.env.SOAK ? whole : short);

/** Where a process is killed: in the long run before and after each of its steps, else after those of `short`. */
export const killSteps = (steps: readonly string[], short: readonly string[]): string[] =>
  process.env.SOAK
    ? steps.flatMap((step) => [`before ${step}`, `after ${step}`])
    : short.map((step) => `after ${step}`);

/**
 * Of roles or forms that are refused alike before it is known what they ask for: all of them in the long run, else one, another for
 * each thing that is asked (`at`), so that each thing meets one and each of them meets many.
 */
export const oneOf = <Item>(items: readonly Item[], at: number): Item[] =>
  items.filter((_, index) => process.env.SOAK || index === at % items.length);
