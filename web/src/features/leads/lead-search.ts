import { LEAD_SORTS, LEAD_SOURCES, type LeadSort, type LeadSource } from '@antiphon/contract/lead-fields';

export const LEAD_TOOLS = ['new', 'import', 'duplicates', 'groups'] as const;
export type LeadTool = (typeof LEAD_TOOLS)[number];

/** What stands in the address: days of the person's own calendar in place of points in time. */
export type LeadSearch = {
  search?: string | undefined;
  group?: string | undefined;
  source?: LeadSource | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: LeadSort | undefined;
  /** The lead that is open. */
  lead?: string | undefined;
  tool?: LeadTool | undefined;
};

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const day = (value: unknown) => (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined);

/** Whatever stands in the address, as far as it means something here. */
export const readLeadSearch = (search: Record<string, unknown>): LeadSearch => ({
  search: text(search.search),
  group: text(search.group),
  source: LEAD_SOURCES.find((source) => source === search.source),
  from: day(search.from),
  to: day(search.to),
  sort: LEAD_SORTS.find((sort) => sort === search.sort),
  lead: text(search.lead),
  tool: LEAD_TOOLS.find((tool) => tool === search.tool),
});

/** As the API takes them; `to` is a whole day within the range. */
export const toLeadFilters = ({ search, group, source, from, to }: LeadSearch) => ({
  search,
  groupId: group,
  source,
  from: from && startOfDay(from, 0),
  to: to && startOfDay(to, 1),
});

/** Midnight, where the person is, `later` days after. Undefined for a day that is none, such as 2026-02-31. */
function startOfDay(date: string, later: number): string | undefined {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  const start = new Date(year, month - 1, dayOfMonth + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** How many narrow the list, the words among them. */
export const countLeadFilters = ({ search, group, source, from, to }: LeadSearch): number =>
  [search, group, source, from, to].filter((value) => value !== undefined).length;
