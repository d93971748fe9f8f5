import { tryStorage } from '../../../ui/forms/try-storage.ts';
import { type AgencyField, type AgencyValues, changedFields, fieldsOf, isSameValue } from './agency-values.ts';
import type { AgencyBase } from './save-agency.ts';

/**
 * Changes that were not saved, in this browser: they outlive a reload and a crash. `before` are the values that they were made from, of
 * the settings of `revision`, so that what somebody saves meanwhile is met as if the page had stayed. `at` is a Unix time in ms.
 */
export type KeptChanges = {
  at: number;
  revision: number;
  before: Partial<AgencyValues>;
  changed: Partial<AgencyValues>;
};

const keyOf = (agencyId: string) => `agency-changes-${agencyId}`;

const pick = (values: AgencyValues, fields: readonly AgencyField[]): Partial<AgencyValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

export function keepChanges(agencyId: string, base: AgencyBase, values: AgencyValues): void {
  const fields = changedFields(base.values, values);
  const kept: KeptChanges = {
    at: Date.now(),
    revision: base.revision,
    before: pick(base.values, fields),
    changed: pick(values, fields),
  };
  tryStorage(() =>
    fields.length === 0
      ? localStorage.removeItem(keyOf(agencyId))
      : localStorage.setItem(keyOf(agencyId), JSON.stringify(kept)),
  );
}

/** Null where nothing was kept, or all of it was saved since. */
export function readKeptChanges(agencyId: string, saved: AgencyValues): KeptChanges | null {
  const kept = tryStorage(() => JSON.parse(localStorage.getItem(keyOf(agencyId)) ?? 'null') as KeptChanges | null);
  if (typeof kept?.at !== 'number' || !kept.before || !kept.changed) return null;
  const fields = fieldsOf(saved).filter(
    (field) =>
      typeof kept.changed[field] === typeof saved[field] &&
      typeof kept.before[field] === typeof saved[field] &&
      !isSameValue(kept.changed[field], saved[field]),
  );
  if (fields.length === 0) return null;
  const [before, changed] = [kept.before, kept.changed] as [AgencyValues, AgencyValues];
  return { ...kept, before: pick(before, fields), changed: pick(changed, fields) };
}
