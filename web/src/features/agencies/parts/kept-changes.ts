import type { AgencyField, AgencyValues } from './agency-values.ts';

/** Changes that were not saved, in this browser: they outlive a reload and a crash. `at` is a Unix time in ms. */
export type KeptChanges = { at: number; changed: Partial<AgencyValues> };

const keyOf = (agencyId: string) => `agency-changes-${agencyId}`;

/** Where storage is closed or full, changes live as long as the screen. */
const tryStorage = <Result>(work: () => Result): Result | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

export function keepChanges(agencyId: string, values: AgencyValues, fields: readonly AgencyField[]): void {
  const kept = { at: Date.now(), changed: Object.fromEntries(fields.map((field) => [field, values[field]])) };
  tryStorage(() =>
    fields.length === 0
      ? localStorage.removeItem(keyOf(agencyId))
      : localStorage.setItem(keyOf(agencyId), JSON.stringify(kept)),
  );
}

/** Null where nothing was kept, or all of it was saved since. */
export function readKeptChanges(agencyId: string, saved: AgencyValues): KeptChanges | null {
  const kept = tryStorage(() => JSON.parse(localStorage.getItem(keyOf(agencyId)) ?? 'null') as KeptChanges | null);
  if (typeof kept?.at !== 'number' || typeof kept.changed !== 'object') return null;
  const fields = (Object.keys(saved) as AgencyField[]).filter(
    (field) => typeof kept.changed[field] === typeof saved[field] && kept.changed[field] !== saved[field],
  );
  if (fields.length === 0) return null;
  return { at: kept.at, changed: Object.fromEntries(fields.map((field) => [field, kept.changed[field]])) };
}
