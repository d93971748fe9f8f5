import type { Lead } from '@antiphon/contract/leads';
import { useState } from 'react';
import { allThatMatch, isAllOffered, type LeadChoice, withinCall } from '../lead-choice.ts';

export interface ChosenLeads {
  choice: LeadChoice;
  count: number;
  /** Those of them that were read; all of them where they were chosen one by one. */
  leads: Lead[];
}

type Matching = Extract<LeadChoice, { matching: unknown }>['matching'];
interface List {
  items: readonly Lead[];
  total: number;
  filters: Matching;
  readAt: string;
}

/** Some of the list by their ids, or all that match, those that were not read among them. Ends with the filter it was made by. */
export function useChosenLeads({ items, total, filters, readAt }: List) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [made, setMade] = useState<{ by: string; matching: Matching; to: string; count: number } | null>(null);
  const by = JSON.stringify(filters);
  // Nor is it taken up again where the filter comes back.
  if (made && made.by !== by) setMade(null);
  const whole = made?.by === by ? made : null;
  const leads = items.filter(({ id, createdAt }) => (whole ? createdAt < whole.to : ids.has(id)));
  const select = (next: ReadonlySet<string>) => {
    setMade(null);
    setIds(withinCall(next));
  };
  const all = () => {
    const matching = allThatMatch(filters, readAt);
    setMade({ by, matching, to: matching.to, count: total });
  };
  const chosen: ChosenLeads | null = whole
    ? { choice: { matching: whole.matching }, count: whole.count, leads }
    : leads.length > 0
      ? { choice: { leadIds: leads.map(({ id }) => id) }, count: leads.length, leads }
      : null;
  return {
    chosen,
    selected: whole ? new Set(leads.map(({ id }) => id)) : ids,
    select,
    all:
      !whole && isAllOffered({ chosen: leads.length, read: items.length, total })
        ? { count: total, choose: all }
        : null,
  };
}
