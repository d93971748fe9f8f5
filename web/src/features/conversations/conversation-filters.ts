import type { ConversationFilters } from '@antiphon/contract/conversations';

/** What stands in the address: days of the person's own calendar in place of points in time. */
export type ConversationSearch = Omit<ConversationFilters, 'from' | 'to' | 'agentId'> & {
  agentId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

// Written out: the schema would bring its library into the first load.
const choices = {
  activity: ['writing', 'recent', 'quiet'],
  channel: ['widget', 'test'],
  unanswered: ['yes', 'no'],
  rating: ['5', '4', '3', '2', '1', 'none'],
  thumbs: ['down', 'up'],
  contact: ['yes', 'no'],
} as const;

type Chosen = { [Name in keyof typeof choices]?: (typeof choices)[Name][number] | undefined };
const names = Object.keys(choices) as (keyof typeof choices)[];

/** The filters of one value among some, in the order in which they are shown. */
export const choiceFilters: { name: keyof typeof choices; values: readonly string[] }[] = names.map((name) => ({
  name,
  values: choices[name],
}));

/** What no filter knows is left out. An address holds a figure, such as a rating, as a number. */
export const readChosen = (search: Record<string, unknown>): Chosen =>
  Object.fromEntries(
    choiceFilters.map(({ name, values }) => [name, values.find((value) => value === String(search[name]))]),
  );

/** Every filter taken back; what is open stays. */
export const noFilters: ConversationSearch = {
  ...readChosen({}),
  agentId: undefined,
  search: undefined,
  from: undefined,
  to: undefined,
};

/** `to` is a whole day within the range. */
export function toFilters({ from, to, ...search }: ConversationSearch) {
  return { ...search, from: from && startOfDay(from, 0), to: to && startOfDay(to, 1) };
}

/** Midnight, where the person is, `later` days after `day`. Undefined for a day that is none, such as 2026-02-31. */
function startOfDay(day: string, later: number): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** How many filters are set, the search among them. */
export const countFilters = (search: ConversationSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;
